"""Entities of single texts: what is named, what it is kept under, how it is connected."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.entities.dictionary import EntityDictionary, Entry
from loomem.text.entities.model import EntityType, Link, Reading, known_relation
from loomem.text.entities.reader import EntityReader
from loomem.text.lexicon import Lexicon

Found = tuple[str, str]


@pytest.fixture(scope="module")
def reader(lexicon: Lexicon) -> EntityReader:
    return EntityReader(lexicon=lexicon)


def named(reading: Reading) -> set[Found]:
    return {(m.canonical, m.entity_type.value) for m in reading.mentions}


def links(reading: Reading) -> set[tuple[str, str, str]]:
    return {(link.subject, link.relation, link.object) for link in reading.links}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Byłem w Krakowie.", "Kraków"),
        ("I was in Cracow.", "Kraków"),
        ("我去过克拉科夫。", "Kraków"),
        ("Wyjechał z Polski.", "Poland"),
        ("她住在波兰。", "Poland"),
    ],
)
def test_a_place_has_one_name_in_all_languages(reader: EntityReader, text: str, name: str) -> None:
    assert (name, "Place") in named(reader.read(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Widziałam Zosię.", "Zosia"),
        ("Dałem to Tomkowi.", "Tomek"),
        ("Rozmawiałem z Anną Kowalską.", "Anna Kowalska"),
        ("Czekam na Jana Kowalskiego.", "Jan Kowalski"),
        ("Spotkałem panią Wiśniewską.", "Wiśniewska"),
        ("Wróciłem od pana Nowaka.", "Nowak"),
    ],
)
def test_polish_names_are_kept_in_the_nominative(
    reader: EntityReader, text: str, name: str
) -> None:
    assert named(reader.read(text)) == {(name, "Person")}


def test_offsets_are_those_of_the_text(reader: EntityReader) -> None:
    text = "Hello. 😀 Anna Kowalska's team uses Postgres in 北京.\n\nW Krakowie pada. 王小明说好。"
    for mention in reader.read(text).mentions:
        assert text[mention.start : mention.end] == mention.name
    assert {m.name for m in reader.read(text).mentions} == {
        "Anna Kowalska",
        "Postgres",
        "北京",
        "Krakowie",
        "王小明",
    }


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("Anna Kowalska works at Google.", ("Anna Kowalska", "works_at", "Google")),
        (
            "Anna Kowalska works at Google and lives in Rome.",
            ("Anna Kowalska", "located_in", "Rome"),
        ),
        ("Tom Baker manages Project Apollo.", ("Tom Baker", "manages", "Apollo")),
        ("Tom Baker uses Docker and Redis.", ("Tom Baker", "uses", "Redis")),
        ("Marek Nowak pracuje w firmie Comarch.", ("Marek Nowak", "works_at", "Comarch")),
        ("Kasia mieszka w Gdańsku.", ("Kasia", "located_in", "Gdańsk")),
        ("Projekt Feniks jest napisany w Javie.", ("Feniks", "uses", "Java")),
        ("王小明在腾讯工作。", ("王小明", "works_at", "Tencent")),
        ("李娜住在上海。", ("李娜", "located_in", "Shanghai")),
        ("项目“曙光”用Python开发，部署在阿里云。", ("曙光", "deployed_in", "Alibaba Cloud")),
    ],
)
def test_a_sentence_connects_what_it_names(
    reader: EntityReader, text: str, link: tuple[str, str, str]
) -> None:
    assert link in links(reader.read(text))


@pytest.mark.parametrize(
    "text",
    [
        "Anna Kowalska does not work at Google.",
        "Anna Kowalska used to work at Google.",
        "Anna Kowalska wants to work at Google.",
        "If Anna Kowalska works at Google, fine.",
        "Anna Kowalska lives here. Google works at night.",
        "Anna Kowalska nie pracuje w Google.",
        "Anna Kowalska już nie pracuje w Google.",
        "王小明不在腾讯工作。",
        "王小明想去腾讯工作。",
        "Anna Kowalska and Google.",
    ],
)
def test_denials_wishes_and_mere_neighbours_connect_nothing(
    reader: EntityReader, text: str
) -> None:
    assert links(reader.read(text)) == set()


@pytest.mark.parametrize(
    ("text", "canonical", "alias"),
    [
        ("Jan Kowalski, zwany Jankiem, przyszedł.", "Jan Kowalski", "Janek"),
        ("Jan Kowalski, czyli Kowal, przyszedł.", "Jan Kowalski", "Kowal"),
        ("Robert Smith, also known as Bobby, came.", "Robert Smith", "Bobby"),
        ("Robert Smith (aka Bobby) came.", "Robert Smith", "Bobby"),
        ("We met Elizabeth Stone, or Liz for short.", "Elizabeth Stone", "Liz"),
        ("She studies at Blue River University (BRU).", "Blue River University", "BRU"),
        ("王小明，又叫明明，来了。", "王小明", "明明"),
        ("复旦大学（简称复旦）在上海。", "Fudan University", "复旦"),
    ],
)
def test_a_statement_of_another_name_is_understood(
    reader: EntityReader, text: str, canonical: str, alias: str
) -> None:
    reading = reader.read(text)
    assert [(n.canonical, n.alias) for n in reading.other_names] == [(canonical, alias)]


def test_one_name_is_not_taken_for_a_longer_one(reader: EntityReader) -> None:
    reading = reader.read("Jan Kowalski came. I saw Jan later.")
    assert named(reading) == {("Jan Kowalski", "Person"), ("Jan", "Person")}
    assert reading.other_names == ()


@pytest.mark.parametrize(
    "text",
    [
        "My cat Charlie sleeps.",
        "Mój pies Antek śpi.",
        "See https://github.com/anna/Docker and mail anna@google.com.",
        "```python\nfrom django import Kubernetes\n```",
        "@dataclass\nclass A: pass",
        "The color is #ff00aa and issue #123 is closed.",
        "Good Morning And Welcome Back Everyone",
        "大理石很漂亮，小时候我常去小区玩。",
        "他高兴地回家了，和平最重要。",
    ],
)
def test_what_names_nobody_is_left_alone(reader: EntityReader, text: str) -> None:
    assert named(reader.read(text)) == set()


def test_the_owners_names_come_first_and_are_found_in_every_form(lexicon: Lexicon) -> None:
    own = EntityDictionary(
        (
            Entry(
                canonical="Zosia", entity_type=EntityType.PERSON, aliases=("Zofia Nowak", "小佐")
            ),
            Entry(canonical="Python", entity_type=EntityType.PROJECT),
            Entry(canonical="C++ Club", entity_type=EntityType.ORGANIZATION),
        ),
        (Link(subject="Zosia", relation="manages", object="Python", confidence=1.0),),
    )
    reader = EntityReader(own, lexicon)
    assert named(reader.read("Wczoraj u Zosi.")) == {("Zosia", "Person")}
    assert named(reader.read("rozmowa z zosia")) == {("Zosia", "Person")}
    assert named(reader.read("昨天小佐来了")) == {("Zosia", "Person")}
    assert ("C++ Club", "Organization") in named(reader.read("the c++ club meets"))
    reading = reader.read("Zofii Nowak python")
    assert named(reading) == {("Zosia", "Person"), ("Python", "Project")}
    assert links(reading) == {("Zosia", "manages", "Python")}
    assert links(reader.read("Zosia. Python.")) == set()
    assert reading.mentions[0].alias == "Zofia Nowak"


def test_the_first_entry_to_claim_a_spelling_keeps_it() -> None:
    own = EntityDictionary(
        (
            Entry(canonical="Anna", entity_type=EntityType.PERSON, aliases=("AK",)),
            Entry(canonical="Adam", entity_type=EntityType.PERSON, aliases=("ak",)),
        )
    )
    assert named(EntityReader(own).read("ask ak")) == {("Anna", "Person")}


def test_a_lone_name_is_led_back_to_what_it_is_kept_under(reader: EntityReader) -> None:
    assert reader.canonical("Warsaw") == "Warszawa"
    assert reader.canonical("Zosi") == "Zosia"
    assert reader.canonical("k8s") == "Kubernetes"
    assert reader.canonical(" Blorf ") == "Blorf"


def test_unknown_relations_only_say_that_two_things_are_related() -> None:
    assert known_relation("Works at") == "works_at"
    assert known_relation("adores") == "related_to"


PIECES = [
    "Anna ", "Kowalski ", "@", "#", "a.b", "王", "小明", "公司", "项目“", "```\n", "`", "(", ", aka ",
    "Warsaw ", "w Krakowie ", "uses Python and ", "\n- ", "'s ", "·", "Dr. ", "sp. z o.o. ", "http://",
    "Xx ", "\x00", "\ud800", "ﬁ", "ß", "🎉", "University of ",
]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=40))
@settings(deadline=None, max_examples=150)
def test_any_text_is_read_and_mentions_never_overlap(parts: list[str]) -> None:
    text = "".join(parts)
    reading = EntityReader().read(text)
    end = 0
    for mention in reading.mentions:
        assert end <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end] == mention.name
        end = mention.end


TRAPS = [
    "Xx ",
    "Dr. ",
    "公司",
    "王",
    "@ab. \n",
    "@ab Anna ",
    "Anna uses Redis and ",
    "·王",
    "项目“",
]


@pytest.mark.parametrize("piece", sorted({*PIECES, *TRAPS}))
def test_the_time_grows_with_the_length_of_the_text(piece: str) -> None:
    """Generous, because the machine is shared; a quadratic rule takes minutes."""
    reader = EntityReader()
    size = 1_000_000 if piece in TRAPS[:2] else 60_000
    text = (piece * (size // len(piece) + 1))[:size]
    began = time.process_time()
    reader.read(text)
    assert time.process_time() - began < size / 10_000
