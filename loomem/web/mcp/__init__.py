"""The protocol over HTTP: one address, POST only, JSON or an event stream."""
