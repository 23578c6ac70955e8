import pytest


async def test_path_and_query_become_the_request(server):
    status, _, answer = await server.ask(
        "GET", "/v1/look/a:b?limit=5&weight=1e-1&latest=false&streams=x&streams=y"
    )
    assert status == 200
    assert answer == {
        "id": "a:b",
        "limit": 5,
        "weight": 0.1,
        "latest": False,
        "streams": ["x", "y"],
    }


async def test_delete_is_read_from_the_query_too(server):
    status, _, answer = await server.ask("DELETE", "/v1/look/1?limit=7")
    assert (status, answer["limit"], answer["streams"]) == (200, 7, None)


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=ten", "limit"),
        ("limit=", "limit"),
        ("limit=1.5", "limit"),
        ("limit=1&limit=2", "limit"),
        ("limit=" + "9" * 5000, "limit"),
        ("weight=nan", "weight"),
        ("weight=inf", "weight"),
        ("latest=perhaps", "latest"),
        ("id=2", "id"),
        ("lmit=5", "lmit"),
        ("%F0%9F%8D%95=5", "\U0001f355"),
    ],
)
async def test_a_bad_parameter_is_422_with_its_name(server, query, path):
    status, _, answer = await server.ask("GET", f"/v1/look/1?{query}")
    assert (status, answer["error"]["code"]) == (422, "invalid_request")
    assert answer["error"]["details"] == {"path": path}


@pytest.mark.parametrize("given", ["%ff", "%ed%a0%80", "%00", "%zz", "a%2Fb", "%F0%9F%8D%95"])
async def test_any_bytes_in_the_path_are_answered(server, given):
    answer = await server.raw(
        f"GET /v1/look/{given} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    )
    assert answer.startswith(b"HTTP/1.1 200 ")


async def test_a_path_parameter_joins_the_body_and_the_status_is_that_of_the_row(server):
    status, _, answer = await server.ask("PUT", "/v1/edit/7", json={"content": "new"})
    assert (status, answer) == (202, {"id": "7", "content": "new"})
    status, _, _ = await server.ask("PUT", "/v1/edit/7", json={"id": "7"})
    assert status == 202


async def test_a_body_that_contradicts_the_path_is_422(server):
    status, _, answer = await server.ask("PUT", "/v1/edit/7", json={"id": "8"})
    assert (status, answer["error"]["details"]) == (422, {"path": "id"})


async def test_a_query_on_a_body_route_is_422_not_ignored(server):
    status, _, answer = await server.ask("POST", "/v1/keep?content=a", json={"content": "a"})
    assert (status, answer["error"]["details"]) == (422, {"path": "content"})


@pytest.mark.parametrize("key", ["a", "0b7c4e0e-8d0c-4a53", "~" * 255])
async def test_an_idempotency_key_reaches_the_operation(server, key):
    _, answer = await server.post("/v1/keep", {"content": "a"}, **{"Idempotency-Key": key})
    assert answer["idempotency_key"] == key


@pytest.mark.parametrize("key", ["", "a b", "ż", "x" * 256])
async def test_an_unusable_idempotency_key_is_422(server, key):
    status, answer = await server.post("/v1/keep", {"content": "a"}, **{"Idempotency-Key": key})
    assert (status, answer["error"]["details"]) == (422, {"path": "Idempotency-Key"})


async def test_without_a_key_the_operation_gets_none(server):
    assert (await server.post("/v1/keep", {"content": "a"}))[1]["idempotency_key"] is None
