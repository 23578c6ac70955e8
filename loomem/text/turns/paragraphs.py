"""Text that nobody says, cut into paragraphs: headings lead, lists and code stay in one piece."""

import re
from collections.abc import Iterator
from typing import Final

from loomem.text.blocks import Block, BlockKind, Span, blocks_of
from loomem.text.turns.model import Turn

# Shorter neighbours are put together: a vector of three words finds nothing.
_SHORT_TOKENS: Final = 60
_CHARACTERS_PER_TOKEN: Final = 4
_WIDE: Final = re.compile(
    r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef\U00020000-\U0003fffd]"
)
_WIDE_WEIGHT: Final = (
    3  # one of these characters takes as many tokens as three letters, rounded down
)
_INTRODUCES: Final = re.compile(r"[:：]\s*$")
_TAIL: Final = 8


def paragraphs(text: str, start: int, end: int) -> list[Turn]:
    """Return the paragraphs of a span as turns without an author.

    A heading, and a line that ends with a colon, stay with what follows. Neighbouring short
    paragraphs are joined up to about 60 tokens, but never across a heading.
    """
    groups = _groups(text, blocks_of(text, start, end))
    return [Turn(None, None, first, last, first) for first, last in groups]


def _groups(text: str, blocks: list[Block]) -> Iterator[Span]:
    opened: Span | None = None
    before = BlockKind.RULE
    for block in blocks:
        if opened is not None and _joins(text, opened, before, block):
            opened = (opened[0], block.end)
        else:
            if opened is not None:
                yield opened
            opened = None if block.kind is BlockKind.RULE else (block.start, block.end)
        before = block.kind
    if opened is not None:
        yield opened


def _joins(text: str, opened: Span, before: BlockKind, block: Block) -> bool:
    if block.kind is BlockKind.RULE:
        return False
    if block.kind is BlockKind.HEADING:
        return before is BlockKind.HEADING
    tail = text[max(opened[0], opened[1] - _TAIL) : opened[1]]
    leads = before is BlockKind.HEADING or _INTRODUCES.search(tail) is not None
    return leads or _is_short(text, opened[0], block.end)


def _is_short(text: str, start: int, end: int) -> bool:
    limit = _SHORT_TOKENS * _CHARACTERS_PER_TOKEN
    if end - start > limit:
        return False
    joined = text[start:end]
    wide = 0 if joined.isascii() else len(_WIDE.findall(joined))
    return len(joined) + wide * (_WIDE_WEIGHT - 1) <= limit
