"""Connections that a sentence states between two of the entities it names."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from loomem.text.entities.model import EntityType, Link, Mention
from loomem.text.folding import fold

_MAX_GAP: Final = 60
_MAX_REACH: Final = 120
_MAX_BACK: Final = 3
_AND: Final = frozenset(
    ("and", ",", "i", "oraz", "a", "和", "、", "与", "及", "以及", ", and", "&")
)

_PERSON, _ORG = EntityType.PERSON, EntityType.ORGANIZATION
_TECH, _PLACE, _PROJECT = EntityType.TECHNOLOGY, EntityType.PLACE, EntityType.PROJECT


class _Frame(NamedTuple):
    relation: str
    subjects: frozenset[EntityType]
    objects: frozenset[EntityType]
    pattern: re.Pattern[str]


def _frame(
    relation: str, subjects: Sequence[EntityType], objects: Sequence[EntityType], words: str
) -> _Frame:
    return _Frame(relation, frozenset(subjects), frozenset(objects), re.compile(words))


_NO_BREAK: Final = r"[^,;.!?。！？；，\n]{0,24}?"
_FRAMES: Final = (
    _frame(
        "works_at",
        [_PERSON],
        [_ORG],
        r"(?:\bworks?\b"
        + _NO_BREAK
        + r"\b(?:at|for)\b|\b(?:joined|is employed (?:at|by)|started at|is (?:an?|the) [\w ]{2,24} at)\b"
        r"|\bpracuj[ae]\b"
        + _NO_BREAK
        + r"\b(?:w|dla)\b|\b(?:jest )?zatrudnion[ay] w\b|\bzaczal(?:a)? prac\w+ w\b"
        r"|在$|就职于|任职于|加入了?|入职了?|供职于)",
    ),
    _frame(
        "uses",
        [_PERSON, _ORG, _PROJECT],
        [_TECH],
        r"(?:\b(?:uses?|using|is using|switched to|moved to|migrated to|runs on|is (?:written|built|coded) (?:in|with|on)|codes in|programs in|writes)\b"
        r"|\buzywa\w{0,2}\b|\bkorzysta\w{0,2} z\b|\b(?:jest )?napisan\w{1,2} w\b|\bprogramuje w\b|\bprzesiad\w+ sie na\b|\bpisze w\b|\bdziala na\b"
        r"|使用|采用|在?用(?!户)|改用|换成了?|写)",
    ),
    _frame(
        "located_in",
        [_PERSON, _ORG, _PROJECT],
        [_PLACE],
        r"(?:\b(?:lives? in|is based in|is located in|based in|moved to|relocated to|is in|headquartered in|has an office in)\b"
        r"|\bmieszka w\b|\bma (?:siedzibe|biuro) w\b|\bmiesci sie w\b|\bprzeprowadzil\w{0,2}(?: sie)? do\b|\bznajduje sie w\b|\bw$"
        r"|住在|位于|总部在|总部位于|搬到了?|搬去了?)",
    ),
    _frame(
        "member_of",
        [_PERSON, _ORG],
        [_ORG, _PROJECT],
        r"(?:\b(?:is a member of|belongs to|is part of|is on the)\b|\bnalezy do\b|\bjest czlonk\w+\b|\bczlonek\b|是$|属于|的成员|成员)",
    ),
    _frame(
        "manages",
        [_PERSON],
        [_ORG, _PROJECT, _PERSON],
        r"(?:\b(?:manages|leads|heads|runs|is the (?:ceo|cto|head|lead|manager|director|founder) of|is in charge of|oversees|supervises)\b"
        r"|\b(?:zarzadza|kieruje|prowadzi|nadzoruje)\b|\bjest (?:szef\w*|prezes\w*|kierowni\w+)\b|管理|负责|领导|带领)",
    ),
    _frame(
        "created",
        [_PERSON, _ORG],
        [_ORG, _PROJECT, _TECH],
        r"(?:\b(?:created|founded|co-founded|built|invented|developed|wrote|designed|started)\b"
        r"|\b(?:stworzyl|zalozyl|napisal|zaprojektowal|zbudowal)a?\b|创建了?|创办了?|创立了?|开发了?|发明了?)",
    ),
    _frame(
        "pays_for",
        [_PERSON, _ORG],
        [_TECH],
        r"(?:\b(?:pays for|subscribes to)\b|\bplaci za\b|\bsubskrybuje\b|订阅了?)",
    ),
    _frame(
        "deployed_in",
        [_PROJECT, _TECH],
        [_TECH, _PLACE],
        r"(?:\b(?:is deployed (?:on|in|to)|is hosted (?:on|in)|runs in)\b|\b(?:jest )?wdrozon\w na\b|\bhostowan\w na\b|部署在)",
    ),
)
_DENIED: Final = re.compile(
    r"\b(?:not|never|no longer|n't|doesn't|didn't|isn't|used to|would|might|if|wants? to|hopes? to|plans? to|stopped|refuses|nie|nigdy|juz nie|przestal\w*|chce|chcial\w*|moze)\b"
    r"|n't\b|[不没]|曾经|以前|如果|想(?=[去加用])"
)
_BROKEN: Final = re.compile(r"[.!?;。！？；\n]")
_WORK_AFTER: Final = re.compile(r"^.{0,6}?(?:工作|上班|任职|实习|担任|当|做)")
_FAIR: Final = 0.65


_Found = dict[tuple[str, str], Link]
"""Links of a sentence by their ends."""


def links_between(text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[Link]:
    """Yield what a sentence says of neighbouring mentions in it; denials say nothing."""
    ordered = sorted(mentions, key=lambda mention: mention.start)
    found: _Found = {}
    for position, target in enumerate(ordered[1:], 1):
        for subject in ordered[max(0, position - _MAX_BACK) : position]:
            link = _link(text, start, end, subject, ordered[position - 1], target, found)
            if link is not None:
                found.setdefault((link.subject, link.object), link)
                break
    yield from found.values()


def _link(
    text: str,
    start: int,
    end: int,
    subject: Mention,
    previous: Mention,
    target: Mention,
    found: _Found,
) -> Link | None:
    """The words that connect stand right before the target; "and" repeats the connection before."""
    between = text[previous.end : target.start]
    whole = text[subject.end : target.start]
    if not between or len(between) > _MAX_GAP or len(whole) > _MAX_REACH or _BROKEN.search(whole):
        return None
    plain = fold(between).strip(" ")
    if subject.canonical == target.canonical or _DENIED.search(plain):
        return None
    if text[max(start, subject.start - 3) : subject.start].strip().lower() == "if":
        return None
    if plain in _AND and previous is not subject:
        return _repeated(subject, previous, target, found)
    return _stated(subject, target, plain, text[target.end : end])


def _repeated(subject: Mention, previous: Mention, target: Mention, found: _Found) -> Link | None:
    if previous.entity_type is not target.entity_type:
        return None
    link = found.get((subject.canonical, previous.canonical))
    if link is None:
        return None
    return Link(
        subject=link.subject,
        relation=link.relation,
        object=target.canonical,
        confidence=link.confidence,
    )


def _stated(subject: Mention, target: Mention, plain: str, after: str) -> Link | None:
    for frame in _FRAMES:
        if subject.entity_type not in frame.subjects or target.entity_type not in frame.objects:
            continue
        match = frame.pattern.search(plain)
        if match and _holds(match.group(), plain, after):
            return Link(
                subject=subject.canonical,
                relation=frame.relation,
                object=target.canonical,
                confidence=_FAIR,
            )
    return None


def _holds(words: str, between: str, after: str) -> bool:
    """Say whether a frame whose word is a mere preposition is completed by what follows."""
    if words == "在":
        return _WORK_AFTER.match(after) is not None
    if words == "是":
        return after.startswith(("的成员", "成员", "的一员", "会员"))
    if words == "w":
        return False
    return not between.endswith((" and", " i", "和", "、"))
