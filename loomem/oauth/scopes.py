"""There is one right, using the memory; ``offline_access`` is known because some clients ask it."""

MCP = "mcp"
KNOWN = (MCP, "offline_access")


def narrowed(asked: str | None) -> str | None:
    """Return what of the asked scopes can be granted; None where nothing known was asked for.

    Who asks for nothing gets the usual one.
    """
    words = (asked or "").split()
    if words and not any(word in KNOWN for word in words):
        return None
    return " ".join([MCP, *(word for word in KNOWN[1:] if word in words)])
