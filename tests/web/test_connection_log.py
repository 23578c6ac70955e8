import structlog
from aiohttp.http_exceptions import BadHttpMessage

from loomem.web.connection_log import ConnectionLog


def lines_of(error):
    with structlog.testing.capture_logs() as lines:
        ConnectionLog().exception("Error handling request from %s", "private", exc_info=error)
    return lines


def test_what_a_client_got_wrong_is_a_remark():
    assert lines_of(BadHttpMessage("private bytes")) == [
        {"event": "bad_http", "kind": "BadHttpMessage", "log_level": "info"}
    ]


def test_anything_else_is_an_error_with_its_origin():
    (line,) = lines_of(RuntimeError("private words"))
    assert (line["event"], line["log_level"]) == ("connection_failed", "error")
    assert "RuntimeError" in line["where"]
    assert "private" not in line["where"]
    assert lines_of(None)[0]["where"] is None
