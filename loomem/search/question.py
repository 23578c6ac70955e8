"""What a question says of itself, before anything is looked for."""

from datetime import UTC, datetime
from typing import Final

import msgspec

from loomem.config.values import SearchStage
from loomem.model.filters import DAY_SECONDS, Filter, day_start
from loomem.search.candidate import Query
from loomem.search.options import Options
from loomem.search.period import Period, asked_period
from loomem.text.analysis import Analyzer
from loomem.text.questions import QueryClass, asks_for_nothing_else, query_class
from loomem.text.synonyms import Synonyms, Words

QUICK_CHARS: Final = 1_000
"""So much of a question is read for days, names and other words; all its words are looked for."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """The words to look for, as terms and word by word, what else may be meant by each of them,
    the days it asks about, and its kind. ``only_days`` is the condition of a question that asks for
    nothing but its days ("what happened yesterday").
    """

    terms: list[str]
    words: Words
    meant: Words
    kind: QueryClass
    period: Period | None = None
    only_days: Filter | None = None

    def about(self, terms: list[str]) -> "Question":
        """Return the question with these of its terms only."""
        left = set(terms)
        pairs = zip(self.words, self.meant, strict=True)
        kept = [(word, meant) for word, meant in pairs if not left.isdisjoint(word)]
        words, meant = tuple(w for w, _ in kept), tuple(m for _, m in kept)
        return msgspec.structs.replace(self, terms=terms, words=words, meant=meant)


class QuestionReader:
    """Reads questions. Safe to use from several threads."""

    def __init__(self, analyzer: Analyzer, synonyms: Synonyms, options: Options) -> None:
        self._analyzer = analyzer
        self._synonyms = synonyms
        self._options = options

    def read(self, query: Query, terms: list[str], now: int) -> Question:
        """Return what the question says; explicit dates of the request stand above those in the text."""
        text = query.text[:QUICK_CHARS]
        words = tuple(self._analyzer.query_groups(text))
        meant: list[tuple[str, ...]] = [()] * len(words)
        if self._options.has(SearchStage.SYNONYMS):
            meant = self._synonyms.of(text, words)
        period = self._period(query, text, now)
        return Question(
            terms=terms,
            words=words,
            meant=tuple(meant),
            kind=query_class(text),
            period=period,
            only_days=_only_days(query.filter, text, period),
        )

    def _period(self, query: Query, text: str, now: int) -> Period | None:
        is_dated = query.filter.date_from is not None or query.filter.date_to is not None
        if is_dated or not self._options.has(SearchStage.PERIODS):
            return None
        return asked_period(text, now, self._options.zone)


def _only_days(given: Filter, text: str, period: Period | None) -> Filter | None:
    """Make the days a condition where they are sure and all that was asked for."""
    if period is None or not period.is_sure or not asks_for_nothing_else(period.without(text)):
        return None
    first, last = (day_start(day.isoformat()) for day in (period.first, period.last))
    if first is None or last is None:
        return None
    return msgspec.structs.replace(given, date_from=first, date_to=last + DAY_SECONDS - 1)


def today_of(now: int, options: Options) -> str:
    """Return the user's day: "yesterday" means something else tomorrow."""
    return datetime.fromtimestamp(now, UTC).astimezone(options.zone).date().isoformat()
