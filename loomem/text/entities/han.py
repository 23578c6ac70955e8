"""People, organisations, places and projects in Chinese text, by surname, ending and neighbours."""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.entities import han_names as names
from loomem.text.entities.model import EntityType, Mention
from loomem.text.entities.organizations import HAN_GENERIC, HAN_SUFFIXES
from loomem.text.entities.phrases import PhraseTable, Term

_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_SUFFIX: Final = re.compile("|".join(sorted(HAN_SUFFIXES, key=len, reverse=True)))
_ORG_STOP: Final = frozenset(
    "在去是的从为给了于我和与跟你他她它们就把被让请叫对向由及或有个家所座这那哪没不很也都还要会想每以做当"
)
_MAX_ORG: Final = 8
_LATIN_BEFORE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_&.\-]{0,30}$")
_PART: Final = r"(?:(?![是的在说和来去有也都把被对与给很不了我你他她住想要会又跟])[\u4e00-\u9fff])"
_DOTTED: Final = re.compile(rf"{_PART}{{1,5}}(?:[·•]{_PART}{{1,6}}){{1,3}}")
_DISTRICT: Final = re.compile(
    r"(?:住在|搬到了|搬到|搬去|搬回|来自|出生在|出生于|老家在|老家是|位于|回到|调到|飞往)([\u4e00-\u9fff]{1,5}?[省市县镇村区州乡岛])"
)
_PROJECT: Final = re.compile(
    r"(?:项目|代号)(?:名叫|名为|名字叫|叫做|叫|是|：|:)?[“「《\"]?([A-Za-z][A-Za-z0-9_\-]{1,40}+|(?<=[“「《\"])[\u4e00-\u9fff\w]{1,20}+(?=[”」》\"]))"
    r"|[“「《\"]([^“”「」《》\"\n]{1,20})[”」》\"](?:这个|的)?(?:项目|计划|工程)"
    r"|(?<![A-Za-z0-9_\-])([A-Z][A-Za-z0-9_\-]{1,40})\s?(?:这个)?(?:项目|计划)"
    r"|([\u4e00-\u9fff]{2})(?:项目|计划)(?=[的上在明下已预由进延，。])"
)
_GUARDS: Final = {
    "大理": ("", "石论由想"),
    "联想": ("", "到起力"),
    "三星": ("", "级"),
    "阿里": ("", "山郎斯"),
    "字节": ("个千兆每多", "数码流"),
    "北大": ("东西", "西荒街门"),
    "日本": ("今昨明", ""),
    "高通": ("", "过"),
    "长春": ("", "藤"),
}
_LEADS: Final = tuple(sorted(names.ORG_LEADS, key=len, reverse=True))
_NOT_PLACE_AFTER: Final = "人语文菜籍式货裔"
_SURE, _LIKELY, _FAIR = 0.85, 0.75, 0.65


class HanReader:
    """Reads one stretch of text; what is found first keeps its characters."""

    def __init__(self, text: str, shipped: PhraseTable, own: PhraseTable) -> None:
        self._text = text
        self._shipped = shipped
        self._own = own
        self._taken = bytearray(len(text))
        self._found: list[Mention] = []

    def read(self) -> list[Mention]:
        """Return everything found."""
        self._terms(self._own)
        self._dotted()
        self._organizations()
        self._terms(self._shipped)
        self._districts()
        self._projects()
        self._people()
        return self._found

    def _claim(
        self,
        start: int,
        end: int,
        entity_type: EntityType,
        confidence: float,
        canonical: str | None = None,
        alias: str | None = None,
    ) -> None:
        if any(self._taken[start:end]):
            return
        self._taken[start:end] = b"\x01" * (end - start)
        name = self._text[start:end]
        self._found.append(
            Mention(
                name=name,
                canonical=canonical or name,
                entity_type=entity_type,
                start=start,
                end=end,
                confidence=confidence,
                alias=alias,
            )
        )

    def _terms(self, table: PhraseTable) -> None:
        place = 0
        while place < len(self._text):
            term = table.at_char(self._text, place)
            if term is None:
                place += 1
                continue
            end = place + len(term.spelled)
            if not self._is_guarded(term, place, end):
                self._claim(
                    place, end, term.entity_type, term.confidence, term.canonical, term.alias
                )
            place = end

    def _is_guarded(self, term: Term, start: int, end: int) -> bool:
        before, after = _GUARDS.get(term.spelled, ("", ""))
        text = self._text
        if term.entity_type is EntityType.PLACE:
            after += _NOT_PLACE_AFTER
        return (start > 0 and text[start - 1] in before) or (
            end < len(text) and text[end] in after
        )

    def _dotted(self) -> None:
        for match in _DOTTED.finditer(self._text):
            self._claim(match.start(), match.end(), EntityType.PERSON, _SURE)

    def _organizations(self) -> None:
        for match in _SUFFIX.finditer(self._text):
            start = self._org_start(match.start())
            stem = self._text[start : match.start()]
            if not self._is_org_name(stem, match):
                continue
            start, term = self._known_within(start, match.end())
            canonical, alias = (term.canonical, term.alias) if term else (None, None)
            self._claim(start, match.end(), EntityType.ORGANIZATION, _LIKELY, canonical, alias)

    def _known_within(self, start: int, end: int) -> tuple[int, Term | None]:
        """A known organisation may stand behind the name of its city."""
        for begin in range(start, end - 1):
            term = self._shipped.by_name.get(self._text[begin:end])
            if term is not None and term.entity_type is EntityType.ORGANIZATION:
                return begin, term
        return start, None

    def _org_start(self, end: int) -> int:
        latin = _LATIN_BEFORE.search(self._text, max(0, end - 32), end)
        if latin:
            return latin.start()
        start = end
        while start > 0 and end - start < _MAX_ORG and self._is_org_char(start - 1):
            start -= 1
        return self._trimmed(start, end)

    def _is_org_char(self, place: int) -> bool:
        char = self._text[place]
        return _HAN.match(char) is not None and char not in _ORG_STOP and not self._taken[place]

    def _trimmed(self, start: int, end: int) -> int:
        while start < end:
            stem = self._text[start:end]
            lead = next((lead for lead in _LEADS if stem.startswith(lead)), None)
            if lead is None:
                break
            start += len(lead)
        return start

    def _is_org_name(self, stem: str, match: re.Match[str]) -> bool:
        if len(stem) < 2 or stem in HAN_GENERIC or stem[:2] in ("这家", "那家", "一家", "一所"):
            return False
        if any(stem.endswith(word) and len(stem) - len(word) < 2 for word in HAN_GENERIC):
            return False
        if match.group() in (
            "科技",
            "工作室",
            "俱乐部",
            "事务所",
            "图书馆",
            "博物馆",
            "医院",
            "学院",
        ):
            begins = match.start() - len(stem)
            return (
                begins == 0 or self._text[begins - 1] in "在入于叫，。！？、：“" or len(stem) > 2
            )
        return True

    def _districts(self) -> None:
        for match in _DISTRICT.finditer(self._text):
            if match[1][-2:] not in names.NOT_DISTRICTS and len(match[1]) > 1:
                self._claim(match.start(1), match.end(1), EntityType.PLACE, _FAIR)

    def _projects(self) -> None:
        for match in _PROJECT.finditer(self._text):
            group = match.lastindex or 1
            if group == 4:
                continue
            self._claim(match.start(group), match.end(group), EntityType.PROJECT, _LIKELY)

    def _people(self) -> None:
        place = 0
        while place < len(self._text):
            end = 0 if self._taken[place] else self._person_at(place)
            place = max(place + 1, end)

    def _person_at(self, place: int) -> int:
        """Claim a person that begins here; returns the end, 0 where there is none."""
        for end, confidence, canonical in self._candidates(place):
            if not any(self._taken[place:end]):
                self._claim(place, end, EntityType.PERSON, confidence, canonical)
                return end
        return 0

    def _candidates(self, place: int) -> Iterator[tuple[int, float, str | None]]:
        text, char = self._text, self._text[place]
        if (
            char in "小老阿"
            and text[place + 1 : place + 2] in names.NICKNAMES
            and place + 1 < len(text)
        ):
            end = place + 2
            is_led = self._after_role(place) or self._after_link(place)
            if self._is_introduced(place) and self._acts(end, strong=not is_led):
                yield end, _FAIR, None
        surname = next((s for s in names.LONG_SURNAMES if text.startswith(s, place)), char)
        if surname in names.SURNAMES or len(surname) > 1:
            yield from self._named(place, place + len(surname))
        foreign = next(
            (
                text[place : place + n]
                for n in (4, 3, 2)
                if text[place : place + n] in names.FOREIGN
            ),
            "",
        )
        if foreign:
            yield place + len(foreign), _FAIR, None

    def _named(self, place: int, given: int) -> Iterator[tuple[int, float, str | None]]:
        title = self._title_at(given)
        if title and self._is_introduced(place):
            yield given + len(title), _LIKELY, None
        for length in (2, 1):
            end = given + length
            pair = self._text[given:end]
            if len(pair) < length or any(c not in names.GIVEN for c in pair):
                continue
            if self._text[place : place + 2] in names.COMMON_PAIRS:
                continue
            if self._is_person(place, end, strong=length == 1):
                yield end, _LIKELY, None

    def _is_person(self, place: int, end: int, *, strong: bool) -> bool:
        if self._title_at(end) and len(self._title_at(end)) > 1 and self._is_introduced(place):
            return True
        if self._after_role(place):
            return self._after_kin(place) or self._acts(end, strong=False)
        if self._after_link(place):
            return self._acts(end, strong=False)
        if not self._is_introduced(place):
            return False
        return self._acts(end, strong=strong) or self._joins_another(end)

    def _joins_another(self, end: int) -> bool:
        """Say whether a second name of the same shape follows: 李明和张强."""
        following = self._text[end : end + 4]
        if len(following) < 3 or following[0] not in "和与跟、":
            return False
        is_name = following[1] in names.SURNAMES and following[2] in names.GIVEN
        return is_name and following[1:3] not in names.COMMON_PAIRS

    def _after_kin(self, place: int) -> bool:
        """After "my brother" a name needs nothing more; after "I am" it does."""
        before = self._text[max(0, place - 4) : place]
        return self._after_role(place) and not before.endswith(("是", "叫", "叫做"))

    def _title_at(self, place: int) -> str:
        text = self._text
        for title in names.TITLES:
            if text.startswith(title, place):
                after = text[place + len(title) : place + len(title) + 1]
                if len(title) > 1 or self._ends_or_acts(place + 1, after):
                    return title
        return ""

    def _ends_or_acts(self, end: int, after: str) -> bool:
        return not after or after in "，。！？、；：”\n ,.的" or self._acts(end, strong=True)

    def _is_introduced(self, place: int) -> bool:
        if place == 0 or self._text[place - 1] in names.CLAUSE_BEFORE:
            return True
        return self._after_link(place) or self._after_role(place)

    def _after_link(self, place: int) -> bool:
        before = self._text[max(0, place - 4) : place]
        return before.endswith(names.LINKS_BEFORE) or before.rstrip("了过").endswith(
            names.VERBS_BEFORE
        )

    def _after_role(self, place: int) -> bool:
        return self._text[max(0, place - 4) : place].endswith(tuple(names.ROLES_BEFORE))

    def _acts(self, end: int, *, strong: bool) -> bool:
        verbs = names.STRONG_AFTER if strong else names.VERBS_AFTER
        after = self._text[end : end + 1]
        if not strong and (not after or after in "，。！？、；：”’」）\n ,.!?)"):
            return True
        return self._text.startswith(tuple(verbs), end)
