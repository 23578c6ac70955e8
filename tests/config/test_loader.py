"""Settings from file, environment and flags: who wins, and what a mistake looks like."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loomem.config.loader import load_settings, overlay
from loomem.config.settings import Settings
from loomem.errors import ConfigError


def write(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def complaint(**sources: object) -> str:
    with pytest.raises(ConfigError) as caught:
        load_settings(**{"environment": {}, **sources})  # type: ignore[arg-type]
    assert "\n" not in caught.value.message
    return caught.value.message


def test_without_any_source_the_documented_defaults_hold() -> None:
    settings = load_settings(environment={})
    assert settings == Settings()
    assert (settings.server.host, settings.server.port) == ("127.0.0.1", 3030)
    assert settings.storage.data_dir == Path("data")
    assert settings.namespaces["journal"] == "140"


def test_the_environment_wins_over_the_file_and_a_flag_over_both(tmp_path: Path) -> None:
    path = write(tmp_path, "[server]\nport = 1\nhost = '127.0.0.2'\nmax_body_mb = 3\n")
    settings = load_settings(
        {"server": {"port": 3}},
        path,
        {"LOOMEM_SERVER__PORT": "2", "LOOMEM_SERVER__HOST": "127.0.0.9"},
    )
    assert settings.server.port == 3
    assert settings.server.host == "127.0.0.9"
    assert settings.server.max_body_mb == 3


def test_nested_sections_are_set_by_longer_names() -> None:
    variables = {"LOOMEM_SEARCH__HYBRID_WEIGHTS__VECTOR": "0.5", "LOOMEM_NAMESPACES__WORK": "110"}
    settings = load_settings(environment=variables)
    assert settings.search.hybrid_weights.vector == 0.5
    assert settings.search.hybrid_weights.bm25 == 0.4
    assert settings.namespaces == {"work": "110"}


@pytest.mark.parametrize(
    ("value", "stages"),
    [('["decay", "graph"]', ("decay", "graph")), ("[]", ()), (' ["use"]', ("use",))],
)
def test_a_variable_may_hold_a_list(value: str, stages: tuple[str, ...]) -> None:
    settings = load_settings(environment={"LOOMEM_SEARCH__WITHOUT": value})
    assert settings.search.without == stages


@pytest.mark.parametrize("value", ["decay", "[decay]", '["decay"', '["nothing"]', "[1]"])
def test_a_list_that_is_none_is_one_clear_line(value: str) -> None:
    with pytest.raises(ConfigError, match="LOOMEM_SEARCH__WITHOUT"):
        load_settings(environment={"LOOMEM_SEARCH__WITHOUT": value})


def test_an_address_in_brackets_stays_an_address() -> None:
    settings = load_settings(environment={"LOOMEM_SERVER__HOST": "[::1]"})
    assert settings.server.host == "[::1]"


def test_the_file_is_the_named_one_or_the_one_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "[server]\nport = 1\n")
    other = tmp_path / "other.toml"
    other.write_text("[server]\nport = 2\n")
    assert load_settings(environment={}).server.port == 1
    assert load_settings(environment={"LOOMEM_CONFIG": str(other)}).server.port == 2
    assert load_settings(environment={"LOOMEM_CONFIG": "/dev/null"}).server.port == 3030


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    assert complaint(environment={"LOOMEM_CONFIG": str(path)}).startswith("LOOMEM_CONFIG names")
    assert complaint(config=path).startswith("--config names")


def test_an_unknown_key_in_the_file_names_path_file_and_the_likely_key(tmp_path: Path) -> None:
    path = write(tmp_path, "[server]\nprot = 3030\n")
    message = complaint(config=path)
    assert message.startswith(f"server.prot ({path}): there is no such key")
    assert "did you mean server.port?" in message


@pytest.mark.parametrize(
    ("variable", "path"),
    [
        ("LOOMEM_SERVER__PROT", "server.prot"),
        ("LOOMEM_SERVR__PORT", "servr"),
        ("LOOMEM_SEARCH__HYBRID_WEIGHTS__VECTR", "search.hybrid_weights.vectr"),
        ("LOOMEM_SERVER__", "server."),
    ],
)
def test_an_unknown_variable_is_an_error_that_names_it(variable: str, path: str) -> None:
    message = complaint(environment={variable: "1"})
    assert message.startswith(f"{path} ({variable}): there is no such")


def test_names_that_are_no_settings_are_left_alone() -> None:
    strangers = {"LOOMEM_PORT": "tcp://10.0.0.1:3030", "LOOMEM_SERVER": "x", "LOOMEM___": "1"}
    assert load_settings(environment=strangers) == Settings()


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("LOOMEM_SERVER__PORT", "70000", "must be less than or equal to 65535, not '70000'"),
        ("LOOMEM_SERVER__PORT", "web", "must be a valid integer, not 'web'"),
        ("LOOMEM_LOGGING__LEVEL", "loud", "must be 'debug', 'info', 'warning' or 'error'"),
        ("LOOMEM_SEARCH__HYBRID_WEIGHTS__BM25", "nan", "must be a finite number"),
        ("LOOMEM_SEARCH__HYBRID_WEIGHTS", "1", "must be a table of keys"),
        ("LOOMEM_SERVER__HOST__NAME", "x", "must be a valid string"),
        ("LOOMEM_NAMESPACES__WORK", "a b", "A stream id is 1 to 128 characters"),
    ],
)
def test_a_bad_value_says_what_is_allowed(variable: str, value: str, expected: str) -> None:
    message = complaint(environment={variable: value})
    assert variable in message
    assert expected in message


def test_a_bad_flag_is_blamed_on_the_flag() -> None:
    assert complaint(overrides={"server": {"port": -1}}).startswith(
        "server.port (--port): must be"
    )


def test_a_value_that_may_be_a_secret_is_not_repeated() -> None:
    secret = "sk-very-secret!"
    for variable in (
        "LOOMEM_SERVER__AUTH_TOKEN_ENV",
        "LOOMEM_LLM__API_KEY_ENV",
        "LOOMEM_LLM__EMBEDDING_BASE_URL",
        "LOOMEM_SERVER__AUTH_TOKEN",
        "LOOMEM_LLM__API_KEY",
    ):
        message = complaint(environment={variable: secret})
        assert variable in message
        assert secret not in message


def test_a_rule_over_two_keys_names_the_ones_that_were_set() -> None:
    variables = {
        "LOOMEM_SEARCH__HYBRID_WEIGHTS__VECTOR": "0",
        "LOOMEM_SEARCH__HYBRID_WEIGHTS__BM25": "0",
    }
    message = complaint(environment=variables)
    assert all(name in message for name in variables)
    assert "cannot both be 0" in message


def test_a_remote_encoder_needs_its_dimension() -> None:
    message = complaint(environment={"LOOMEM_LLM__EMBEDDING_PROVIDER": "openai"})
    assert "embedding_dim" in message


def test_more_mistakes_than_one_are_counted() -> None:
    variables = {"LOOMEM_SERVER__PORT": "x", "LOOMEM_SEARCH__TOP_K": "0"}
    assert complaint(environment=variables).endswith("(and 1 more)")


def test_broken_toml_names_file_and_line(tmp_path: Path) -> None:
    path = write(tmp_path, "[server]\nport = 1\nhost = = 2\n")
    assert complaint(config=path).startswith(f"{path}:3: ")
    path = write(tmp_path, "[server")
    assert complaint(config=path).startswith(f"{path}: ")


def test_a_file_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in complaint(config=path)
    assert complaint(config=tmp_path).startswith("--config names")


def test_home_folders_are_expanded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    variables = {"LOOMEM_STORAGE__DATA_DIR": "~/memories", "LOOMEM_MODELS__DIR": "~/models"}
    settings = load_settings(environment=variables)
    assert settings.storage.data_dir == tmp_path / "memories"
    assert settings.models.dir == tmp_path / "models"


def test_settings_cannot_be_changed_later() -> None:
    settings = Settings()
    with pytest.raises(ValueError, match="frozen"):
        settings.server.port = 1  # type: ignore[misc]


_trees = st.recursive(
    st.integers(),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


@given(_trees.filter(lambda t: isinstance(t, dict)), _trees.filter(lambda t: isinstance(t, dict)))
def test_every_value_of_the_upper_tree_survives_an_overlay(below: dict, above: dict) -> None:  # type: ignore[type-arg]
    merged = overlay(below, above)
    assert overlay(merged, above) == merged
    assert set(merged) == set(below) | set(above)


@given(st.dictionaries(st.from_regex(r"LOOMEM_[A-Z_]{0,20}", fullmatch=True), st.text()))
def test_any_variables_give_settings_or_one_clear_line(variables: dict[str, str]) -> None:
    variables.pop("LOOMEM_CONFIG", None)
    outcome = _outcome(variables)
    assert isinstance(outcome, Settings) or "\n" not in outcome


def _outcome(variables: dict[str, str]) -> Settings | str:
    try:
        return load_settings(environment=variables)
    except ConfigError as error:
        return error.message
