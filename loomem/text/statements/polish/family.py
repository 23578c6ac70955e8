"""Who belongs to somebody: partner, children, relatives, animals; and being married or not."""

import re
from typing import Final

from loomem.text.statements.model import Slot, Statement
from loomem.text.statements.polish.life import NAMED
from loomem.text.statements.polish.rules import (
    PolishRule,
    reading,
    rule,
    subject_of,
    unless_denied,
)
from loomem.text.statements.polish.words import (
    KIN,
    KIN_SLOTS,
    MINE,
    NAME,
    SOME,
    any_of,
    loose,
    person,
    plain,
    somebody,
    speaker,
)

_LEADERS: Final = "szefem szefową trenerem mentorem współlokatorem współlokatorką wspólnikiem"
_NOMINATIVE: Final = {
    "szefem": "szef",
    "szefowa": "szef",
    "trenerem": "trener",
    "mentorem": "mentor",
    "wspollokatorem": "wspollokator",
    "wspollokatorka": "wspollokator",
    "wspolnikiem": "wspolnik",
}
"""Roles that one person fills after another, as one word for both sexes."""


def _relative(match: re.Match[str]) -> Statement:
    """Read a relative's name; the word for the relation says which slot it fills."""
    kin = _NOMINATIVE.get(plain(match["kin"]), plain(match["kin"]))
    slot = KIN_SLOTS[kin]
    return Statement(
        slot=slot,
        value=match["value"],
        qualifier=None if slot is Slot.PARTNER else kin,
        start=match.start("value"),
        end=match.end("value"),
    )


_OWN: Final = rf"(?:\b(?i:{MINE})\s+(?:(?i:star|młod)(?i:szy|sza)\s+)?|^)(?P<kin>(?i:{KIN}))\b"
_COUPLE: Final = "żoną mężem chłopakiem dziewczyną narzeczoną narzeczonym partnerką partnerem"
_ADJECTIVES: Final = (
    rf"(?:(?:\w+(?:ego|ych|ą|ie|e)|{SOME}|tylko|już|też|także|jeszcze)\s+){{0,3}}?"
)
_PHRASE: Final = r"(?=(?P<value>[^,.;:!?()]+))"
_CHILD: Final = (
    r"(?:dzieck\w+|dzieci|syna|synka|synów|córk[ęi]|córeczk[ęi]|córek|bliźnia\w+|nastolat\w+)"
)
_SIBLING: Final = (
    r"(?:brata|braci|siostr[ęy]|sióstr|rodzeństw\w+|siostrzenic[ęe]?|bratanic[ęe]?|bratank\w+"
    r"|siostrze(?:ńca|ńców)|kuzyn\w+|wnuk[aió]\w*|wnuczk[ęi])"
)
_HAVE: Final = person("ma(?:m|my)", "ma|mają")

_ELSEWHERE: Final = re.compile(loose(r"(?i)\b(?:na|u|przy|pod|w(?!\s+wieku))\s"))


def _belongs(value: str) -> bool:
    """Reject who is merely somewhere: "a cat on my lap", "a brother in mind"."""
    return _ELSEWHERE.search(value) is None


_FAMILY: Final = (
    rule("moj nasz", rf"{_OWN}(?:,\s+|\s+)(?P<value>{NAME})\b", _relative),
    rule(
        "imie nazywa to",
        rf"{_OWN}\s+(?i:ma\s+na\s+imię|nazywa\s+się|to){NAMED}",
        _relative,
    ),
    rule(
        "jest",
        rf"(?i:\bmo(?:im|ją)\s+(?:{any_of(_COUPLE)})\s+jest(?:\s+teraz)?){NAMED}",
        reading(Slot.PARTNER),
    ),
    rule(
        "jest",
        rf"(?i:\bmo(?:im|ją)\s+(?:now(?:ym|ą)\s+)?(?P<kin>{any_of(_LEADERS)})\s+jest(?:"
        rf"\s+teraz)?){NAMED}",
        _relative,
    ),
    rule(
        "urodzi",
        r"(?i:\burodził[aoy]?\s+(?:nam\s+|mi\s+)?się(?:\s+(?:nam|nasz[a]?|mój|moja"
        r"|pierwsz\w+)){0,2}"
        rf"\s+(?:syn|synek|córka|córeczka)){NAMED}",
        reading(Slot.CHILD),
    ),
    rule(
        "syn cor dziec bliznia nastolat",
        rf"{_HAVE}\s+(?=(?i:{_ADJECTIVES}{_CHILD})\b){_PHRASE}",
        reading(Slot.CHILD, accept=_belongs),
    ),
    rule(
        "brat brac siost rodzen wnu kuzyn",
        rf"{_HAVE}\s+(?=(?i:{_ADJECTIVES}{_SIBLING})\b){_PHRASE}",
        unless_denied(reading(Slot.RELATIVE, accept=_belongs)),
    ),
)

_STATUS: Final = (
    r"żonaty|zamężn[a]|mężatką|singlem|singielką|rozwiedzion[ya]|rozwodnikiem|rozwódką|wdowcem"
    r"|wdową"
    r"|zaręczon[ya]|kawalerem|panną|w\s+separacji|po\s+rozwodzie|w\s+związku(?:\s+małżeńskim)?"
    r"|po\s+ślubie|w\s+wolnym\s+związku|świeżo\s+po\s+ślubie"
)
_CHANGED_I: Final = (
    r"rozwi(?:odł(?:em|am)|edliśmy)(?:\s+się)?|(?:się\s+)?ożeni(?:łem)(?:\s+się)?|wyszłam\s+za"
    r"\s+mąż"
    r"|(?:wzięliśmy|wzięłam|wziąłem)\s+(?:\w+\s+)?(?:ślub|rozwód)|pobraliśmy\s+się"
    r"|(?:się\s+)?zaręczy(?:łem|łam|liśmy)(?:\s+się)?|owdowia(?:łem|łam)"
)
_CHANGED_THEY: Final = (
    r"rozwi(?:ódł|odła|edli)\s+się|się\s+(?:rozwi(?:ódł|odła|edli)|ożenił|zaręczy(?:ł|ła|li))"
    r"|ożenił\s+się"
    r"|wyszła\s+za\s+mąż|(?:wzięli|wzięła|wziął)\s+(?:ślub|rozwód)|pobrali\s+się|zaręczy(?:ł|ła"
    r"|li)\s+się"
)


def _marital(match: re.Match[str]) -> Statement | None:
    subject = subject_of(match)
    if subject is None:
        return None
    return Statement(
        slot=Slot.MARITAL_STATUS,
        value=match["value"],
        subject=subject,
        polarity=not (match.groupdict().get("denied") or match.groupdict().get("denies")),
        replaces=match.groupdict().get("since") is None,
        start=match.start("value"),
        end=match.end("value"),
    )


_MARRIAGES: Final = (
    rule(
        "jest",
        rf"{person('jestem|jesteśmy', 'jest|są')}(?:\s+(?i:już|od\s+\w+|szczęśliwie|świeżo|od"
        rf"\s+\w+\s+\w+)){{0,2}}"
        rf"\s+(?P<since>)(?P<value>(?i:{_STATUS}))\b",
        _marital,
    ),
    rule(
        "rozwi ozeni maz slub rozwod pobra zarecz owdow",
        speaker(f"(?P<value>{_CHANGED_I})"),
        _marital,
    ),
    rule(
        "rozwi ozeni maz slub rozwod pobra zarecz",
        somebody(f"(?P<value>{_CHANGED_THEY})"),
        _marital,
    ),
)

_ANIMAL: Final = (
    r"(?:kot(?:a|kę|y|ów|ka|ki)|kocura|kocicę|kociaka|ps(?:a|y|ów)|piesk[ai]|suczk[ęi]|suni[ęe]"
    r"|szczeniaka"
    r"|chomik[ai]|królik[ai]|papug[ęi]|papużk[ęi]|kanark[ai]|rybki|śwink[ęi]\s+morsk\w+"
    r"|żółwi[ae]?|konia"
    r"|węża|jaszczurkę|fretk[ęi]|szczur(?:a|y|ki|ka)|kury|szynszyl[ęe]|owczarka|labradora"
    r"|jamnika|mopsa"
    r"|buldoga|beagle'a|teriera|dachowca|goldena|husky)"
)
_ANIMALS: Final = (
    "pies kot kotka suczka sunia piesek kocur chomik królik papuga papużka koń klacz żółw fretka"
)
_GOT: Final = (
    r"ma(?:m|my)|hoduj(?:[ę]|emy)|(?:adoptowa|kupi)(?:łem|łam|liśmy)|przygarn(?:ąłem|ęłam|ęliśmy)"
    r"|wzi(?:ęliśmy|ąłem|ęłam)|posiadam"
)
_GONE: Final = (
    r"zdech(?:ł|ła)|(?:odszedł|odeszła)\s+za\s+tęczowy\s+most|uciek(?:ł|ła)|nie\s+żyje|umarł[a]?"
)
_CUES: Final = (
    "kot koc psa psy pso psow piesk sucz suni szczen chom krol papu kana rybk swink zolw kon"
)
_MORE_CUES: Final = (
    "wez jaszcz fret szcz kury szyn owcz labr jamn mops buld beag terie dach gold husky"
)


def _pet(match: re.Match[str]) -> Statement:
    return Statement(
        slot=Slot.PET,
        value=match["value"],
        polarity=match.groupdict().get("gone") is None,
        start=match.start("value"),
        end=match.end("value"),
    )


_OWN_ANIMAL: Final = rf"\b(?i:{MINE})\s+(?i:{any_of(_ANIMALS)})"
_PETS: Final = (
    rule(
        f"{_CUES} {_MORE_CUES}",
        rf"{person(_GOT, 'ma|mają|hoduje')}(?i:\s+ze\s+schroniska|\s+do\s+domu)?"
        rf"\s+(?=(?i:{_ADJECTIVES}{_ANIMAL})\b){_PHRASE}",
        unless_denied(reading(Slot.PET, accept=_belongs)),
    ),
    rule(
        "wabi imie nazywa to",
        rf"{_OWN_ANIMAL}\s+(?i:wabi\s+się|ma\s+na\s+imię|nazywa\s+się|to){NAMED}",
        _pet,
    ),
    rule(
        "zdech teczow uciek zyje umar",
        rf"(?:^|(?<=, ))(?:(?i:{MINE})\s+)?(?:(?i:{any_of(_ANIMALS)})\s+)?(?P<value>{NAME})\s+"
        rf"(?P<gone>(?i:{_GONE}))\b",
        _pet,
    ),
    rule("moj nasz", rf"{_OWN_ANIMAL},?\s+(?P<value>{NAME})\b", _pet),
)

RULES: Final[tuple[PolishRule, ...]] = (*_FAMILY, *_MARRIAGES, *_PETS)
