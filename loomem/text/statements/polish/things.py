"""What somebody uses, owns, can be reached at, and has decided on."""

import re
from dataclasses import replace
from typing import Final

from loomem.text.statements.model import Slot, Statement
from loomem.text.statements.polish.rules import (
    PolishRule,
    Reading,
    has_no,
    has_word,
    reading,
    rule,
    trimmed,
)
from loomem.text.statements.polish.tools import (
    is_programming_language,
    is_tool,
    kind_of_purpose,
    kind_of_tool,
)
from loomem.text.statements.polish.words import CAPITAL, VALUE, loose, person, speaker

_FOR: Final = re.compile(
    loose(r"(?i)\s+(?:do|jako|zamiast|podczas|przy|w|na|i|oraz|głównie|tylko)(?=\s)")
)
_USED_AS: Final = re.compile(
    loose(
        r"(?i)\s+(?:jako|do)\s+(?P<kind>(?:głównego\s+|głównej\s+)?[^\W\d]+(?:\s+(?:kodu|haseł))?)"
    )
)
_INSTEAD: Final = re.compile(loose(r"(?i)\bzamiast\s+(?P<was>\S+(?:\s+[A-ZŁ]\S*)?)"))
_NO_TOOL: Final = has_no(
    "tej|tego|tych|tym|ten|te|to|takiej|takiego|tylko|go|jej|ich|okazji|jego|swojej|funkcji|"
    "komendy"
)


def _is_used(value: str) -> bool:
    return _NO_TOOL(value) and (CAPITAL.search(value) is not None or is_tool(value))


def _tool(*, polarity: bool = True, replaces: bool = False, known: bool = False) -> Reading:
    """Read a tool; what it is for says which other tools it rules out.

    ``known`` takes well-known tools only, for verbs that also mean other things.
    """
    usual = reading(
        Slot.TOOL,
        polarity=polarity,
        replaces=replaces,
        accept=is_tool if known else _is_used,
        cut=_FOR,
    )

    def read(match: re.Match[str]) -> Statement | None:
        found = usual(match)
        if found is None:
            return None
        caught = match["value"]
        instead = _INSTEAD.search(caught)
        previous = found.previous or (trimmed(instead["was"]) if instead else None)
        return replace(found, previous=previous, qualifier=_kind(found, caught, previous))

    return read


def _kind(found: Statement, caught: str, previous: str | None) -> str | None:
    used_as = _USED_AS.search(caught)
    purpose = found.qualifier or (used_as["kind"] if used_as else None)
    if purpose:
        return kind_of_purpose(purpose)
    if is_programming_language(found.value):
        return None
    return kind_of_tool(found.value) or (kind_of_tool(previous) if previous else None)


_PURPOSE: Final = r"(?P<qualifier>[^\W\d]+(?:\s+(?:kodu|haseł|plików|zdjęć))?)"
_USE_I: Final = r"używam|używamy|korzystam(?:y)?\s+z(?:e)?"
_USE_THEY: Final = r"używają|używa|korzystają\s+ze?|korzysta\s+ze?"
_KIND_NAMES: Final = (
    r"(?P<qualifier>(?:główn\w+\s+)?(?:przeglądark[ąa]|edytor(?:em)?|ide|telefon(?:em)?"
    r"|komórk[ąa]|laptop(?:em)?|system(?:em)?(?:\s+operacyjn\w+)?"
    r"|samoch(?:odem|ód)|aut(?:em|o)|komputer(?:em)?|komunikator(?:em)?|terminal(?:em)?"
    r"|powłok[ąa]|shell(?:em)?))"
)
_SWITCHED: Final = (
    r"(?:przesiad(?:łem|łam)|przesiedliśmy|przerzuci(?:łem|łam|liśmy)|prze(?:szedłem|szłam"
    r"|szliśmy)|przen(?:iosłem|iosłam|ieśliśmy)"
    r"|(?:z)?migrowa(?:łem|łam|liśmy)|przestawi(?:łem|łam|liśmy))(?:\s+się)?"
)
_SWITCHED_THEY: Final = (
    r"(?:przesiad(?:ł|ła)|przerzuci(?:ł|ła|li)|prze(?:szedł|szła|szli)|(?:z)?migrował[ai]?"
    r"|przestawił[a]?)(?:\s+się)?"
)
_FROM: Final = r"(?:ze?\s+(?P<previous>[^,.;]{1,40}?)\s+)?"
_EXCHANGED: Final = r"(?:za|wy|z)mieni(?:łem|łam|liśmy)"
_switched = _tool(replaces=True)
_used = _tool()


def _exchanged(match: re.Match[str]) -> Statement | None:
    """Read "X for Y" where one of the two is a known tool; anything can be exchanged."""
    if is_tool(match["previous"]) or is_tool(match["value"]):
        return _switched(match)
    return None


_known = _tool(known=True)


def _owned_kind(value: str) -> str | None:
    kind = kind_of_tool(value.split()[0]) or kind_of_tool(" ".join(value.split()[:2]))
    return kind if kind in {"telefon", "laptop", "samochód", "system"} else None


_TOOLS: Final = (
    rule(
        "nie mam",
        rf"(?i:\bnie\s+mam(?:y)?\s+już)(?=\s+[A-ZŁŚŻ]|\s+i[A-Z]){VALUE}",
        _tool(polarity=False),
    ),
    rule(
        "zrezygnowa",
        speaker("zrezygnowa(?:łem|łam|liśmy)") + r"\s+(?i:ze?)" + VALUE,
        _tool(polarity=False),
    ),
    rule(
        "przesi przerzu przesz przen migrowa przestawi",
        rf"{person(_SWITCHED, _SWITCHED_THEY)}(?:\s+\w+){{0,3}}?\s+(?i:{_FROM}na){VALUE}",
        _switched,
    ),
    rule(
        "mienil",
        rf"{person(_EXCHANGED, '(?:za|wy|z)mienił[a]?')}\s+(?P<previous>[^,.;]{{1,40}}?)\s+"
        rf"(?i:na){VALUE}",
        _exchanged,
    ),
    rule(
        "uzywa korzysta",
        rf"\b(?i:do|jako)\s+{_PURPOSE}\s+(?:(?i:teraz|głównie|zawsze|wciąż|nadal|obecnie|już)"
        rf"\s+)?{person(_USE_I, _USE_THEY)}{VALUE}",
        _used,
    ),
    rule(
        "przesta",
        rf"(?i:\bprzesta(?:łem|łam|liśmy)\s+(?:używać|korzystać\s+ze?)){VALUE}",
        _tool(polarity=False),
    ),
    rule("uzywa korzysta", rf"{person(_USE_I, _USE_THEY)}(?i:\s+już)?{VALUE}", _used),
    rule(
        "moj moim nasz",
        rf"(?i:\bm(?:oja|oją|oim|oje|ój)\s+(?:\w+\s+)?{_KIND_NAMES}\s+(?:to|jest))(?:\s+"
        rf"(?i:teraz|obecnie))?{VALUE}",
        _used,
    ),
    rule(
        "trzymam prowadz robi pisz zapisuj przechow wystawia",
        r"(?P<qualifier>\b[^\W\d]{3,})\s+(?i:(?:teraz\s+)?(?:trzymam|prowadzę|robię|piszę"
        r"|zapisuj[ę]|przechowuj[ę]"
        r"|wystawiam|trzymamy))(?:\s+(?i:teraz|zawsze|od\s+\w+))?\s+(?i:we?)(?:\s+(?i:programie"
        r"|aplikacji))?"
        rf"{VALUE}",
        _used,
    ),
    rule(
        "programuj pisz koduj",
        rf"{person('programuj[ę]|piszę|koduj(?:[ę]|emy)|piszemy', 'programuje|koduje')}(?:\s+"
        rf"(?i:\w+ie|też|także|teraz|backend|frontend)){{0,2}}\s+(?i:we?){VALUE}",
        reading(Slot.TOOL, accept=is_programming_language, cut=_FOR),
    ),
    rule(
        "pracuj", rf"{person('pracuj(?:[ę])', 'pracuje')}(?:\s+\w+)?\s+(?i:na|pod){VALUE}", _known
    ),
    rule(
        "mam mamy ma",
        rf"{person('mam(?:y)?', 'ma')}(?:\s+(?i:na\s+\w+|już|też|także|teraz|nowego|starego"
        rf"|now[ąy]|star[ąy]|zainstalowan\w+|w\s+pracy)){{0,2}}{VALUE}",
        reading(
            Slot.TOOL,
            accept=lambda v: bool(_owned_kind(v)),
            cut=re.compile(loose(r"(?i)\s+(?:do|jako|w|na|i|oraz|z)(?=\s)")),
            qualifier=_owned_kind,
        ),
    ),
    rule(
        "jezdz",
        rf"{person('jeżdżę', 'jeździ')}(?:\s+(?i:teraz|na\s+co\s+dzień|od\s+\w+))?\s+(?P<value>"
        r"(?i:(?:\w+[ąa])\s+)?[A-ZŁŚŻ][^,.;:!?()]*)",
        reading(Slot.TOOL, qualifier="samochód"),
    ),
    rule(
        "kupi",
        r"(?i:\b(?:sobie\s+)?kupi(?:łem|łam|liśmy))(?:\s+(?i:sobie|wreszcie|w\s+końcu|now\w+"
        rf"|wczoraj)){{0,2}}{VALUE}",
        reading(
            Slot.TOOL,
            accept=lambda v: bool(_owned_kind(v)),
            qualifier=_owned_kind,
            cut=_FOR,
            replaces=True,
        ),
    ),
)


_GOODS: Final = has_word(
    "kamper rower samochod auto mieszkani dom\\b dzialk motocykl skuter hulajnog gitar pianin "
    "aparat telewizor konsol "
    "dron drukark lodk jacht ekspres zmywark kawalerk rowery przyczep keyboard perkusj skrzypc "
    "teleskop traktor kajak domek ogrod"
)
_GOODS_END: Final = re.compile(loose(r"(?i)\s+(?:za|od|we?|na\s+kredyt|i|z\s+okazji|dla)(?=\s)"))
_POSSESSIONS: Final = (
    rule(
        "kupi spraw",
        r"(?i:\b(?:kupi(?:łem|łam|liśmy)|sprawi(?:łem|łam)\s+sobie))(?:\s+(?i:sobie|wreszcie|w"
        rf"\s+końcu)){{0,2}}{VALUE}",
        reading(Slot.POSSESSION, accept=_GOODS, cut=_GOODS_END),
    ),
    rule(
        "sprzeda",
        rf"{person('sprzeda(?:łem|łam|liśmy)', 'sprzedał[ai]?')}(?:\s+(?i:swo\w+|nasz\w+|mój\w*"
        rf"|moj\w+))?{VALUE}",
        reading(
            Slot.POSSESSION,
            accept=lambda v: _GOODS(v) or is_tool(v),
            cut=_GOODS_END,
            polarity=False,
        ),
    ),
    rule(
        "mam mamy ma",
        rf"{person('ma(?:m|my)', 'ma|mają')}{VALUE}",
        reading(
            Slot.POSSESSION,
            accept=lambda v: (
                _GOODS(" ".join(v.split()[:3])) and has_no("na|do|w|we|problem|pytanie|dosc|z")(v)
            ),
            cut=_GOODS_END,
            confidence=0.6,
        ),
    ),
)

_ADDRESS: Final = r"\s*:?\s+(?P<value>\[?\+?[\w@.+-]+(?:[ -]\d{2,3}){0,4}\]?)(?=[\s.,;!]|$)"
_CONTACT: Final = (
    r"(?P<qualifier>numer(?:\s+telefonu)?|telefon|(?:adres\s+)?e?-?mail|adres\s+mailowy|maila?"
    r"|login|nick)"
)
_contact_reading = reading(Slot.CONTACT)


def _contact(match: re.Match[str]) -> Statement | None:
    """Read a number, an address or what stands for it after redaction."""
    found = _contact_reading(match)
    if found is None or not re.search(r"\d{3}|@|\[", match["value"]):
        return None
    is_mail = "mail" in (found.qualifier or "")
    return replace(found, qualifier="mail" if is_mail else "telefon")


_CONTACTS: Final = (
    rule(
        "numer telefon mail login nick",
        rf"(?i:\b(?:mój|moj)\s+(?:now[yae]\s+)?{_CONTACT})(?:\s+(?i:to|jest(?:\s+teraz)?))?"
        rf"{_ADDRESS}",
        _contact,
    ),
    rule(
        "numer mail",
        rf"(?i:\b(?:mam\s+now[yae]|zmieni(?:łem|łam))\s+{_CONTACT}(?:\s+na)?){_ADDRESS}",
        _contact,
    ),
)

_DECIDED_END: Final = re.compile(loose(r"(?i)\s+(?:zamiast|a\s+nie)(?=\s)"))
_NO_DECISION: Final = has_no(
    "zla|zly|zle|numer|punkt|wariant|wersje|zrobic|opcje|to|ten|te|ta|plik|przycisk|sie|go|ja|ich|je|jak|juz|niewlasciw\\w+|tylko|zadzwoni\\w*|napisac|odpisac|poczekac|zapytac"
    "|sprobowac|sprawdzic|isc|pojsc|wyjsc|wyslac|odpowiedziec|poprosic|obejrzec|drug\\w+|pierwsz\\w+"
)


def _decision(match: re.Match[str]) -> Statement | None:
    """Read what was chosen, and what was not ("instead of")."""
    found = _decided(match)
    if found and "," in match.group() and " " not in found.value:
        return None
    instead = _INSTEAD.search(match.string)
    if found is None or instead is None:
        return found
    return replace(found, previous=trimmed(instead["was"]))


_decided = reading(Slot.DECISION, accept=_NO_DECISION, cut=_DECIDED_END)
_DECISIONS: Final = (
    rule(
        "decydowa",
        person(r"(?:z)?decydowa(?:łem|łam|liśmy)(?:\s+się)?(?:,\s+że)?", r"zdecydował[ai]?\s+się")
        + rf"(?:\s+(?i:ostatecznie|jednak|w\s+końcu))?(?:\s+(?i:na))?{VALUE}",
        _decision,
    ),
    rule(
        "postanowi",
        rf"{person('postanowi(?:łem|łam|liśmy)', 'postanowił[ai]?')}(?:,\s+(?i:że))?{VALUE}",
        reading(Slot.DECISION, accept=_NO_DECISION, keeps_time=True),
    ),
    rule(
        "decyzja",
        rf"(?i:\b(?:zapadła\s+decyzja|decyzja)):?(?:,?\s+(?i:że))?{VALUE}",
        reading(
            Slot.DECISION, accept=has_no("nalezy|jest|zapadla|zalezy|o|w|byla|bedzie|ta|podjeta")
        ),
    ),
    rule(
        "wybra",
        rf"{person('wybra(?:łem|łam|liśmy)', 'wybrał[ai]?')}(?!\s+się\b)(?:\s+(?i:ostatecznie"
        r"|jednak|w"
        rf"\s+końcu))?{VALUE}",
        _decision,
    ),
    rule(
        "stawiamy padlo idziemy",
        rf"(?i:\b(?:(?:ostatecznie|jednak)\s+)?(?:stawiamy\s+na|padło\s+na|idziemy\s+w)){VALUE}",
        reading(Slot.DECISION, accept=lambda v: CAPITAL.search(v) is not None, cut=_DECIDED_END),
    ),
)

RULES: Final[tuple[PolishRule, ...]] = (*_TOOLS, *_CONTACTS, *_DECISIONS, *_POSSESSIONS)
