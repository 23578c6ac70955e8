"""A lean keep-alive client: the machine has few cores, and its own time counts as latency."""

import http.client
import json
import socket
import time
from typing import Any

_HEADERS = {"Content-Type": "application/json"}


class Client:
    """One connection to a local server, for one thread."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.connect()
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def get(self, path: str) -> dict[str, Any]:
        """Fetch JSON."""
        self._connection.request("GET", path)
        response = self._connection.getresponse()
        raw = response.read()
        if response.status >= 300:
            raise SystemExit(f"{path} answered {response.status}: {raw[:300]!r}")
        answer: dict[str, Any] = json.loads(raw)
        return answer

    def post(self, path: str, body: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """Send JSON; returns the answer and the milliseconds until its last byte was there."""
        data = json.dumps(body).encode()
        started = time.perf_counter()
        self._connection.request("POST", path, data, _HEADERS)
        response = self._connection.getresponse()
        raw = response.read()
        elapsed = (time.perf_counter() - started) * 1e3
        if response.status >= 300:
            raise SystemExit(f"{path} answered {response.status}: {raw[:300]!r}")
        return json.loads(raw), elapsed

    def search(self, query: str, **more: Any) -> tuple[dict[str, Any], float]:
        """Ask a question."""
        return self.post("/v1/search", {"query": query, **more})

    def store(self, content: str) -> tuple[dict[str, Any], float]:
        """Store a memory."""
        return self.post("/v1/store", {"content": content})

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
