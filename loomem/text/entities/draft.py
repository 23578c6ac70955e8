"""A sentence under reading: its words, what is known of each, and the mentions found so far."""

from collections.abc import Callable, Iterable, Sequence

from loomem.text.entities.model import EntityType, Mention
from loomem.text.entities.phrases import PhraseTable, Term
from loomem.text.entities.vocabulary import NO_NAME
from loomem.text.entities.words import Sentence, Word
from loomem.text.lexicon import Lexicon

Forms = Callable[[Word], Sequence[str]]

_MAX_RUN = 5


class Draft:
    """Mentions never overlap: whoever claims words first keeps them."""

    def __init__(
        self, sentence: Sentence, forms: Forms, lexicon: Lexicon, shipped: PhraseTable
    ) -> None:
        self.sentence = sentence
        self.words = sentence.words
        self.forms = forms
        self.lexicon = lexicon
        self.shipped = shipped
        self.mentions: list[Mention] = []
        self._taken = [False] * len(self.words)

    def is_free(self, first: int, behind: int) -> bool:
        """Say whether no mention holds any of these words."""
        return not any(self._taken[first:behind])

    def claim(
        self,
        first: int,
        behind: int,
        entity_type: EntityType,
        confidence: float,
        canonical: str | None = None,
        alias: str | None = None,
        tail: str = "",
    ) -> None:
        """Note a mention of the words from ``first`` up to ``behind``, and of ``tail`` after them."""
        for index in range(first, behind):
            self._taken[index] = True
        start, end = self.words[first].start, self.words[behind - 1].end + len(tail)
        name = self.sentence.text[start:end]
        if name.endswith(("'s", "’s")):
            name, end = name[:-2], end - 2
        self.mentions.append(
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

    def claim_term(self, first: int, behind: int, term: Term) -> None:
        """Note a mention of a known name."""
        self.claim(first, behind, term.entity_type, term.confidence, term.canonical, term.alias)

    def is_name_like(self, index: int) -> bool:
        """Say whether a word is free, has a capital, and is no everyday word that has one."""
        word = self.sentence.word(index)
        return (
            word is not None
            and not self._taken[index]
            and word.is_capital
            and word.plain not in NO_NAME
            and not word.text[0].isdigit()
        )

    def run_from(self, index: int) -> int:
        """Return the index behind a run of name-like words that spaces or hyphens join."""
        behind = index
        while behind < len(self.words) and behind - index < _MAX_RUN and self.is_name_like(behind):
            behind += 1
            if self.sentence.gap(behind - 1) not in (" ", "-", "\u00a0"):
                break
        return behind

    def is_spaced(self, index: int) -> bool:
        """Say whether a mere space stands behind a word."""
        return self.sentence.gap(index) in (" ", "\u00a0")

    def plain(self, index: int) -> str:
        """Return the folded word at an index, or nothing outside of the sentence."""
        word = self.sentence.word(index)
        return word.plain if word is not None else ""

    def bases(self, index: int) -> Iterable[str]:
        """Return the folded word and what the lexicon says it is a form of."""
        plain = self.plain(index)
        return (plain, *self.lexicon.lemmas(plain))
