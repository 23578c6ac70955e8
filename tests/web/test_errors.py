import json

import pytest
import structlog

from loomem import errors
from loomem.web.errors import STATUS_OF, describe_origin, error_response, status_of


def every_error(kind=errors.LoomemError):
    yield kind
    for child in kind.__subclasses__():
        yield from every_error(child)


@pytest.mark.parametrize("kind", list(every_error()), ids=lambda kind: kind.__name__)
def test_every_error_class_has_a_status_of_its_own_and_answers_in_the_one_shape(kind):
    response = error_response(kind("what to do", {"path": "content"}))
    assert response.status == STATUS_OF[kind]
    assert 400 <= response.status < 600
    assert json.loads(response.body) == {
        "error": {"code": kind.code, "message": "what to do", "details": {"path": "content"}}
    }


def test_an_error_class_without_a_row_takes_the_status_of_its_parent():
    class StaleError(errors.ConflictError):
        pass

    assert status_of(StaleError) == 409
    del StaleError


def test_details_are_left_out_where_there_are_none():
    assert "details" not in json.loads(error_response(errors.NotFoundError("no")).body)["error"]


def test_unusual_details_do_not_break_the_answer():
    response = error_response(errors.ConflictError("no", {"kind": ValueError}))
    assert "ValueError" in json.loads(response.body)["error"]["details"]["kind"]


def test_a_long_message_is_cut():
    response = error_response(errors.ConflictError("x" * 100_000))
    assert len(response.body) < 1000


def test_the_origin_of_an_error_names_code_and_never_the_message():
    words = "private"
    with pytest.raises(KeyError) as caught:
        dict[str, str]()[words]
    wrapped = RuntimeError(words)
    wrapped.__cause__ = caught.value
    origin = describe_origin(wrapped)
    assert origin.startswith("RuntimeError\nKeyError\n")
    assert "test_errors.py" in origin
    assert "private" not in origin


async def test_every_failure_of_an_operation_reaches_the_client_in_the_one_shape(server):
    for kind in every_error():
        if kind.__module__ != "loomem.errors":
            continue
        status, answer = await server.post(
            "/v1/keep", {"content": "x", "fail_with": kind.__name__}
        )
        assert status == STATUS_OF[kind]
        assert answer["error"]["code"] == kind.code


async def test_unavailable_says_when_to_come_back(server):
    body = b'{"content": "x", "fail_with": "UnavailableError"}'
    status, headers, _ = await server.ask(
        "POST", "/v1/keep", data=body, headers={"Content-Type": "application/json"}
    )
    assert (status, headers["Retry-After"]) == (503, "1")


async def test_a_crash_shows_a_request_id_and_nothing_of_the_inside(server):
    with structlog.testing.capture_logs() as lines:
        status, headers, answer = await server.ask("POST", "/v1/crash")
    assert status == 500
    assert answer["error"]["code"] == "internal"
    assert answer["error"]["details"]["request_id"] == headers["X-Request-Id"]
    assert "private" not in json.dumps(answer)
    assert "Traceback" not in json.dumps(answer)
    crash = next(line for line in lines if line["event"] == "request_crashed")
    assert "RuntimeError" in crash["where"]
    assert crash["where"].count("private words") == crash["where"].count("raise RuntimeError")


async def test_an_unknown_route_is_404_in_json(server):
    status, headers, answer = await server.ask("GET", "/nothing")
    assert (status, answer["error"]["code"]) == (404, "not_found")
    assert headers["Content-Type"] == "application/json"


async def test_a_wrong_method_is_405_with_the_allowed_ones(server):
    status, headers, answer = await server.ask("PATCH", "/v1/look/1")
    assert (status, answer["error"]["code"]) == (405, "method_not_allowed")
    assert {"GET", "DELETE"} <= set(headers["Allow"].replace(" ", "").split(","))


async def test_no_answer_ever_allows_another_origin(server):
    for method, path in [("OPTIONS", "/v1/keep"), ("GET", "/health"), ("GET", "/nothing")]:
        _, headers, _ = await server.ask(method, path)
        assert not [name for name in headers if name.lower().startswith("access-control")]
