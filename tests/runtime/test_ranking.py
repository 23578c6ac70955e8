"""From the settings to the ranking."""

from pathlib import Path

import pytest

from loomem.config.settings import Settings
from loomem.config.values import SearchStage
from loomem.errors import ConfigError
from loomem.knowledge.dictionary import load_dictionary
from loomem.runtime.ranking import load_synonyms, read_groups, search_options
from loomem.text.analysis import Analyzer
from loomem.text.lexicon import EmptyLexicon

ANALYZER = Analyzer(EmptyLexicon())


def meant(settings: Settings, text: str) -> set[str]:
    names = load_dictionary(settings.search.entities_file)
    synonyms = load_synonyms(settings.search.synonyms_file, names, ANALYZER)
    return {t for word in synonyms.of(text, tuple(ANALYZER.query_groups(text))) for t in word}


def test_the_owners_words_and_names_stand_beside_the_shipped_ones(tmp_path: Path) -> None:
    (tmp_path / "synonyms.toml").write_text('groups = [["k8s", "kubernetes"]]')
    (tmp_path / "entities.toml").write_text(
        '[[entity]]\ncanonical = "Anna Kowalska"\naliases = ["AK"]\nexpand_with = ["apollo"]\n'
    )
    files = {name: tmp_path / f"{name[:-5]}.toml" for name in ("synonyms_file", "entities_file")}
    settings = Settings.model_validate({"search": files})
    assert "kubernet" in meant(settings, "k8s")
    assert "apollo" in meant(settings, "what does AK do")
    assert "szef" in meant(settings, "who is my boss at work")


def test_a_missing_file_is_no_error(tmp_path: Path) -> None:
    assert read_groups(tmp_path / "synonyms.toml") == []


@pytest.mark.parametrize(
    "content",
    [
        "groups = [",
        "groups = 1",
        'groups = ["a"]',
        "grups = []",
        'groups = [["' + '", "'.join(map(str, range(51))) + '"]]',
        "\udcff",
    ],
)
def test_a_file_that_cannot_be_used_stops_the_start_in_one_line(
    content: str, tmp_path: Path
) -> None:
    path = tmp_path / "synonyms.toml"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError, match=r"search\.synonyms_file"):
        read_groups(path)


def test_the_settings_reach_the_ranking() -> None:
    settings = Settings.model_validate(
        {
            "search": {
                "fusion": "rrf",
                "without": ["decay"],
                "cached_answers": 0,
                "decay": {"weight": 0.2, "l0_lambda": 0.5, "l1_lambda": 0.25},
            },
            "user": {"time_zone": "Europe/Warsaw"},
        }
    )
    options = search_options(settings)
    assert options.fusion == "rrf"
    assert not options.has(SearchStage.DECAY)
    assert options.cached_answers == 0
    assert (options.decay.weight, options.decay.rates) == (0.2, (0.5, 0.25))
    assert str(options.zone) == "Europe/Warsaw"
