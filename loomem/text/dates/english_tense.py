"""English words that tell whether a sentence is about the past or the future."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from loomem.text.dates.model import Direction
from loomem.text.dates.spelling import Spelling
from loomem.text.dates.tape import Token
from loomem.text.dates.tense import Clue
from loomem.text.stopwords import words

_PAST: Final = words("""
    was were did had been got went came took made said told saw met bought sold left began
    began started finished became felt found gave kept knew lost paid ran sent spent thought
    won wrote broke brought built caught chose drove drank ate fell flew forgot grew heard
    held laid led lent meant rode rose sang sat shot showed slept spoke stood stole swam
    taught threw woke wore hung dug drew fed fought hid rang shook sank stuck swore tore
    understood didn wasn weren hadn gone seen done taken given happened used ago previously
    """)
_LIKE_PRESENT: Final = words("let put set cut hit hurt read quit cost shut beat split")
"""Past forms that are also present ones: past unless a helping verb stands before."""

_FUTURE: Final = words("""
    will shall gonna must should need needs upcoming soon tomorrow deadline deadlines due plan
    plans planning planned scheduled booked expected supposed appointment appointments
    'll reminder remind hope hopes hoping intend intends expires expire postponed rescheduled
    delayed pushed until wants want
    """)
_MAYBE_FUTURE: Final = words("""
    is are am isn aren have has can may might let starts begins opens leaves arrives ends
    closes launches meet meeting see visit fly 's 're 'm 've
    """)
_NOT_PAST: Final = words("""
    need bed red speed feed seed hundred wed weed shed bleed breed exceed proceed succeed
    indeed embed united limited medical ted fred reed interested married excited tired hatred
    sacred naked aged advanced detailed unexpected
    """)
_SET_DATES: Final = words("""
    deadline launch release meeting appointment exam flight party wedding
    """)
_MOVED: Final = words("moved changed shifted")
_RECURRING: Final = words("birthday birthdays born anniversary")
_FEASTS: Final = words("party dinner trip lunch gift present cake celebration")
_HELPING: Final = words("""
    to will would can could should must may might shall do does did don doesn not please 'll 't 'd
    """)
_PASSIVE: Final = words("be get gets getting being is are am to 're 'm")
_PERFECT_HELPING: Final = words("will would should must may might could 'll")
_PARTICIPLES: Final = words("done made given taken held sold paid left built sent gone")
_SHORTEST_PAST: Final = 5  # letters: asked, lived


def english_clues(_: Spelling, tokens: Sequence[Token]) -> Iterator[Clue]:
    """Yield the clues of a text in order."""
    words_read = ["", "", *(token.text for token in tokens), ""]
    is_date_moved = not _SET_DATES.isdisjoint(words_read)
    for index, token in enumerate(tokens):
        earlier, before, word, after = words_read[index : index + 4]
        around = _Around(earlier, before, word, after, is_date_moved)
        direction = _told(around)
        if direction is not None:
            yield Clue(token.start, direction)
        elif token.text in _MAYBE_FUTURE:
            yield Clue(token.start, Direction.FUTURE, is_strong=False)


class _Around(NamedTuple):
    """A word with its neighbours."""

    earlier: str
    before: str
    word: str
    after: str
    is_date_moved: bool


def _told(around: _Around) -> Direction | None:
    word = around.word
    if word in _RECURRING and around.after not in _FEASTS:
        return Direction.EITHER
    if word in _FUTURE or (word == "going" and around.after == "to"):
        return Direction.FUTURE
    if (word == "won" and around.after == "'t") or (word in _MOVED and around.is_date_moved):
        return Direction.FUTURE
    return Direction.PAST if _is_past(around) else None


def _is_past(around: _Around) -> bool:
    word = around.word
    if word in _LIKE_PRESENT:
        return around.before not in _HELPING and around.after != "'s"
    if around.before == "have" and around.earlier in _PERFECT_HELPING:
        return False
    if word.endswith("ed") and len(word) >= _SHORTEST_PAST and word not in _NOT_PAST:
        return around.before not in _PASSIVE
    return word in _PAST and (word not in _PARTICIPLES or around.before not in _PASSIVE)
