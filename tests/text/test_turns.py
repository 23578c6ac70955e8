"""Speakers found in transcripts, and not found in what is no transcript."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.turns.dialogue import conversation_date, split_turns
from loomem.text.turns.model import Turn

Said = list[tuple[str | None, str]]


def said(text: str) -> Said:
    return [(turn.author, text[turn.body_start : turn.end]) for turn in split_turns(text)]


def authors(text: str) -> list[str | None]:
    return [turn.author for turn in split_turns(text)]


def roles(text: str) -> list[str | None]:
    return [turn.role for turn in split_turns(text)]


DIALOGUES: dict[str, tuple[str, Said]] = {
    "one role alone": (
        "User: I switched from VSCode to Cursor last week.",
        [("User", "I switched from VSCode to Cursor last week.")],
    ),
    "two roles, several lines": (
        "User: hi\nhow are you?\n\nAssistant: fine",
        [("User", "hi\nhow are you?"), ("Assistant", "fine")],
    ),
    "human and AI": ("Human: a\nAI: b", [("Human", "a"), ("AI", "b")]),
    "system first": (
        "System: be kind\nUser: hi\nAssistant: hello",
        [("System", "be kind"), ("User", "hi"), ("Assistant", "hello")],
    ),
    "Polish roles": (
        "Użytkownik: cześć\nAsystent: dzień dobry",
        [("Użytkownik", "cześć"), ("Asystent", "dzień dobry")],
    ),
    "Chinese roles": ("用户：你好\n助手：您好！", [("用户", "你好"), ("助手", "您好！")]),
    "Chinese with an ASCII colon": ("用户:你好\n助手:您好", [("用户", "你好"), ("助手", "您好")]),
    "mark on a line of its own": (
        "You said:\nhi\n\nChatGPT said:\nhello\n",
        [("You said", "hi"), ("ChatGPT said", "hello")],
    ),
    "bold before the colon": (
        "**Anna**: hej, co tam u ciebie?\n**Piotr**: dobrze.",
        [("Anna", "hej, co tam u ciebie?"), ("Piotr", "dobrze.")],
    ),
    "bold around the colon": (
        "**User:** hi\n\n**Assistant:** hello",
        [("User", "hi"), ("Assistant", "hello")],
    ),
    "bold with a time": (
        "**Anna** (10:32): hej\n**Piotr** (10:33): no",
        [("Anna", "hej"), ("Piotr", "no")],
    ),
    "a picture before the name": (
        "🧑 **You:** hi\n🤖 **Assistant:** hello",
        [("You", "hi"), ("Assistant", "hello")],
    ),
    "names": (
        "Caroline: Hey Mel!\nMelanie: Hi\nCaroline: I went to a group yesterday.",
        [
            ("Caroline", "Hey Mel!"),
            ("Melanie", "Hi"),
            ("Caroline", "I went to a group yesterday."),
        ],
    ),
    "two strangers": (
        "Anna: Jadę jutro do Krakowa.\nPiotr: To świetnie!",
        [("Anna", "Jadę jutro do Krakowa."), ("Piotr", "To świetnie!")],
    ),
    "Chinese names": (
        "张三：你最近好吗？\n李四：我搬到南山区了。",
        [("张三", "你最近好吗？"), ("李四", "我搬到南山区了。")],
    ),
    "Cyrillic names": (
        "Юля: привет\nОлег: привет\nЮля: как дела?",
        [("Юля", "привет"), ("Олег", "привет"), ("Юля", "как дела?")],
    ),
    "Hindi names": (
        "प्रिया: नमस्ते!\nअमित: नमस्ते!\nप्रिया: ठीक",
        [("प्रिया", "नमस्ते!"), ("अमित", "नमस्ते!"), ("प्रिया", "ठीक")],
    ),
    "full names with a job": (
        "Anna Maria Nowak (CEO): we ship on Friday.\nJan de Vries: good to hear.",
        [("Anna Maria Nowak", "we ship on Friday."), ("Jan de Vries", "good to hear.")],
    ),
    "numbered speakers": (
        "Speaker 1: one two three\nSpeaker 2: four five six\nSpeaker 1: yes",
        [("Speaker 1", "one two three"), ("Speaker 2", "four five six"), ("Speaker 1", "yes")],
    ),
    "user names in small letters": (
        "anna_k: how are you today?\nbob: all is well here\nanna_k: nice to hear\nbob: and you there?",
        [
            ("anna_k", "how are you today?"),
            ("bob", "all is well here"),
            ("anna_k", "nice to hear"),
            ("bob", "and you there?"),
        ],
    ),
    "times in brackets": (
        "[10:32] Anna: hi\n[10:33] Bob: hello\n[10:34] Anna: bye",
        [("Anna", "hi"), ("Bob", "hello"), ("Anna", "bye")],
    ),
    "times behind the name": (
        "Anna (10:32): hi\nBob (10:33): ok\nAnna (10:34): bye",
        [("Anna", "hi"), ("Bob", "ok"), ("Anna", "bye")],
    ),
    "phone export": (
        "12.03.2024, 10:14 - Szyfrowane.\n12.03.2024, 10:15 - Anna: cześć\nco tam\n12.03.2024, 10:16 - +48 600 100 200: hej",
        [
            (None, "Szyfrowane."),
            ("Anna", "cześć\nco tam"),
            ("+48 600 100 200", "hej"),
        ],
    ),
    "phone export with the number taken out": (
        "12.03.2024, 10:15 - [PHONE]: hej\n12.03.2024, 10:16 - Anna: no",
        [("[PHONE]", "hej"), ("Anna", "no")],
    ),
    "phone export in brackets": (
        "\u200e[12.03.2024, 10:15:22] Anna: cześć\n[12.03.2024, 10:15:40] Ola: hej",
        [("Anna", "cześć"), ("Ola", "hej")],
    ),
    "American phone export": (
        "3/12/24, 10:15 PM - Anna: hi\n3/13/24, 9:00 AM - Bob: yo",
        [("Anna", "hi"), ("Bob", "yo")],
    ),
    "Chinese phone export": (
        "2024/3/12 上午10:15 - 张三: 你好\n2024/3/12 下午1:05 - 李四: 好",
        [("张三", "你好"), ("李四", "好")],
    ),
    "name and time over the message": (
        "Anna, [12.03.2024 10:15]\nhej\n\nJan, [12.03.2024 10:17]\nno hej",
        [("Anna", "hej"), ("Jan", "no hej")],
    ),
    "nicknames in angle brackets": (
        "[10:32] <anna> hi\n[10:33] <bob> hello there my friend\n[10:34] <anna> so it is",
        [("anna", "hi"), ("bob", "hello there my friend"), ("anna", "so it is")],
    ),
    "headings": (
        "## User\n\nhi\n\n## Assistant\n\n### Plan\n\ndo it\n\n## User\nok",
        [("User", "hi"), ("Assistant", "### Plan\n\ndo it"), ("User", "ok")],
    ),
    "headings with names": (
        "## Anna\nhi\n## Piotr\nhello\n## Anna\nbye\n## Piotr\nsee you",
        [("Anna", "hi"), ("Piotr", "hello"), ("Anna", "bye"), ("Piotr", "see you")],
    ),
    "heading and colon": (
        "### Human: hi\n### Assistant: yo",
        [("Human", "hi"), ("Assistant", "yo")],
    ),
    "mixed marks": (
        "User: hi\n\n**Assistant**: hello",
        [("User", "hi"), ("Assistant", "hello")],
    ),
    "a role and a name": (
        "Assistant: How can I help you today?\nAnna: I moved to Gdańsk.\nAssistant: Noted.",
        [
            ("Assistant", "How can I help you today?"),
            ("Anna", "I moved to Gdańsk."),
            ("Assistant", "Noted."),
        ],
    ),
    "declared in the header": (
        "Participants: Anna Nowak, bob\n\nAnna: ok\nBudget: 3\nbob: no",
        [("Anna", "ok\nBudget: 3"), ("bob", "no")],
    ),
    "a mark in a code fence": (
        "User: look\n```\nAssistant: no\n```\nAssistant: yes",
        [("User", "look\n```\nAssistant: no\n```"), ("Assistant", "yes")],
    ),
    "a fence behind the mark": (
        "Assistant: ```python\nUser: x\n```\nUser: ok",
        [("Assistant", "```python\nUser: x\n```"), ("User", "ok")],
    ),
    "a fence that is never closed": (
        "User: ```\nx\nAssistant: y",
        [("User", "```\nx"), ("Assistant", "y")],
    ),
    "fields in what a model says": (
        "User: compare them\nAssistant: Here.\nPros: cheap\nAnna: a nurse\nCons: slow\nUser: ok",
        [
            ("User", "compare them"),
            ("Assistant", "Here.\nPros: cheap\nAnna: a nurse\nCons: slow"),
            ("User", "ok"),
        ],
    ),
    "text before and after": (
        "# Notes of Monday\n\nAnna: We start at ten.\nJan: Good for me.\nAnna: Done.\n\n# Later\n\nText.",
        [
            (None, "# Notes of Monday"),
            ("Anna", "We start at ten."),
            ("Jan", "Good for me."),
            ("Anna", "Done."),
            (None, "# Later\n\nText."),
        ],
    ),
    "Windows line ends": (
        "User: a\r\nb\r\n\r\nAssistant: c\r\n",
        [("User", "a\r\nb"), ("Assistant", "c")],
    ),
}


@pytest.mark.parametrize(("text", "turns"), DIALOGUES.values(), ids=DIALOGUES.keys())
def test_a_transcript_falls_into_its_turns(text: str, turns: Said) -> None:
    assert said(text) == turns


@pytest.mark.parametrize(
    "text",
    [
        "Note: this matters.\nWarning: that too.\nNote: and this.",
        "Name: Anna Kowalska\nCity: Kraków\nAge: 30",
        "Uwaga: to jest ważne.\nTermin: piątek w południe.\nUwaga: i to też.",
        "注意：这个很重要。\n时间：明天上午十点。\n地点：海淀区办公室。",
        "name: foo\nvalue: bar\nname: x\nvalue: y",
        "Step 1: mix the flour well.\nStep 2: bake it for an hour.",
        "http://example.org/a\nhttps://example.org/b\nhttp://example.org/c",
        "10:30 start of it\n11:45 lunch for all\n12:00 the end",
        "[12:00] started\n[12:05] finished",
        "ERROR: it failed again now\nINFO: it works again now\nERROR: it failed once more",
        "I have one wish: to see the sea.\n\nMy brother has another one: to stay at home.",
        "def f(x):\n    return x\n\nelse:\n    pass\n\nelse:\n    pass",
        "The list: one, two and three of them.",
        "Summary: we agreed on all of it.\nDecision: ship it on Monday.",
        "Genus: Felis\nFamily: Felidae\nOrder: Carnivora\nGenus: Canis\nFamily: Canidae\nOrder: Carnivora",
        "- Anna: nurse and mother\n- Piotr: plumber and father\n- Anna: again",
        "system: Ubuntu 22.04",
        "Example: one of them here.\nTODO: write the rest of it.\nExample: two of them here.",
    ],
)
def test_fields_and_notes_are_no_speakers(text: str) -> None:
    assert set(authors(text)) == {None}


def test_an_essay_that_quotes_people_is_no_transcript() -> None:
    filler = "A long line about something else altogether.\n\n" * 100
    text = f"{filler}Anna: I said so twice.\n\n{filler}Anna: I said so again."
    assert set(authors(text)) == {None}


def test_a_time_is_no_speaker_inside_of_a_dialogue() -> None:
    text = "User: my plan\n10:30: get up\n11:00: run\nAssistant: good"
    assert authors(text) == ["User", "Assistant"]


def test_roles_are_told_apart_in_three_languages() -> None:
    assert roles("User: a\nAssistant: b\nSystem: c") == ["user", "assistant", "system"]
    assert roles("Użytkownik: a\nAsystent: b") == ["user", "assistant"]
    assert roles("用户：一\n助手：二\n系统：三") == ["user", "assistant", "system"]
    assert roles("Anna: Co u ciebie?\nPiotr: Dobrze, a u ciebie?") == [None, None]


def test_a_mark_without_words_is_a_turn_without_words() -> None:
    (first, second) = split_turns("User:\nAssistant: hello")
    assert first == Turn("User", "user", 0, 5, 5)
    assert second.start == 6


def test_the_mark_belongs_to_the_turn_but_not_to_its_body() -> None:
    text = "User: hi"
    assert split_turns(text) == [Turn("User", "user", 0, 8, 6)]


def test_a_dated_mark_gives_the_day() -> None:
    text = "12.03.2024, 10:15 - Anna: hej\n13.03.2024, 8:00 - Ola: no"
    assert [turn.day for turn in split_turns(text)] == ["2024-03-12", "2024-03-13"]


def test_the_order_of_day_and_month_is_learnt_from_the_other_marks() -> None:
    text = "3/4/24, 10:15 - Anna: hi\n3/13/24, 9:00 - Bob: yo"
    assert [turn.day for turn in split_turns(text)] == ["2024-03-04", "2024-03-13"]
    unclear = "3/4/24, 10:15 - Anna: hi\n3/5/24, 9:00 - Bob: yo"
    assert [turn.day for turn in split_turns(unclear)] == [None, None]


def test_dates_between_sessions_date_what_follows_and_are_not_said() -> None:
    text = (
        "1:56 pm on 8 May, 2023\n\nCaroline: Hey Mel!\nMelanie: Hi there you.\n\n"
        "2:00 pm on 9 May, 2023\n\nCaroline: Hello again."
    )
    assert said(text) == [
        ("Caroline", "Hey Mel!"),
        ("Melanie", "Hi there you."),
        ("Caroline", "Hello again."),
    ]
    assert [turn.day for turn in split_turns(text)] == ["2023-05-08", "2023-05-08", "2023-05-09"]


def test_a_date_that_somebody_says_stays_said() -> None:
    text = "User: When was it?\nAssistant: Then:\n\n2024-05-03\n\nUser: Thanks"
    assert said(text)[1] == ("Assistant", "Then:\n\n2024-05-03")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Date: 2024-05-03\n\nUser: hi", "2024-05-03"),
        ("**Date:** May 3rd, 2024\n\nUser: hi", "2024-05-03"),
        ("---\ntitle: x\ndate: 2024-05-03T10:00:00Z\n---\nUser: hi", "2024-05-03"),
        ("1:56 pm on 8 May, 2023\n\nAnna: hi", "2023-05-08"),
        ("Session 3 (1:56 pm on 8 May, 2023)\nAnna: hi", "2023-05-08"),
        ("# 2024-05-03\n\ntext", "2024-05-03"),
        ("2024-05-03T10:00:00+02:00\nUser: hi", "2024-05-03"),
        ("Friday, May 3, 2024\nUser: hi", "2024-05-03"),
        ("Data rozmowy: 3 maja 2024 r.\nUżytkownik: hej", "2024-05-03"),
        ("Data: 3.05.2024\nUżytkownik: hej", "2024-05-03"),
        ("piątek, 3 maja 2024, godz. 10:15\nUżytkownik: hej", "2024-05-03"),
        ("日期：2024年5月3日 星期五\n用户：你好", "2024-05-03"),
        ("对话时间：2024年5月3日\n用户：你好", "2024-05-03"),
        ("[2024-05-03 10:00] Anna: hi\n[2024-05-03 10:01] Bob: yo", "2024-05-03"),
        ("Date: 31/12/2023\nUser: hi", "2023-12-31"),
        ("Date: 3/4/2024\nUser: hi", None),
        ("Date: 30.02.2024\nUser: hi", None),
        ("Date: soon\nUser: hi", None),
        ("User: I was born on 1990-05-03.", None),
        ("User: hi\nDate: 2024-05-03", None),
        ("We met on 2024-05-03 in town.", None),
        ("Version 2024-05-03 notes\nUser: hi", None),
        ("[2024-05-03 10:00] Anna: hi\n[2024-05-04 10:01] Bob: yo", None),
        ("", None),
    ],
)
def test_only_an_explicit_date_dates_a_conversation(text: str, day: str | None) -> None:
    assert conversation_date(text) == day


def test_short_paragraphs_go_together_and_long_ones_stand_alone() -> None:
    long = "A paragraph with quite a number of words in it, so that it is long enough. " * 5
    text = f"One.\n\nTwo.\n\n{long}\n\nThree."
    assert [words for _, words in said(text)] == ["One.\n\nTwo.", long.strip(), "Three."]


def test_headings_lead_and_a_border_parts() -> None:
    text = "# A\n\n## B\n\nbody\n\n## C\n\nmore\n\n---\n\nend"
    assert [words for _, words in said(text)] == ["# A\n\n## B\n\nbody", "## C\n\nmore", "end"]


def test_a_list_stays_with_the_line_that_announces_it() -> None:
    items = "\n\n".join(f"- item {n} with several words to make it long" for n in range(20))
    text = f"What we need:\n\n{items}\n\n  and a second paragraph of the last"
    assert said(text) == [(None, text)]


def test_a_code_fence_stays_in_one_piece() -> None:
    code = (
        "```python\n" + "\n\n".join(f"x{n} = {n}  # some code here" for n in range(30)) + "\n```"
    )
    assert said(f"Before.\n\n{code}\n\nAfter.")[1] == (None, code)


PARTS = [
    "User: hi", "Assistant: ", "Anna: hello there", "**Anna:** x", "[10:32] Bob: y", "用户：好", "x:",
    "Date: 2024-05-03", "Participants: Anna, Bob", "```", "~~~", "# H", "## User", "---", "", "- a",
    "12.03.2024, 10:14 - note", "Title: it", "\u200e", "  indented", "\x0b", "\x85", "\ud83c",
]  # fmt: skip
TEXTS = st.one_of(
    st.text(st.sampled_from(list(":：*#-`~<>[]().\n\r\t 019aA")), max_size=200),
    st.text(max_size=200),
    st.lists(st.sampled_from(PARTS), max_size=20).map("\n".join),
    st.lists(st.sampled_from([*PARTS, "\n", "\r\n", " ", "\n\n"]), max_size=20).map("".join),
)


@settings(deadline=None, max_examples=400)
@given(TEXTS)
def test_turns_are_in_order_and_lie_inside_of_the_text(text: str) -> None:
    at = 0
    for turn in split_turns(text):
        assert at <= turn.start <= turn.body_start <= turn.end <= len(text)
        body = text[turn.body_start : turn.end]
        assert body == body.strip()
        at = turn.end
    conversation_date(text)


@settings(deadline=None, max_examples=400)
@given(TEXTS)
def test_nothing_is_left_out_but_headers_marks_and_borders(text: str) -> None:
    kept = [text[turn.start : turn.end] for turn in split_turns(text)]
    left = text
    for part in kept:
        before, _, left = left.partition(part)
        assert all(_may_be_left_out(line) for line in before.splitlines()), before


def _may_be_left_out(line: str) -> bool:
    return (
        not line.strip()
        or not any(map(str.isalnum, line))
        or "2024-05-03" in line
        or "participants" in line.lower()
    )


SIZE = 400_000


@pytest.mark.parametrize(
    "unit",
    [":", "a:", "a: b\n", "Anna: b\n", "\n", " ", "```x\n", "```\n", "~", ".", "[", "(1:11) ",
     "# a\n", "a:\n\n", "- a\n\n", "---\n", "**", "**A**: x\n", "[10:32] A: x\n", "<", "Date: ",
     "2024-05-03\n", "a b c d ", "\r", "1", "\ud83c", "：", "Participants: a,", "* ", "_", "a\u0301"],
)  # fmt: skip
def test_the_time_grows_with_the_length_of_the_text_whatever_it_repeats(unit: str) -> None:
    """Ten times the text may not take forty times as long; measured in the time of this process."""

    def cost(size: int) -> float:
        text = unit * (size // len(unit))
        start = time.process_time()
        split_turns(text)
        conversation_date(text)
        return time.process_time() - start

    assert cost(SIZE) < 40 * max(cost(SIZE // 10), 0.01)


def test_ten_thousand_colons_are_no_speakers() -> None:
    assert set(authors(":" * 10_000)) == {None}
    assert set(authors("a:" * 10_000)) == {None}
