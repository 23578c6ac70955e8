"""Carries MCP between a client's standard streams and a server's HTTP endpoint."""
