"""What somebody likes, dislikes and prefers, and what they do for pleasure."""

import re
from dataclasses import replace
from typing import Final

from loomem.text.statements.model import Slot, Statement
from loomem.text.statements.polish.rules import (
    PolishRule,
    has_no,
    has_word,
    reading,
    rule,
    trimmed,
    unless_denied,
)
from loomem.text.statements.polish.words import (
    MINE,
    VALUE,
    loose,
    person,
    phrase,
    speaker,
)

_NOT_DEICTIC: Final = has_no(
    "to|twoich|takich|takiego|to|tego|tej|te|ta|ten|tym|tych|tak|takie|taki|taka|cie|ciebie|go|ja|ich|je|jak|kiedy|gdy|ze|"
    "was|nas"
    "|jego|nie|sie|wszystko|wszystkich|mnie|ci|go|twoj|twoje|twoja|tu|tutaj|jej|ktor\\w+"
)
_LIKE_I: Final = (
    r"lubię|lubimy|uwielbiam|uwielbiamy|kocham|kochamy|ubóstwiam|polubi(?:łem|łam|liśmy)"
    r"|przepadam\s+za"
)
_LIKE_THEY: Final = r"lubią|lubi|uwielbiają|uwielbia|kochają|kocha|polubił[a]?|przepada\s+za"
_HATE_I: Final = (
    r"nienawidzę|(?:nie\s+(?:lubię|lubimy|znoszę|cierpię|trawię|przepadam\s+za|znosimy|cierpimy"
    r"|podoba\s+mi\s+się))"
    r"|przesta(?:łem|łam)\s+lubić"
)
_HATE_THEY: Final = (
    r"nienawidzi|nie\s+(?:lubią|lubi|znosi|cierpi|trawi|przepada\s+za|znoszą)|przestał[a]?\s+lubić"
)


_likes = reading(Slot.LIKES, accept=_NOT_DEICTIC)
_dislikes = reading(Slot.DISLIKES, accept=_NOT_DEICTIC)
_LIKES: Final = (
    rule(
        "nie przesta", rf"{phrase(_HATE_I, _HATE_THEY)}(?i:\s+już)?(?!\s+się\b){VALUE}", _dislikes
    ),
    rule(
        "lubi uwielbia kocha ubostwia przepada",
        rf"(?<![Nn]ie )(?<!przestałem )(?<!przestałam ){person(_LIKE_I, _LIKE_THEY)}(?!\s+się\b)"
        rf"{VALUE}",
        _likes,
    ),
    rule(
        "jest",
        rf"{person('jestem', 'jest')}\s+(?i:(?:wielk|ogromn|zagorzał)\w+\s+)?"
        r"(?i:fan(?:em|ką)|miłośni(?:kiem|czką)|wielbiciel(?:em|ką)|entuzjast(?:ą|ką)|pasjonat"
        rf"(?:em|ką)){VALUE}",
        _likes,
    ),
    rule(
        "kreci fascynuj slabosc",
        rf"(?i:\b(?:kręci|fascynuje)\s+mnie|\bmam\s+słabość\s+do){VALUE}",
        _likes,
    ),
)

_THAN: Final = re.compile(loose(r"(?i)\s+(?:od|niż|zamiast|ponad|nad|bardziej\s+niż)\s+"))
_NO_PREFERENCE: Final = has_no(
    "nie|poczekac|to|tego|te|ten|ta|tak|zeby|jak|najpierw|sie|wrocic|dmuchac|wiedziec|miec|widziec|isc|uniknac|napisac|pojsc|zapytac|upewnic|sprawdzic|"
    "zrobic|zostawic|dopytac|juz|pierwsz\\w+|drug\\w+|trzeci\\w*|ostatni\\w*|poprzedni\\w*|tamt\\w+|obie|oba|moj\\w*|twoj\\w*"
)
_prefers = reading(Slot.PREFERENCE, accept=_NO_PREFERENCE)


def _preference(match: re.Match[str]) -> Statement | None:
    """Read "X over Y"; of a lone X its head noun or verb says among what it is preferred."""
    found = _prefers(match)
    if found is None:
        return None
    than = _THAN.search(found.value)
    if not than:
        return replace(found, qualifier=_head(found.value))
    return replace(
        found,
        value=found.value[: than.start()],
        previous=trimmed(found.value[than.end() :]),
        end=found.start + than.start(),
    )


_INFINITIVE: Final = re.compile(r"\w+[cć]$")
_INNER: Final = re.compile(
    loose(r"(?i)\s+(?:z|ze|bez|w|we|do|na|po|dla|przy|rano|wieczorem)\s.*$")
)
_ADJECTIVE: Final = re.compile(r"(?:\w+(?:y|i|a|ą|e|ie|ych|ich|ego))$")


def _head(value: str) -> str | None:
    words = _INNER.sub("", value).split()
    if len(value.split()) < 2 or not words:
        return None
    if _INFINITIVE.match(words[0]):
        return words[0]
    return words[-1] if len(words) > 1 and _ADJECTIVE.match(words[0]) else None


_PREFERENCES: Final = (
    rule(
        "wol prefer",
        rf"{person('wolę|wolimy|preferuj(?:[ę]|emy)', 'wolą|woli|preferują|preferuje')}{VALUE}",
        _preference,
    ),
    rule(
        "bardziej",
        person(r"bardziej\s+(?:lubię|odpowiada\s+mi|smakuje\s+mi)", r"bardziej\s+lubi") + VALUE,
        _preference,
    ),
)

_favourite = reading(Slot.FAVOURITE, accept=_NOT_DEICTIC)
_KIND: Final = r"(?P<qualifier>[^\W\d]+(?:\s+[^\W\d]+)?)"
_IS: Final = (
    r"(?i:\s+(?:jest|są|to|pozostaje|stał\s+się|została))(?:\s+(?i:teraz|obecnie|od\s+dawna"
    r"|nadal|ostatnio|oczywiście|już))?"
)


def _owned(match: re.Match[str]) -> Statement | None:
    """Read a favourite; a name after the kind ("the favourite colour of Ola") is another's."""
    found = _favourite(match)
    words = (match.groupdict().get("qualifier") or "").split()
    if found and len(words) > 1 and words[-1][0].isupper():
        return replace(found, qualifier=" ".join(words[:-1]), subject=words[-1])
    return found


_FAVOURITES: Final = (
    rule(
        "ulubion",
        rf"\b(?i:(?:{MINE}|moim|moją|moimi|naszym|naszą)\s+)?(?i:ulubion\w+)\s+{_KIND}{_IS}"
        rf"{VALUE}",
        _owned,
    ),
    rule(
        "ulubion",
        r"(?:^|(?<=, ))(?P<value>[^,.;:!?]{2,60}?)\s+(?i:to|jest)\s+(?i:mój|moja|moje|moim"
        r"|moją)\s+(?i:ulubion\w+)\s+(?P<qualifier>[^\W\d]+)",
        _favourite,
    ),
)

_HOBBY_VERBS: Final = (
    r"wspinam\s+się|maluj[ę]|rysuj[ę]|biegam|pływam|szydełkuj[ę]|gotuj[ę]|fotografuj[ę]|szyję"
    r"|piekę|łowię|wędkuj[ę]|żegluj[ę]"
    r"|nurkuj[ę]|tańczę|śpiewam|jeżdżę|chodzę|majsterkuj[ę]|haftuj[ę]|lepię|rzeźbię|składam"
    r"|sklejam|morsuj[ę]|medytuj[ę]"
)
_HOBBY_TIME: Final = (
    r"(?:w\s+weekendy|w\s+wolnym\s+czasie|po\s+pracy|hobbystycznie|w\s+wolnych\s+chwilach"
    r"|wieczorami|amatorsko|dla\s+przyjemności)"
)
_NO_TRAINING: Final = has_no("model|modele|sieci|siec|klasyfikator|kolejn|go|ja|je")
_hobby = reading(Slot.HOBBY, accept=_NOT_DEICTIC)
_PLAYABLE: Final = re.compile(
    loose(
        r"[A-ZŁŚŻ]|(?i:(?:szach|tenis|pił|siat|kosz|squash|badminton|golf|bilard|ping|gry"
        r"|planszów|kart"
        r"|brydż|poker|hokej|rugby|krykiet|warcab|go\b|rzutki|kręgl|gitar|pianin|perkus|skrzyp"
        r"|ukulele|bas"
        r"|fle[ct]|saks|trąb|akordeon|harmoni|organ|keyboard|klarne|wiolon|fortep|bęb|harf"
        r"|kontrabas|altów))"
    )
)


def _is_played(value: str) -> bool:
    return _PLAYABLE.match(value) is not None


_HOBBIES: Final = (
    rule(
        "interesuj pasjonuj",
        person(r"(?:interesuj|pasjonuj)[ę]\s+się", r"(?:interesuje|pasjonuje)\s+się") + VALUE,
        _hobby,
    ),
    rule(
        "pasj hobby",
        r"(?i:\bmo(?:ją|ja|im|je)\s+(?:(?:wielk|najwięks)\w+\s+)?(?:pasją|pasja|hobby)\s+"
        rf"(?:jest|są|to)){VALUE}",
        _hobby,
    ),
    rule(
        "gra",
        rf"{person('gram|grywam', 'gra|grają')}(?:\s+(?i:też|także|amatorsko|regularnie|od\s+\w+"
        rf"(?:\s+\w+)?))?\s+(?i:na|w){VALUE}",
        unless_denied(reading(Slot.HOBBY, accept=_is_played)),
    ),
    rule(
        "trenuj uprawia",
        rf"{person('trenuj[ę]|uprawiam', 'trenuje|uprawia')}{VALUE}",
        reading(Slot.HOBBY, accept=_NO_TRAINING),
    ),
    rule(
        "gry grac",
        speaker(r"ucz(?:ę|ymy)\s+się\s+gr(?:y|ać)\s+(?:na|w)") + VALUE,
        reading(Slot.HOBBY, accept=_is_played),
    ),
    rule(
        "zbieram",
        speaker("zbieram") + VALUE,
        reading(
            Slot.HOBBY,
            accept=has_word(
                "znaczk monet winyl plyt komiks kart figurk mineral ksiaz zegark modele"
            ),
        ),
    ),
    rule("kolekcjonuj", rf"{person('kolekcjonuj[ę]', 'kolekcjonuje')}{VALUE}", _hobby),
    rule(
        "weekend wolnym pracy hobby woln wieczor amator przyjem",
        rf"(?i:\b{_HOBBY_TIME})\s+(?:\w+\s+)?(?=(?P<value>(?i:{_HOBBY_VERBS})[^,.;:!?()]*))",
        reading(Slot.HOBBY, confidence=0.6),
    ),
    rule(
        "przesta rzuci",
        rf"{person('(?:przesta|rzuci)(?:łem|łam)', '(?:przestał|rzucił)[a]?')}(?i:\s+już)?\s+"
        r"(?i:trenować|trenowanie|grać\s+(?:w|na)|granie\s+(?:w|na)|uprawiać|kolekcjonować)"
        rf"{VALUE}",
        reading(Slot.HOBBY, polarity=False),
    ),
)

RULES: Final[tuple[PolishRule, ...]] = (*_PREFERENCES, *_FAVOURITES, *_LIKES, *_HOBBIES)
