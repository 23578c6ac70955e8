"""Long texts cut to a window, and where sentences end."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.sentences import sentences_of
from loomem.text.split import CountTokens, fit


def words(text: str) -> int:
    return len(text.split())


def pieces(text: str, max_tokens: int, count: CountTokens = words) -> list[str]:
    spans = fit(text, 0, len(text), max_tokens=max_tokens, count_tokens=count)
    return [text[start:end] for start, end in spans]


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences_of(text)]


def test_a_text_that_fits_stays_whole() -> None:
    assert pieces("  one two\n\nthree  ", 500) == ["one two\n\nthree"]


def test_a_text_of_nothing_has_no_pieces() -> None:
    assert pieces(" \n\t ", 5) == []
    assert pieces("", 5) == []


def test_paragraphs_are_cut_between_first() -> None:
    text = "a b c d. e f.\n\ng h i. j k.\n\nl m n."
    assert pieces(text, 6) == ["a b c d. e f.", "g h i. j k.", "l m n."]
    assert pieces(text, 11) == ["a b c d. e f.\n\ng h i. j k.", "l m n."]


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    assert pieces("One two three. Four five six. Seven eight nine.", 6) == [
        "One two three. Four five six.",
        "Seven eight nine.",
    ]


def test_a_long_sentence_is_cut_between_words() -> None:
    assert pieces("one two three four five six seven", 3) == [
        "one two three",
        "four five six",
        "seven",
    ]


def test_a_long_word_is_cut_anywhere() -> None:
    assert pieces("a" * 25, 10, len) == ["a" * 10, "a" * 10, "a" * 5]
    assert "".join(pieces("天地玄黄宇宙洪荒" * 5, 7, len)) == "天地玄黄宇宙洪荒" * 5


def test_chinese_is_cut_between_sentences_then_at_commas() -> None:
    text = "我住在南山区。我喜欢喝茶！你呢？"
    assert pieces(text, 9, len) == ["我住在南山区。", "我喜欢喝茶！你呢？"]
    assert pieces("我昨天去了公园，然后回家了", 9, len) == ["我昨天去了公园，", "然后回家了"]


def test_a_heading_is_not_left_alone() -> None:
    body = " ".join(f"Sentence number {n} here." for n in range(10))
    found = pieces(f"# Title\n\n{body}", 20)
    assert found[0].startswith("# Title\n\nSentence number 0")


def test_the_tail_of_one_paragraph_goes_with_the_next() -> None:
    text = "a b c d. e f g h. i j.\n\nk l."
    assert pieces(text, 8) == ["a b c d. e f g h.", "i j.\n\nk l."]


def test_a_code_fence_is_kept_whole_where_it_fits_and_cut_at_lines_where_not() -> None:
    code = "```\none = 1\n\ntwo = 2\n```"
    text = f"Some words before the code here.\n\n{code}\n\nAnd after it."
    assert code in pieces(text, 8)
    found = pieces("```\n" + "x = f(1). g()\n" * 10 + "```", 12)
    assert all(part.splitlines()[-1].endswith(("g()", "```")) for part in found)


def test_a_list_is_kept_whole_where_it_fits_and_cut_at_items_where_not() -> None:
    items = "- one thing\n\n- another thing\n\n- third thing"
    assert items in pieces(f"A line that says that three things come now.\n\n{items}", 10)
    assert pieces(items, 6) == ["- one thing\n\n- another thing", "- third thing"]


def test_each_piece_is_as_long_as_it_can_be() -> None:
    text = " ".join(f"w{n}" for n in range(1000))
    assert [words(part) for part in pieces(text, 15)][:-1] == [15] * 66


def test_accents_and_joined_emoji_are_not_torn_apart() -> None:
    family = "👨‍👩‍👧"
    for size in range(5, 12):
        for part in pieces(family * 9 + "e\u0301" * 20, size, len):
            assert not part.startswith(("\u200d", "\u0301"))
            assert not part.endswith("\u200d")


def test_a_limit_below_one_counts_as_one() -> None:
    assert pieces("a b", 0) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("It costs 3.50 now. Fine.", ["It costs 3.50 now.", "Fine."]),
        ("I like tea, e.g. Assam. It is good.", ["I like tea, e.g. Assam.", "It is good."]),
        ("See dr. Nowak or prof. Kos. Bye.", ["See dr. Nowak or prof. Kos.", "Bye."]),
        ("Mieszkam np. w Łodzi. Tak.", ["Mieszkam np. w Łodzi.", "Tak."]),
        ("Kupiłem np. Skodę. Jest w porządku.", ["Kupiłem np. Skodę.", "Jest w porządku."]),
        ("Jabłka, gruszki itd. Potem obiad.", ["Jabłka, gruszki itd.", "Potem obiad."]),
        ("Spotkanie 5. maja o ósmej. Przyjdź.", ["Spotkanie 5. maja o ósmej.", "Przyjdź."]),
        ("Ask J. Kowalski. Or me.", ["Ask J. Kowalski.", "Or me."]),
        ("So it was I. He left.", ["So it was I.", "He left."]),
        ('He said "no." She left.', ['He said "no."', "She left."]),
        ("Well... maybe. Yes… No.", ["Well... maybe.", "Yes…", "No."]),
        ("他说：“好。”然后走了。真的？", ["他说：“好。”", "然后走了。", "真的？"]),
        ("Open main.py now. Done", ["Open main.py now.", "Done"]),
        ("one\ntwo\n\nthree", ["one\ntwo", "three"]),
        ("Take:\n- one\n- two\n3. three", ["Take:", "- one", "- two", "3. three"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_where_a_reader_says(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


ALPHABET = st.sampled_from(list("ab. \n。！，-`#*天\u0301\u200d👨\ud83c½ﷺ")) | st.characters()


def utf8(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


@settings(deadline=None, max_examples=500)
@given(
    st.text(ALPHABET, max_size=300),
    st.integers(1, 40),
    st.sampled_from([words, len, utf8]),
    st.data(),
)
def test_pieces_fit_and_hold_all_but_white_space(
    text: str, max_tokens: int, count: CountTokens, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    at = start
    for first, last in fit(text, start, end, max_tokens=max_tokens, count_tokens=count):
        piece = text[first:last]
        assert first >= at
        assert not text[at:first].strip()
        assert piece
        assert piece == piece.strip()
        assert count(piece) <= max_tokens or len(piece) == 1
        at = last
    assert not text[at:end].strip()


@settings(deadline=None, max_examples=300)
@given(st.text(ALPHABET, max_size=300))
def test_sentences_hold_all_but_white_space(text: str) -> None:
    at = 0
    for start, end in sentences_of(text):
        assert not text[at:start].strip()
        assert text[start:end] == text[start:end].strip() != ""
        at = end
    assert not text[at:].strip()


def test_counting_is_spared_where_the_length_says_enough() -> None:
    def fail(text: str) -> int:
        raise AssertionError(text)

    assert pieces("a short text", 20, fail) == ["a short text"]


@pytest.mark.parametrize(
    "unit",
    ["a", "a ", ".", ". ", "a. ", "\n", "a\n\n", "- a\n\n", "# a\n", "天", "天。", "天，", "```\n", "\u0301",
     "\u200d", "(", '."', "1. ", "|a\n", "a:\n\n", "---\n"],
)  # fmt: skip
def test_the_time_grows_with_the_length_of_the_text_whatever_it_repeats(unit: str) -> None:
    """Ten times the text may not take forty times as long; measured in the time of this process."""

    def cost(size: int) -> float:
        text = unit * (size // len(unit))
        start = time.process_time()
        fit(text, 0, len(text), max_tokens=500, count_tokens=lambda part: len(part) // 3 + 1)
        return time.process_time() - start

    assert cost(400_000) < 40 * max(cost(40_000), 0.01)
