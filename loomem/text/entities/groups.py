"""Organisations, projects and places that no list knows, by their endings and by what introduces them."""

import re
from typing import Final

from loomem.text.entities import organizations
from loomem.text.entities.draft import Draft
from loomem.text.entities.inflection import respell
from loomem.text.entities.model import EntityType
from loomem.text.entities.vocabulary import (
    NO_NAME,
    ORG_BEFORE,
    ORG_NOUNS,
    ORG_VERBS,
    PLACE_BEFORE,
    PLACE_HEADS,
    PLACE_TAILS,
    PLACE_VERBS,
    PROJECT_NOUNS,
    TIME_WORDS,
)
from loomem.text.folding import fold
from loomem.text.stopwords import words

_LEGAL: Final = re.compile(
    r"[ ,]{1,2}(?:[Ss]p\. ?z ?o\. ?o\.?|[Ss]p\. ?[jkp]\.|S\.A\.|S\.C\.|s\.c\.|S\.r\.l\.|SA\b|SE\b|B\.V\.|N\.V\.)"
)
_OF_HEADS: Final = words("university bank institute college academy ministry museum")
_SURE, _FAIR, _WEAK = 0.8, 0.65, 0.55
_MAX_PARTS: Final = 4
_QUOTES: Final = "\"“„«'‘"


def find_groups(draft: Draft) -> None:
    """Claim organisations that their own words give away."""
    for index in range(len(draft.words)):
        if draft.is_name_like(index) or draft.words[index].is_capital:
            _find_polish_head(draft, index) or _find_of(draft, index) or _find_suffix(draft, index)


def find_introduced(draft: Draft) -> None:
    """Claim unknown names that a word in front of them classifies."""
    for index in range(len(draft.words)):
        if draft.is_name_like(index):
            _find_project(draft, index) or _find_employer(draft, index) or _find_place(
                draft, index
            )


def _find_suffix(draft: Draft, index: int) -> bool:
    """Acme Software, Blue Ridge Hospital, Nowak sp. z o.o."""
    if not draft.is_name_like(index):
        return False
    behind = _capital_run(draft, index)
    last = draft.plain(behind - 1)
    if behind - index >= 2 and last in organizations.SUFFIXES:
        draft.claim(index, behind, EntityType.ORGANIZATION, _SURE)
        return True
    legal = _LEGAL.match(draft.sentence.text, draft.words[behind - 1].end, draft.sentence.end)
    if legal:
        draft.claim(index, behind, EntityType.ORGANIZATION, _SURE, tail=legal.group())
        return True
    return False


def _capital_run(draft: Draft, index: int) -> int:
    """Like a run of names, but everyday words with a capital may belong to it at its end."""
    behind = index + 1
    while behind < len(draft.words) and behind - index <= _MAX_PARTS:
        word, gap = draft.words[behind], draft.sentence.gap(behind - 1)
        joins = gap in (" ", "-", " & ", "\u00a0") or (
            gap == ", " and word.plain in ("inc", "ltd")
        )
        if not joins or not word.is_capital or not draft.is_free(behind, behind + 1):
            break
        behind += 1
        if (
            word.plain in organizations.SUFFIXES
            and draft.plain(behind) not in organizations.SUFFIXES
        ):
            break
    return behind


def _find_of(draft: Draft, index: int) -> bool:
    """University of Iowa, Bank of England."""
    if draft.plain(index) not in _OF_HEADS or draft.plain(index + 1) != "of":
        return False
    first = index + 3 if draft.plain(index + 2) == "the" else index + 2
    behind = draft.run_from(first) if first < len(draft.words) else first
    if behind == first:
        return False
    draft.claim(index, behind, EntityType.ORGANIZATION, _SURE)
    return True


def _find_polish_head(draft: Draft, index: int) -> bool:
    """Uniwersytet Warszawski, na Politechnice Wrocławskiej, Fundacja Siepomaga."""
    head = next((h for b in draft.bases(index) if (h := organizations.HEADS.get(b))), None)
    if head is None or not draft.is_free(index, index + 1) or not draft.is_spaced(index):
        return False
    behind = index + 1
    while behind - index <= _MAX_PARTS and draft.is_name_like(behind):
        behind += 1
        if not draft.is_spaced(behind - 1):
            break
    if behind == index + 1:
        return False
    words = [word.text for word in draft.words[index + 1 : behind]]
    if fold(head) != draft.plain(index):
        words = [_agreeing(draft, word, head) for word in words]
    draft.claim(index, behind, EntityType.ORGANIZATION, _SURE, " ".join([head, *words]))
    return True


def _agreeing(draft: Draft, written: str, head: str) -> str:
    """Return an adjective in the nominative of the head's gender; other words as they are."""
    lemma = next(
        (x for x in draft.lexicon.lemmas(fold(written)) if x[-2:] in ("ki", "ny", "wy", "zy")),
        None,
    )
    if lemma is None:
        return written
    if head.endswith("a"):
        lemma = lemma.removesuffix("y").removesuffix("i") + "a"
    elif head.endswith(("o", "um", "e")):
        lemma = lemma + "e" if lemma.endswith("ki") else lemma[:-1] + "e"
    return respell(written, lemma)


def _find_project(draft: Draft, index: int) -> bool:
    """Project Apollo, projekt „Feniks”, the Hermes project."""
    gap = draft.sentence.gap(index - 1).strip(" ") if index else "x"
    if draft.plain(index - 1) in PROJECT_NOUNS and (not gap or gap in _QUOTES):
        draft.claim(index, draft.run_from(index), EntityType.PROJECT, _SURE)
        return True
    behind = draft.run_from(index)
    is_named = draft.plain(behind) in ("project", "initiative") and draft.is_spaced(behind - 1)
    if is_named and not draft.words[index].is_initial and behind - index <= 2:
        draft.claim(index, behind, EntityType.PROJECT, _SURE)
        return True
    return False


def _find_employer(draft: Draft, index: int) -> bool:
    """Works at X, joined X, firma X: the run of capitals behind it."""
    before, gap = draft.plain(index - 1), draft.sentence.gap(index - 1) if index else ""
    if gap.strip(" ") not in ("", *_QUOTES):
        return False
    behind = draft.run_from(index)
    noun = before in ORG_NOUNS or (
        before in ("called", "named") and draft.plain(index - 2) in ORG_NOUNS
    )
    if not noun and not _works_there(draft, index, before):
        return False
    draft.claim(index, behind, EntityType.ORGANIZATION, _FAIR)
    return True


def _works_there(draft: Draft, index: int, before: str) -> bool:
    word = draft.words[index]
    near = {draft.plain(i) for i in range(max(0, index - 6), index)}
    if before in ("joined", "joining", "joins") and len(word.text) > 2:
        return not draft.lexicon.lemmas(word.plain) or not word.is_initial
    if before in ORG_BEFORE:
        return bool(near & ORG_VERBS) and word.plain not in TIME_WORDS
    is_polish_unknown = not draft.lexicon.lemmas(word.plain) and not word.plain.endswith(
        ("ie", "ach")
    )
    return before in ("w", "dla") and bool(near & ORG_VERBS) and is_polish_unknown


def _find_place(draft: Draft, index: int) -> bool:
    """Lives in X, mieszka w X, Lake X, X Street."""
    before = draft.plain(index - 1)
    behind = draft.run_from(index)
    if draft.plain(index) in PLACE_HEADS and behind - index >= 2:
        draft.claim(index, behind, EntityType.PLACE, _FAIR)
        return True
    if draft.plain(behind - 1) in PLACE_TAILS and behind - index >= 2:
        draft.claim(index, behind, EntityType.PLACE, _FAIR)
        return True
    near = [draft.plain(i) for i in range(max(0, index - 4), index)]
    is_place = before in PLACE_BEFORE and draft.is_spaced(index - 1) and set(near) & PLACE_VERBS
    if not is_place or draft.words[index].text.isupper() or draft.plain(index) in TIME_WORDS:
        return False
    draft.claim(index, behind, EntityType.PLACE, _WEAK, _place(draft, index, behind))
    return True


def _place(draft: Draft, index: int, behind: int) -> str | None:
    word = draft.words[index]
    lemmas = [x for x in draft.lexicon.lemmas(word.plain) if x not in NO_NAME]
    if (
        behind != index + 1
        or not lemmas
        or word.plain in lemmas
        or draft.lexicon.is_english(word.plain)
    ):
        return None
    return respell(word.text, lemmas[-1])
