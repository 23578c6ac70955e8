"""A server with the tools, resources and prompts that the conformance suite calls.

They stand beside the real ones, in tests only. Run it: ``python -m tests.support.mcp_fixtures``; it prints
the address and serves until it is stopped.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

import msgspec
from aiohttp import web

from loomem.clock import FixedClock
from loomem.config.operating import LoggingSettings
from loomem.mcp.instructions import load_instructions
from loomem.mcp.messages import Request
from loomem.mcp.protocol import (
    META_CAPABILITIES,
    MISSING_CAPABILITY,
    Era,
    Json,
    ProtocolError,
)
from loomem.mcp.server import McpServer
from loomem.mcp.tools.model import Progress
from loomem.mcp.tools.table import TOOLS
from loomem.operations.context import Context
from loomem.operations.table import OPERATIONS
from loomem.telemetry.logs import configure_logging
from loomem.web.app import build_app, make_runner
from loomem.web.auth import Access
from loomem.web.health import Readiness
from loomem.web.rest.routes import REST_ROUTES
from tests.support.fakes import NOW, WordEncoder, make_services, open_test_stores

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
IMAGE = {"type": "image", "data": PNG, "mimeType": "image/png"}


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def embedded(uri: str, kind: str, words: str) -> Json:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": words}}


CONTENTS: dict[str, list[Json]] = {
    "test_simple_text": [text("This is a simple text response for testing.")],
    "test_image_content": [IMAGE],
    "test_audio_content": [{"type": "audio", "data": WAV, "mimeType": "audio/wav"}],
    "test_embedded_resource": [
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        text("Multiple content types test:"),
        IMAGE,
        embedded(
            "test://mixed-content-resource", "application/json", '{"test":"data","value":123}'
        ),
    ],
    "test_error_handling": [text("This tool intentionally returns an error for testing")],
    "test_tool_with_progress": [text("done")],
    "test_missing_capability": [text("sampled")],
    "test_streaming_elicitation": [text("nothing to ask")],
    "test_logging_tool": [text("nothing logged")],
}
RESOURCES: dict[str, Json] = {
    "test://static-text": {
        "mimeType": "text/plain",
        "text": "This is the content of the static text resource.",
    },
    "test://static-binary": {"mimeType": "image/png", "blob": PNG},
    "test://template/123/data": {
        "mimeType": "application/json",
        "text": '{"id":"123","templateTest":true,"data":"Data for ID: 123"}',
    },
}
PROMPTS: dict[str, list[str]] = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
}


class FixtureServer(McpServer):
    """The real server, with more to call."""

    def __init__(self) -> None:
        super().__init__(TOOLS, TOOLS, load_instructions(""))
        listed = [*msgspec.json.decode(self._toolbox.listing), *map(_tool, CONTENTS)]
        self._toolbox.listing = msgspec.Raw(msgspec.json.encode(listed))

    async def _call_tool(
        self, context: Context, request: Request, era: Era, progress: Progress
    ) -> Json:
        name = str(request.params.get("name"))
        if name not in CONTENTS:
            return await super()._call_tool(context, request, era, progress)
        if name == "test_tool_with_progress":
            for done in (0, 50, 100):
                await progress(done, 100, "working")
        is_allowed = "sampling" in request.meta.get(META_CAPABILITIES, {})
        if name == "test_missing_capability" and not is_allowed:
            needed = {"requiredCapabilities": {"sampling": {}}}
            raise ProtocolError(MISSING_CAPABILITY, "sampling is needed", needed)
        return {"content": CONTENTS[name], "isError": name == "test_error_handling"}

    async def _list_resources(self, *arguments: object) -> Json:
        found = await super()._list_resources(*arguments)
        more = [{"uri": uri, "name": uri, **_kind(uri)} for uri in list(RESOURCES)[:2]]
        return {"resources": [*found["resources"], *more]}

    async def _list_templates(self, *arguments: object) -> Json:
        found = await super()._list_templates(*arguments)
        template = {"uriTemplate": "test://template/{id}/data", "name": "template"}
        return {"resourceTemplates": [*found["resourceTemplates"], template]}

    async def _read_resource(
        self, context: Context, request: Request, era: Era, progress: Progress
    ) -> Json:
        uri = str(request.params.get("uri"))
        if uri in RESOURCES:
            return {"contents": [{"uri": uri, **RESOURCES[uri]}]}
        return await super()._read_resource(context, request, era, progress)

    async def _list_prompts(self, *arguments: object) -> Json:
        found = await super()._list_prompts(*arguments)
        return {"prompts": [*found["prompts"], *map(_prompt, PROMPTS)]}

    async def _get_prompt(
        self, context: Context, request: Request, era: Era, progress: Progress
    ) -> Json:
        name = str(request.params.get("name"))
        if name not in PROMPTS:
            return await super()._get_prompt(context, request, era, progress)
        given = request.params.get("arguments") or {}
        return {"messages": [{"role": "user", "content": c} for c in _messages(name, given)]}


def _messages(name: str, given: Json) -> list[Json]:
    if name == "test_simple_prompt":
        return [text("This is a simple prompt for testing.")]
    if name == "test_prompt_with_arguments":
        return [
            text(f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'")
        ]
    if name == "test_prompt_with_image":
        return [IMAGE, text("Please analyze the image above.")]
    uri = str(given.get("resourceUri"))
    return [
        embedded(uri, "text/plain", "Embedded resource content for testing."),
        text("Please process the embedded resource above."),
    ]


def _tool(name: str) -> Json:
    schema = {"type": "object", "additionalProperties": False}
    return {"name": name, "description": f"Fixture {name}.", "inputSchema": schema}


def _kind(uri: str) -> Json:
    return {"mimeType": RESOURCES[uri]["mimeType"]}


def _prompt(name: str) -> Json:
    arguments = [{"name": argument, "required": True} for argument in PROMPTS[name]]
    return {"name": name, "description": f"Fixture {name}.", "arguments": arguments}


async def serve(folder: Path) -> None:
    """Serve on a free port until cancelled."""
    encoder = WordEncoder()
    stores = open_test_stores(folder, encoder)
    services = make_services(stores, encoder, FixedClock(NOW))
    app = build_app(
        services,
        OPERATIONS,
        REST_ROUTES,
        access=Access(None),
        readiness=Readiness("ok"),
        mcp=FixtureServer(),
    )
    runner = make_runner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    sys.stdout.write(f"http://localhost:{runner.addresses[0][1]}/mcp\n")
    sys.stdout.flush()
    try:
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
        stores.close()


def main() -> None:
    """Serve until the standard input ends or the process is stopped."""
    configure_logging(LoggingSettings(level="error"))
    with tempfile.TemporaryDirectory() as folder:
        try:
            asyncio.run(serve(Path(folder)))
        except KeyboardInterrupt:
            sys.exit(0)


if __name__ == "__main__":
    main()
