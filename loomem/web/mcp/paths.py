"""Where the protocol is served."""

PATHS = ("/mcp", "/mcp/")
