"""A real server on a real socket, in front of a few sample operations."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from io import BytesIO
from types import SimpleNamespace
from typing import Annotated, Any

import aiohttp
import msgspec
import pytest
from aiohttp import web

from loomem import errors
from loomem.clock import FixedClock
from loomem.config.settings import Settings
from loomem.operations.context import Caller, Context
from loomem.operations.registry import Operation, by_name
from loomem.web.app import build_app, make_runner
from loomem.web.auth import Access
from loomem.web.health import Readiness
from loomem.web.rest.route import Route


class Rating(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    usefulness: Annotated[int, msgspec.Meta(ge=0, le=4)]


class KeepRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    content: Annotated[str, msgspec.Meta(max_length=1_000_000, description="The words to keep.")]
    importance: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] | None = None
    valid_from: int | None = None
    ratings: list[Rating] = []
    metadata: dict[str, Any] | None = None
    fail_with: str | None = None


class KeepResult(msgspec.Struct, kw_only=True):
    length: int
    content: str
    metadata: dict[str, Any] | None = None
    idempotency_key: str | None = None


class LookRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(max_length=160)]
    limit: Annotated[int, msgspec.Meta(ge=1, le=100, description="How many.")] = 10
    weight: float | None = None
    latest: bool = True
    streams: list[str] | None = None


class LookResult(msgspec.Struct, kw_only=True):
    id: str
    limit: int
    weight: float | None
    latest: bool
    streams: list[str] | None


class EditRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    id: str
    content: str | None = None


class EmptyRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    pass


class DoneResult(msgspec.Struct, kw_only=True):
    done: bool = True


async def keep(context: Context, request: KeepRequest) -> KeepResult:
    if request.fail_with is not None:
        raise getattr(errors, request.fail_with)("as you asked", {"why": "asked"})
    return KeepResult(
        length=len(request.content),
        content=request.content,
        metadata=request.metadata,
        idempotency_key=context.idempotency_key,
    )


async def look(context: Context, request: LookRequest) -> LookResult:
    return LookResult(**msgspec.structs.asdict(request))


async def edit(context: Context, request: EditRequest) -> EditRequest:
    return request


async def crash(context: Context, request: EmptyRequest) -> DoneResult:
    raise RuntimeError("the private words of a memory")


@dataclass
class Gate:
    """Holds the operation ``wait`` until it is opened."""

    entered: asyncio.Event = field(default_factory=asyncio.Event)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self, context: Context, request: EmptyRequest) -> DoneResult:
        self.entered.set()
        await self.opened.wait()
        return DoneResult()


ROUTES = (
    Route("POST", "/v1/keep", "keep"),
    Route("GET", "/v1/look/{id}", "look"),
    Route("DELETE", "/v1/look/{id}", "look"),
    Route("PUT", "/v1/edit/{id}", "edit", status=202),
    Route("POST", "/v1/crash", "crash"),
    Route("POST", "/v1/wait", "wait"),
)


def sample_operations(gate: Gate) -> Any:
    empty: dict[str, Any] = {"request": EmptyRequest, "result": DoneResult, "right": "write"}
    return by_name(
        Operation(
            name="keep",
            summary="Keep some words.",
            request=KeepRequest,
            result=KeepResult,
            run=keep,
            right="write",
            errors=(errors.StoreFullError,),
            honours_idempotency_key=True,
        ),
        Operation(
            name="look",
            summary="Look at one.",
            request=LookRequest,
            result=LookResult,
            run=look,
            right="read",
            errors=(errors.NotFoundError,),
        ),
        Operation(
            name="edit",
            summary="Change one.",
            request=EditRequest,
            result=EditRequest,
            run=edit,
            right="write",
        ),
        Operation(name="crash", summary="Break.", run=crash, **empty),
        Operation(name="wait", summary="Wait.", run=gate.wait, **empty),
    )


@dataclass
class Server:
    """A running server and a client for it."""

    port: int
    session: aiohttp.ClientSession
    gate: Gate
    readiness: Readiness
    app: web.Application

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def ask(self, method: str, path: str, **options: Any) -> tuple[int, Any, Any]:
        """Return status, headers and decoded JSON of one answer."""
        async with self.session.request(method, self.url(path), **options) as response:
            body = await response.read()
            return response.status, response.headers, msgspec.json.decode(body) if body else None

    async def post(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        """Post bytes or a value as JSON; return status and decoded answer."""
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        given = {"Content-Type": "application/json", **headers}
        status, _, answer = await self.ask("POST", path, data=BytesIO(data), headers=given)
        return status, answer

    async def raw(self, request: bytes) -> bytes:
        """Send bytes as they are and return everything that comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request)
        await writer.drain()
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        await writer.wait_closed()
        return answer


StartServer = Callable[..., Awaitable[Server]]


async def start(
    *,
    token: str | None = None,
    allow_unauth: bool = False,
    phase: Any = "ok",
    slots: int = 256,
    max_body_mb: int = 16,
) -> tuple[Server, Callable[[], Awaitable[None]]]:
    """Start a server; the second value stops it."""
    settings = Settings(server={"max_body_mb": max_body_mb})
    # The sample operations use no store, so nothing below the web layer is opened.
    services: Any = SimpleNamespace(
        settings=settings,
        clock=FixedClock(1_700_000_000),
        stores=None,
        tokens=SimpleNamespace(grant_of=lambda _token: None),
    )
    gate, readiness = Gate(), Readiness(phase)
    app = build_app(
        services,
        sample_operations(gate),
        ROUTES,
        access=Access(token, allow_unauth=allow_unauth),
        readiness=readiness,
        slots=slots,
    )
    runner = make_runner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    session = aiohttp.ClientSession()
    server = Server(runner.addresses[0][1], session, gate, readiness, app)

    async def stop() -> None:
        await session.close()
        await runner.cleanup()

    return server, stop


@pytest.fixture
async def start_server() -> AsyncIterator[StartServer]:
    """A function that starts servers; all of them are stopped at the end."""
    stops = []

    async def begin(**options: Any) -> Server:
        server, stop = await start(**options)
        stops.append(stop)
        return server

    yield begin
    for stop in stops:
        await stop()


@pytest.fixture
async def server(start_server: StartServer) -> Server:
    return await start_server()


@pytest.fixture
def start_outside() -> Any:
    """``start`` itself, for tests that run their own loop."""
    return start


@pytest.fixture
def owner() -> Caller:
    return Caller(name="owner", is_admin=True)


@pytest.fixture
def sample_routes() -> Any:
    return ROUTES


@pytest.fixture
def make_operations() -> Any:
    return lambda: sample_operations(Gate())
