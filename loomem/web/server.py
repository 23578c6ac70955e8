"""The life of a serving process: start, readiness, signals, an orderly end within ten seconds."""

import asyncio
import gc
import signal
import socket
import sys

import structlog
from aiohttp import web

from loomem import __version__
from loomem.config.environment import allows_unauthenticated, auth_token, crash_point
from loomem.config.settings import Settings
from loomem.errors import ConfigError
from loomem.operations.table import OPERATIONS
from loomem.runtime.allocator import share_arenas
from loomem.runtime.composition import open_services
from loomem.runtime.crash import arm_crash_point
from loomem.runtime.notify import notify_ready, notify_stopping
from loomem.runtime.vitals import watch_vitals
from loomem.telemetry.logs import configure_logging
from loomem.web.app import build_app, make_runner
from loomem.web.auth import Access, check_bind
from loomem.web.health import Readiness
from loomem.web.rest.routes import REST_ROUTES
from loomem.web.tls import tls_context

log = structlog.get_logger(__name__)

_SWITCH_INTERVAL_SECONDS = 0.001
_BACKLOG = 512
_OBJECTS_BETWEEN_ROUNDS = 20_000


def run_server(settings: Settings) -> int:
    """Serve until SIGTERM or SIGINT; returns the exit code."""
    share_arenas()
    configure_logging(settings.logging)
    arm_crash_point(crash_point())
    # Worker threads that hold the interpreter lock give it back to the event loop sooner.
    sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)
    token = auth_token(settings)
    check_bind(settings, token, allow_unauth=allows_unauthenticated())
    asyncio.run(_serve(settings, Access(token, allows_unauthenticated())))
    return 0


async def _serve(settings: Settings, access: Access) -> None:
    stop = asyncio.Event()
    tls = tls_context(settings)
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    # Bound before the stores are opened: a taken port must not cost a long start.
    listener = _listen(settings)
    async with open_services(settings) as services:
        readiness = Readiness("ok")
        app = build_app(services, OPERATIONS, REST_ROUTES, access=access, readiness=readiness)
        runner = make_runner(app)
        await runner.setup()
        _settle_memory()
        await web.SockSite(runner, listener, backlog=_BACKLOG, ssl_context=tls).start()
        vitals = loop.create_task(watch_vitals(services))
        host, port = listener.getsockname()[:2]
        log.info("server.ready", version=__version__, host=host, port=port)
        notify_ready()
        await stop.wait()
        notify_stopping()
        log.info("server.stopping")
        readiness.phase = "stopping"
        await runner.cleanup()
        vitals.cancel()
    log.info("server.stopped")


def _settle_memory() -> None:
    """Take what the start has made out of the collector's rounds, and make the rounds rarer.

    What the start has made stays, and it is much; an answer makes a thousand objects that go
    without the collector's help.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_ROUNDS)


def _listen(settings: Settings) -> socket.socket:
    server = settings.server
    try:
        family = socket.AF_INET6 if ":" in server.host else socket.AF_INET
        return socket.create_server(
            (server.host, server.port), family=family, backlog=_BACKLOG, reuse_port=False
        )
    except OSError as error:
        raise ConfigError(
            f"server.host, server.port: cannot listen on {server.host}:{server.port} "
            f"({error.strerror}); another program may use it, choose another with --port"
        ) from error
