"""GET /metrics, the page that Prometheus reads."""

from aiohttp import web

from loomem.telemetry.metrics import CONTENT_TYPE, render_metrics


async def show_metrics(_request: web.Request) -> web.Response:
    """Answer with the text format of Prometheus."""
    return web.Response(body=render_metrics(), headers={"Content-Type": CONTENT_TYPE})
