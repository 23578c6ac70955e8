"""Fragments are exact slices of their source; their contexts hold their neighbours."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.turns.fragments import fragments, neighbour_contexts
from loomem.text.turns.model import Fragment


def words(text: str) -> int:
    return len(text.split())


def cut(text: str, max_tokens: int = 100) -> list[Fragment]:
    return fragments(text, max_tokens=max_tokens, count_tokens=words)


def texts(source: str, max_tokens: int = 100) -> list[str]:
    return [source[f.start : f.end] for f in cut(source, max_tokens)]


def test_a_fragment_is_the_words_of_a_turn_without_the_mark() -> None:
    source = "Date: 2024-05-03\n\nUżytkownik: Łódź 🍷\nAsystent: tak"
    first, second = cut(source)
    assert (first.index, first.author, first.role, first.day) == (
        0,
        "Użytkownik",
        "user",
        "2024-05-03",
    )
    assert (second.index, second.author, second.role) == (1, "Asystent", "assistant")
    data = source.encode()
    assert data[first.byte_start : first.byte_end].decode() == "Łódź 🍷"
    assert data[second.byte_start : second.byte_end].decode() == "tak"


def test_a_long_turn_gives_several_fragments_of_one_author() -> None:
    answer = " ".join(f"This is sentence number {n}." for n in range(60))
    found = cut(f"User: hi\nAssistant: {answer}", max_tokens=60)
    assert {f.author for f in found[1:]} == {"Assistant"}
    assert len(found) == 1 + 5
    assert [f.index for f in found] == list(range(6))


def test_each_short_turn_of_a_dialogue_is_a_fragment_of_its_own() -> None:
    assert texts("User: hi\nAssistant: yo\nUser: ok") == ["hi", "yo", "ok"]


def test_a_turn_without_words_gives_no_fragment() -> None:
    assert texts("User:\nAssistant: yo") == ["yo"]


def test_a_text_of_nothing_has_no_fragments() -> None:
    assert cut("") == []
    assert cut(" \n\n\t") == []
    assert cut("---\n\n***") == []


LINES = st.sampled_from(
    ["User: hi", "用户：你好", "Anna: Łódź!", "**Bob:** 👨‍👩‍👧", "```", "# H", "", "word " * 30, "e\u0301\u0301",
     "\ufeffx", "Date: 2024-05-03", "\ud83c half", "天地玄黄。" * 30, "\x85", "\u2028x"]
)  # fmt: skip
SOURCES = st.text() | st.lists(LINES, max_size=20).map("\n".join)


@settings(deadline=None, max_examples=300)
@given(SOURCES, st.integers(1, 50))
def test_bytes_and_characters_of_a_fragment_are_the_same_text(
    source: str, max_tokens: int
) -> None:
    data = source.encode("utf-8", "surrogatepass")
    at = 0
    for number, fragment in enumerate(cut(source, max_tokens)):
        text = source[fragment.start : fragment.end]
        raw = data[fragment.byte_start : fragment.byte_end]
        assert raw.decode("utf-8", "surrogatepass") == text
        assert text == text.strip() != ""
        assert fragment.index == number
        assert fragment.start >= at
        at = fragment.end


def test_ten_thousand_turns_are_cut_in_a_time_that_grows_with_their_number() -> None:
    def cost(turns: int) -> float:
        lines = (
            f"{'User' if n % 2 else 'Assistant'}: turn {n} says a thing or two."
            for n in range(turns)
        )
        source = "\n\n".join(lines)
        start = time.process_time()
        assert len(cut(source)) == turns
        return time.process_time() - start

    assert cost(10_000) < 40 * max(cost(1_000), 0.005)


def test_a_context_is_the_fragment_between_its_neighbours() -> None:
    contexts = neighbour_contexts(["a", "b", "c", "d", "e", "f"])
    assert contexts[0] == ("a\nb", "a\nb\nc")
    assert contexts[3] == ("c\nd\ne", "a\nb\nc\nd\ne\nf")
    assert contexts[5] == ("e\nf", "c\nd\ne\nf")


def test_a_single_fragment_is_its_own_context() -> None:
    assert neighbour_contexts(["a"]) == [("a", "a")]
    assert neighbour_contexts([]) == []


def test_long_neighbours_are_cut_to_what_lies_next_to_the_fragment() -> None:
    long = " ".join(str(n) for n in range(1000))
    near, wide = neighbour_contexts([long, "own", long])[1]
    before, own, after = near.split("\n")
    assert own == "own"
    assert long.endswith(before)
    assert long.startswith(after)
    assert max(len(before), len(after)) <= 600
    assert len(wide) <= 2 * 400 + len("\nown\n")


def test_neighbours_without_spaces_are_cut_too() -> None:
    near, _ = neighbour_contexts(["天" * 2000, "own", "地" * 2000])[1]
    assert near == "天" * 600 + "\nown\n" + "地" * 600
