"""Body and habits: allergies, diet, illnesses, what is done every day; and the languages one speaks."""

import re
from typing import Final

from loomem.text.statements.model import Slot, Statement
from loomem.text.statements.polish.rules import (
    PolishRule,
    has_no,
    has_word,
    reading,
    rule,
    unless_denied,
)
from loomem.text.statements.polish.words import VALUE, WEEKDAY, WITHIN, person, phrase, somebody

_SUBSTANCE: Final = has_no(
    r"cisz\w*|klamst\w*|glupot\w*|halas\w*|krytyk\w*|spozni\w*|bled\w*|taki\w*|wszystk\w*|to"
    r"|tego|te"
)
_ALLERGY: Final = r"(?:alergi[ęi]|uczuleni[ea]|nietolerancj[ęi])"
_allergic = reading(Slot.ALLERGY, accept=_SUBSTANCE)
_ALLERGIES: Final = (
    rule(
        "alergi uczuleni toleranc",
        rf"{person('mam', 'ma|mają')}(?:\s+\w+){{0,2}}?\s+(?i:{_ALLERGY})(?:\s+(?i:pokarmową"
        rf"|wziewną))?(?:\s+(?i:na))?{VALUE}",
        _allergic,
    ),
    rule(
        "uczulon",
        rf"{person('jestem', 'jest|są')}(?:\s+\w+){{0,2}}?\s+(?i:uczulon[yai])(?:\s+\w+)?\s+"
        rf"(?i:na){VALUE}",
        _allergic,
    ),
    rule(
        "alergi",
        rf"{person('jestem', 'jest')}\s+(?i:alergi(?:kiem|czką))(?:\s+\w+)?(?:\s+(?i:na|–|-))"
        rf"{VALUE}",
        _allergic,
    ),
    rule(
        "toleruj",
        phrase(r"nie\s+toleruj[ę]", r"nie\s+toleruje") + VALUE,
        reading(
            Slot.ALLERGY,
            accept=has_word(
                "laktoz gluten fruktoz nabial mlek orzech histamin kofein jaj soi kazein"
            ),
        ),
    ),
    rule("uczula", rf"(?i:\buczula(?:ją)?\s+mnie){VALUE}", _allergic),
    rule(
        "alergi uczulen",
        rf"(?i:\b{_ALLERGY}|\balergia)\s+(?i:na)\s+(?P<value>[^,.;:!?()]{{2,40}}?)\s+(?P<denied>"
        r"(?i:mi\s+(?:prze|mi)szł[ao]|minęł[ao]|ustąpił[ao]|mi\s+minęł[ao]))",
        _allergic,
    ),
)

_MEAT: Final = has_word("wegan wegetar wege pesc mies drob fleks ryb")


def _diet_kind(value: str) -> str | None:
    """Diets that say nothing of meat stand beside those that do."""
    return None if _MEAT(value) else "dieta"


_FOOD: Final = has_no(
    r"dzis|dzisiaj|teraz|sniadan|sniadania|obiadu|kolacji|na|po|w|od|przed|nic|nigdy|tego|tej"
    r"|jeszcze|wieczorem|z|przy|zupe|obiad|sniadanie|kolacje"
)
_diet = reading(Slot.DIET, qualifier=_diet_kind)
_eats = reading(Slot.DIET, accept=_FOOD, qualifier=_diet_kind)
_DIET_NAMES: Final = (
    r"(?:wegan(?:inem|ką)|wege|wegetarian(?:inem|ką)|peskatarian\w+|pescowegetarian\w+"
    r"|fleksitarian\w+"
    r"|na\s+(?:diecie\s+\w+(?:\s+\w+)?|keto|wege))"
)
_DIETS: Final = (
    rule(
        "weg pesk pesc fleks diec keto",
        rf"{person('jestem|jesteśmy', 'jest|są')}{WITHIN}\s+(?P<value>(?i:{_DIET_NAMES}))",
        _diet,
    ),
    rule(
        "przesz przech",
        rf"{person('prze(?:szedłem|szłam|szliśmy|chodzę)', 'prze(?:szedł|szła|chodzi)')}\s+"
        r"(?i:na)\s+(?P<value>(?i:weganizm|wegetarianizm|dietę\s+\w+(?:\s+\w+)?|keto))\b",
        reading(Slot.DIET, qualifier=_diet_kind, replaces=True),
    ),
    rule(
        "jem jad",
        r"\b(?i:(?P<denied>nie)\s+(?:jem|jemy|jadam))(?i:\s+(?:też|już|w\s+ogóle|wcale"
        rf"|prawie))?{VALUE}",
        _eats,
    ),
    rule(
        "je",
        rf"{somebody('je|jada|jedzą')}(?i:\s+(?:też|już|w\s+ogóle|wcale))?\s+(?=(?P<value>"
        r"(?i:mięs|glutenu|nabiału|cukru|ryb|jaj|wieprzow)[^,.;:!?()]*))",
        _eats,
    ),
    rule(
        "jem",
        r"\b(?i:(?:znowu|znów|od\s+\w+|teraz|ponownie)\s+(?:jem|jadam)|jem\s+(?:znowu|znów"
        r"|już))\s+(?P<value>(?i:mięso|ryby|nabiał|gluten|wszystko|drób))\b",
        reading(Slot.DIET, qualifier=_diet_kind, replaces=True),
    ),
    rule(
        "przesta",
        rf"(?i:\bprzesta(?:łem|łam)\s+jeść){VALUE}",
        reading(Slot.DIET, accept=_FOOD, polarity=False, qualifier=_diet_kind),
    ),
)

_ILLNESS: Final = has_word(
    "cukrzyc astm nadcisn migren depresj adhd celiaki hashimoto niedoczynn nadczynn epilepsj "
    "padaczk autyzm zespol "
    "reumat luszczyc insulinoopor refluks atopow skolioz dyskopati arytmi jaskr zacm endometrioz "
    "anemi bezsenn "
    "bordelin borelioz tocz stwardnien parkins rozrusznik wad dalton krotkowzrocz astygmat"
)
_CHRONIC: Final = has_no("gryp|grype|przeziebieni|katar|cos|to|brak|nadmiar|glow|nim|ten")
_HEALTH: Final = (
    rule(
        "choruj cierpi",
        rf"{person('choruj[ę]|cierpię', 'choruje|cierpi')}(?:\s+\w+){{0,3}}?\s+(?i:na){VALUE}",
        reading(Slot.HEALTH, accept=_CHRONIC),
    ),
    rule("lecz", rf"(?i:\bleczę\s+się\s+na){VALUE}", reading(Slot.HEALTH, accept=_CHRONIC)),
    rule(
        "u mnie mi",
        r"(?i:\b(?:stwierdził|zdiagnozował|wykrył|rozpoznał|stwierdzon|zdiagnozowan|wykryt"
        rf"|rozpoznan)\w*\s+(?:u\s+mnie|mi)){VALUE}",
        reading(Slot.HEALTH),
    ),
    rule(
        "mam ma",
        rf"{person('mam', 'ma')}(?!.*,\s+(?:jak|gdy|kiedy)\b){VALUE}",
        unless_denied(reading(Slot.HEALTH, accept=_ILLNESS)),
    ),
)

_DAILY: Final = (
    r"(?:codziennie(?:\s+(?:rano|wieczorem))?|(?<!na )co\s*dzień|co\s+(?:rano|wieczór|tydzień"
    r"|drugi"
    r"\s+dzień)|co\s+" + WEEKDAY + r"|w\s+każd[yąe]\s+\w+"
    r"|(?:raz|dwa\s+razy|trzy\s+razy|\d\s+razy|kilka\s+razy)\s+(?:w\s+tygodniu|dziennie|w"
    r"\s+miesiącu|na\s+\w+)"
    r"|regularnie|zawsze\s+rano|rano\s+zawsze|każdego\s+(?:dnia|ranka|wieczora)|zwykle|zazwyczaj)"
)
_HABITS_I: Final = (
    r"(?:biega(?:m|my)|chodz(?:ę|imy)|pływa(?:m|my)|ćwiczę|medytuj[ę]|wstaję|pij(?:[ę]|emy)|je"
    r"(?:m|my)|jeż(?:dżę|dzimy)|czytam|gotuj(?:[ę]|emy)"
    r"|spaceruj[ę]|dzwonię|biorę|gra(?:m|my)|trenuj[ę]"
    r"|robię|pisz[ę]|uczę\s+się|kładę\s+się|odbieram|sprząta(?:m|my)|ogląda(?:m|my)|słucham"
    r"|śpię|łykam"
    r"|zażywam|przyjmuj[ę])"
)
_habit = reading(Slot.HABIT)
_GIVEN_UP: Final = (
    r"(?:biegam|pływam|ćwiczę|medytuj[ę]|morsuj[ę]|gotuj[ę]|chodzę\s+na|jeżdżę\s+na|czytam"
    r"|oglądam)"
)
_SIP: Final = has_no(r"do|za|z|wlasnie|teraz|to|dzis|sobie|na|juz")


def _smoking(match: re.Match[str]) -> Statement:
    return Statement(
        slot=Slot.HABIT,
        value=match["value"],
        polarity=match.groupdict().get("denied") is None,
        start=match.start("value"),
        end=match.end("value"),
    )


_SMOKE: Final = r"(?:\s+(?:papieros[yó]w?|e-papierosy|fajkę|tytoń))?"
_HABITS: Final = (
    rule(
        "juz nie",
        rf"(?i:\bjuż\s+(?P<denied>nie))\s+(?=(?P<value>(?i:{_GIVEN_UP})\b[^,.;:!?()]*))",
        _habit,
    ),
    rule(
        "chodz",
        r"(?i:\bod\s+(?:\w+\s+){1,3}?chodzę)\s+(?=(?P<value>(?i:na|do)\s+[^,.;:!?()]+))",
        _habit,
    ),
    rule(
        "rzuci przesta",
        r"(?i:\b(?P<denied>rzuci(?:łem|łam)|przesta(?:łem|łam)))\s+(?P<value>(?i:paleni[ea]"
        rf"|palić){_SMOKE}|(?i:papierosy|fajki))\b",
        _smoking,
    ),
    rule(
        "pali",
        rf"(?i:\b(?:kiedyś|dawniej)\s+)(?P<value>(?i:pali(?:łem|łam){_SMOKE}))(?P<denied>),?\s+"
        r"(?i:(?:ale|teraz|lecz|a)\s[^.]*\bnie\b)",
        _smoking,
    ),
    rule(
        "nie pal",
        rf"\b(?i:(?P<denied>nie)\s+)(?:(?i:już)\s+)?(?P<value>(?i:palę{_SMOKE}))(?=[,.!]|$|\s+"
        r"(?i:od|już|i)\b)",
        _smoking,
    ),
    rule(
        "pale",
        r"(?<!nie )(?<!Nie )(?<!już )\b(?P<value>(?i:palę\s+(?:papierosy|fajkę|e-papierosy"
        r"|paczkę)))\b",
        _smoking,
    ),
    rule(
        "rzuci przesta",
        r"(?i:\b(?:rzuci(?:łem|łam)|przesta(?:łem|łam)\s+pić))\s+(?P<value>(?i:kawę|alkohol"
        r"|słodycze|cukier|picie(?:\s+\w+)?|colę|energetyki|fast\s?foody))\b",
        reading(Slot.HABIT, polarity=False),
    ),
    rule("pij", rf"{somebody('pije|piją')}{VALUE}", reading(Slot.HABIT, accept=_SIP)),
    rule(
        "pij",
        rf"\b(?i:(?P<denied>nie)\s+pij(?:[ę]|emy))(?i:\s+(?:już|w\s+ogóle|wcale|też))?{VALUE}",
        reading(Slot.HABIT, accept=_SIP),
    ),
    rule("pij", rf"(?i:\b{_DAILY}(?:\s+\w+){{0,3}}?\s+piję){VALUE}", _habit),
    rule(
        "pij",
        rf"(?i:\bpiję)\s+(?P<value>[^,.;:!?()]{{2,40}}?)\s+(?i:{_DAILY}|rano|wieczorem)\b",
        reading(Slot.HABIT, accept=_SIP),
    ),
    rule("pij", rf"(?i:\b\w+\s+piję\s+(?:tylko|zawsze|wyłącznie)){VALUE}", _habit),
    rule(
        "codzi co kazd raz regul zwyk zazwy zawsze",
        rf"(?i:\b{_DAILY})(?:\s+[\w:]+){{0,5}}?\s+(?=(?P<value>(?i:{_HABITS_I})(?:[^,.;!?()\n]"
        r"|\.(?=\w))*))",
        reading(Slot.HABIT, keeps_time=True),
    ),
    rule(
        "codzi co kazd raz regul zwyk zazwy zawsze",
        rf"(?=(?P<value>\b(?i:{_HABITS_I})(?:\s+[\w:]+){{0,5}}?\s+(?i:{_DAILY})(?:[^,.;!?()\n]"
        rf"|\.(?=\w))*))(?i:{_HABITS_I})",
        reading(Slot.HABIT, keeps_time=True),
    ),
)

_TONGUES: Final = (
    r"(?:polsk|angielsk|niemieck|francusk|hiszpańsk|włosk|rosyjsk|ukraińsk|białorusk|portugalsk"
    r"|japońsk|chińsk|koreańsk"
    r"|czesk|słowack|szwedzk|norwesk|duńsk|fińsk|niderlandzk|holendersk|węgiersk|tureck|arabsk"
    r"|hebrajsk|greck|litewsk"
    r"|rumuńsk|chorwack|śląsk|kaszubsk|bułgarsk|serbsk|wietnamsk|gruzińsk|kataloński|mandaryńsk"
    r"|islandzk|katalońsk)"
)
_FLUENTLY: Final = (
    r"(?:\s+(?:biegle|płynnie|trochę|dobrze|świetnie|nieźle|też|także|komunikatywnie|język"
    r"(?:iem)?|języka|słabo|intensywnie|jeszcze|się)){0,3}"
)
_tongue = unless_denied(reading(Slot.LANGUAGE))
_LANGUAGES: Final = (
    rule(
        "mow rozmaw",
        rf"{person('mówię|mówimy|rozmawia(?:m|my)', 'mówi|mówią')}(?i:{_FLUENTLY})\s+(?i:po)\s+"
        rf"(?=(?P<value>(?i:{_TONGUES}u)[^,.;:!?()]*))",
        _tongue,
    ),
    rule(
        "zna",
        rf"{person('znam|umiem', 'zna|znają')}(?i:{_FLUENTLY})\s+(?=(?P<value>(?i:{_TONGUES}i"
        r"|łacinę|esperanto|język\s+migowy)\b[^,.;:!?()]*))",
        _tongue,
    ),
    rule(
        "ucz",
        rf"{person('ucz(?:ę|ymy) się|zacz(?:ąłem|ęłam|ynam)(?: się)? uczyć(?: się)?', 'ucz[yą] się')}"
        rf"(?i:{_FLUENTLY})\s+(?=(?P<value>(?i:{_TONGUES}iego|łaciny|esperanto)\b[^,.;:!?()]*))",
        _tongue,
    ),
    rule(
        "ojczyst",
        rf"(?i:\bmo(?:im|j)\s+język(?:iem)?\s+ojczyst(?:ym|y)\s+(?:jest|to)){VALUE}",
        _tongue,
    ),
)

RULES: Final[tuple[PolishRule, ...]] = (*_ALLERGIES, *_DIETS, *_HEALTH, *_HABITS, *_LANGUAGES)
