"""The owner's file of names: read as documented, refused in one line where it cannot be used."""

from pathlib import Path

import pytest

from loomem.errors import ConfigError
from loomem.knowledge.dictionary import load_dictionary
from loomem.text.entities.model import EntityType, Link
from loomem.text.entities.reader import EntityReader

ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path, text: str) -> Path:
    path = folder / "entities.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_no_file_is_an_empty_dictionary(tmp_path: Path) -> None:
    assert load_dictionary(tmp_path / "entities.toml").entries == ()


def test_the_example_is_valid_and_works() -> None:
    held = load_dictionary(ROOT / "docs/entities.example.toml")
    assert {entry.entity_type for entry in held.entries} == {
        EntityType.PERSON,
        EntityType.ORGANIZATION,
        EntityType.PROJECT,
        EntityType.TECHNOLOGY,
        EntityType.PLACE,
    }
    reading = EntityReader(held).read("AK showed me the apollo plan")
    assert [m.canonical for m in reading.mentions] == ["Anna Kowalska", "Apollo"]
    assert reading.links == (
        Link(subject="Anna Kowalska", relation="manages", object="Apollo", confidence=1.0),
    )


def test_an_unknown_type_is_a_person_and_an_unknown_relation_a_loose_one(tmp_path: Path) -> None:
    held = load_dictionary(
        write(
            tmp_path,
            '[[entity]]\ncanonical = "Zed"\ntype = "droid"\naliases = ["Z1"]\n'
            '[projects]\nnames = ["Hermes"]\n[relations]\nentries = ["z1|adores|hermes"]\n',
        )
    )
    assert held.entries[0].entity_type is EntityType.PERSON
    assert held.links == (
        Link(subject="Zed", relation="related_to", object="Hermes", confidence=1.0),
    )


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[persons", "is no TOML"),
        ("[people]\nnames = []\n", "people"),
        ('[persons]\nnames = "Anna"\n', "persons.names"),
        ('[[entity]]\ntype = "person"\n', "canonical"),
        ('[[entity]]\ncanonical = "A"\nalias = ["B"]\n', "alias"),
        ('[relations]\nentries = ["a|b"]\n', "subject|relation|object"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_line(
    tmp_path: Path, text: str, part: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load_dictionary(write(tmp_path, text))
    assert part in caught.value.message
    assert "\n" not in caught.value.message
    assert "search.entities_file" in caught.value.message


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "entities.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="UTF-8"):
        load_dictionary(path)
    with pytest.raises(ConfigError):
        load_dictionary(tmp_path)
