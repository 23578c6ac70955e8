"""Builds engine queries from terms and filters. No user text ever meets a query parser."""

from collections.abc import Iterator, Sequence
from typing import Final

from tantivy import FieldType, Occur, Query, Schema

from loomem.model.filters import Filter
from loomem.stores.fulltext.document import TERM_FIELDS, is_storable, to_int64

_BOOSTS: Final = {"content": 1.0, "entities": 0.2, "relations": 0.2}
MEANT_WEIGHT: Final = 0.7
"""What a word counts that was not asked for but means the same."""

Clause = tuple[Occur, Query]
Required = Sequence[str | tuple[str, ...]]
"""Conditions that must all hold: a term, or alternatives of which one is enough."""


def build_query(
    schema: Schema,
    terms: Sequence[str],
    streams: Sequence[str],
    rule: Filter,
    required: Required,
    fields: Sequence[str] = TERM_FIELDS,
    also: Sequence[str] = (),
) -> Query | None:
    """Return the query, or None where nothing can match: no usable term, no usable stream.

    The clauses that only admit add nothing to the score. ``also`` are terms that count less, in the
    first field only.
    """
    wanted = [term for term in terms if is_storable(term)]
    lighter = [term for term in also if is_storable(term)]
    visible = [stream for stream in streams if is_storable(stream)]
    if not wanted or not visible:
        return None
    clauses: list[Clause] = [
        (Occur.Must, _any_stream(schema, visible)),
        (Occur.Must, _any_term(schema, wanted, fields, lighter)),
    ]
    for condition in required:
        group = (condition,) if isinstance(condition, str) else condition
        usable = [term for term in group if is_storable(term)]
        if not usable:
            return None
        clauses.append((Occur.Must, _silent(_any_term(schema, usable))))
    return Query.boolean_query([*clauses, *_filter_clauses(schema, rule)])


def stream_query(schema: Schema, stream: str) -> Query:
    """Return the query for everything in a stream."""
    return _exact(schema, "stream", stream)


def _exact(schema: Schema, field: str, value: str) -> Query:
    return Query.term_query(schema, field, value, "basic")


def _silent(query: Query) -> Query:
    return Query.const_score_query(query, 0.0)


def _any_stream(schema: Schema, streams: Sequence[str]) -> Query:
    if len(streams) == 1:
        return _silent(stream_query(schema, streams[0]))
    return _silent(Query.boolean_query([(Occur.Should, stream_query(schema, s)) for s in streams]))


def _any_term(
    schema: Schema,
    terms: Sequence[str],
    fields: Sequence[str] = TERM_FIELDS,
    lighter: Sequence[str] = (),
) -> Query:
    named = [
        _weighted(Query.term_query(schema, field, term, "freq"), field)
        for field in fields
        for term in terms
    ]
    meant = [
        Query.boost_query(Query.term_query(schema, fields[0], term, "freq"), MEANT_WEIGHT)
        for term in lighter
    ]
    return Query.boolean_query([(Occur.Should, query) for query in (*named, *meant)])


def _weighted(query: Query, field: str) -> Query:
    boost = _BOOSTS.get(field, 1.0)
    return query if boost == 1.0 else Query.boost_query(query, boost)


def _filter_clauses(schema: Schema, rule: Filter) -> Iterator[Clause]:
    """Yield the conditions that the index knows; the caller checks the others on records."""
    if rule.date_from is not None or rule.date_to is not None:
        dates = _range(schema, "event_date", rule.date_from, rule.date_to)
        yield Occur.Must, _silent(dates)
    if rule.level is not None:
        yield Occur.Must, _silent(_range(schema, "level", rule.level, rule.level))
    if rule.source_agent is not None:
        yield Occur.Must, _agent(schema, rule.source_agent)
    for agent in rule.exclude_source_agents:
        yield Occur.MustNot, _agent(schema, agent)


def _range(schema: Schema, field: str, low: int | None, high: int | None) -> Query:
    return Query.range_query(
        schema,
        field,
        FieldType.Integer,
        None if low is None else to_int64(low),
        None if high is None else to_int64(high),
    )


def _agent(schema: Schema, agent: str) -> Query:
    if not is_storable(agent):
        return Query.empty_query()
    return _silent(_exact(schema, "source_agent", agent))
