"""The encoder over HTTP, against a scripted service on a real socket."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import numpy as np
import pytest
import structlog
from aiohttp import web
from structlog.testing import capture_logs

from loomem.errors import BudgetError, InvalidRequestError, ModelError, UnavailableError
from loomem.inference.remote import MAX_BATCH, RemoteEncoder

Answer = Callable[[list[str]], web.Response]


def vector_of(text: str) -> list[float]:
    return [float(len(text)), 1.0, 0.0]


def good(texts: list[str]) -> web.Response:
    data = [{"index": i, "embedding": vector_of(t)} for i, t in enumerate(texts)]
    return web.json_response({"object": "list", "data": data[::-1]})


def status(code: int, **headers: str) -> Answer:
    return lambda _: web.Response(status=code, headers=headers, text="secret memory")


class Service:
    """Answers with the scripted answers first, then well."""

    def __init__(self) -> None:
        self.script: list[Answer] = []
        self.requests: list[list[str]] = []
        self.keys: list[str | None] = []
        self.bodies: list[dict[str, Any]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.arrived = asyncio.Semaphore(0)
        self.busiest = 0
        self._busy = 0
        self.url = ""

    async def handle(self, request: web.Request) -> web.Response:
        body = json.loads(await request.read())
        self.bodies.append(body)
        self.requests.append(body["input"])
        self.keys.append(request.headers.get("Authorization"))
        self._busy += 1
        self.busiest = max(self.busiest, self._busy)
        self.arrived.release()
        await self.gate.wait()
        self._busy -= 1
        answer = self.script.pop(0) if self.script else good
        return answer(body["input"])


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    service = Service()
    app = web.Application()
    app.router.add_post("/v1/embeddings", service.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    service.url = f"http://{host}:{port}/v1"
    yield service
    service.gate.set()
    await runner.cleanup()


Make = Callable[..., RemoteEncoder]
Call = asyncio.Task[np.ndarray]


async def occupy(encoder: RemoteEncoder, service: Service) -> list[Call]:
    """Fill all four slots with requests that are not answered yet."""
    service.gate.clear()
    calls = []
    for number in range(4):
        calls.append(asyncio.create_task(encoder.embed_passages([f"busy {number}"])))
        await asyncio.wait_for(service.arrived.acquire(), 10)
    return calls


@pytest.fixture
async def make(service: Service) -> AsyncIterator[Make]:
    made: list[RemoteEncoder] = []

    def build(**options: Any) -> RemoteEncoder:
        options = {"dim": 3, "pause_s": 0.001, "api_key": "sk-hidden", **options}
        made.append(RemoteEncoder(service.url, "model-x", **options))
        return made[-1]

    yield build
    for encoder in made:
        await encoder.close()


async def test_vectors_come_in_the_order_of_the_texts_and_of_unit_length(
    make: Make, service: Service
) -> None:
    vectors = await make().embed_passages(["a", "bbb"])
    expected = np.array([[1, 1, 0], [3, 1, 0]]) / np.sqrt([[2], [10]])
    assert np.allclose(vectors, expected, atol=1e-6)
    assert service.keys == ["Bearer sk-hidden"]
    assert service.bodies[0]["model"] == "model-x"


async def test_at_most_fifty_texts_go_in_one_request(make: Make, service: Service) -> None:
    texts = [f"text {i}" for i in range(1_001)]
    assert (await make().embed_passages(texts)).shape == (1_001, 3)
    assert max(map(len, service.requests)) <= MAX_BATCH
    assert service.busiest <= 4


async def test_whoever_waits_for_a_slot_goes_together_and_questions_first(
    make: Make, service: Service
) -> None:
    encoder = make()
    busy = await occupy(encoder, service)
    later = [asyncio.create_task(encoder.embed_passages([f"later {i}"])) for i in range(5)]
    question = asyncio.create_task(encoder.embed_query("question"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert encoder.waiting == 6
    service.gate.set()
    await asyncio.gather(*busy, *later, question)
    assert service.requests[4] == ["question", *(f"later {i}" for i in range(5))]


@pytest.mark.parametrize("code", [429, 500, 503])
async def test_a_busy_service_is_asked_again(make: Make, service: Service, code: int) -> None:
    service.script = [status(code), status(code)]
    assert (await make().embed_passages(["a"])).shape == (1, 3)
    assert len(service.requests) == 3


async def test_retry_after_is_respected(make: Make, service: Service) -> None:
    service.script = [status(429, **{"Retry-After": "0.2"})]
    loop = asyncio.get_running_loop()
    start = loop.time()
    await make().embed_query("a")
    assert loop.time() - start >= 0.19


async def test_a_service_that_stays_down_is_unavailable(make: Make, service: Service) -> None:
    service.script = [status(503)] * 3
    with pytest.raises(UnavailableError, match="does not answer"):
        await make(attempts=3).embed_passages(["a"])


async def test_a_service_that_does_not_listen_is_unavailable(free_port: int) -> None:
    encoder = RemoteEncoder(f"http://127.0.0.1:{free_port}/v1", "m", 3, attempts=2, pause_s=0.001)
    with pytest.raises(UnavailableError):
        await encoder.embed_query("a")
    await encoder.close()


async def test_a_slow_service_times_out(make: Make, service: Service) -> None:
    service.gate.clear()
    with pytest.raises(UnavailableError):
        await make(attempts=1, timeout_s=0.05).embed_query("a")


@pytest.mark.parametrize("code", [401, 403, 404, 302])
async def test_a_wrong_key_or_address_is_not_tried_again(
    make: Make, service: Service, code: int
) -> None:
    service.script = [status(code)]
    with pytest.raises(ModelError, match=r"llm\."):
        await make().embed_query("a")
    assert len(service.requests) == 1


async def test_a_refused_text_fails_alone(make: Make, service: Service) -> None:
    def picky(texts: list[str]) -> web.Response:
        return status(400)(texts) if "bad" in texts else good(texts)

    service.script = [picky] * 20
    encoder = make()
    results = await asyncio.gather(
        *(encoder.embed_passages([t]) for t in ("busy", "x", "y", "z", "a", "bad", "c")),
        return_exceptions=True,
    )
    assert [type(r) for r in results].count(InvalidRequestError) == 1
    assert isinstance(results[5], InvalidRequestError)


def body(raw: object) -> Answer:
    text = raw if isinstance(raw, str) else json.dumps(raw)
    return lambda _: web.Response(text=text, content_type="application/json")


@pytest.mark.parametrize(
    "raw",
    [
        "not json",
        {},
        {"data": []},
        {"data": [{"index": 0, "embedding": [1.0, 2.0]}]},
        {"data": [{"index": 0, "embedding": [0.0, 0.0, 0.0]}]},
        '{"data": [{"index": 0, "embedding": [NaN, 1, 1]}]}',
        '{"data": [{"index": 0, "embedding": [1e999, 1, 1]}]}',
        {"data": [{"index": 0, "embedding": [None, 1, 1]}]},
        {"data": [{"index": 0, "embedding": "AAAA"}]},
        {"data": [{"index": 5, "embedding": [1.0, 2.0, 3.0]}]},
        {"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0]}] * 2},
    ],
)
async def test_an_unusable_answer_is_a_model_error(
    make: Make, service: Service, raw: object
) -> None:
    service.script = [body(raw)]
    with pytest.raises(ModelError):
        await make().embed_query("a")


async def test_a_long_text_is_averaged_over_windows(make: Make, service: Service) -> None:
    (vector,) = await make().embed_passages(["x" * 10_000 + "y" * 3_000])
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    assert sum(map(len, service.requests)) == 3


async def test_a_million_characters_become_64_inputs(make: Make, service: Service) -> None:
    encoder = make()
    assert (await encoder.embed_passages(["好" * 1_000_000])).shape == (1, 3)
    assert sum(map(len, service.requests)) == encoder.count_windows("好" * 1_000_000) == 64


@pytest.mark.parametrize("text", ["", "\0", "\ud800"])
async def test_an_odd_text_is_sent_as_valid_json(make: Make, service: Service, text: str) -> None:
    assert (await make().embed_passages([text])).shape == (1, 3)
    assert service.requests[0][0]


async def test_a_repeated_question_is_not_sent_again(make: Make, service: Service) -> None:
    encoder = make()
    first = await encoder.embed_query("again")
    assert await encoder.embed_query("again") is first
    assert len(service.requests) == 1


async def test_a_cancelled_caller_does_not_disturb_the_others(
    make: Make, service: Service
) -> None:
    encoder = make()
    service.gate.clear()
    gone = asyncio.create_task(encoder.embed_passages(["gone"]))
    stays = asyncio.create_task(encoder.embed_passages(["stays"]))
    await asyncio.wait_for(service.arrived.acquire(), 10)
    gone.cancel()
    service.gate.set()
    assert (await stays).shape == (1, 3)
    with pytest.raises(asyncio.CancelledError):
        await gone


async def test_closing_answers_whoever_waits(make: Make, service: Service) -> None:
    encoder = make()
    calls = await occupy(encoder, service)
    calls += [asyncio.create_task(encoder.embed_passages([f"{i}"])) for i in range(9)]
    await asyncio.sleep(0)
    await encoder.close()
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(result, UnavailableError) for result in results)
    with pytest.raises(UnavailableError):
        await encoder.embed_query("late")


async def test_the_dimension_is_asked_for_where_it_is_not_given(service: Service) -> None:
    encoder = await RemoteEncoder.connect(service.url, "model-x", api_key=None)
    assert encoder.identity.dim == 3
    assert service.keys == [None]
    await encoder.close()


async def test_identities_differ_by_model_and_dimension(make: Make) -> None:
    one, other = make(), make(dim=4)
    assert one.identity.digest != other.identity.digest


async def test_neither_key_nor_text_reaches_log_or_error(make: Make, service: Service) -> None:
    structlog.reset_defaults()
    service.script = [status(500), status(401)]
    with capture_logs() as logs, pytest.raises(ModelError) as caught:
        await make().embed_query("private words")
    for shown in (str(logs), caught.value.message, repr(make())):
        assert "sk-hidden" not in shown
        assert "private" not in shown
        assert "secret memory" not in shown


class Purse:
    """A meter with room for so many requests."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.reserved: list[int] = []
        self.settled: list[tuple[int | None, bool]] = []

    async def reserve(self, tokens: int) -> "Purse":
        if self.room == 0:
            raise BudgetError("Nothing is left for today.")
        self.room -= 1
        self.reserved.append(tokens)
        return self

    async def settle(self, tokens: int | None, *, is_failed: bool) -> None:
        self.settled.append((tokens, is_failed))


def counted(texts: list[str]) -> web.Response:
    data = [{"index": i, "embedding": vector_of(t)} for i, t in enumerate(texts)]
    return web.json_response({"data": data, "usage": {"prompt_tokens": 7}})


async def test_every_request_is_paid_for_before_it_is_made(service: Service, make: Make) -> None:
    purse, encoder = Purse(room=3), make()
    encoder.meter = purse
    service.script = [status(503), counted, good]
    await encoder.embed_passages(["some words"])
    await encoder.embed_passages(["other words"])
    assert purse.settled == [(0, True), (7, False), (None, False)]
    with pytest.raises(BudgetError):
        await encoder.embed_passages(["no room for these"])
    assert len(service.requests) == 3
