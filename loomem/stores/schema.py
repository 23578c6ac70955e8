"""The key schema as data: every named database, its keys and its values.

``docs/storage.md`` is rendered from this table and compared in a test. Nothing here does I/O.
"""

import msgspec

SCHEMA_VERSION = 3
"""What this program writes."""

COMPAT_VERSION = 3
"""The oldest program version (by schema number) that can still read what this one writes."""

MAX_KEY_BYTES = 511
"""LMDB's limit for one key."""


class Keyspace(msgspec.Struct, frozen=True):
    """One family of rows: where it lives, how its key is built, what its value is."""

    database: str
    key: str
    value: str
    purpose: str
    derived: bool = False


KEYSPACES: tuple[Keyspace, ...] = (
    Keyspace("default", "chunk:L{level}:{id}", "chunk record, JSON", "The memories themselves."),
    Keyspace(
        "default",
        "intent:{seq}",
        "intent, JSON",
        "Outbox: what the text index or the encoder still has to do. seq is 8 bytes, big endian.",
    ),
    Keyspace(
        "default",
        "meta:{name}",
        "JSON",
        "Schema and compat version, embedding identity, counters.",
    ),
    Keyspace(
        "default",
        "graph:entity:{entity}",
        "stream, name as it is looked up, time, JSON",
        "One entity of a stream. Its names and types lie in the rows of the memories that support them.",
        derived=True,
    ),
    Keyspace(
        "default",
        "graph:s:{stream}:name:{folded name; hashed when long}",
        "entity id",
        "From a name to its entity.",
        derived=True,
    ),
    Keyspace(
        "default",
        "graph:s:{stream}:alias:{folded name; hashed when long} 00 {entity}{id}",
        "the name as written",
        "Another name that one memory gives to an entity.",
        derived=True,
    ),
    Keyspace(
        "default",
        "graph:mention:{entity}:{id}",
        "name, type, other names and confidence by who found it, JSON",
        "What one memory contributes to an entity. `graph:chunk:{id} 00 {entity}` leads back.",
        derived=True,
    ),
    Keyspace(
        "default",
        "graph:edge:{edge}",
        "stream, both ends, relation, time, JSON",
        "One link. `graph:adj:{source}:{edge}` and `graph:radj:{target}:{edge}` find it.",
        derived=True,
    ),
    Keyspace(
        "default",
        "graph:support:{edge}:{id}",
        "confidence by who found it, JSON",
        "A memory that supports a link. `graph:chunk-edge:{id} 00 {edge}` leads back.",
        derived=True,
    ),
    Keyspace(
        "default",
        "llm_entities:{id}",
        "empty",
        "A language model has read this memory for entities.",
    ),
    Keyspace(
        "embeddings",
        "{id}",
        "the vector as f16, little endian",
        "The vector of a memory (what other documents call `emb:{id}`: without those four bytes a page "
        "holds five rows instead of four); `{id} 00 near` and `… wide` those of a fragment with its "
        "neighbours. `embeddings_b` is the second table of a re-embedding.",
    ),
    Keyspace(
        "vector_keys",
        "{stream} [1f {view}] 00 {vector key, 8 bytes big endian}",
        "chunk id",
        "From an index hit back to a memory; one range per stream and view. `vector_keys_b` likewise.",
        derived=True,
    ),
    Keyspace(
        "vector_numbers",
        "{id} [00 {view}]",
        "u64 vector key, little endian",
        "From a memory to its place in the vector index. `vector_numbers_b` likewise.",
        derived=True,
    ),
    Keyspace("by_id", "{id}", "level, one byte", "Which level a memory is kept at.", derived=True),
    Keyspace(
        "by_time",
        "{stream} 00 {timestamp, 8 bytes big endian} {id}",
        "empty",
        "Listing by time and paging.",
        derived=True,
    ),
    Keyspace(
        "by_subject",
        "{stream} 00 {subject, folded; hashed when long} 00 {id}",
        "empty",
        "Facts of one subject.",
        derived=True,
    ),
    Keyspace(
        "by_source",
        "{source id} 00 {id}",
        "empty",
        "Everything that was derived from a source.",
        derived=True,
    ),
    Keyspace(
        "by_root",
        "{root id} 00 {version, 4 bytes big endian} {id}",
        "empty",
        "The later versions of one memory in order; the first is the root itself.",
        derived=True,
    ),
    Keyspace(
        "by_fingerprint",
        "{stream} 00 {16 bytes of the folded text's hash} {id}",
        "empty",
        "Current memories with the same words.",
        derived=True,
    ),
    Keyspace(
        "counters",
        "{stream} 00 {name}",
        "i64, little endian",
        "Per-stream totals, kept in the same transaction as what they count.",
        derived=True,
    ),
    Keyspace(
        "idempotency",
        "key:{hash}",
        "request hash, first answer, time, JSON",
        "What a repeated request is answered with. `time:{timestamp}{hash}` expires them.",
    ),
    Keyspace(
        "audit",
        "{timestamp, 8 bytes big endian} {number, 8 bytes big endian}",
        "what was done to which memory, JSON; never a value or a text",
        "What was redacted, blocked or erased.",
    ),
    Keyspace(
        "cost",
        "cost:{date}",
        "totals per model, calls under way, JSON",
        "What language models cost on a UTC day; `cost:{stream}:{date}` the same for one stream.",
    ),
    Keyspace(
        "oauth",
        "{kind}:{id, or hash of the secret}",
        "JSON",
        "Clients, grants, codes and tokens; kind is `client`, `grant`, `code`, `access` or `refresh`. "
        "`due:{instant, 8 bytes big endian}{key}` drops what is over.",
    ),
    Keyspace("keys", "scope:{stream}", "wrapped data key", "Reserved for encryption at rest."),
)

DATABASES: tuple[str, ...] = (
    *dict.fromkeys(space.database for space in KEYSPACES),
    "embeddings_b",
    "vector_keys_b",
    "vector_numbers_b",
)


def render_storage_page() -> str:
    """Return the table of ``docs/storage.md`` as Markdown."""
    rows = [
        "| database | key | value | what it is for | rebuilt from the rest |",
        "|---|---|---|---|---|",
    ]
    rows.extend(
        f"| `{s.database}` | `{s.key}` | {s.value} | {s.purpose} | {'yes' if s.derived else 'no'} |"
        for s in KEYSPACES
    )
    return "\n".join(rows) + "\n"
