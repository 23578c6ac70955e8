"""Polish expressions and the days they name, said on Thursday 14 May 2026 unless told otherwise."""

from datetime import date

import pytest

from loomem.text.dates import find_dates
from tests.support.date_tables import check, rows

ANCHOR = date(2026, 5, 14)

ABSOLUTE = """
2024-05-03 | 2024-05-03
dnia 2024-05-03 | 2024-05-03
03.05.2024 | 2024-05-03
3.05.2024 r. | 2024-05-03
w dniu 3.05.2024 | 2024-05-03
05.2024 | 2024-05-01 | 2024-05-31
5 marca 2025 r. | 2025-03-05
5 marca 2025 roku | 2025-03-05
5 marca 2025 | 2025-03-05
5. marca 2025 | 2025-03-05
5-go marca 2025 | 2025-03-05
piątego marca 2025 roku | 2025-03-05
dwudziestego piątego maja 2024 | 2024-05-25
trzydziestego pierwszego grudnia 2023 r. | 2023-12-31
w poniedziałek, 5 maja 2025 r. | 2025-05-05
pon. 5 maja 2025 | 2025-05-05
5 V 2024 | 2024-05-05
5.05.2024 | 2024-05-05
1 września 2019 | 2019-09-01
5 pazdziernika 2023 | 2023-10-05
Zatrudnili mnie 2 maja 2022 r. | 2022-05-02
marzec 2024 | 2024-03-01 | 2024-03-31
w marcu 2024 | 2024-03-01 | 2024-03-31
w marcu 2024 roku | 2024-03-01 | 2024-03-31
w maju 2022 r. | 2022-05-01 | 2022-05-31
w lutym 2024 | 2024-02-01 | 2024-02-29
w październiku 2021 | 2021-10-01 | 2021-10-31
we wrześniu 2021 r. | 2021-09-01 | 2021-09-30
w 2020 roku | 2020-01-01 | 2020-12-31
w 2020 r. | 2020-01-01 | 2020-12-31
w 2020 | 2020-01-01 | 2020-12-31
rok 2015 | 2015-01-01 | 2015-12-31
w roku 2015 | 2015-01-01 | 2015-12-31
wiosną 2024 | 2024-03-01 | 2024-05-31
wiosna 2024 | 2024-03-01 | 2024-05-31
latem 2023 roku | 2023-06-01 | 2023-08-31
jesienią 2022 r. | 2022-09-01 | 2022-11-30
zimą 2023/24 | 2023-12-01 | 2024-02-29
I kwartał 2024 | 2024-01-01 | 2024-03-31
w pierwszym kwartale 2024 roku | 2024-01-01 | 2024-03-31
w III kwartale 2025 r. | 2025-07-01 | 2025-09-30
w I kw. 2024 | 2024-01-01 | 2024-03-31
Q1 2024 | 2024-01-01 | 2024-03-31
w drugiej połowie 2025 roku | 2025-07-01 | 2025-12-31
od 3 do 5 maja 2024 | 2024-05-03 | 2024-05-05
między 3 a 5 maja 2024 r. | 2024-05-03 | 2024-05-05
3-5 maja 2024 | 2024-05-03 | 2024-05-05
3–5 maja 2024 r. | 2024-05-03 | 2024-05-05
od 3 maja do 5 czerwca 2024 | 2024-05-03 | 2024-06-05
od 20 grudnia do 5 stycznia 2024 | 2023-12-20 | 2024-01-05
od marca do maja 2024 | 2024-03-01 | 2024-05-31
od 2019 do 2021 roku | 2019-01-01 | 2021-12-31
w latach 2019-2021 | 2019-01-01 | 2021-12-31
od 01.03.2024 do 05.03.2024 | 2024-03-01 | 2024-03-05
01.03.2024-05.03.2024 | 2024-03-01 | 2024-03-05
3-5.05.2024 | 2024-05-03 | 2024-05-05
od 2020 roku | 2020-01-01 | 9999-12-31
od marca 2021 | 2021-03-01 | 9999-12-31
od 5 maja 2021 r. | 2021-05-05 | 9999-12-31
do 2018 roku | 0001-01-01 | 2018-12-31
przed marcem 2024 | 0001-01-01 | 2024-02-29
po 2020 roku | 2021-01-01 | 9999-12-31
do końca marca 2027 | 2027-03-31
do 3 maja 2027 | 2027-05-03
w tygodniu od 3 maja 2024 | 2024-04-29 | 2024-05-05
"""

RELATIVE = """
dziś | 2026-05-14
dzis | 2026-05-14
dzisiaj | 2026-05-14
dziś rano | 2026-05-14
dzisiaj po południu | 2026-05-14
wczoraj | 2026-05-13
Wczoraj spotkałem Annę. | 2026-05-13
wczoraj wieczorem | 2026-05-13
wczorajsze spotkanie | 2026-05-13
przedwczoraj | 2026-05-12
jutro | 2026-05-15
jutro rano | 2026-05-15
pojutrze | 2026-05-16
ostatniej nocy | 2026-05-13
3 dni temu | 2026-05-11
trzy dni temu | 2026-05-11
dwadzieścia jeden dni temu | 2026-04-23
dzień temu | 2026-05-13
tydzień temu | 2026-05-07
tydzien temu | 2026-05-07
dwa tygodnie temu | 2026-04-30
trzy tygodnie temu | 2026-04-23
pięć tygodni temu | 2026-04-09
miesiąc temu | 2026-04-14
dwa miesiące temu | 2026-03-14
dwa miesiace temu | 2026-03-14
rok temu | 2025-05-14
dwa lata temu | 2024-05-14
pięć lat temu | 2021-05-14
pół roku temu | 2025-11-14
pol roku temu | 2025-11-14
półtora roku temu | 2024-11-14
dwa i pół roku temu | 2023-11-14
przed tygodniem | 2026-05-07
przed rokiem | 2025-05-14
przed dwoma tygodniami | 2026-04-30
przed trzema dniami | 2026-05-11
przed dwoma laty | 2024-05-14
za tydzień | 2026-05-21
za dwa tygodnie | 2026-05-28
za 3 dni | 2026-05-17
za trzy dni jedziemy nad morze | 2026-05-17
za miesiąc | 2026-06-14
za dwa miesiące | 2026-07-14
za dwa miesiace | 2026-07-14
za rok | 2027-05-14
za pół roku | 2026-11-14
za półtora roku | 2027-11-14
w zeszłym tygodniu | 2026-05-04 | 2026-05-10
w zeszlym tygodniu | 2026-05-04 | 2026-05-10
w ubiegłym tygodniu | 2026-05-04 | 2026-05-10
zeszły tydzień | 2026-05-04 | 2026-05-10
w tym tygodniu | 2026-05-11 | 2026-05-17
w przyszłym tygodniu | 2026-05-18 | 2026-05-24
w zeszłym miesiącu | 2026-04-01 | 2026-04-30
w zeszlym miesiacu | 2026-04-01 | 2026-04-30
w tym miesiącu | 2026-05-01 | 2026-05-31
w przyszłym miesiącu | 2026-06-01 | 2026-06-30
w zeszłym roku | 2025-01-01 | 2025-12-31
zeszłego roku | 2025-01-01 | 2025-12-31
w tym roku | 2026-01-01 | 2026-12-31
w przyszłym roku | 2027-01-01 | 2027-12-31
w ubiegłym kwartale | 2026-01-01 | 2026-03-31
w zeszły weekend | 2026-05-09 | 2026-05-10
w ten weekend | 2026-05-16 | 2026-05-17
W weekend byliśmy w górach | 2026-05-09 | 2026-05-10
w ostatnim tygodniu | 2026-05-07 | 2026-05-14
ostatni miesiąc | 2026-04-14 | 2026-05-14
przez ostatnie dwa tygodnie | 2026-04-30 | 2026-05-14
w ciągu ostatnich 7 dni | 2026-05-07 | 2026-05-14
w najbliższych trzech dniach | 2026-05-14 | 2026-05-17
w zeszły wtorek | 2026-05-12
w zeszły czwartek | 2026-05-07
w zeszłą sobotę | 2026-05-09
w zeszla srode | 2026-05-13
w ubiegły piątek | 2026-05-08
zeszłego wtorku | 2026-05-12
w ostatni piątek | 2026-05-08
w ten piątek | 2026-05-15
w najbliższą niedzielę | 2026-05-17
w przyszły poniedziałek | 2026-05-18
w piątek w przyszłym tygodniu | 2026-05-22
w przyszłym tygodniu w piątek | 2026-05-22
we wtorek zeszłego tygodnia | 2026-05-05
tydzień temu w piątek | 2026-05-08
za tydzień w piątek | 2026-05-22
We wtorek byłem u lekarza | 2026-05-12
W poniedziałek poszłam na basen | 2026-05-11
W piątek będzie spotkanie | 2026-05-15
Muszę to oddać do piątku | 2026-05-15
W marcu pojechaliśmy do Rzymu | 2026-03-01 | 2026-03-31
W sierpniu byłam w Krakowie | 2025-08-01 | 2025-08-31
W sierpniu się przeprowadzamy | 2026-08-01 | 2026-08-31
W marcu bierzemy ślub, będzie pięknie | 2027-03-01 | 2027-03-31
5 maja kupiłem samochód | 2026-05-05
24 grudnia wróciłem do domu | 2025-12-24
Termin projektu to 15 kwietnia | 2027-04-15
w marcu zeszłego roku | 2025-03-01 | 2025-03-31
w marcu ubiegłego roku | 2025-03-01 | 2025-03-31
w zeszłym roku w marcu | 2025-03-01 | 2025-03-31
5 maja zeszłego roku | 2025-05-05
5 maja br. | 2026-05-05
w maju tego roku | 2026-05-01 | 2026-05-31
zeszłego lata | 2025-06-01 | 2025-08-31
tego lata | 2026-06-01 | 2026-08-31
latem zeszłego roku | 2025-06-01 | 2025-08-31
zeszłej zimy | 2025-12-01 | 2026-02-28
przyszłej wiosny | 2027-03-01 | 2027-05-31
Latem pojechaliśmy na Mazury | 2025-06-01 | 2025-08-31
5-go zeszłego miesiąca | 2026-04-05
do końca miesiąca | 2026-05-31
do końca roku | 2026-12-31
do końca tygodnia | 2026-05-17
od zeszłego tygodnia | 2026-05-04 | 9999-12-31
od poniedziałku choruję | 2026-05-11 | 9999-12-31
od wczoraj | 2026-05-13 | 9999-12-31
Od marca pracuję w Acme | 2026-03-01 | 9999-12-31
Byłem na urlopie od 3 do 5 maja | 2026-05-03 | 2026-05-05
Spotkanie przełożono na 20 maja | 2026-05-20
w poniedziałek 11 maja | 2026-05-11
wizyta na jutro | 2026-05-15
WCZORAJ JĄ WIDZIAŁEM | 2026-05-13
"""

UNSURE = """
3/4/2025 | 2025-04-03
w marcu | 2026-03-01 | 2026-03-31
5 maja | 2026-05-05
w piątek | 2026-05-15
w przyszły piątek | 2026-05-22
w przyszły weekend | 2026-05-23 | 2026-05-24
kilka dni temu | 2026-05-07 | 2026-05-12
parę tygodni temu | 2026-03-26 | 2026-04-30
około dwóch tygodni temu | 2026-04-30
ponad rok temu | 2025-05-14
prawie trzy lata temu | 2023-05-14
dwa albo trzy lata temu | 2023-05-14
2-3 tygodnie temu | 2026-04-23
za kilka dni | 2026-05-16 | 2026-05-21
na początku marca 2024 | 2024-03-01 | 2024-03-10
w połowie maja 2024 | 2024-05-11 | 2024-05-21
pod koniec czerwca 2024 | 2024-06-21 | 2024-06-30
pod koniec miesiąca | 2026-05-22 | 2026-05-31
w pierwszym tygodniu maja 2024 | 2024-05-01 | 2024-05-07
zimą 2024 | 2024-12-01 | 2025-02-28
około 3 maja 2024 | 2024-05-03
w ostatnich tygodniach | 2026-04-09 | 2026-05-14
w zeszłym marcu | 2026-03-01 | 2026-03-31
Urodziny mam 3 maja | 2026-05-03
5 i 6 maja 2024 | 2024-05-05 | 2024-05-06
we wtorek, 5 maja 2024 | 2024-05-05
"""

AT_EDGES = """
2024-03-31 | miesiąc temu | 2024-02-29
2023-03-31 | miesiąc temu | 2023-02-28
2024-02-29 | rok temu | 2023-02-28
2024-02-29 | cztery lata temu | 2020-02-29
2024-12-31 | jutro | 2025-01-01
2025-01-01 | w zeszłym miesiącu | 2024-12-01 | 2024-12-31
2026-05-11 | w zeszłym tygodniu | 2026-05-04 | 2026-05-10
2026-05-12 | w zeszły wtorek | 2026-05-05
2026-05-15 | w przyszły piątek | 2026-05-22
2026-04-02 | Termin dashboardu to 15 kwietnia. | 2026-04-15
2025-06-01 | Stało się to 29 lutego | 2024-02-29
2024-12-30 | w tym tygodniu | 2024-12-30 | 2025-01-05
2026-03-15 | W marcu kupiłem rower | 2026-03-01 | 2026-03-31
"""

NO_DATES = """
Maja poszła do domu.
Rozmawiałem z Mają.
To prezent od Mai.
Marzec powiedział, że nie.
Jan Marzec jest lekarzem.
Krzysztof Piątek strzelił gola.
pani Sobota
jadę do Środy Wielkopolskiej
To jest moja druga próba.
Oni mają psa.
mają 5 kotów
dwa tygodnie urlopu
trwało to trzy tygodnie
przez dwa lata
od dwóch lat mieszkam w Krakowie
na tydzień
w ciągu dwóch tygodni
po dwóch latach
trzy dni później
tydzień wcześniej
co tydzień
co poniedziałek
co drugi wtorek
co roku
co dwa tygodnie
w poniedziałki
w środy i piątki
w niedziele nie pracuję, bo śpię
każdy poniedziałek
w każdy piątek
w każdą sobotę
od poniedziałku do piątku
pon-pt
każdego roku
raz w tygodniu
dwa razy w miesiącu
następnego dnia
tego dnia
do dziś
lata temu
dawno temu
niedawno
ostatnio
wkrótce
wersja 1.2.3
IP 192.168.1.10
tel. 600 700 800
zadzwoń pod 22 555 12 34
o 10:30
od 9:00 do 17:00
cena 19,99 zł
2020 złotych
od 2000 zł
w 2000 kroków
pokój 305
rozdział 5
ulica 3 Maja 12
ul. 11 Listopada 5
plac 1 Maja
Wielki Piątek
tłusty czwartek
lata dziewięćdziesiąte
on lata samolotem
zima jest zimna
lato było
trzeci raz
pierwszego razu
w drugiej klasie
ostatni rok studiów
ten sam tydzień
tym razem
zapłacił za miesiąc czynszu
[2024-05-03]
2024-13-45
31.02.2024
raport_2024-05-03.pdf
w środku
niedzielny obiad
wtorkowe zajęcia
za darmo
za pięć złotych
rok szkolny
nowy rok
sto lat
dobry tydzień
"""


@pytest.mark.parametrize("row", rows(ABSOLUTE), ids=lambda row: row[0])
def test_a_date_of_the_calendar_needs_no_anchor(row: tuple[str, ...]) -> None:
    check(row[0], ANCHOR, row[1:], is_certain=True)
    assert find_dates(row[0], None) == find_dates(row[0], None, "pl")
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
