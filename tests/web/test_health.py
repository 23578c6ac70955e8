async def test_a_ready_server_says_ok_and_its_version(server):
    status, _, answer = await server.ask("GET", "/health")
    assert (status, answer["status"]) == (200, "ok")
    assert answer["version"]


async def test_before_and_after_it_is_ready_nothing_else_is_answered(start_server):
    server = await start_server(phase="starting")
    for phase in ("starting", "stopping"):
        server.readiness.phase = phase
        status, headers, answer = await server.ask("GET", "/health")
        assert (status, answer["status"], headers["Retry-After"]) == (503, phase, "1")
        status, headers, answer = await server.ask("GET", "/v1/look/1")
        assert (status, answer["error"]["code"]) == (503, "unavailable")
        assert headers["Retry-After"] == "1"
    server.readiness.phase = "ok"
    assert (await server.ask("GET", "/v1/look/1"))[0] == 200


async def test_a_head_request_is_answered_without_a_body(server):
    async with server.session.head(server.url("/health")) as response:
        assert response.status == 200
        assert await response.read() == b""
