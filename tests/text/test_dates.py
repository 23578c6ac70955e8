"""What holds for dates in any language."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loomem.text.dates import (
    END,
    DateKind,
    Direction,
    find_dates,
    parse_markers,
    query_range,
    render_markers,
    resolve_event_date,
)

ANCHOR = date(2026, 5, 14)

PIECES = """
    in on since until by from to between and the last next this past of early late end week month
    year weekend day days ago two three 5 31 2024 2024-05-03 5/3 3.5.2024 May march June Monday Fri
    today yesterday tomorrow spring Q3 first 15th every a half , . - ' 's went will
    w we od do na po przed za temu z zeszły zeszłym przyszły tym ostatni wtorek piątek niedzielę
    maja marcu maj tydzień tygodniu miesiąc roku rok lat lata dwa pół półtora kilka wczoraj jutro
    latem zimą r. i kwartał pierwszym co każdy końca
    上 下 这 个 周 星期 一 三 五 十 月 日 号 年 前 后 天 今 昨 去年 2024年 到 从 每 半 底 初 春 夏天 了 会
    [ ] [2024-05-03] [event:2024-05-03] e\u0301 \u0301 0 00 9999 99999999999
    """
WORDS = st.sampled_from([*PIECES.split(), "\n\n"])
SENTENCES = st.lists(WORDS, max_size=14).map(" ".join) | st.lists(WORDS, max_size=10).map("".join)
DAYS = st.dates()


@settings(deadline=None, max_examples=400)
@given(
    st.text(alphabet=st.characters(codec=None)) | SENTENCES,
    DAYS,
    st.sampled_from([None, "en", "pl", "zh", "xx"]),
)
def test_any_text_and_any_anchor_are_read(text: str, anchor: date, language: str | None) -> None:
    end = 0
    for mention in find_dates(text, anchor, language):
        assert end <= mention.start < mention.end <= len(text)
        assert mention.first <= mention.last
        end = mention.end
    resolve_event_date(text, anchor, language)
    query = query_range(text, anchor, language)
    assert query is None or query.first <= query.last


@settings(deadline=None, max_examples=400)
@given(SENTENCES)
def test_nothing_relative_is_found_without_an_anchor(text: str) -> None:
    found = find_dates(text, None)
    assert not any(mention.is_relative for mention in found)
    assert resolve_event_date(text, None).day is None or found


@settings(deadline=None, max_examples=200)
@given(SENTENCES)
def test_the_words_of_a_date_mean_the_same_alone(text: str) -> None:
    for mention in find_dates(text, None):
        alone = find_dates(text[mention.start : mention.end], None)
        assert (mention.first, mention.last) in [(m.first, m.last) for m in alone]


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec=None)))
def test_any_text_can_be_searched_for_markers(text: str) -> None:
    parse_markers(text)
    assert render_markers(text, None, None) in ("", f"[event:{text}]")


@pytest.mark.parametrize(
    "piece",
    ["may ", "5 May ", "in march ", "三月", "2024年", "3月1日到", "每周一", "1.", "5-", "[2024-", "\n ", "\u0301",
     "monday ", "w marcu ", "the last week of ", "十", "w piątek byłem ", "t10:"],
)  # fmt: skip
def test_a_long_text_of_one_piece_is_read(piece: str) -> None:
    find_dates(piece * (20_000 // len(piece)), ANCHOR)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We met on Friday, 8 May 2026, in Rome.", "on Friday, 8 May 2026"),
        ("e\u0301 Spotkaliśmy się 5 paz\u0301dziernika 2023 r.", "5 paz\u0301dziernika 2023 r."),
        ("We met yesterday\u2019s morning", "yesterday"),
        ("我們在２０２４年３月５日見面", "在２０２４年３月５日"),
        ("\u200byesterday", "yesterday"),
        ("ﬁne: yesterday", "yesterday"),
        ("od 3 do 5 maja 2024 r. byliśmy", "od 3 do 5 maja 2024 r."),
    ],
)
def test_offsets_are_those_of_the_given_text(text: str, words: str) -> None:
    (mention,) = find_dates(text, ANCHOR)
    assert text[mention.start : mention.end] == words


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("yesterday", DateKind.DAY),
        ("three weeks ago", DateKind.WEEK),
        ("last week", DateKind.WEEK),
        ("two months ago", DateKind.MONTH),
        ("May 2024", DateKind.MONTH),
        ("half a year ago", DateKind.SEASON),
        ("latem 2024", DateKind.SEASON),
        ("dwa lata temu", DateKind.YEAR),
        ("2020年", DateKind.YEAR),
        ("od 3 do 5 maja 2024", DateKind.RANGE),
        ("since 2020", DateKind.RANGE),
        ("Q3 2024", DateKind.RANGE),
    ],
)
def test_the_kind_says_how_coarse_the_words_are(text: str, kind: DateKind) -> None:
    assert [mention.kind for mention in find_dates(text, ANCHOR)] == [kind]


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("yesterday", Direction.PAST),
        ("jutro", Direction.FUTURE),
        ("on Friday", Direction.EITHER),
        ("周五", Direction.EITHER),
        ("We met on Friday", Direction.PAST),
        ("this week", Direction.EITHER),
        ("2030-01-01", Direction.FUTURE),
        ("in the last 3 days", Direction.PAST),
    ],
)
def test_the_direction_is_the_side_the_words_point_to(text: str, direction: Direction) -> None:
    assert [mention.direction for mention in find_dates(text, ANCHOR)] == [direction]


def test_the_language_orders_day_and_month() -> None:
    (mention,) = find_dates("3/4/2025", None, "pl")
    assert (mention.first, mention.is_certain) == (date(2025, 4, 3), True)


def test_languages_may_mix_in_one_text() -> None:
    found = find_dates("Wczoraj, i.e. yesterday, 昨天", ANCHOR)
    assert [mention.first for mention in found] == [date(2026, 5, 13)] * 3


EVENTS = """
I moved three weeks ago | 2026-04-23 | week
Yesterday I met Anna at the museum. | 2026-05-13 | day
I switched from VSCode to Cursor last week. | 2026-05-04 | week
We got married on 2 June 2018. | 2018-06-02 | day
I started my job in March 2021. | 2021-03-01 | month
We will move in August. | 2026-08-01 | month
The report is due by the end of the month. | 2026-05-31 | day
The conference is on 12-14 October 2026. | 2026-10-12 | range
This week, on Tuesday, I saw the doctor. | 2026-05-12 | day
I was born in 1990. | 1990-01-01 | year
5 March | 2026-03-05 | day
in March | 2026-03-01 | month
Przeprowadziłem się trzy tygodnie temu. | 2026-04-23 | week
W zeszły wtorek byłam u dentysty. | 2026-05-12 | day
Raport trzeba oddać do piątku. | 2026-05-15 | day
W kwietniu przebiegłem maraton. | 2026-04-01 | month
5 marca | 2026-03-05 | day
w marcu | 2026-03-01 | month
Za dwa tygodnie lecę do Rzymu. | 2026-05-28 | week
我昨天见了小王。 | 2026-05-13 | day
我上周二去了医院。 | 2026-05-05 | day
两年前我搬到了上海。 | 2024-05-14 | year
项目截止日期是5月20日。 | 2026-05-20 | day
三月五日 | 2026-03-05 | day
"""

NO_EVENTS = """
I like tea.
On Mondays I go swimming.
Every Monday I go swimming.
I used to live in Berlin in 2019.
I usually work from home on Friday.
I moved to Berlin in 2019 and to Paris in 2021.
I have lived here since 2020.
I worked there until 2018.
It happened a few days ago.
It was about two years ago.
The meeting is next Friday.
Lunch on Friday
I bought a lot in the last two weeks.
My birthday is on May 3.
It was on 3/4/2025.
I stayed for three weeks.
Co poniedziałek chodzę na basen.
W poniedziałki chodzę na basen.
Zwykle w piątek pracuję z domu.
Mieszkam tu od 2020 roku.
Kilka dni temu zgubiłem klucze.
Wczoraj byłem w kinie, a jutro idę do teatru.
Urodziny mam 3 maja.
Przez dwa tygodnie chorowałem.
每周一我去游泳。
我通常周五在家工作。
我从2020年起住在这里。
几天前我丢了钥匙。
我的生日是5月3日。
我学了两个星期。
[2024-05-03] I bought a car.
"""


@pytest.mark.parametrize("line", EVENTS.strip().splitlines())
def test_one_certain_date_is_when_it_happened(line: str) -> None:
    sentence, day, kind = line.split(" | ")
    found = resolve_event_date(sentence, ANCHOR)
    assert (found.day, found.precision) == (day, kind)
    assert found.context
    assert found.context in sentence


@pytest.mark.parametrize("sentence", NO_EVENTS.strip().splitlines())
def test_anything_else_leaves_the_event_without_a_date(sentence: str) -> None:
    assert resolve_event_date(sentence, ANCHOR).day is None


@pytest.mark.parametrize(
    "sentence",
    ["I moved three weeks ago.", "W zeszły wtorek byłem tam.", "我昨天见了小王。", "5 March"],
)
def test_an_unknown_conversation_date_leaves_relative_events_unknown(sentence: str) -> None:
    assert resolve_event_date(sentence, None).day is None


def test_a_full_date_needs_no_conversation_date() -> None:
    found = resolve_event_date("We got married on 2 June 2018.", None)
    assert (found.day, found.last, found.context) == ("2018-06-02", "2018-06-02", "on 2 June 2018")


QUERIES = """
what did I do last week | 2026-05-07 | 2026-05-14 | what did I do §
co robiłem w zeszłym tygodniu? | 2026-05-07 | 2026-05-14 | co robiłem §?
上周我做了什么 | 2026-05-07 | 2026-05-14 | §我做了什么
what happened in March 2026 | 2026-03-01 | 2026-03-31 | what happened §
spotkania w marcu | 2026-03-01 | 2026-03-31 | spotkania §
meetings in March | 2026-03-01 | 2026-03-31 | meetings §
meetings in August | 2025-08-01 | 2025-08-31 | meetings §
what will happen in August | 2026-08-01 | 2026-08-31 | what will happen §
co będzie w sierpniu | 2026-08-01 | 2026-08-31 | co będzie §
三月的会议 | 2026-03-01 | 2026-03-31 | §的会议
what did I say yesterday | 2026-05-13 | 2026-05-13 | what did I say §
dzisiaj | 2026-05-14 | 2026-05-14 | §
last week's meeting | 2026-05-07 | 2026-05-14 | § meeting
ostatni tydzień | 2026-05-07 | 2026-05-14 | §
ostatni miesiąc | 2026-04-14 | 2026-05-14 | §
what did we decide last month | 2026-04-01 | 2026-04-30 | what did we decide §
what did I do two weeks ago | 2026-04-27 | 2026-05-03 | what did I do §
what did I buy a year ago | 2024-11-12 | 2025-12-31 | what did I buy §
where did I live in 2019 | 2019-01-01 | 2019-12-31 | where did I live §
notes from 2024-05-03 | 2024-05-03 | 2024-05-03 | notes §
5 maja | 2026-05-05 | 2026-05-05 | §
what do I have this week | 2026-05-11 | 2026-05-17 | what do I have §
what did I do on Monday | 2026-05-11 | 2026-05-11 | what did I do §
co mam w przyszłym tygodniu | 2026-05-18 | 2026-05-24 | co mam §
"""

UNSURE_QUERIES = """
was it in March or in April
what did I do a few days ago
Friday meeting
how does 2024 compare to in 2025 and in 2026
notes of 3/4/2025
what do I usually do this week
whose birthday is on May 3
"""


@pytest.mark.parametrize("line", QUERIES.strip().splitlines())
def test_a_question_about_a_period_names_it(line: str) -> None:
    text, first, last, rest = line.split(" | ")
    found = query_range(text, ANCHOR)
    assert found is not None
    assert (found.first.isoformat(), found.last.isoformat(), found.is_sure) == (first, last, True)
    assert text[: found.start] + "§" + text[found.end :] == rest


@pytest.mark.parametrize("text", UNSURE_QUERIES.strip().splitlines())
def test_a_question_that_leaves_doubt_filters_nothing(text: str) -> None:
    found = query_range(text, ANCHOR)
    assert found is not None
    assert not found.is_sure


@pytest.mark.parametrize(
    "text", ["what do I like", "co lubię w poniedziałki", "每周一", "", "version 1.2.3"]
)
def test_a_question_without_a_date_has_no_period(text: str) -> None:
    assert query_range(text, ANCHOR) is None


def test_a_question_about_the_time_since_then_is_open() -> None:
    found = query_range("what changed since 2024", ANCHOR)
    assert found is not None
    assert (found.first, found.last, found.is_sure) == (date(2024, 1, 1), END, True)


def test_markers_show_the_days_that_are_known() -> None:
    assert render_markers("2024-05-03", "2024-05-04", "2024-06-01") == (
        "[event:2024-05-03] [observed:2024-05-04] [recorded:2024-06-01]"
    )
    assert render_markers(None, "2024-05-04", None) == "[observed:2024-05-04]"
    assert render_markers(None, None, None) == ""
    assert render_markers("2024-02-30", "yesterday", "20240504") == ""


def test_markers_are_read_back() -> None:
    text = f"Moved. {render_markers('2024-05-03', None, '2024-06-01')} [event:2020-01-01]"
    found = parse_markers(text)
    assert (found.event, found.observed, found.recorded) == ("2024-05-03", None, "2024-06-01")


def test_a_bare_marker_of_old_records_tells_nothing() -> None:
    text = "[2024-05-03] Moved to Berlin."
    assert parse_markers(text) == parse_markers("")
    assert find_dates(text, ANCHOR) == []
    assert resolve_event_date(text, ANCHOR).day is None
