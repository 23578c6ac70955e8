"""Which clients the owner has let in with OAuth, and putting one out again."""

from typing import Annotated

import msgspec

from loomem.errors import NotFoundError
from loomem.model.oauth import Grant
from loomem.operations.context import Context
from loomem.operations.registry import Operation
from loomem.operations.views import Empty, iso_instant
from loomem.stores.effects import WriteTxn

_MAX_LISTED = 1_000


class GrantView(msgspec.Struct, kw_only=True):
    """One client with a token. ``stream`` null: all of them. Instants are UTC."""

    id: str
    client_name: str
    client_id: str
    stream: str | None
    created: str
    last_used: str
    expires: str


class GrantsResult(msgspec.Struct, kw_only=True):
    """The clients that can come in, the last one to do so first."""

    grants: list[GrantView]


class GrantId(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which one."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Revoked(msgspec.Struct, kw_only=True):
    """What was ended; its tokens open nothing any more."""

    id: str
    client_name: str


async def list_grants(context: Context, _request: Empty) -> GrantsResult:
    """Return what stands."""
    return await context.services.in_thread(_listed, context)


def _listed(context: Context) -> GrantsResult:
    stores, now = context.services.stores, context.services.clock.now()
    with stores.env.read() as txn:
        standing = [grant for grant in stores.oauth.all(txn, Grant) if grant.expires >= now]
    standing.sort(key=lambda grant: (-grant.used, grant.id))
    return GrantsResult(grants=[_view(grant) for grant in standing[:_MAX_LISTED]])


def _view(grant: Grant) -> GrantView:
    return GrantView(
        id=grant.id,
        client_name=grant.client_name,
        client_id=grant.client_id,
        stream=grant.stream,
        created=iso_instant(grant.created),
        last_used=iso_instant(grant.used),
        expires=iso_instant(grant.expires),
    )


async def revoke_grant(context: Context, request: GrantId) -> Revoked:
    """End a grant; raises NotFoundError."""
    stores = context.services.stores

    def job(write: WriteTxn) -> Grant | None:
        grant = stores.oauth.get(write.raw, Grant, request.id)
        if grant is not None:
            stores.oauth.delete(write, Grant, request.id)
        return grant

    ended = await stores.writer.write(job)
    if ended is None:
        raise NotFoundError("There is no such grant; GET /v1/oauth/grants lists them.")
    return Revoked(id=ended.id, client_name=ended.client_name)


LIST_GRANTS = Operation(
    name="list_grants",
    summary="List the clients that were let in with OAuth",
    request=Empty,
    result=GrantsResult,
    run=list_grants,
    right="admin",
)

REVOKE_GRANT = Operation(
    name="revoke_grant",
    summary="End what a client was allowed",
    request=GrantId,
    result=Revoked,
    run=revoke_grant,
    right="admin",
    errors=(NotFoundError,),
)
