"""Measures what the protocol costs. `python -m benchmarks.mcp --help`.

The same search over REST and as a tool call, in turns on one connection each; and how many pings and
tool lists a second a server answers, beside a bare aiohttp handler that reads a body and answers as
many bytes, driven by the same client in the same run.
"""

import argparse
import asyncio
import json
import multiprocessing
import shutil
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from aiohttp import web

from benchmarks import texts
from benchmarks.client import Client
from benchmarks.figures import latency
from benchmarks.machine import ROOT, keep, origin
from benchmarks.process import running_server

_SEARCHES, _MEMORIES = 1_000, 1_000
_CONNECTIONS, _SECONDS, _ROUNDS = 16, 4.0, 3
_VERSION = "2025-11-25"


def main() -> None:
    """Measure on a fresh folder and write the result."""
    arguments = _parse()
    head = origin("mcp", arguments.date)
    root = Path(tempfile.mkdtemp(prefix="loomem-mcp-"))
    try:
        with running_server(root / "data", arguments.models) as server:
            figures = {
                "search": _measure_search(server.port),
                "rates": _measure_rates(server.port),
            }
    finally:
        shutil.rmtree(root)
    result = {
        **head,
        **figures,
    }
    keep(result, arguments.out)
    print(json.dumps(figures, indent=1))


def _message(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _measure_search(port: int) -> dict[str, Any]:
    rest, tool = Client(port), Client(port)
    for text in texts.memories(0, _MEMORIES):
        rest.store(text)
    time.sleep(3)  # the graph of names is linked in the background
    known = texts.questions(0, 50)
    taken: dict[str, list[float]] = {"rest": [], "tool": []}
    for number in range(_SEARCHES):
        query = known[number % len(known)]
        call = _message("tools/call", name="memory_search", arguments={"query": query, "top_k": 5})
        taken["rest"].append(rest.search(query, top_k=5)[1])
        taken["tool"].append(tool.post("/mcp", call)[1])
    figures: dict[str, Any] = {name: latency(samples[50:]) for name, samples in taken.items()}
    figures["added_p50_ms"] = round(figures["tool"]["p50_ms"] - figures["rest"]["p50_ms"], 2)
    return figures


def _measure_rates(port: int) -> dict[str, Any]:
    bodies = {name: json.dumps(_message(name)).encode() for name in ("ping", "tools/list")}
    sizes = {name: len(_answer(port, body)) for name, body in bodies.items()}
    rates: dict[str, Any] = {}
    for name, body in bodies.items():
        bare_port, stop = _start_bare(sizes[name])
        best = {"loomem": 0.0, "bare_aiohttp": 0.0}
        for _ in range(_ROUNDS):
            for key, place in (("loomem", port), ("bare_aiohttp", bare_port)):
                best[key] = max(best[key], asyncio.run(_rate(place, body)))
        stop.send(None)
        rates[name] = {key: round(value) for key, value in best.items()} | {
            "answer_bytes": sizes[name],
            "share_of_bare": round(best["loomem"] / best["bare_aiohttp"], 3),
        }
    return rates


def _answer(port: int, body: bytes) -> bytes:
    answer, _ = Client(port).post("/mcp", json.loads(body))
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()


async def _rate(port: int, body: bytes) -> float:
    """Return answers per second of some connections that ask again as soon as they are answered."""
    request = (
        f"POST /mcp HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json\r\nMCP-Protocol-Version: {_VERSION}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    until = time.perf_counter() + _SECONDS
    done = await asyncio.gather(*(_ask(port, request, until) for _ in range(_CONNECTIONS)))
    return sum(done) / _SECONDS


async def _ask(port: int, request: bytes, until: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    done = 0
    while time.perf_counter() < until:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(head.decode())
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        done += 1
    writer.close()
    return done


def _start_bare(size: int) -> tuple[int, Connection]:
    here, there = multiprocessing.Pipe()
    multiprocessing.Process(target=_serve_bare, args=(size, there), daemon=True).start()
    port: int = here.recv()
    return port, here


def _serve_bare(size: int, pipe: Connection) -> None:
    answer = b" " * size

    async def handle(request: web.Request) -> web.Response:
        await request.read()
        return web.Response(body=answer, content_type="application/json")

    async def serve() -> None:
        app = web.Application()
        app.router.add_post("/mcp", handle)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        pipe.send(runner.addresses[0][1])
        await asyncio.to_thread(pipe.recv)
        await runner.cleanup()

    asyncio.run(serve())


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mcp", description=__doc__)
    parser.add_argument("--models", type=Path, default=ROOT / ".cache" / "models")
    parser.add_argument("--date", required=True, help="day of the run, YYYY-MM-DD")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks/results/mcp.json")
    return parser.parse_args()


if __name__ == "__main__":
    main()
