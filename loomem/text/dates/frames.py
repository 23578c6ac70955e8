"""What words around dates build in every language that is read word by word."""

from loomem.text.dates.combined import EndOf, Toward, WeekOf, is_single_day
from loomem.text.dates.grammar import WordReading
from loomem.text.dates.model import Direction
from loomem.text.dates.reading import Built


def by_end(reading: WordReading) -> Built:
    """Return the limit that the end of a date sets: "by the end of June"."""
    return Toward(EndOf(reading.expression("x")), Direction.FUTURE, is_default=True)


def week_of(reading: WordReading) -> Built:
    """Return the week around a day; a longer time has none."""
    day = reading.expression("x")
    return WeekOf(day) if is_single_day(day) else None


def nth_week(reading: WordReading) -> Built:
    """Return the week of a month or year that a number names, the last one without a number."""
    return WeekOf(reading.expression("x"), reading.number("o") if reading.has("o") else -1)
