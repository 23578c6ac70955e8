"""Tables of words and the days they mean, and the check of one row."""

from datetime import date

from loomem.text.dates import find_dates


def rows(table: str) -> list[tuple[str, ...]]:
    return [
        tuple(part.strip() for part in line.split(" | ")) for line in table.strip().splitlines()
    ]


def check(text: str, anchor: date, days: tuple[str, ...], *, is_certain: bool) -> None:
    found = find_dates(text, anchor)
    read = [(m.first.isoformat(), m.last.isoformat(), m.is_certain) for m in found]
    assert read == [(days[0], days[-1], is_certain)]
