"""Dates in English, Polish and Chinese text: found, tied to the day they were said, and marked.

Unknown stays unknown: without that day, words like "yesterday" name no date.
"""

from loomem.text.dates.events import resolve_event_date
from loomem.text.dates.finding import find_dates
from loomem.text.dates.markers import Markers, parse_markers, render_markers
from loomem.text.dates.model import (
    BEGINNING,
    END,
    DateKind,
    DateMention,
    Direction,
    QueryDates,
    ResolvedDate,
)
from loomem.text.dates.queries import query_range

__all__ = [
    "BEGINNING",
    "END",
    "DateKind",
    "DateMention",
    "Direction",
    "Markers",
    "QueryDates",
    "ResolvedDate",
    "find_dates",
    "parse_markers",
    "query_range",
    "render_markers",
    "resolve_event_date",
]
