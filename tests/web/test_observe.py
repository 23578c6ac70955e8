import json

import pytest
import structlog

from loomem.telemetry.metrics import render_metrics
from loomem.web.observe import HEADERS


@pytest.mark.parametrize("given", ["abc-1", "A.b_c:d", "x" * 128])
async def test_a_sane_request_id_is_kept(server, given):
    _, headers, _ = await server.ask("GET", "/health", headers={"X-Request-Id": given})
    assert headers["X-Request-Id"] == given


@pytest.mark.parametrize("given", ["", "-x", "a b", "żółć", "x" * 129, "<script>"])
async def test_any_other_request_id_is_replaced(server, given):
    _, headers, _ = await server.ask("GET", "/health", headers={"X-Request-Id": given})
    assert headers["X-Request-Id"] != given
    assert len(headers["X-Request-Id"]) == 32


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/health"), ("GET", "/nothing"), ("POST", "/v1/crash"), ("PATCH", "/v1/keep")],
)
async def test_every_answer_has_the_safe_headers(server, method, path):
    _, headers, _ = await server.ask(method, path)
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert headers.getall("Server") == ["loomem"]


async def test_a_request_is_one_line_without_words_of_the_caller(server):
    with structlog.testing.capture_logs() as lines:
        await server.post("/v1/keep", {"content": "private words"})
        await server.ask("GET", "/v1/look/private?streams=private&limit=private")
    assert lines == [
        {
            "event": "request",
            "log_level": "info",
            "method": "POST",
            "route": "/v1/keep",
            "status": 200,
            "ms": 0.0,
        },
        {
            "event": "request",
            "log_level": "info",
            "method": "GET",
            "route": "/v1/look/{id}",
            "status": 422,
            "ms": 0.0,
        },
    ]


async def test_bytes_that_are_no_http_are_answered_and_not_quoted_in_the_log(server):
    with structlog.testing.capture_logs() as lines:
        answer = await server.raw(b"GET /q?private\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.startswith(b"HTTP/1.0 400 ")
    assert "private" not in json.dumps(lines)
    assert [line["event"] for line in lines] == ["bad_http"]


async def test_requests_are_counted_by_template_and_unknown_paths_together(server):
    await server.ask("GET", "/v1/look/one-of-many")
    await server.ask("GET", "/private/path")
    page = render_metrics().decode()
    assert 'route="/v1/look/{id}"' in page
    assert 'route="unmatched"' in page
    assert "one-of-many" not in page
    assert "/private/path" not in page


async def test_the_metrics_page_is_prometheus_text(server):
    async with server.session.get(server.url("/metrics")) as response:
        assert response.status == 200
        assert response.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        assert "# TYPE loomem_http_requests_total counter" in await response.text()
