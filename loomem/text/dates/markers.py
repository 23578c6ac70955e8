"""Markers that show with a record when something happened, was observed and was written down.

A bare ``[YYYY-MM-DD]`` of older records stays as it is and tells nothing.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

_MARKER: Final = re.compile(r"\[(event|observed|recorded):([0-9]{4}-[0-9]{2}-[0-9]{2})\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Markers:
    """Days as ``YYYY-MM-DD``, None where not known."""

    event: str | None = None
    observed: str | None = None
    recorded: str | None = None


def render_markers(event: str | None, observed: str | None, recorded: str | None) -> str:
    """Return ``[event:2024-05-03] [observed:…] [recorded:…]`` of the days that are known.

    What is no day of the calendar is left out, like an unknown one.
    """
    days = {"event": event, "observed": observed, "recorded": recorded}
    return " ".join(f"[{name}:{day}]" for name, day in days.items() if day and _is_day(day))


def parse_markers(text: str) -> Markers:
    """Return the days the markers in a text give; of several of a kind, the first."""
    found: dict[str, str] = {}
    for name, day in _MARKER.findall(text):
        if _is_day(day):
            found.setdefault(name, day)
    return Markers(**found)


def _is_day(day: str) -> bool:
    if len(day) != len("2000-01-01"):
        return False
    try:
        return date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False
