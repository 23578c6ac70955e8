"""What somebody does: employer, profession, education."""

import re
from typing import Final

from loomem.text.statements.model import Slot
from loomem.text.statements.polish.rules import (
    PolishRule,
    has_no,
    has_word,
    reading,
    rule,
    unless_denied,
)
from loomem.text.statements.polish.tools import is_program, kind_of_tool
from loomem.text.statements.polish.words import (
    CAPITAL,
    VALUE,
    WITHIN,
    any_of,
    loose,
    person,
    plain,
)

_INSTITUTION: Final = has_word(
    "szpital bank szkol przedszkol urzed urzad firm agencj korporac startup kancelari uczelni "
    "uniwersyt "
    "restaurac fabry sklep bibliotec klini przychodni aptec aptek hotel redakcj muzeum teatr "
    "policj wojsk straz "
    "ministerstw warsztat warsztac salon hurtowni laborator instytu fundacj telewizj radi spolc "
    "spolk "
    "kawiarni piekarni cukierni ksiegarni drukarni elektrowni kopaln zlobk liceum logistyc "
    "budowlanc "
    "branz gastronomi ubezpiecz finans marketing administracj sadzi"
)
_NO_EMPLOYER: Final = has_no(
    "zespo|pary|parach|domu|nocy|weekend|ciszy|tym|tej|ten|to|tle|trybie|systemie|sprin|swieta"
)


def is_employer(value: str) -> bool:
    """Say whether somebody can work for or in it: a name, or a kind of institution."""
    if is_program(value) or not _NO_EMPLOYER(value):
        return False
    return CAPITAL.search(value) is not None or _INSTITUTION(value)


def _named(value: str) -> str | None:
    """An unnamed employer ("a bank") contradicts no named one: it may be the same."""
    return None if CAPITAL.search(value) else "rodzaj"


def _is_name(value: str) -> bool:
    return CAPITAL.search(value.split()[0]) is not None and kind_of_tool(value) is None


_END: Final = re.compile(
    loose(
        r"(?i)\s+(?:jako|na\s+stanowisku|na\s+pół|na\s+cały|na\s+etacie|na\s+umow\w+|od|z|i)(?=\s)"
    )
)
_employed = reading(Slot.EMPLOYER, accept=is_employer, cut=_END, qualifier=_named)
_started = reading(Slot.EMPLOYER, accept=is_employer, cut=_END, qualifier=_named, replaces=True)
_joined = reading(Slot.EMPLOYER, accept=_is_name, cut=_END, replaces=True)
_left = reading(Slot.EMPLOYER, accept=is_employer, cut=_END, qualifier=_named, polarity=False)

_IN: Final = r"\s+(?i:we?|dla|na|u|przy)"
_START_I: Final = (
    r"(?:zacz(?:ąłem|ęłam|ynam|nę)|dosta(?:łem|łam|ję)|znala(?:złem|złam)|podj(?:ąłem|ęłam))\s+"
    r"(?:\w+\s+)?(?:prac[ęy]|robotę)"
    r"|zatrudni(?:łem|łam)\s+się|zmieni(?:łem|łam)\s+pracę(?:\s+na|\s+i\s+(?:od\s+\w+|teraz)"
    r"\s+jestem)?|jestem\s+zatrudnion[ya]"
    r"|zacz(?:ąłem|ęłam)\s+pracować|zaczynam(?=\s+we?\s+[A-Z])"
)
_START_THEY: Final = (
    r"(?:zacz(?:ął|ęła|yna)|dosta(?:ł|ła)|znalazł[a]?)\s+(?:\w+\s+)?(?:prac[ęy]|robotę)"
    r"|zatrudni(?:ł|ła)\s+się"
    r"|jest\s+zatrudnion[ya]|zacz(?:ął|ęła)\s+pracować"
)
_LEFT_I: Final = (
    r"od(?:szedłem|eszłam|eszliśmy)|zwolni(?:łem|łam)\s+się|(?:rzuci|straci)(?:łem|łam)\s+pracę"
)
_LEFT_THEY: Final = r"od(?:szedł|eszła)|zwolni(?:ł|ła)\s+się|(?:rzuci|straci)(?:ł|ła)\s+pracę"
_EMPLOYERS: Final = (
    rule(
        "pracowal",
        r"(?i:\bpracowa(?:łem|łam)\s+(?:we?|dla|na))\s+(?P<previous>[^,.;]{2,40}?),?\s+(?i:a"
        r"|ale|lecz)\s+"
        rf"(?i:teraz|obecnie|dziś|od\s+\w+(?:\s+\w+)?)\s+(?i:pracuję\s+)?(?i:we?|dla){VALUE}",
        _started,
    ),
    rule(
        "pracuj",
        rf"{person('pracuj(?:[ę]|emy)', 'pracują|pracuje')}{WITHIN}{_IN}{VALUE}",
        _employed,
    ),
    rule("prac robot zatrudni", rf"{person(_START_I, _START_THEY)}{_IN}{VALUE}", _started),
    rule(
        "dolacz",
        rf"{person('dołączy(?:łem|łam)', 'dołączy(?:ł|ła)')}\s+(?i:do)(?:\s+(?i:zespołu(?:"
        rf"\s+\w+)?(?:\s+we?)?|firmy))?{VALUE}",
        _joined,
    ),
    rule(
        "przesz przenios przenio",
        rf"{person('prze(?:szedłem|szłam|niosłem się|niosłam się)', 'prze(?:szedł|szła)')}"
        rf"(?:\s+(?i:ze?)\s+(?P<previous>[^,.;]{{2,40}}?))?\s+(?i:do)(?:\s+(?i:firmy))?{VALUE}",
        _joined,
    ),
    rule(
        "odsze odesz zwolni rzuci strac",
        rf"{person(_LEFT_I, _LEFT_THEY)}{WITHIN}\s+(?i:ze?|we?){VALUE}",
        _left,
    ),
    rule(
        "zwolnili zwolniono",
        rf"(?i:\bzwolni(?:li|ono)\s+mnie)(?:\s+\w+)?\s+(?i:ze?|we?){VALUE}",
        _left,
    ),
)

_JOBS: Final = any_of("""
    nauczyciel lekar lekark pielęgniar programist inżynier anality księgow kelner kuchar
    kucharz prawni adwokat
    architekt grafi projektant dziennikar tłumacz fryzjer mechani elektry kierowc straża
    policjant żołnierz
    dentyst weterynar farmaceut psycholog psychiatr psychoterapeut fizjoterapeut ratowni położn
    dyrektor
    kierowni menedżer manager menadżer prezes właściciel tester devops administrator naukow
    badacz profesor
    wykładowc doktorant student uczni uczenn muzyk aktor aktork pisar pisark fotograf reżyser
    stolarz hydrauli
    rolni ogrodni piekarz cukierni barist sprzedawc handlow przedstawiciel rekruter konsultant
    asystent
    sekretar recepcjonist pilot stewardes marynarz notariusz radc sędzi bibliotekar logoped
    trener instruktor
    freelancer emeryt bezrobotn przedsiębiorc geodet chemi biolog fizy matematy ekonomist
    logisty magazynier
    kurier listonosz opiekun przedszkolan pedagog chirurg okulist kardiolog pediatr urzędni
    operator spawacz
    murarz malarz kosmetyczk krawcow krawiec copywriter redaktor historyk archeolog astronom
    statysty
    deweloper developer scrum product makler agent rzeczni polity socjolog strażni ochroniarz
    leśni rybak
    """)
_JOB: Final = rf"(?:{_JOBS})\w{{0,6}}?(?:em|[ą]|a|ym|czką|ką)\b"
_OPINION: Final = (
    r"(?!dobr|zł|świetn|kiepsk|słab|beznadziejn|tw[óo]|mo[ij]|prawdziw|wieczn|fataln|żadn|jedyn)"
)
_JOB_PHRASE: Final = (
    rf"\s+(?:(?i:od\s+\w+(?:\s+\w+)?|teraz|już|obecnie)\s+)?(?=(?P<value>(?i:(?:{_OPINION}\w+"
    rf"(?:ym|im|ą)\s+){{0,2}}{_JOB})(?:[^,.;:!?()\n]|\.(?=\w))*))"
)
_JOB_END: Final = re.compile(loose(r"(?i)\s+(?:we?|na|dla|od|i|z|ze|przy|po|u)(?=\s)"))
_no_job = has_no("zespol|kontener|uslug|serwis|root|admin|klient|proces")
_practised = reading(Slot.PROFESSION, cut=_JOB_END, accept=_no_job)
_became = reading(Slot.PROFESSION, cut=_JOB_END, accept=_no_job, replaces=True)

_PROFESSIONS: Final = (
    rule(
        "pracuj",
        rf"{person('pracuj(?:[ę])', 'pracuje')}(?:\s+[\w-]+){{0,6}}?\s+(?i:jako){VALUE}",
        _practised,
    ),
    rule("zawodu", rf"(?i:\b(?:z\s+zawodu\s+jestem|jestem\s+z\s+zawodu)){VALUE}", _practised),
    rule("jest", rf"{person('jestem', 'jest')}{_JOB_PHRASE}", unless_denied(_practised)),
    rule(
        "awansowa",
        rf"{person('awansowa(?:łem|łam)', 'awansował[a]?')}\s+(?i:na)(?:\s+stanowisko)?{VALUE}",
        _became,
    ),
    rule(
        "kwalifikowa branzowi",
        rf"{person('(?:przekwalifikowa|przebranżowi)(?:łem|łam)', '(?:przekwalifikował|przebranżowił)[a]?')}"
        rf"(?i:\s+się)?\s+(?i:na){VALUE}",
        _became,
    ),
    rule("zosta", rf"{person('zosta(?:łem|łam)', 'został[a]?')}{_JOB_PHRASE}", _became),
    rule(
        "prowadz",
        rf"{person('prowadzę|prowadzimy', 'prowadzi|prowadzą')}\s+(?=(?i:(?:własn|swoj|mał"
        r"|rodzinn)\w+\s+))(?=(?P<value>[^,.;:!?()]+))",
        reading(Slot.PROFESSION, cut=_JOB_END, qualifier="działalność"),
    ),
    rule(
        "emerytur rencie bezrobo",
        rf"{person('jestem|przeszedłem|przeszłam', 'jest|przeszedł|przeszła')}(?:\s+(?i:już))?"
        r"\s+(?P<value>(?i:na\s+(?:emeryturze|emeryturę|rencie|rentę)|bezrobotn[ya]))\b",
        _practised,
    ),
)

_SCHOOL: Final = re.compile(
    r"\b(?:studia|liceum|technikum|politechnik|uniwersytet|akademi|szkol|magisterk|doktorat"
    r"|licencjat|prawo|medycyn"
    r"|informaty|psychologi|filologi|ekonomi|architektur|inzynier|pedagogi|biologi|chemi|fizyk"
    r"|matematyk|socjologi"
    r"|histori|zarzadzani|farmacj|weterynari|kulturoznaw|turysty|logistyk|stomatolog|budownictw"
    r"|automaty|elektroni|dziennikarstw|kursy?\b|aplikacje\s+(?:radc|adwok)|wydzial|agh|sgh"
    r"|uw\b|prawa\b|filozofi|aktorst|grafik|pielegniarst|dietety|geode|geografi|muzykolog"
    r"|teologi|robotyk"
    r"|kognity|lingwist|japonist|anglist|polonist|germanist|politolog|fizjoterap|kosmetolog"
    r"|rachunkow|finans"
    r"|marketing|energet|astronom|archeolog|uj\b|uam\b)"
)


def _is_study(value: str) -> bool:
    return _SCHOOL.search(plain(value)) is not None


_EDUCATION: Final = (
    rule(
        "studiuj",
        rf"{person('studiuj(?:[ę]|emy)', 'studiują|studiuje')}{VALUE}",
        reading(Slot.EDUCATION),
    ),
    rule(
        "konczyl",
        rf"{person('(?:s|u)kończy(?:łem|łam)', '(?:s|u)kończył[a]?')}{VALUE}",
        reading(Slot.EDUCATION, accept=_is_study),
    ),
    rule(
        "roku",
        rf"{person('jestem', 'jest')}\s+(?i:na)\s+(?i:\w+\s+roku){VALUE}",
        reading(Slot.EDUCATION, accept=_is_study),
    ),
    rule(
        "doktorat magist licencjat dyplom",
        rf"{person('(?:zrobi|obroni)(?:łem|łam)|mam', '(?:zrobił|obronił)[a]?|ma')}{VALUE}",
        reading(Slot.EDUCATION, accept=has_word("doktorat magisterk licencjat magistra dyplom")),
    ),
    rule(
        "absolwent",
        rf"{person('jestem', 'jest')}\s+(?i:absolwent(?:em|ką)){VALUE}",
        reading(Slot.EDUCATION),
    ),
    rule(
        "rzuci",
        rf"{person('rzuci(?:łem|łam)', 'rzucił[a]?')}{VALUE}",
        reading(Slot.EDUCATION, accept=has_word("studia szkol"), polarity=False),
    ),
)

RULES: Final[tuple[PolishRule, ...]] = (*_EMPLOYERS, *_PROFESSIONS, *_EDUCATION)
