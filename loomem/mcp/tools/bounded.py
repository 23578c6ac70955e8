"""Keeping answers within what a client takes: long memories as previews, with the id to read on."""

from collections.abc import Sequence

_SMALLEST_SHARE = 120
_ROOM_FOR_NOTE = 60


def share_out(texts: Sequence[str], room: int) -> list[str]:
    """Return the texts cut so that together they fit into ``room`` characters.

    Short ones stay whole and leave their rest to the long ones.
    """
    limit = _limit(sorted(len(text) for text in texts), room)
    return [text if len(text) <= limit else _cut(text, limit) for text in texts]


def _limit(lengths: list[int], room: int) -> int:
    """Return the length up to which all texts may be, by filling from the shortest up."""
    left = room
    for done, length in enumerate(lengths):
        share = left // (len(lengths) - done)
        if length > share:
            return max(share, _SMALLEST_SHARE)
        left -= length
    return lengths[-1] if lengths else 0


def _cut(text: str, limit: int) -> str:
    kept = text[: max(0, limit - _ROOM_FOR_NOTE)].rstrip()
    return f"{kept} … [{len(text) - len(kept)} characters more; memory_get reads them]"
