"""All tools in the order in which they are listed. The first one takes no required argument."""

from loomem.mcp.tools import about, context, finding, writing
from loomem.mcp.tools.model import AnyTool

TOOLS: tuple[AnyTool, ...] = (
    *about.TOOLS[:1],
    *finding.TOOLS,
    *context.TOOLS,
    *writing.TOOLS,
    *about.TOOLS[1:],
)


def listed(chosen: str) -> tuple[AnyTool, ...]:
    """Return the tools of a profile: ``all`` or ``core``."""
    return TOOLS if chosen == "all" else tuple(tool for tool in TOOLS if tool.is_core)
