"""Writes the parts of the docs that are made from the code; a test compares them."""

from pathlib import Path

from loomem.stores.schema import render_storage_page

ROOT = Path(__file__).parents[1]

STORAGE_HEAD = """# How memories are kept

Everything lies in one folder (`storage.data_dir`, `./data` unless set otherwise):

| folder or file | what it is | may be deleted |
|---|---|---|
| `lmdb/` | the memories themselves: the only truth | **no** |
| `text/` | full-text index, made from `lmdb/` | yes, while no server runs |
| `vectors/` | vector index files of large streams, made from `lmdb/` | yes, while no server runs |
| `loomem.lock` | names the process that uses the folder | yes, while no server runs |

A missing, damaged or outdated index is noticed at the start and made again in the background;
searches go on meanwhile with what is there.

## What happens when a memory is stored

1. A local encoder makes its vector. A long text, a remote encoder, or one that does not answer
   within two seconds: the vector follows from a queue.
2. One writer thread puts the record, its secondary rows, its vector and an outbox row into one LMDB
   transaction. Writes that arrive together share one commit. An answer is sent after the commit
   has reached the disk, never before.
3. The vector is searchable with the answer. The text index takes up outbox rows in batches; a
   search first waits until everything committed before it is visible.
4. After the text index has committed, the outbox rows go. What a crash leaves in the outbox is
   applied again at the next start; doing it twice does no harm.

So there is nothing to roll back, and a process that is killed at any moment loses nothing that it
acknowledged. When the disk is full, a write is refused with status 507 and leaves nothing behind;
reading goes on, and writing too as soon as there is room.

## Erasing for good

A deleted memory is hidden and can be restored. `POST /v1/purge/{{id}}` and `/v1/purge-namespace` erase:
record, vector, graph rows and outbox rows go in one commit. The engines keep the bytes of what was
removed until they need the room, so the files are written anew afterwards: the text index document by
document, a vector graph that holds removed vectors from the vectors that are left, and the data file
as a compact copy that takes its place. Reading goes on meanwhile; writes wait while the data file is
copied (about a second for 250 MB), which needs as much free space again. The answer says
`"traces": "removed"` when that was done within five seconds, else `"being_removed"`: `jobs.scrub` of
`GET /v1/status` tells when. A crash only delays it: the request lies in the data file.

## Back-up

Stop the server and copy `lmdb/`, or copy it from a file-system snapshot while the server runs.
The indexes need no copy.

## Keys

Written by schema version {version}. Data of a newer version that this one cannot read is refused
at the start and left untouched. Streams are part of every key, so no reader of one stream can reach
another's rows.

"""


def storage_page() -> str:
    """Return the text of docs/storage.md."""
    from loomem.stores.schema import SCHEMA_VERSION

    return STORAGE_HEAD.format(version=SCHEMA_VERSION) + render_storage_page()


def main() -> None:
    (ROOT / "docs" / "storage.md").write_text(storage_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
