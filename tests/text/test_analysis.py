"""What finds what, before any index is involved."""

import re
import unicodedata
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.analysis import MAX_QUERY_TERMS, Analyzer
from loomem.text.compound import MAX_TERM

ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=300)
LANGUAGES = ("en", "pl", "zh", "other", None)
SYMBOLS = [
    "",
    "   ",
    "???",
    "🍷",
    "\u200b",
    "()",
    "\ud83c",
    "\u0000",
    ">>>",
    "*",
    "~",
    "👨‍👩‍👧",
    "—…",
]


def meets(analyzer: Analyzer, stored: str, asked: str) -> bool:
    return not set(analyzer.query_terms(asked)).isdisjoint(analyzer.document_terms(stored))


@pytest.mark.parametrize(
    ("stored", "questions"),
    [
        ("Mieszkałem w tym domu", ["mieszkam", "mieszkać", "gdzie mieszkałem"]),
        ("Poszedłem na spacer z psem", ["psa", "psów", "pies", "psy"]),
        ("Martyna lubi herbatę", ["herbata", "herbaty", "o herbacie", "herbatę"]),
        ("Byłem wczoraj w Krakowie", ["Kraków", "krakow", "z Krakowa"]),
        ("Łukasz mieszka w Łodzi", ["lukasz lodz", "ŁUKASZ", "Łódź", "lodz", "Łukaszowi"]),
        ("Prezent dla Zosi", ["Zosia", "zosię", "Zosi"]),
        ("Nakarmić Figla", ["Figiel", "figlem"]),
        ("żółć", ["zazolc zolc", "ŻÓŁĆ", unicodedata.normalize("NFD", "żółć")]),
        ("zażółć gęślą jaźń", ["zazolc", "gesla jazn"]),
        ("She was running with her dogs", ["run", "dog", "running dogs"]),
        ("I met Zosia in Krakow", ["Zosi", "w Krakowie"]),
        ("We ate pierogi with babcia", ["pieróg", "u babci"]),
    ],
)
def test_inflected_forms_find_each_other(
    analyzer: Analyzer, stored: str, questions: list[str]
) -> None:
    assert [q for q in questions if not meets(analyzer, stored, q)] == []


@pytest.mark.parametrize(
    ("stored", "questions"),
    [
        ("人工智能技术发展迅速", ["人工智能", "智能", "技术 发展", "能"]),
        ("每日复盘 cron 备份", ["每日复盘", "复盘", "cron", "备份"]),
        ("发票于3月到期", ["3月", "３月"]),
        ("2024年04月的报告", ["2024年04月", "2024年4月", "4月", "报告"]),
        ("東京タワーに行った", ["東京", "タワー", "東京タワー"]),
        ("서울에서 회의", ["서울", "회의", "서울에서"]),
    ],
)
def test_scripts_without_spaces_are_findable(
    analyzer: Analyzer, stored: str, questions: list[str]
) -> None:
    assert [q for q in questions if not meets(analyzer, stored, q)] == []


@pytest.mark.parametrize(
    ("identifier", "terms"),
    [
        ("foo_bar.baz", ["foo_bar.baz", "foo", "bar", "baz"]),
        ("C++", ["c++"]),
        ("C#", ["c#"]),
        (".NET", [".net", "net"]),
        ("node.js", ["node.js", "js"]),
        ("192.168.1.10", ["192.168.1.10", "192"]),
        ("john.doe@example.org", ["john.doe@example.org", "john.doe", "example.org", "john"]),
        ("C:\\repo\\src\\main.py", ["c:\\repo\\src\\main.py", "main.py", "repo", "src"]),
        ("https://example.org/a?b=c", ["https://example.org/a?b=c", "example.org"]),
        (
            "550e8400-e29b-41d4-a716-446655440000",
            ["550e8400e29b41d4a716446655440000", "550e8400"],
        ),
        ("v1.2.3", ["v1.2.3", "v1"]),
        ("TICKET-123", ["ticket123", "ticket", "123"]),
        ("camelCaseParts", ["camelcaseparts", "camel", "case"]),
        ("e-mail", ["email", "mail"]),
        ("don't", ["dont"]),
    ],
)
def test_identifiers_yield_the_whole_and_the_parts(
    analyzer: Analyzer, identifier: str, terms: list[str]
) -> None:
    found = analyzer.document_terms(f"see {identifier}, please")
    assert [t for t in terms if t not in found] == []
    assert meets(analyzer, f"({identifier})", identifier)


def test_c_plus_plus_and_c_sharp_are_told_apart(analyzer: Analyzer) -> None:
    assert "c#" not in analyzer.document_terms("C++ and C")
    assert "c++" not in analyzer.document_terms("C# and C")


@pytest.mark.parametrize("text", SYMBOLS)
def test_a_query_of_symbols_yields_no_terms(analyzer: Analyzer, text: str) -> None:
    assert analyzer.query_terms(text) == []
    assert analyzer.query_groups(text) == []


def test_a_megabyte_of_spaces_yields_no_terms(analyzer: Analyzer) -> None:
    assert analyzer.query_terms(" " * 1_000_000) == []


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("comment:https://example.org", "https://example.org"),
        ("-foo", "foo"),
        ("y+(y+25)", "25"),
        ("status: done", "status"),
        ('timeout "error', "timeout"),
        ("retry OR", "retri"),
        ("a:b:c", "a:b:c"),
        ("content:secret", "secret"),
        ("[1 TO", "1"),
        ("^2", "2"),
        ("`code`", "code"),
        ("stream_id:A", "stream_id:a"),
        ('AND "( field:x -y', "field:x"),
    ],
)
def test_query_syntax_is_just_words(analyzer: Analyzer, query: str, terms: str) -> None:
    found = analyzer.query_terms(query)
    assert any(terms in term or term in terms for term in found)
    assert "and" not in found
    assert "or" not in found


def test_stop_words_are_dropped_from_a_question(analyzer: Analyzer) -> None:
    assert analyzer.query_terms("why is Codey not replying") == ["codey", "repli"]
    assert analyzer.query_terms("Gdzie jest mój pies?") == ["pies", "pie"]
    assert "的" not in analyzer.query_terms("我的狗在哪里")


@pytest.mark.parametrize("query", ["to", "to be or not to be", "who are you", "czy to jest", "的"])
def test_stop_words_stay_where_there_is_nothing_else(analyzer: Analyzer, query: str) -> None:
    assert analyzer.query_terms(query)
    assert meets(analyzer, query, query)


def test_a_word_that_is_empty_in_one_language_only_is_kept_when_unsure(analyzer: Analyzer) -> None:
    assert "ten" in analyzer.query_terms("ten")
    assert "but" in analyzer.query_terms("but skórzany")


def test_a_long_query_is_bounded_and_pairs_outlive_characters(analyzer: Analyzer) -> None:
    words = analyzer.query_terms(" ".join(f"word{n}" for n in range(500)))
    assert len(words) == MAX_QUERY_TERMS
    han = analyzer.query_terms("".join(chr(0x4E00 + n * 7) for n in range(200)))
    assert len(han) == MAX_QUERY_TERMS
    assert all(len(term) == 2 for term in han)


def test_a_run_of_one_ideograph_is_a_short_query(analyzer: Analyzer) -> None:
    assert analyzer.query_terms("东" * 2001) == ["东", "东东"]


def test_a_long_token_is_findable_whole(analyzer: Analyzer) -> None:
    token = "x" * 5_000
    assert meets(analyzer, token, token)
    assert not meets(analyzer, token, token + "x")


@pytest.mark.parametrize(
    "text",
    ["word " * 200_000, "a" * 1_000_000, "a." * 500_000, "东" * 1_000_000, "aB" * 500_000],
)
def test_a_million_characters_are_analysed(analyzer: Analyzer, text: str) -> None:
    terms = analyzer.document_terms(text)
    assert 0 < len(terms) <= 2 * len(text)
    assert max(map(len, set(terms))) <= MAX_TERM


@pytest.mark.parametrize("query", ["Zosia", "Zosi", "ZOSIĘ"])
@pytest.mark.parametrize(
    "text", ["Obiad u Zosi był bardzo dobry", "I met Zosia at the market", "Zosia: ok"]
)
def test_a_name_as_a_condition_matches_in_every_language(
    analyzer: Analyzer, query: str, text: str
) -> None:
    held = set(analyzer.document_terms(text))
    assert all(not held.isdisjoint(group) for group in analyzer.query_groups(query))


def test_a_condition_on_a_name_of_two_words_asks_for_both(analyzer: Analyzer) -> None:
    held = set(analyzer.document_terms("Jan Nowak"))
    groups = analyzer.query_groups("Jan Kowalski")
    assert [not held.isdisjoint(group) for group in groups] == [True, False]


def test_the_identity_names_the_lexicon(analyzer: Analyzer) -> None:
    assert analyzer.identity != Analyzer().identity
    assert analyzer.identity == Analyzer(analyzer._lexicon).identity


def test_without_a_lexicon_stems_are_used() -> None:
    plain = Analyzer()
    assert meets(plain, "Martyna lubi herbaty", "herbata")
    assert meets(plain, "zażółć", "zazolc")
    assert meets(plain, "She walked", "walking")


@settings(deadline=None)
@given(ANY_TEXT)
def test_any_text_yields_clean_terms(analyzer: Analyzer, text: str) -> None:
    for term in [*analyzer.document_terms(text), *analyzer.query_terms(text)]:
        assert 0 < len(term) <= MAX_TERM
        assert not re.search(r"\s", term)
        term.encode()
    assert len(analyzer.query_terms(text)) <= MAX_QUERY_TERMS


@settings(deadline=None)
@given(ANY_TEXT)
def test_a_text_finds_itself(analyzer: Analyzer, text: str) -> None:
    assert set(analyzer.query_terms(text)) <= set(analyzer.document_terms(text))
    held = set(analyzer.document_terms(text))
    assert all(not held.isdisjoint(group) for group in analyzer.query_groups(text))


@settings(deadline=None)
@given(
    st.text(alphabet="abcdefghijklmnoprstuwyząćęłńóśźżABC'-._", min_size=1, max_size=20),
    st.sampled_from(LANGUAGES),
    st.sampled_from(LANGUAGES),
)
def test_the_same_word_meets_itself_whatever_the_languages_guessed(
    analyzer: Analyzer,
    word: str,
    stored: Literal["en", "pl", "zh", "other"] | None,
    asked: Literal["en", "pl", "zh", "other"] | None,
) -> None:
    query = analyzer.query_terms(word, asked)
    assert not query or not set(query).isdisjoint(analyzer.document_terms(word, stored))
