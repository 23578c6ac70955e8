"""Look an entity up: its type, its other names, what it is connected with, which memories name it."""

from typing import Annotated

import msgspec

from loomem.errors import NotFoundError
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import StreamName, chosen_stream
from loomem.stores.graph_reading import Connection, EntityView

_MAX_LISTED = 500


class GraphEntityRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A name, or another name, of an entity of one stream."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    stream: StreamName | None = None


class EntityDetails(msgspec.Struct, kw_only=True):
    """What is known of an entity. ``type`` is in lower case."""

    id: str
    name: str
    type: str
    aliases: list[str]
    chunk_count: int


class Neighbour(msgspec.Struct, kw_only=True):
    """What the entity is connected with. ``direction`` is ``out`` where it is the subject."""

    entity: str
    entity_type: str
    relation: str
    direction: str
    chunk_count: int


class GraphEntityResult(msgspec.Struct, kw_only=True):
    """Only what live memories of the stream support. Of the ids the first 500 are listed."""

    stream: str
    entity: EntityDetails
    neighbors: list[Neighbour]
    chunk_ids: list[str]


async def graph_entity(context: Context, request: GraphEntityRequest) -> GraphEntityResult:
    """Return what live memories say of an entity; NotFoundError where none mentions it."""
    stream = chosen_stream(context.caller, request.stream)
    found = await context.services.in_thread(_find, context, stream, request.name)
    if found is None:
        raise NotFoundError(
            "No memory of this stream mentions this name.", {"name": request.name[:200]}
        )
    return GraphEntityResult(
        stream=stream,
        entity=EntityDetails(
            id=found.id,
            name=found.name,
            type=found.entity_type.lower(),
            aliases=found.aliases,
            chunk_count=len(found.chunk_ids),
        ),
        neighbors=[_neighbour(connection) for connection in found.connections],
        chunk_ids=found.chunk_ids[:_MAX_LISTED],
    )


def _find(context: Context, stream: str, name: str) -> EntityView | None:
    """Look up as asked, then as the rules would keep the name (an inflected form, for example)."""
    stores = context.services.stores
    with stores.env.read_much() as txn:
        found = stores.graph.entity(txn, stream, name)
    if found is not None:
        return found
    kept = stores.entities.canonical(name)
    with stores.env.read_much() as txn:
        return stores.graph.entity(txn, stream, kept)


def _neighbour(connection: Connection) -> Neighbour:
    return Neighbour(
        entity=connection.name,
        entity_type=connection.entity_type.lower(),
        relation=connection.relation,
        direction=connection.direction,
        chunk_count=connection.chunks,
    )


OPERATION = Operation(
    name="graph_entity",
    summary="Look an entity up",
    request=GraphEntityRequest,
    result=GraphEntityResult,
    run=graph_entity,
    right="read",
    errors=(NotFoundError,),
)
