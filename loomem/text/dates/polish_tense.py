"""Polish words that tell whether a sentence is about the past or the future."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from loomem.text.dates.model import Direction
from loomem.text.dates.polish_words import POLISH_WORDS
from loomem.text.dates.spelling import Spelling
from loomem.text.dates.tape import Token
from loomem.text.dates.tense import Clue
from loomem.text.stopwords import words

_PERSON_PAST: Final = re.compile(
    r"[a-ząćęłńóśźż]{1,30}(?:[aeiouyąęó]|[dgksztrpb])(?:ł[ae]m|ł[ae]ś|l[ae]s|l[ae]m|liśmy|łyśmy|lismy|lysmy"
    r"|liście|łyście|liscie|lyscie)"
)
_THIRD_PAST: Final = re.compile(
    r"[a-ząćęłńóśźż]{1,30}(?:[aiyuąę]|ie|[dgkszrpb])(?:ł|ła|ło|ły)|[a-ząćęłńóśźż]{1,30}(?:ali|ieli|eli|ili|yli|ęli|śli)"
)
_ASCII_PAST: Final = re.compile(
    r"[a-z]{2,30}(?:al|il|yl|ala|ila|yla|alo|ilo|ylo|ali|yli|aly|ily|yly)"
)
_PAST: Final = words("""
    był była było byli były byl byla bylo byly szedł poszedł wszedł przyszedł poszla przyszla
    urodził urodzony urodzona kupione zrobione miał miała mieli mial miala został została
    zostali zostal zostala odbyło odbył odbyła skończył zaczął zmarł
    """)
_FUTURE: Final = words("""
    będę będziesz będzie będziemy będziecie będą bede bedziesz bedzie bedziemy bedziecie beda
    zamierzam zamierzamy planuję planujemy planuje planują planuje planujemy planowany
    planowana planowane zaplanowany zaplanowana zaplanowane zaplanowano termin deadline
    terminem muszę musimy trzeba powinienem powinnam powinniśmy chcę chcemy jadę jedziemy lecę
    lecimy idę idziemy pojadę pojedziemy pojedzie polecę polecimy poleci pójdę pójdziemy
    pójdzie przyjadę przyjedzie przyjadą kupię kupimy kupi zrobię zrobimy zrobi zacznę
    zaczniemy zacznie zaczynam zaczynamy zaczyna skończę skończymy skończy wyjadę wyjeżdżam
    wyjeżdżamy wyjedziemy wracam wracamy wrócę wrócimy wróci spotkam spotkamy spotka oddam
    oddamy odda wyślę wyślemy napiszę przeprowadzę przeprowadzimy przeprowadzam przeprowadzamy
    odwiedzę odwiedzimy ruszy rusza ruszamy startuje wygasa upływa mija odbędzie przypomnij
    przypomnienie umówiony umówiona umówiłem umówiłam umówiliśmy przełożony przełożona
    przełożone przełożono przesunięty przesunięta przesunięte przesunięto zarezerwowałem
    zarezerwowałam nadchodzący nadchodząca planow odbedzie musze chce jade lece pojade pojde
    kupie zrobie wroce oddam zaczne umowiony umowiona
    """)
_MAYBE_FUTURE: Final = words("""
    jest są sa mam mamy masz ma mają maja mogę możemy może spotkanie wizyta egzamin lot wesele
    """)
_RECURRING: Final = re.compile("urodzin|urodzi[łl]|urodzon|rocznic|imienin")
_HAVING: Final = words("mam mamy masz ma mają maja")
_APPOINTMENTS: Final = (
    "egzamin", "wizyt", "spotkani", "urlop", "lot", "slub", "wesel", "dentyst", "lekarz", "rozmow",
    "termin", "kolokwi", "zabieg", "operacj", "koncert", "trening", "przeglad", "wyjazd", "randk",
)  # fmt: skip
_LIKE_ADJECTIVES: Final = words("przyszły przyszła przyszło zeszły zeszła ubiegły ubiegła")
_TIME_CLASSES: Final = frozenset({"WEEKDAY", "PERIOD", "SEASON", "MONTH"})
_NOT_PAST: Final = words("""
    mała mały małe cała cały biała biały stała stały wspaniała wspaniały doskonała doskonały
    miła miły siła skała szkoła szkoły chwila chwili jeżeli czyli jeśli jesli problem czołem
    celem hotelem artykuł artykuły tytuł tytuły stół kościół zespół wół dół szczegół szczegóły
    ogół ogólnie zespoły mięśli myśli mysli wali fali skali sali szpital medal kanal kanał
    kanały kapital kapitał material materiał materiały festiwal serial moral sygnał sygnały
    oryginal oryginał dział działy udział przedział podział portal lokal total final finał
    ideal ideał detal metal journal mail email trwały trwała okazały zły zła złe ciepły ciepła
    były~ wesoły małego chwile bali tyle skład zakład przykład kawał ala ola ewela pala cala
    biala mala stala sila skala
    """)


def polish_clues(spelling: Spelling, tokens: Sequence[Token]) -> Iterator[Clue]:
    """Yield the clues of a text in order."""
    for index, token in enumerate(tokens):
        if token.kind != "word":
            continue
        word = spelling.written(token.start, token.end).lower()
        following = tokens[index + 1].text if index + 1 < len(tokens) else ""
        direction = _told(word, following)
        if direction is not None:
            yield Clue(token.start, direction)
        elif word in _MAYBE_FUTURE:
            yield Clue(token.start, Direction.FUTURE, is_strong=False)


def _told(word: str, following: str) -> Direction | None:
    if _RECURRING.match(word):
        return Direction.EITHER
    if word in _FUTURE or (word in _HAVING and following.startswith(_APPOINTMENTS)):
        return Direction.FUTURE
    if word in _LIKE_ADJECTIVES and not _TIME_CLASSES.isdisjoint(POLISH_WORDS.get(following, ())):
        return None
    return Direction.PAST if _is_past(word) else None


def _is_past(word: str) -> bool:
    if word in _PAST:
        return True
    if word in _NOT_PAST:
        return False
    if _PERSON_PAST.fullmatch(word) or _THIRD_PAST.fullmatch(word):
        return True
    return _ASCII_PAST.fullmatch(word) is not None
