"""Calling a tool: its arguments are checked, and whatever goes wrong is told to the model."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import structlog

from loomem.errors import LoomemError
from loomem.mcp.protocol import INVALID_PARAMS, Json, ProtocolError
from loomem.mcp.tools.model import AnyTool, Call, Progress, ToolResult
from loomem.operations.context import Context
from loomem.operations.violations import invalid_request

log = structlog.get_logger(__name__)


class Toolbox:
    """The tools of this server by name. All can be called, only the chosen ones are listed."""

    def __init__(self, tools: Sequence[AnyTool], shown: Sequence[AnyTool]) -> None:
        self._tools: Mapping[str, AnyTool] = {tool.name: tool for tool in tools}
        self.listing = msgspec.Raw(msgspec.json.encode([tool.listing() for tool in shown]))
        """The encoded array of ``tools/list``: the same bytes for every client."""

    async def call(self, context: Context, params: Json, progress: Progress) -> Json:
        """Return the result of ``tools/call``; raises ProtocolError for a call that is none."""
        tool = self._tool(params)
        given = params.get("arguments")
        if given is not None and not isinstance(given, dict):
            raise ProtocolError(INVALID_PARAMS, "arguments must be an object")
        try:
            arguments = _convert(given or {}, tool.arguments)
            return _success(await tool.run(Call(context, progress), arguments))
        except LoomemError as error:
            log.info("mcp.tool_refused", tool=tool.name, code=error.code)
            return failure(error.message)

    def _tool(self, params: Json) -> AnyTool:
        name = params.get("name")
        if not isinstance(name, str):
            raise ProtocolError(INVALID_PARAMS, "name must be a string")
        tool = self._tools.get(name)
        if tool is None:
            raise ProtocolError(INVALID_PARAMS, f"Unknown tool: {name[:100]}")
        return tool


def _convert(values: Json, kind: type[msgspec.Struct]) -> Any:
    try:
        return msgspec.convert(values, kind, strict=True)
    except msgspec.ValidationError as error:
        raise invalid_request(error) from error


def _success(result: ToolResult) -> Json:
    return {
        "content": [{"type": "text", "text": result.text}],
        "structuredContent": _without_nulls(msgspec.to_builtins(result.data)),
        "isError": False,
    }


def _without_nulls(value: Any) -> Any:
    """Leave out what is not known: schemas have no nulls, and clients hold answers to them."""
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return value


def failure(message: str) -> Json:
    """Return a result that tells a model what it can do better."""
    return {"content": [{"type": "text", "text": message}], "isError": True}
