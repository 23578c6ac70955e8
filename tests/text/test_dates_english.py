"""English expressions and the days they name, said on Thursday 14 May 2026 unless told otherwise."""

from datetime import date

import pytest

from loomem.text.dates import find_dates
from tests.support.date_tables import check, rows

ANCHOR = date(2026, 5, 14)

ABSOLUTE = """
2024-05-03 | 2024-05-03
on 2024-05-03T10:30:00Z | 2024-05-03
2024/5/3 | 2024-05-03
2024.05.03 | 2024-05-03
3.5.2024 | 2024-05-03
25/12/2023 | 2023-12-25
12/25/2023 | 2023-12-25
5/5/2024 | 2024-05-05
2024-03 | 2024-03-01 | 2024-03-31
03/2024 | 2024-03-01 | 2024-03-31
March 5th, 2025 | 2025-03-05
March 5, 2025 | 2025-03-05
Mar. 5, 2025 | 2025-03-05
5 March 2025 | 2025-03-05
5th of March, 2025 | 2025-03-05
the fifth of March 2025 | 2025-03-05
March fifth, 2025 | 2025-03-05
the twenty-first of June 2024 | 2024-06-21
Monday, May 5, 2025 | 2025-05-05
Mon 5 May 2025 | 2025-05-05
2025 March 5 | 2025-03-05
on the 1st of September 2019 | 2019-09-01
I was hired on May 2, 2022 | 2022-05-02
May 2022 | 2022-05-01 | 2022-05-31
in May 2022 | 2022-05-01 | 2022-05-31
March of 2024 | 2024-03-01 | 2024-03-31
Sept 2021 | 2021-09-01 | 2021-09-30
in February 2024 | 2024-02-01 | 2024-02-29
in February 2023 | 2023-02-01 | 2023-02-28
in 2020 | 2020-01-01 | 2020-12-31
back in 2019 | 2019-01-01 | 2019-12-31
the year 2015 | 2015-01-01 | 2015-12-31
spring 2024 | 2024-03-01 | 2024-05-31
in the summer of 2023 | 2023-06-01 | 2023-08-31
in the summer of '19 | 2019-06-01 | 2019-08-31
back in '98 | 1998-01-01 | 1998-12-31
in May ’21 | 2021-05-01 | 2021-05-31
fall 2022 | 2022-09-01 | 2022-11-30
winter 2023/24 | 2023-12-01 | 2024-02-29
Q1 2024 | 2024-01-01 | 2024-03-31
the third quarter of 2024 | 2024-07-01 | 2024-09-30
H2 2025 | 2025-07-01 | 2025-12-31
the first half of 2025 | 2025-01-01 | 2025-06-30
between 3 and 5 May 2024 | 2024-05-03 | 2024-05-05
from 3 to 5 May 2024 | 2024-05-03 | 2024-05-05
3-5 May 2024 | 2024-05-03 | 2024-05-05
3–5 May 2024 | 2024-05-03 | 2024-05-05
May 3-5, 2024 | 2024-05-03 | 2024-05-05
May 3 to 5, 2024 | 2024-05-03 | 2024-05-05
from May 3 to June 5, 2024 | 2024-05-03 | 2024-06-05
from December 20 to January 5, 2024 | 2023-12-20 | 2024-01-05
from March to May 2024 | 2024-03-01 | 2024-05-31
between March and May 2024 | 2024-03-01 | 2024-05-31
from 2019 to 2021 | 2019-01-01 | 2021-12-31
between 2019 and 2021 | 2019-01-01 | 2021-12-31
in 2019-2021 | 2019-01-01 | 2021-12-31
2024-03-01 to 2024-03-05 | 2024-03-01 | 2024-03-05
2024-03-01/2024-03-05 | 2024-03-01 | 2024-03-05
the week of May 3, 2024 | 2024-04-29 | 2024-05-05
since 2020 | 2020-01-01 | 9999-12-31
since March 2021 | 2021-03-01 | 9999-12-31
after 2020 | 2021-01-01 | 9999-12-31
until 2018 | 0001-01-01 | 2018-12-31
before March 2024 | 0001-01-01 | 2024-02-29
by the end of March 2027 | 2027-03-31
by May 3, 2027 | 2027-05-03
the last day of February 2024 | 2024-02-29
"""

RELATIVE = """
today | 2026-05-14
earlier today | 2026-05-14
tonight | 2026-05-14
this morning | 2026-05-14
yesterday | 2026-05-13
Yesterday I met Anna. | 2026-05-13
yesterday evening | 2026-05-13
last night | 2026-05-13
the day before yesterday | 2026-05-12
tomorrow | 2026-05-15
tomorrow morning | 2026-05-15
the day after tomorrow | 2026-05-16
3 days ago | 2026-05-11
three days ago | 2026-05-11
twenty-one days ago | 2026-04-23
a week ago | 2026-05-07
one week ago | 2026-05-07
two weeks ago | 2026-04-30
three weeks ago | 2026-04-23
a fortnight ago | 2026-04-30
a month ago | 2026-04-14
two months ago | 2026-03-14
a year ago | 2025-05-14
two years ago | 2024-05-14
ten years ago | 2016-05-14
half a year ago | 2025-11-14
I went camping two weekends ago | 2026-05-02 | 2026-05-03
in June Anna will come home | 2026-06-01 | 2026-06-30
a year and a half ago | 2024-11-14
two and a half years ago | 2023-11-14
two weeks back | 2026-04-30
in 3 days we will fly | 2026-05-17
We will meet in a week | 2026-05-21
The exam is going to be in two weeks | 2026-05-28
in two weeks' time | 2026-05-28
in a year's time | 2027-05-14
two months from now | 2026-07-14
a week from today | 2026-05-21
a week from tomorrow | 2026-05-22
a week from Monday | 2026-05-25
last week | 2026-05-04 | 2026-05-10
this week | 2026-05-11 | 2026-05-17
next week | 2026-05-18 | 2026-05-24
the week before last | 2026-04-27 | 2026-05-03
the week after next | 2026-05-25 | 2026-05-31
last month | 2026-04-01 | 2026-04-30
this month | 2026-05-01 | 2026-05-31
next month | 2026-06-01 | 2026-06-30
last year | 2025-01-01 | 2025-12-31
this year | 2026-01-01 | 2026-12-31
next year | 2027-01-01 | 2027-12-31
the year before last | 2024-01-01 | 2024-12-31
last quarter | 2026-01-01 | 2026-03-31
last weekend | 2026-05-09 | 2026-05-10
this weekend | 2026-05-16 | 2026-05-17
earlier this week | 2026-05-11 | 2026-05-14
later this week | 2026-05-14 | 2026-05-17
earlier this year | 2026-01-01 | 2026-05-14
the past week | 2026-05-07 | 2026-05-14
in the last month | 2026-04-14 | 2026-05-14
over the past two weeks | 2026-04-30 | 2026-05-14
in the last 7 days | 2026-05-07 | 2026-05-14
the next 3 days | 2026-05-14 | 2026-05-17
last Tuesday | 2026-05-12
last Thursday | 2026-05-07
last Friday | 2026-05-08
this Friday | 2026-05-15
this past Friday | 2026-05-08
this coming Monday | 2026-05-18
next Monday | 2026-05-18
next Thursday | 2026-05-21
Friday next week | 2026-05-22
next week on Friday | 2026-05-22
Tuesday of last week | 2026-05-05
We met on Tuesday | 2026-05-12
On Monday I went to the dentist | 2026-05-11
The call will be on Friday | 2026-05-15
I have to finish it by Friday | 2026-05-15
last Tuesday morning | 2026-05-12
I went to Rome in March | 2026-03-01 | 2026-03-31
In August we visited Kraków | 2025-08-01 | 2025-08-31
In May I started running | 2026-05-01 | 2026-05-31
We will move in August | 2026-08-01 | 2026-08-31
We are going to get married in March | 2027-03-01 | 2027-03-31
The dashboard deadline is April 15th. | 2027-04-15
The release was on May 3 | 2026-05-03
I flew home on December 24th | 2025-12-24
last August | 2025-08-01 | 2025-08-31
next January | 2027-01-01 | 2027-01-31
March last year | 2025-03-01 | 2025-03-31
in March of last year | 2025-03-01 | 2025-03-31
last year in March | 2025-03-01 | 2025-03-31
May 5 last year | 2025-05-05
in May next year | 2027-05-01 | 2027-05-31
last summer | 2025-06-01 | 2025-08-31
this summer | 2026-06-01 | 2026-08-31
next spring | 2027-03-01 | 2027-05-31
summer of last year | 2025-06-01 | 2025-08-31
last winter | 2025-12-01 | 2026-02-28
In the summer we went sailing | 2025-06-01 | 2025-08-31
the 5th of this month | 2026-05-05
the 5th of last month | 2026-04-05
I paid it on the 5th | 2026-05-05
The rent will be due on the 3rd | 2026-06-03
by the end of the month | 2026-05-31
by the end of the year | 2026-12-31
since last week | 2026-05-04 | 9999-12-31
since Monday | 2026-05-11 | 9999-12-31
since March | 2026-03-01 | 9999-12-31
I was on holiday from 3 to 5 May | 2026-05-03 | 2026-05-05
We will be away between May 20 and June 2 | 2026-05-20 | 2026-06-02
The meeting was moved to May 20 | 2026-05-20
Monday, May 11 | 2026-05-11
the first half of this year | 2026-01-01 | 2026-06-30
Q1 of last year | 2025-01-01 | 2025-03-31
yesterday's standup | 2026-05-13
I SAW HER YESTERDAY | 2026-05-13
"""

UNSURE = """
3/4/2025 | 2025-04-03
03-04-2025 | 2025-04-03
on 5/3 | 2026-03-05
in March | 2026-03-01 | 2026-03-31
on Friday | 2026-05-15
next Friday | 2026-05-22
next weekend | 2026-05-23 | 2026-05-24
a few days ago | 2026-05-07 | 2026-05-12
a couple of weeks ago | 2026-04-30
several months ago | 2025-10-14 | 2026-03-14
about two weeks ago | 2026-04-30
almost three years ago | 2023-05-14
more than a year ago | 2025-05-14
2-3 weeks ago | 2026-04-23
two or three years ago | 2023-05-14
in a few days | 2026-05-16 | 2026-05-21
early March 2024 | 2024-03-01 | 2024-03-10
mid-May 2024 | 2024-05-11 | 2024-05-21
late June 2024 | 2024-06-21 | 2024-06-30
the end of March 2024 | 2024-03-22 | 2024-03-31
the beginning of 2024 | 2024-01-01 | 2024-05-01
at the end of the month | 2026-05-22 | 2026-05-31
the first week of May 2024 | 2024-05-01 | 2024-05-07
winter 2024 | 2024-12-01 | 2025-02-28
around May 3, 2024 | 2024-05-03
last March | 2026-03-01 | 2026-03-31
3 and 5 May 2024 | 2024-05-03 | 2024-05-05
My birthday is on May 3 | 2026-05-03
We were trailing in the 4th quarter | 2025-10-01 | 2025-12-31
Tuesday, May 5, 2024 | 2024-05-05
"""

AT_EDGES = """
2024-03-31 | a month ago | 2024-02-29
2023-03-31 | a month ago | 2023-02-28
2024-02-29 | a year ago | 2023-02-28
2024-02-29 | four years ago | 2020-02-29
2024-12-31 | tomorrow | 2025-01-01
2025-01-01 | yesterday | 2024-12-31
2025-01-01 | last month | 2024-12-01 | 2024-12-31
2024-12-30 | this week | 2024-12-30 | 2025-01-05
2026-05-11 | last week | 2026-05-04 | 2026-05-10
2026-05-17 | last week | 2026-05-04 | 2026-05-10
2026-05-17 | last weekend | 2026-05-09 | 2026-05-10
2026-05-12 | last Tuesday | 2026-05-05
2026-05-15 | next Friday | 2026-05-22
2026-05-16 | next Friday | 2026-05-22
2026-04-02 | Also, the dashboard deadline is April 15th. | 2026-04-15
2026-04-02 | I switched from VSCode to Cursor last week. | 2026-03-23 | 2026-03-29
2026-03-15 | I went there in March | 2026-03-01 | 2026-03-31
2025-06-01 | I was born on February 29, 2024 | 2024-02-29
2025-06-01 | It happened on February 29 | 2024-02-29
2026-01-10 | last December | 2025-12-01 | 2025-12-31
2024-01-31 | the meeting will be in one month | 2024-02-29
"""

NO_DATES = """
I may go home.
May I ask you something?
You may 5 times refuse.
That may be right.
They march every morning.
We march 5 miles.
The march was long.
She is on the march again.
April is my sister.
I talked to June about it.
June Smith called.
August Wilson wrote plays.
May Parker is his aunt.
with April and June
He sat on the chair.
the sun is bright
They wed in secret.
Mon ami
one second, please
the second attempt
in second place
It takes 2 weeks.
I stayed for three weeks.
two weeks of vacation
a 3 month old baby
for 10 years
within two weeks
version 1.2.3
upgrade to v2.10.5 now
Python 3.11
IP 192.168.1.10
call 555-1234
+48 600 700 800
phone 600 700 800
at 10:30
from 9:00 to 17:00
the price is 19.99
it costs $2020
2020 words
in 2000 words
1,999 people
room 305
24/7 support
1/2 of the cake
5/3
chapter 5
on Mondays
on Mondays and Fridays
every Monday
every Friday night
each May
every year
every 5 days
every other Tuesday
once a week
twice in two weeks
You can learn it in two weeks.
from Monday to Friday
Mon-Fri
Good Friday
Black Friday deals
Cyber Monday
Wednesday Addams
I read USA Today
the song Yesterday
some Friday
a Monday
the next week
the following month
the next day
two days later
three weeks before the wedding
the last week of school
the last year of my studies
years ago
long ago
recently
soon
the other day
the 1990s
in the 90s
covid-19
@friday
#monday
www.friday.com
may@example.com
report_2024-05-03.pdf
backup-2024-05-03
[2024-05-03]
[event:2024-05-03] [observed:2024-05-04]
2024-13-45
2024-02-30
31.02.2024
99/99/2024
on the 5th floor
the 21st century
the fall of Rome
a painting inspired by autumn
the book was written by June
This is my last week at Acme.
her last year of school
the March issue
the Monday meeting
I fall asleep
spring water
a summer camp
half of the year
quarter of a mile
Jan is my brother.
'19 people' came
mar the surface
a dec of cards
the first Monday of May
"""


@pytest.mark.parametrize("row", rows(ABSOLUTE), ids=lambda row: row[0])
def test_a_date_of_the_calendar_needs_no_anchor(row: tuple[str, ...]) -> None:
    check(row[0], ANCHOR, row[1:], is_certain=True)
    assert find_dates(row[0], None) == find_dates(row[0], None, "en")
    assert [m.first.isoformat() for m in find_dates(row[0], None)] == [row[1]]


@pytest.mark.parametrize("row", rows(RELATIVE), ids=lambda row: row[0])
def test_relative_words_are_tied_to_the_anchor(row: tuple[str, ...]) -> None:
    check(row[0], ANCHOR, row[1:], is_certain=True)
    assert find_dates(row[0], None) == []


@pytest.mark.parametrize("row", rows(UNSURE), ids=lambda row: row[0])
def test_words_with_two_readings_are_not_certain(row: tuple[str, ...]) -> None:
    check(row[0], ANCHOR, row[1:], is_certain=False)


@pytest.mark.parametrize("row", rows(AT_EDGES), ids=lambda row: f"{row[1]} on {row[0]}")
def test_edges_of_the_calendar_hold(row: tuple[str, ...]) -> None:
    check(row[1], date.fromisoformat(row[0]), row[2:], is_certain=True)


@pytest.mark.parametrize("text", [row[0] for row in rows(NO_DATES)])
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert [text[m.start : m.end] for m in find_dates(text, ANCHOR)] == []
