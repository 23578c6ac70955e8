"""Reads what a text names, in English, Polish and Chinese, with an owner's own dictionary first."""

import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import chain

from loomem.text.entities.dictionary import EntityDictionary
from loomem.text.entities.draft import Draft, Forms
from loomem.text.entities.groups import find_groups, find_introduced
from loomem.text.entities.han import HanReader
from loomem.text.entities.links import links_between
from loomem.text.entities.model import EntityType, Link, Mention, OtherName, Reading
from loomem.text.entities.other_names import other_names
from loomem.text.entities.people import find_full_names, find_people, follows_role
from loomem.text.entities.phrases import PhraseTable, Spelling, Term, shipped_table, word_forms
from loomem.text.entities.signs import signs_in
from loomem.text.entities.technologies import CUES, HAN_CUES
from loomem.text.entities.vocabulary import (
    ORG_NOUNS,
    ORG_VERBS,
    PERSON_AFTER,
    PLACE_BEFORE,
    PLACE_VERBS,
    STRONG_AFTER,
)
from loomem.text.entities.words import Sentence, sentences
from loomem.text.folding import fold
from loomem.text.language import guess_language
from loomem.text.lexicon import EmptyLexicon, Lexicon

RULES = 1
"""Raise with every change after which the same text names something else."""

_MAX_REMEMBERED = 2_000_000


class EntityReader:
    """Immutable, and safe to use from several threads."""

    def __init__(
        self, dictionary: EntityDictionary | None = None, lexicon: Lexicon | None = None
    ) -> None:
        self.dictionary = dictionary or EntityDictionary()
        self._lexicon: Lexicon = lexicon or EmptyLexicon()
        self._own = PhraseTable(self.dictionary.terms())
        self._shipped = shipped_table()
        self.identity = (
            f"rules{RULES} dictionary:{self.dictionary.digest} lexicon:{self._lexicon.digest}"
        )
        """Equal for readers that find the same; a graph made under another one is rebuilt."""
        self._remembered: OrderedDict[str, Reading] = OrderedDict()
        self._room = _MAX_REMEMBERED
        self._lock = threading.Lock()

    def read(self, text: str) -> Reading:
        """Return mentions in order of place, connections, and statements of other names.

        Recent readings are remembered: reading ahead spares the writer the time.
        """
        with self._lock:
            known = self._remembered.get(text)
        if known is None:
            known = self._read(text)
            self._remember(text, known)
        return known

    def _remember(self, text: str, reading: Reading) -> None:
        with self._lock:
            if text in self._remembered:
                return
            self._remembered[text] = reading
            self._room -= len(text)
            while self._room < 0:
                oldest, _ = self._remembered.popitem(last=False)
                self._room += len(oldest)

    def canonical(self, name: str) -> str:
        """Return the name that a name alone is kept under; itself where nothing is known."""
        for table in (self._own, self._shipped):
            term = table.by_name.get(fold(name.strip()))
            if term is not None:
                return term.canonical
        found = self.read(name.strip()).mentions
        whole = [m for m in found if m.end - m.start == len(name.strip())]
        return whole[0].canonical if whole else name.strip()

    def _read(self, text: str) -> Reading:
        forms = word_forms(self._lexicon, guess_language(text))
        mentions: list[Mention] = []
        links: dict[Link, None] = {}
        names: dict[OtherName, None] = {}
        signs = sorted(signs_in(text), key=_start)
        for sentence in sentences(text):
            found = self._mentions(sentence, forms)
            found = _with_signs(found, signs, sentence)
            mentions.extend(found)
            stated = other_names(text, sentence.end, found, self._lexicon)
            names.update(dict.fromkeys(stated))
            links.update(dict.fromkeys(self._links(sentence, found)))
        aliases = tuple(names)
        return Reading(tuple(_without_aliases(mentions, aliases)), tuple(links), aliases)

    def _mentions(self, sentence: Sentence, forms: Forms) -> list[Mention]:
        draft = Draft(sentence, forms, self._lexicon, self._shipped)
        if self._own.by_name:
            self._find_terms(draft, self._own)
        find_groups(draft)
        find_full_names(draft)
        self._find_terms(draft, self._shipped)
        find_people(draft)
        find_introduced(draft)
        found = draft.mentions
        if has_han(sentence):
            found = _merged(found, self._han(sentence))
        return sorted(found, key=lambda mention: mention.start)

    def _han(self, sentence: Sentence) -> list[Mention]:
        text = sentence.text[sentence.start : sentence.end]
        return [
            _moved(mention, sentence.start)
            for mention in HanReader(text, self._shipped, self._own).read()
        ]

    def _find_terms(self, draft: Draft, table: PhraseTable) -> None:
        index = 0
        while index < len(draft.words):
            index = max(index + 1, self._claim_at(draft, table, index))

    def _claim_at(self, draft: Draft, table: PhraseTable, index: int) -> int:
        for term, behind, is_inflected in table.at_word(draft.sentence, index, draft.forms):
            if draft.is_free(index, behind) and _fits(draft, term, index, behind, is_inflected):
                draft.claim_term(index, behind, term)
                return behind
        return 0

    def _links(self, sentence: Sentence, found: Sequence[Mention]) -> Iterable[Link]:
        stated = links_between(sentence.text, sentence.start, sentence.end, found)
        named = {mention.canonical for mention in found}
        return chain(stated, self.dictionary.links_among(named))


def has_han(sentence: Sentence) -> bool:
    """Say whether a sentence has Chinese characters."""
    text = sentence.text[sentence.start : sentence.end]
    return not text.isascii() and any("\u4e00" <= char <= "\u9fff" for char in text)


def _fits(draft: Draft, term: Term, index: int, behind: int, is_inflected: bool) -> bool:  # noqa: FBT001
    word = draft.words[index]
    if not _has_free_borders(draft, index, behind):
        return False
    if term.confidence < 1.0 and follows_role(draft, index):
        return False
    if term.spelling is Spelling.ANY:
        return not is_inflected or word.is_capital
    if is_inflected and (not word.is_capital or (word.is_initial and len(word.plain) < 5)):
        return False
    if not _has_capitals(draft, term, index, behind, is_inflected):
        return False
    if term.spelling is Spelling.NOT_INITIAL:
        return _stands_out(draft, term, index)
    return term.spelling is Spelling.CASED or _is_cued_here(draft, term, index, behind)


def _stands_out(draft: Draft, term: Term, index: int) -> bool:
    """A name that is also a word: where a place, or an organisation, would stand."""
    if has_han(draft.sentence):
        return True
    if term.entity_type is not EntityType.PLACE:
        return not draft.words[index].is_initial or _is_cued(draft, term)
    before = draft.plain(index - 1)
    if before in ("and", "i", "oraz"):
        beside = draft.shipped.by_name.get(draft.plain(index - 2))
        return beside is not None and beside.entity_type is EntityType.PLACE
    return before in PLACE_BEFORE or bool(draft.sentence.plain_words & PLACE_VERBS)


def _has_free_borders(draft: Draft, index: int, behind: int) -> bool:
    text = draft.sentence.text
    before = text[max(0, draft.words[index].start - 1) : draft.words[index].start]
    after = text[draft.words[behind - 1].end : draft.words[behind - 1].end + 2]
    if before in ("_", "@", "#", "/", "\\", "."):
        return False
    return after[:1] != "_" and not (after[:1] in "/\\@" and after[1:].strip())


def _has_capitals(
    draft: Draft,
    term: Term,
    index: int,
    behind: int,
    is_inflected: bool,  # noqa: FBT001
) -> bool:
    start, end = draft.words[index].start, draft.words[behind - 1].end
    written = draft.sentence.text[start:end].removesuffix("'s").removesuffix("’s")
    if not is_inflected:
        own = term.spelled
        shorter = written.rstrip("0123456789")
        return written == own or shorter == own or _same_capitals(written, own)
    return all(
        word.is_capital or not part[0].isupper()
        for word, part in zip(
            draft.words[index:behind], term.spelled.replace("-", " ").split(), strict=False
        )
    )


def _same_capitals(written: str, own: str) -> bool:
    """Accents may be missing; capitals may not."""
    return fold(written) == fold(own) and [c.isupper() for c in written] == [
        c.isupper() for c in own
    ]


def _is_cued_here(draft: Draft, term: Term, index: int, behind: int) -> bool:
    """A word that is also a name of people or begins the sentence needs more than a cue."""
    if term.entity_type is EntityType.TECHNOLOGY and draft.plain(behind) in STRONG_AFTER:
        return False
    if len(term.spelled) == 1 and draft.sentence.gap(index)[:1] in (".", "'", "’"):
        return False
    if draft.words[index].is_initial and not has_han(draft.sentence):
        following = draft.plain(behind)
        return following in CUES or (following in PERSON_AFTER and _is_cued(draft, term))
    return _is_cued(draft, term)


def _is_cued(draft: Draft, term: Term) -> bool:
    plain = draft.sentence.plain_words
    if term.entity_type is EntityType.TECHNOLOGY:
        text = draft.sentence.text[draft.sentence.start : draft.sentence.end]
        return bool(plain & CUES) or any(cue in text for cue in HAN_CUES)
    return bool(plain & (ORG_VERBS | ORG_NOUNS))


def _moved(mention: Mention, by: int) -> Mention:
    return Mention(
        name=mention.name,
        canonical=mention.canonical,
        entity_type=mention.entity_type,
        start=mention.start + by,
        end=mention.end + by,
        confidence=mention.confidence,
        alias=mention.alias,
    )


def _merged(found: list[Mention], more: list[Mention]) -> list[Mention]:
    """Join two lists; where they overlap the longer one stays."""
    kept: list[Mention] = []
    for mention in sorted([*found, *more], key=lambda m: (m.start, m.start - m.end)):
        if kept and mention.start < kept[-1].end:
            continue
        kept.append(mention)
    return kept


def _start(mention: Mention) -> int:
    return mention.start


def _with_signs(found: list[Mention], signs: list[Mention], sentence: Sentence) -> list[Mention]:
    first = bisect_left(signs, sentence.start, key=_start)
    near = signs[first : bisect_left(signs, sentence.end, key=_start)]
    if not near:
        return found
    starts = [mention.start for mention in found]
    free = [sign for sign in near if _is_apart(sign, found, starts)]
    return sorted([*found, *free], key=_start)


def _is_apart(sign: Mention, found: Sequence[Mention], starts: Sequence[int]) -> bool:
    """Say whether a sign overlaps none of the mentions, which are in order."""
    behind = bisect_left(starts, sign.start)
    before = found[behind - 1].end <= sign.start if behind else True
    return before and (behind == len(found) or sign.end <= starts[behind])


def _without_aliases(
    mentions: Iterable[Mention], aliases: Sequence[OtherName]
) -> Iterable[Mention]:
    """What was just given as another name is no second entity of this text."""
    owners = {fold(alias.alias): alias.canonical for alias in aliases}
    for mention in mentions:
        owner = owners.get(fold(mention.canonical))
        if owner is None or owner == mention.canonical:
            yield mention
