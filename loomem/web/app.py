"""Puts the web application together. Everything it needs is handed in; nothing is opened here."""

import logging
from collections.abc import Mapping, Sequence
from typing import cast

from aiohttp import web

from loomem.config.settings import Settings
from loomem.mcp.instructions import load_instructions
from loomem.mcp.server import McpServer
from loomem.mcp.tools.table import TOOLS, listed
from loomem.oauth.client_documents import ClientDocuments
from loomem.operations.context import Services
from loomem.operations.registry import AnyOperation
from loomem.web.auth import Access, Door
from loomem.web.capacity import DEFAULT_SLOTS, Slots
from loomem.web.connection_log import ConnectionLog
from loomem.web.errors import answer_errors
from loomem.web.health import Readiness
from loomem.web.mcp.cors import Pages
from loomem.web.mcp.endpoint import McpEndpoint
from loomem.web.mcp.paths import PATHS as MCP_PATHS
from loomem.web.metrics_endpoint import show_metrics
from loomem.web.oauth.documents import Documents
from loomem.web.oauth.routes import add_absent, add_oauth
from loomem.web.observe import add_headers, observe
from loomem.web.openapi import ApiDocument
from loomem.web.public_origin import PublicOrigin
from loomem.web.rest.endpoint import Endpoint
from loomem.web.rest.route import BoundRoute, Route, bind_routes


def build_app(
    services: Services,
    operations: Mapping[str, AnyOperation],
    routes: Sequence[Route],
    *,
    access: Access,
    readiness: Readiness,
    slots: int = DEFAULT_SLOTS,
    mcp: McpServer | None = None,
    documents: ClientDocuments | None = None,
) -> web.Application:
    """Return the application. A route without its operation is a ValueError."""
    settings = services.settings
    pages = Pages(settings.mcp.allowed_origins)
    origin = PublicOrigin(settings.server.origin, settings.server.trusted_proxies)
    door = Door(access, services.tokens.grant_of, Documents(origin), pages)
    app = web.Application(middlewares=[observe(services.clock), answer_errors, door.middleware])
    app.on_response_prepare.append(add_headers)
    bound_routes = bind_routes(routes, operations)
    app.router.add_get("/health", readiness.handle)
    app.router.add_get("/openapi.json", ApiDocument(bound_routes).handle)
    app.router.add_get("/metrics", show_metrics)
    in_flight = Slots(slots)
    for bound in bound_routes:
        _add(app, bound, Endpoint(bound, services, in_flight, readiness))
    server = mcp or make_mcp_server(settings)
    endpoint = McpEndpoint(server, services, in_flight, readiness, pages)
    for path in MCP_PATHS:
        app.router.add_route("*", path, endpoint.handle)
    if access.token:
        add_oauth(app, services, access.token, origin, documents)
    else:
        add_absent(app)
    return app


def make_mcp_server(settings: Settings) -> McpServer:
    """Return the protocol server with all tools; raises ConfigError for unusable instructions."""
    instructions = load_instructions(settings.mcp.instructions_file)
    return McpServer(TOOLS, listed(settings.mcp.tools), instructions)


def make_runner(app: web.Application, *, shutdown_seconds: float = 8.0) -> web.AppRunner:
    """Return a runner that writes no foreign log lines and gives requests time to finish."""
    return web.AppRunner(
        app,
        access_log=None,
        logger=cast(logging.Logger, ConnectionLog()),
        shutdown_timeout=shutdown_seconds,
    )


def _add(app: web.Application, bound: BoundRoute, endpoint: Endpoint) -> None:
    if bound.route.method == "GET":
        app.router.add_get(bound.route.path, endpoint.handle, allow_head=True)
    else:
        app.router.add_route(bound.route.method, bound.route.path, endpoint.handle)
