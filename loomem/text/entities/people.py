"""People in English and Polish text: known first names, titles, and what introduces a person."""

from typing import Final

from loomem.text.entities import first_names
from loomem.text.entities.draft import Draft
from loomem.text.entities.inflection import respell
from loomem.text.entities.model import EntityType
from loomem.text.entities.phrases import Spelling
from loomem.text.entities.vocabulary import (
    NAMING,
    NO_NAME,
    PERSON_AFTER,
    PERSON_BEFORE,
    PETS,
    POSSESSIVES,
    ROLES,
    STRONG_AFTER,
    TITLES,
)
from loomem.text.entities.words import Word
from loomem.text.folding import fold
from loomem.text.polish_names import FIRST_NAMES as POLISH
from loomem.text.stopwords import words

_BY_PLAIN: Final = {fold(name): name for name in sorted(first_names.ALL)}
_WORDS_TOO: Final = frozenset(map(fold, first_names.WORDS_TOO))
_PARTICLES: Final = words("van von de der den del della di da dos la le el al bin ibn")
_MAX_SURNAMES: Final = 2
_PET_DISTANCE: Final = 5
_SURE, _LIKELY, _FAIR = 0.9, 0.75, 0.6


def find_full_names(draft: Draft) -> None:
    """Claim first names with the surnames that follow them."""
    for index in range(len(draft.words)):
        first = _first_name(draft, index)
        if first is None or not draft.is_free(index, index + 1):
            continue
        behind = _surnames(draft, index + 1)
        if behind > index + 1:
            claimed = _full_name(draft, index, behind, first)
            draft.claim(index, behind, EntityType.PERSON, _SURE, claimed)


def find_people(draft: Draft) -> None:
    """Claim what else is recognisably a person: titles, roles, first names alone."""
    for index in range(len(draft.words)):
        if not _may_be_person(draft, index) or _is_pet(draft, index):
            continue
        if _is_titled(draft, index):
            behind = max(index + 1, min(draft.run_from(index), index + 2))
            draft.claim(index, behind, EntityType.PERSON, _LIKELY, _titled(draft, index, behind))
        elif (first := _first_name(draft, index)) is not None:
            if _stands_for_person(draft, index, first):
                draft.claim(index, index + 1, EntityType.PERSON, _LIKELY, first)
        elif draft.is_name_like(index):
            _find_stranger(draft, index)


def _may_be_person(draft: Draft, index: int) -> bool:
    """Jan and Will are names too; of these the words around decide."""
    if draft.is_name_like(index):
        return True
    word = draft.words[index]
    is_free = draft.is_free(index, index + 1) and not draft.plain(index + 1).isdigit()
    return is_free and word.is_capital and word.plain in _BY_PLAIN


def _first_name(draft: Draft, index: int) -> str | None:
    """Return the nominative of a first name, None where the word is none."""
    word = draft.words[index]
    if not word.is_capital or len(word.text) < 2 or (word.text.isupper() and len(word.text) > 1):
        return None
    plain = word.plain.removesuffix("'s")
    known = _BY_PLAIN.get(plain)
    if known is not None and _is_own_name(draft, word, plain):
        return known
    return _inflected(draft, word, plain) or known


def _is_own_name(draft: Draft, word: Word, plain: str) -> bool:
    """In Polish, what may be another name's form is its own only as a Polish name."""
    written = word.text.removesuffix("'s").removesuffix("’s")
    return written in POLISH or not _is_polish(draft) or not draft.lexicon.lemmas(plain)


def _is_polish(draft: Draft) -> bool:
    return len(draft.forms(Word("Wrocławiu", "wroclawiu", 0, 0))) > 1


def _inflected(draft: Draft, word: Word, plain: str) -> str | None:
    if not _is_polish(draft):
        return None
    lemmas = draft.lexicon.lemmas(plain)
    names = [_BY_PLAIN[lemma] for lemma in lemmas if lemma in _BY_PLAIN]
    polish = [name for name in names if name in POLISH] or names
    if not polish or (word.is_initial and len(names) < len(lemmas)):
        return None
    return polish[-1]


def _surnames(draft: Draft, index: int) -> int:
    """Return the index behind the surnames that begin at an index."""
    behind, found = index, 0
    while found < _MAX_SURNAMES and behind < len(draft.words) and draft.is_spaced(behind - 1):
        step = behind
        if draft.plain(step) in _PARTICLES and draft.words[step].text.islower():
            step += 1
        if not draft.is_name_like(step) or not _may_be_surname(draft, step):
            break
        behind, found = step + 1, found + 1
        if draft.sentence.gap(behind - 1) == "-" and draft.is_name_like(behind):
            behind += 1
    while behind > index and len(draft.words[behind - 1].text) == 1:
        behind -= 1
    return behind


def _may_be_surname(draft: Draft, index: int) -> bool:
    word = draft.words[index]
    if word.is_initial and draft.sentence.gap(index - 1) != " ":
        return False
    if len(word.text) == 1 or word.text.isupper():
        return len(word.text) == 1 and draft.sentence.gap(index).startswith(". ")
    known = draft.shipped.by_name.get(word.plain)
    return known is None or known.spelling in (Spelling.NOT_INITIAL, Spelling.CUED)


def _full_name(draft: Draft, index: int, behind: int, first: str) -> str:
    """Return the nominative. Where the first name is not inflected, neither is the surname."""
    written = draft.words[index].text
    start, end = draft.words[index].end, draft.words[behind - 1].end
    rest = draft.sentence.text[start:end].removesuffix("'s").removesuffix("’s")
    is_base = fold(written).removesuffix("'s") == fold(first)
    if is_base and not written.endswith("ą"):
        return first_spelling(written, first) + rest
    parts = [_surname(draft, part, first) for part in rest.split(" ")]
    return first + " ".join(parts)


def first_spelling(written: str, first: str) -> str:
    """Return a first name as it was written, without a genitive ending."""
    plain = written.removesuffix("'s").removesuffix("’s")
    return plain if fold(plain) == fold(first) else first


def _surname(draft: Draft, written: str, first: str) -> str:
    if written.endswith("ą"):
        written = written[:-1] + "a"
    plain = fold(written)
    lemmas = draft.lexicon.lemmas(plain)
    is_woman = first.endswith("a") and first not in ("Kuba", "Barnaba", "Kosma")
    if plain in lemmas and not plain.endswith("a"):
        return written
    wanted = [lemma for lemma in lemmas if lemma.endswith("a") == is_woman]
    wanted = [lemma for lemma in wanted if not lemma.endswith("ie")] or wanted
    return respell(written, wanted[-1]) if wanted else written


def _is_titled(draft: Draft, index: int) -> bool:
    before = draft.plain(index - 1)
    if before not in TITLES or draft.words[index].text.isupper():
        return False
    gap = draft.sentence.gap(index - 1)
    return gap in (" ", ". ") and (gap == " " or len(before) <= 4)


def _titled(draft: Draft, index: int, behind: int) -> str | None:
    """In Polish the title tells the case; a surname alone is kept as the lexicon knows it."""
    first = _first_name(draft, index)
    if first is not None and behind == index + 1:
        return first
    written = draft.words[index].text
    title = draft.plain(index - 1)
    if behind > index + 1 or title not in ("pana", "panu", "panem", "pania", "panie", "pani"):
        return None
    if fold(written) in draft.lexicon.lemmas(fold(written)) and not written.endswith("ą"):
        return None
    return _surname(draft, written, "Ona" if title.startswith("pani") else "On")


def _is_pet(draft: Draft, index: int) -> bool:
    near = {draft.plain(i) for i in range(max(0, index - _PET_DISTANCE), index)}
    after = {draft.plain(i) for i in range(index + 1, index + 4)} if near & NAMING else set()
    return bool((near | after) & PETS)


def _stands_for_person(draft: Draft, index: int, first: str) -> bool:
    word = draft.words[index]
    if fold(first) not in _WORDS_TOO:
        return True
    if word.is_initial:
        return draft.plain(index + 1) in STRONG_AFTER or draft.sentence.gap(index)[:1] == ":"
    near = draft.plain(index - 1)
    introduced = near in PERSON_BEFORE or near in TITLES or follows_role(draft, index)
    return introduced or draft.plain(index + 1) in PERSON_AFTER or fold(first) != word.plain


def follows_role(draft: Draft, index: int) -> bool:
    """My friend X; my friend, X; a friend named X; with possessive or naming word only."""
    back = index - 1
    named = draft.plain(back) in NAMING
    if named:
        back -= 2 if draft.plain(back - 1) in ("o", "po", "is") else 1
    gap = draft.sentence.gap(index - 1) if index else ""
    if back < 0 or gap not in (" ", ", ", "\u00a0"):
        return False
    if not any(base in ROLES for base in draft.bases(back)):
        return False
    near = {draft.plain(back - 1), draft.plain(back - 2)}
    return named or bool(near & POSSESSIVES) or _is_polish(draft)


def _find_stranger(draft: Draft, index: int) -> None:
    """Claim an unknown name that a role, or a verb of people, makes a person."""
    behind = draft.run_from(index)
    words = draft.words[index:behind]
    if any(word.text.isupper() or not word.text.isalpha() for word in words):
        return
    if words[0].plain in TITLES or any(base in ROLES for base in draft.bases(index)):
        return
    if follows_role(draft, index):
        canonical = _nominative(draft, index, behind)
        draft.claim(index, behind, EntityType.PERSON, _LIKELY, canonical)
    elif len(words) == 2 and draft.is_spaced(index) and _acts_like_person(draft, index, behind):
        draft.claim(index, behind, EntityType.PERSON, _FAIR)


def _nominative(draft: Draft, index: int, behind: int) -> str | None:
    if behind != index + 1 or not _is_polish(draft):
        return None
    word = draft.words[index]
    lemmas = [lemma for lemma in draft.lexicon.lemmas(word.plain) if lemma not in NO_NAME]
    if not lemmas or word.plain in lemmas:
        return None
    return respell(word.text, lemmas[-1])


def _acts_like_person(draft: Draft, index: int, behind: int) -> bool:
    if any(word.plain in draft.shipped.by_name for word in draft.words[index:behind]):
        return False
    if _is_polish(draft) or not draft.is_spaced(behind - 1):
        return draft.plain(behind) in STRONG_AFTER and draft.is_spaced(behind - 1)
    if any(draft.lexicon.is_english(word.plain) for word in draft.words[index:behind]):
        return False
    return draft.plain(behind) in STRONG_AFTER or draft.plain(index - 1) in ("met", "with", "told")


def known_name(plain: str) -> str | None:
    """Return the first name of a folded spelling."""
    return _BY_PLAIN.get(plain)
