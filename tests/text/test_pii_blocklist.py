"""The owner's words go in any case and script, whole words only, at the right offsets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.pii import Finding, PiiKind, RedactionOptions, Redactor, read_blocklist

WORDS = ("Tesla", "Projekt X", "机密", "Straße", "Łódź", "C++", "İstanbul", "नमस्ते", "โครงการ")
REDACTOR = Redactor(RedactionOptions(blocklist=WORDS))


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Tesla, TESLA and tesla.", "[REDACTED], [REDACTED] and [REDACTED]."),
        ("(Tesla)", "([REDACTED])"),
        ("projekt x rusza", "[REDACTED] rusza"),
        ("STRASSE und Straße", "[REDACTED] und [REDACTED]"),
        ("ŁÓDŹ i łódź", "[REDACTED] i [REDACTED]"),
        ("Ło\u0301dz\u0301!", "[REDACTED]!"),
        ("我开Tesla车", "我开[REDACTED]车"),
        ("这是机密文件", "这是[REDACTED]文件"),
        ("C++ and Rust", "[REDACTED] and Rust"),
        ("İİ İSTANBUL ß Tesla", "İİ [REDACTED] ß [REDACTED]"),
        ("ﬁﬂ Tesla ﬁ", "ﬁﬂ [REDACTED] ﬁ"),
        ("वह नमस्ते बोला", "वह [REDACTED] बोला"),
        ("เปิดโครงการใหม่", "เปิด[REDACTED]ใหม่"),
        ("Tesla-Fabrik", "[REDACTED]-Fabrik"),
    ],
)
def test_a_listed_word_goes(text: str, redacted: str) -> None:
    assert REDACTOR.redact(text).text == redacted


@pytest.mark.parametrize(
    "text",
    ["Teslas", "Nikotesla", "Tesla_3", "Projekt Xero", "Straßen", "Lodz", "Łódźki", "नमस्तेजी"],
)
def test_a_part_of_a_longer_word_stays(text: str) -> None:
    assert REDACTOR.redact(text).text == text


def test_the_offset_is_that_of_the_original() -> None:
    text = "ß İ ﬁ Tesla"
    assert REDACTOR.redact(text).findings == (Finding(PiiKind.BLOCKLIST, text.index("T"), 5),)


def test_a_file_has_a_word_a_line_and_comments() -> None:
    text = "\ufeff# names\nTesla  # the car\n\n  Projekt X \r\nTesla\n#\n"
    assert read_blocklist(text) == ("Tesla", "Projekt X")


def test_words_of_the_markers_do_not_break_the_markers() -> None:
    redactor = Redactor(RedactionOptions(blocklist=("phone", "id", "redacted", "[")))
    once = redactor.redact("phone 600 700 800 and an ID").text
    assert once == "[REDACTED] [PHONE] and an [REDACTED]"
    assert redactor.redact(once).text == once


def test_a_long_list_is_searched_as_well_as_a_short_one() -> None:
    many = tuple(f"word{number}" for number in range(5_000))
    redactor = Redactor(RedactionOptions(blocklist=(*many, "机密", "two words")))
    assert redactor.redact("Word42, word5000 两机密 two words").text == (
        "[REDACTED], word5000 两[REDACTED] [REDACTED]"
    )


@given(st.text(alphabet="teslaTESLAſßİıłŁ\u0301 ﬁ机密x_", max_size=40))
@settings(deadline=None, max_examples=300)
def test_every_finding_is_a_listed_word_in_the_original(text: str) -> None:
    result = Redactor(RedactionOptions(blocklist=("Tesla", "ß", "İ", "机密"))).redact(text)
    for finding in result.findings:
        found = text[finding.start : finding.start + finding.length]
        assert found.casefold() in {"tesla", "ss", "i\u0307", "机密"}
