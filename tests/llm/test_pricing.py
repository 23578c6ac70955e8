"""Prices of models, shipped and the owner's."""

from pathlib import Path

import pytest

from loomem.errors import ConfigError
from loomem.llm.pricing import FREE, Price, load_prices

FALLBACK = Price(5.0, 20.0)


def test_a_shipped_model_is_found_under_the_names_it_goes_by(tmp_path: Path) -> None:
    table = load_prices(tmp_path / "none.toml", FALLBACK)
    wanted = table.price_of("gpt-4.1-mini")
    assert wanted == (Price(0.4, 1.6), True)
    for name in (
        "openai/gpt-4.1-mini",
        "GPT-4.1-mini",
        "gpt-4.1-mini-2025-04-14",
        "gpt-4.1-mini:free",
    ):
        assert table.price_of(name) == wanted


def test_a_model_that_is_not_known_is_priced_and_flagged_but_free_on_this_machine(
    tmp_path: Path,
) -> None:
    table = load_prices(tmp_path / "none.toml", FALLBACK)
    assert table.price_of("nobody/knows") == (FALLBACK, False)
    assert table.price_of("llama3.2:3b", is_local=True) == (FREE, True)
    assert table.price_of("gpt-4o", is_local=True)[0] == Price(2.5, 10.0)


def test_the_owners_file_wins_and_keeps_the_rest(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text(
        '[models]\n"gpt-4o" = { input = 1, output = 2 }\n"x" = { input = 0, output = 0 }'
    )
    table = load_prices(own, FALLBACK)
    assert table.price_of("gpt-4o") == (Price(1.0, 2.0), True)
    assert table.price_of("x") == (FREE, True)
    assert table.price_of("gpt-4.1")[1]


@pytest.mark.parametrize(
    "text",
    [
        "models = 3",
        "[models]\nx = { input = -1, output = 1 }",
        "[models]\nx = { input = 1 }",
        "[models]\nx = { input = 1, output = 1, cached = 1 }",
        "[prices]",
        "[models",
    ],
)
def test_a_file_that_cannot_be_used_is_one_clear_line(tmp_path: Path, text: str) -> None:
    own = tmp_path / "prices.toml"
    own.write_text(text)
    with pytest.raises(ConfigError, match=r"cost\.prices_file") as caught:
        load_prices(own, FALLBACK)
    assert "\n" not in caught.value.message


def test_a_price_is_per_million_tokens() -> None:
    assert Price(0.5, 2.0).of(2_000_000, 500_000) == 2.0
