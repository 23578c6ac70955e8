"""What makes a Polish sentence say nothing durable, whatever words it has."""

import re
from typing import Final

from loomem.text.statements.polish.words import loose

_ASKS: Final = re.compile(
    loose(
        r"(?i)^[\s\"„–-]*(?:(?:hej|cześć|ok|okej|no|a|i|słuchaj|powiedz)[\s,]+)*"
        r"(?:czy|kto|gdzie|kiedy|jak|ile|dlaczego|czemu|skąd|dokąd|po\s+co|któr[yae]|jak[iae]"
        r"|ciekawe"
        r"|co(?!\s+(?:rano|wieczór|dzień|tydzień|miesiąc|rok|noc|drug\w+|dwa|dwie|trzy|kilka"
        r"|poniedziałek|wtorek"
        r"|środę|czwartek|piątek|sobotę|niedzielę)))\b"
    )
)
_DOUBTS: Final = re.compile(
    loose(
        r"(?i)\b(?:gdyby\w*|jeśli|jeżeli|jakby\w*|o\s+ile|może|chyba|pewnie|prawdopodobnie"
        r"|podobno|załóżmy|powiedzmy"
        r"|wyobraź\w*|przypuśćmy|udawaj\w*|udaj\w*|niby|zastanawia\w+|rozważa\w+|ciekawe|nie"
        r"\s+wie(?:m|my)|nie\s+pamiętam"
        r"|nie\s+jestem\s+pew\w+|marzy\w*|\w+ł(?:by|aby)m|\w+libyśmy|\w+łoby|wydaje\s+mi\s+się"
        r"|mam\s+wrażenie"
        r"|myślę\s+o|żart\w+|a?haha\w*|hehe\w*|lol|xd+|na\s+przykład|np|ponoć|rzekomo"
        r"|sarkazm"
        r"|w\s+(?:t\w+\s+|moj\w+\s+)?(?:serialu|filmie|powieści|bajce|komiksie|śnie))\b|;\)|😉|😂|🤣"
    )
)
_COMMANDS: Final = re.compile(
    loose(
        r"(?i)^[\s\"„–-]*(?:(?:proszę|hej|ok|okej|a|to|teraz|no|dobra|dobrze|następnie)[\s,]+)*"
        r"(?:napisz|zrób|przetłumacz|popraw|wyjaśnij|wytłumacz|pomóż|podaj|pokaż|wygeneruj"
        r"|stwórz|dodaj|usuń|zmień"
        r"|przypomnij|opisz|streść|wymień|znajdź|sprawdź|użyj|policz|oblicz|zaproponuj|ułóż"
        r"|przygotuj|dokończ|przerób"
        r"|przeczytaj|odpowiedz|powtórz|zagraj|wciel\s+się|skróć|sformatuj|uruchom|zainstaluj"
        r"|otwórz|kliknij|wybierz|rozważ"
        r"|spróbuj|poczekaj|daj|weź|zredaguj|przepisz|zaplanuj|umów|wyślij|nie\s+zapomnij"
        r"|zarezerwuj|ustaw|kup|zamów|zadzwoń|zapytaj|poszukaj|podlicz|rozwiąż|porównaj"
        r"|oceń|narysuj|zaprojektuj|skonfiguruj|zaktualizuj|przenieś|skopiuj|wklej|uzupełnij"
        r"|wypisz|wymyśl"
        r"|zostaw|zamień|wyszukaj|podsumuj|przeanalizuj|omów|zdefiniuj|wskaż|posłuchaj|zobacz"
        r"|pokoloruj|nazwij"
        r"|unikaj|pamiętaj,?\s+żeby)\b"
    )
)
_REPORTS: Final = re.compile(
    loose(
        r"(?i)\b(?:mówi|mówią|mówił\w*|powiedzia\w+|twierdz\w+|napisał\w*|pisał\w*|śpiewa\w*"
        r"|pyta\w*|słyszał\w*"
        r"|przeczytał\w*|opowiada\w*|wspomnia\w+|uważa|uważają|cytat|cytuję|zdanie|tekst"
        r"|przykład|bohater\w*|piosenc\w+)\b"
        r"(?:\s+\w+){0,4}(?:,\s*(?:że|iż|żeby)|\s*:|\s*[„\"«])"
    )
)
_QUOTED: Final = re.compile(r"[„\"“«]([^„\"“”«»]{3,300})[”\"“»]")
_SPEAKS: Final = re.compile(
    loose(
        r"(?i)\b(?:jestem|mam|mieszkam|nie|\w+am|kocham|lubię|\w+uj[ęe]|\w+(?:łem|łam)|mnie|mój"
        r"|moja)\b"
    )
)
_MACHINE: Final = re.compile(
    loose(
        r"(?i)\b(?:jako\s+(?:model|ai|asystent)\b|jestem\s+(?:tylko\s+)?(?:asystentem|modelem"
        r"|sztuczną|botem|ai)\b)"
    )
)


def is_silent(sentence: str) -> bool:
    """Say whether a sentence asks, doubts, imagines, commands, jokes or reports the words of others."""
    if "?" in sentence:
        return True
    if any(
        pattern.search(sentence) for pattern in (_ASKS, _DOUBTS, _COMMANDS, _REPORTS, _MACHINE)
    ):
        return True
    return any(" " in q[1].strip() and _SPEAKS.search(q[1]) for q in _QUOTED.finditer(sentence))
