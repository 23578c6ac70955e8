"""English rules for what somebody uses and owns, and how to reach them."""

import re
from typing import Final

from loomem.text.statements.english.clauses import Clause
from loomem.text.statements.english.rules import (
    Built,
    ClauseRule,
    rule,
    state,
    without_article,
)
from loomem.text.statements.english.silence import clean_value, is_clear
from loomem.text.statements.english.words import (
    TECHNOLOGIES,
    UPPER,
    either,
)
from loomem.text.statements.model import Slot

_EDITORS = "text_editor code_editor editor ide"
_TOOL_NOUNS: Final = either(
    _EDITORS + " browser web_browser phone phone_model laptop computer pc car bike motorcycle os "
    "operating_system"
    " terminal terminal_emulator shell email_client mail_client keyboard mouse monitor "
    "camera tablet note-taking_app notes_app"
    " search_engine password_manager bank carrier linux_distro distro framework database "
    "task_manager todo_app calendar_app"
    " music_app programming_language window_manager e-reader ereader smartwatch watch "
    "headphones router"
    " cloud_provider hosting_provider package_manager version_control printer console vpn"
)
_OWNED: Final = either(
    "car house flat apartment motorcycle motorbike bike bicycle boat sailboat piano guitar "
    "violin cello drum_kit"
    " camera telescope tent van camper caravan truck farm cabin cottage condo summer_house "
    "3D_printer sewing_machine"
    " record_player turntable kayak canoe surfboard e-bike scooter tractor greenhouse "
    "garden allotment"
    " drone synthesizer ukulele vinyl_collection sauna hot_tub Tesla"
)
_BRANDS: Final = (
    "iPhone|iPad|MacBook|iMac|ThinkPad|Pixel|Galaxy|Kindle|Surface|Chromebook|Framework"
    "|Dell|Lenovo|Roomba"
    r"|PlayStation|PS\d|Xbox|Nintendo|Switch|Steam Deck|GoPro|Garmin|Fitbit|Apple Watch"
    "|Tesla|Toyota|Honda|Ford"
    "|Volvo|Subaru|Mazda|Nissan|Hyundai|Kia|Skoda|Volkswagen|VW|BMW|Audi|Mercedes|Peugeot"
    "|Renault|Fiat|Vespa"
    "|Yamaha|Kawasaki|Ducati|Harley|Brompton|Nikon|Canon|Sony|Fujifilm|Leica|Gibson|Fender"
    "|Thermomix|Raspberry Pi"
)


def _is_named(value: str) -> bool:
    return is_clear(value) and bool(
        re.match(rf"(?:an? |the |my )?(?:\w+ ){{0,3}}[{UPPER}]|i[A-Z]", value)
        or TECHNOLOGIES.match(value)
    )


def _used(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if _is_named(value):
        yield state(
            clause, Slot.TOOL, value, qualifier=_tool_kind(match.groupdict().get("qualifier"))
        )


def _tool_kind(noun: str | None) -> str | None:
    return "editor" if noun and re.fullmatch(either(_EDITORS), noun) else noun


def _changed_tool(clause: Clause, match: re.Match[str]) -> Built:
    value, previous = (
        without_article(clean_value(match["value"])),
        without_article(clean_value(match["previous"] or "")),
    )
    if is_clear(value) and (_is_named(value) or (previous and _is_named(previous))):
        yield state(
            clause,
            Slot.TOOL,
            value,
            previous=previous or None,
            replaces=True,
            qualifier=_tool_kind(match.groupdict().get("qualifier")),
        )


def _has(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if is_clear(value):
        yield state(clause, Slot.POSSESSION, value)


def _gave_away(clause: Clause, match: re.Match[str]) -> Built:
    yield state(
        clause, Slot.POSSESSION, clean_value(match["value"]), polarity=False, replaces=True
    )


def _driven(clause: Clause, match: re.Match[str]) -> Built:
    value = re.sub(
        "^(?:an?|my) (?:(?:old|new|used|second-hand|beat-up|red|blue|white|black|silver|rusty) )*",
        "",
        clean_value(match["value"]),
    )
    if _is_named(value):
        yield state(clause, Slot.TOOL, value, qualifier="car")


def _is_tool(clause: Clause, match: re.Match[str]) -> Built:
    value = without_article(clean_value(match["value"]))
    if re.match(r"(?:\w+ ){0,2}" + rf"[{UPPER}\d]|i[A-Z]", value) or TECHNOLOGIES.match(value):
        yield from _used(clause, match)


def _contact(clause: Clause, match: re.Match[str]) -> Built:
    noun, value = match["qualifier"], match["value"].rstrip(".,")
    is_number = re.fullmatch(r"[+\d().-]+(?: [\d().-]+)*", value) is not None
    if noun == "phone" and not is_number:
        return
    if is_clear(value) and (
        is_number or re.search(r"[@._\d/]", value) or "handle" in noun or "username" in noun
    ):
        yield state(clause, Slot.CONTACT, value, qualifier="email" if "mail" in noun else noun)


TOOLS: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.TOOL,
        rf"(?:have|have got|got|own) an? (?:new |old |used )?(?P<value>[{UPPER}][\w-]+(?: "
        r"[\w-]+)?) (?P<qualifier>phone|laptop|car|camera|tablet|watch|bike|motorcycle|printer"
        r"|keyboard)\b",
        build=_used,
    ),
    rule(
        Slot.TOOL,
        "(?:have )?(?:switched|migrated|moved|changed|converted|upgraded)(?: (?:my|our) "
        f"(?P<qualifier>{_TOOL_NOUNS}))?(?: over)? from (?P<previous>[^;]+?) to (?P<value>[^;]+)",
        build=_changed_tool,
    ),
    rule(
        Slot.TOOL,
        "(?:have )?(?:switched|migrated|changed|upgraded|converted)(?: (?:my|our) "
        f"(?P<qualifier>{_TOOL_NOUNS}))?(?: over| back)? to (?P<previous>)(?P<value>[^;]+)",
        build=_changed_tool,
    ),
    rule(
        Slot.TOOL,
        "(?:have )?(?:replaced|swapped|traded|ditched|dropped) (?:my |our |the "
        ")?(?P<previous>[^;]+?) (?:with|for|in favou?r of) (?P<value>[^;]+)",
        build=_changed_tool,
    ),
    rule(
        Slot.TOOL,
        "(?:use|uses|be using|have used|have using|be been using) (?P<value>[^;,]+?) as (?:my"
        "|our|an?|the|his|her) (?:(?:main|default|primary|daily|everyday|work|personal|go-to"
        rf"|new) )*(?P<qualifier>{_TOOL_NOUNS})\b",
        build=_used,
    ),
    rule(Slot.TOOL, r"(?:drive|drives|be driving) (?P<value>an? [^;]+|my [^;]+)", build=_driven),
    rule(
        Slot.TOOL,
        "(?:run|runs|be running) (?P<value>[^;]+?) on (?:my|our|his|her|the|all my) "
        f"(?P<qualifier>{_TOOL_NOUNS}|desktop|server|home server|machines?|computers|work "
        r"laptop)\b",
        build=_used,
    ),
    rule(
        Slot.TOOL,
        "(?:use|uses|be using|have using) (?P<value>[^;]+?)(?= (?:for|to|at|on|in|with|daily"
        r"|every)\b|$|,)",
        build=_used,
    ),
    rule(
        Slot.POSSESSION,
        r"(?:own|owns|have|have got) (?P<value>(?:an?|two|three|my own) (?:[\w-]+ "
        rf"){{0,3}}{_OWNED}\b[^;]*)",
        build=_has,
    ),
    rule(
        Slot.POSSESSION,
        r"(?:own|owns) (?P<value>(?:an?|two|three|several|some) [^;]+)",
        build=_has,
    ),
    rule(
        Slot.POSSESSION,
        "(?:have )?(?:bought|purchased|got|inherited|ended up buying|ended up getting) "
        "(?P<value>(?:an?|our first|my first|our "
        rf"own|my own) (?:[\w'-]+ ){{0,3}}{_OWNED}\b[^;]*)",
        build=_has,
    ),
    rule(
        Slot.POSSESSION,
        r"(?:have )?(?:sold|gave away|got rid of|scrapped) (?:my|our) (?P<value>(?:[\w-]+ "
        rf"){{0,2}}{_OWNED})\b",
        build=_gave_away,
    ),
    rule(
        Slot.TOOL,
        "be (?:switching|migrating|moving|transitioning)(?: over)? from (?P<previous>[^;]+?) to "
        "(?P<value>[^;]+)",
        build=_changed_tool,
    ),
    rule(
        Slot.POSSESSION,
        "(?:have )?(?:bought|purchased|ended up buying|ended up getting) (?P<value>(?:an?|the"
        f"|my first|two) (?:new |used |second-hand )?[{UPPER}][^;]*)",
        build=_has,
    ),
    rule(
        Slot.POSSESSION,
        "(?:have|have got|got|own) (?P<value>(?:an?|my own) (?:new |old |used "
        f")?(?:{_BRANDS})[^;]*)",
        build=_has,
    ),
    rule(
        Slot.TOOL,
        r"be an? (?P<value>[\w+#. ]{2,20}) user\b",
        build=_used,
    ),
    rule(
        Slot.TOOL,
        "(?:write|writes|code|codes|program|programs|develop|develops|take (?:all )?(?:my "
        r")?notes|keep (?:all )?my notes|do most of (?:my|our) \w+)"
        r" (?:code |everything |mostly |mainly )*in (?P<value>[\w+#.]+(?: [A-Z]\w+)?)",
        build=_used,
    ),
    rule(
        Slot.TOOL,
        r"(?:deploy|deploys|host|hosts|bank)(?: everything| all our \w+)? (?:to|on|with|at) "
        f"(?P<value>[{UPPER}][^;,]*)",
        build=_used,
    ),
    rule(
        Slot.TOOL,
        "be on (?:an? )?(?P<value>(?:Mac|MacBook|macOS|Windows|Linux|Ubuntu|Fedora|Debian|Arch"
        r"|Android|iOS|iPhone|NixOS)[\w .]{0,15})(?=$|,)",
        build=_used,
    ),
)
"""Tried on the predicate of a clause about the speaker or a person."""
ATTRIBUTES: Final[tuple[ClauseRule, ...]] = (
    rule(
        Slot.TOOL,
        "(?:(?:main|default|primary|daily|everyday|work|personal|go-to|new|current|preferred"
        rf"|old) )*(?P<qualifier>{_TOOL_NOUNS}) \| be(?: now| still| currently)* (?P<value>[^;]+)",
        build=_is_tool,
    ),
    rule(
        Slot.CONTACT,
        "(?:new |work |personal |home |current )*(?P<qualifier>phone number|mobile number|cell "
        "number|number|phone|email|e-mail|email address|github handle|twitter handle|instagram "
        "handle|instagram|telegram|skype|discord|github username|username|handle|website"
        "|blog)(?: on "
        r"\w+)? \| be (?:now )?(?P<value>\S*[\d@._/-]\S*(?: [\d-]+)*|@?\w+$)",
        build=_contact,
    ),
    rule(
        Slot.POSSESSION,
        rf"(?P<value>(?:[\w-]+ ){{0,2}}{_OWNED}) \| was (?:stolen|sold|totalled|totaled|scrapped)",
        build=_gave_away,
    ),
    rule(
        Slot.PROFESSION,
        r"(?:job|profession|occupation|job title|new job title|title|role) \| be (?:an? |now "
        ")?(?P<value>[^;]+)",
        accepts=lambda v: (
            is_clear(v)
            and not re.match(
                r"(?:to |so |very |too |the |really |boring|hard|great|stressful|done|\w+ing\b)", v
            )
        ),
    ),
)
"""Tried on "noun | predicate" of a clause about something of somebody's."""
