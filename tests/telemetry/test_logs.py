"""Log lines of our own and of others, in one shape and without private values."""

import asyncio
import io
import json
import logging
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog

from loomem.config.operating import LoggingSettings
from loomem.telemetry.logs import bind_request_id, configure_logging, current_request_id

SECRET = "Anna keeps the key under the blue pot"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    root = logging.root
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    root.setLevel(level)


def lines_of(write: Callable[[], object], **settings: Any) -> list[dict[str, Any]]:
    stream = io.StringIO()
    configure_logging(LoggingSettings(format="json", **settings), stream)
    write()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_has_time_level_name_and_event() -> None:
    (line,) = lines_of(lambda: structlog.get_logger("loomem.web").info("request", status=200))
    assert (line["event"], line["level"], line["logger"]) == ("request", "info", "loomem.web")
    assert line["timestamp"].endswith("Z")
    assert line["status"] == 200


def test_memory_text_is_masked_in_our_lines_and_in_those_of_libraries() -> None:
    def write() -> None:
        structlog.get_logger("a").info("stored", content=SECRET, nested={"query": SECRET})
        logging.root.manager.getLogger("aiohttp.server").error("failed", extra={"body": SECRET})

    assert SECRET not in json.dumps(lines_of(write))


@pytest.mark.parametrize("style", ["json", "console"])
def test_a_traceback_shows_no_local_variables(style: Any) -> None:
    stream = Terminal()
    configure_logging(LoggingSettings(format=style), stream)

    def fail(memory: str) -> None:
        raise ValueError(len(memory))

    try:
        fail(SECRET)
    except ValueError:
        structlog.get_logger("a").exception("boom")
    assert "ValueError: 37" in stream.getvalue()
    assert SECRET not in stream.getvalue()


def test_lines_below_the_level_are_dropped() -> None:
    def write() -> None:
        structlog.get_logger("a").info("quiet")
        structlog.get_logger("a").error("loud")

    assert [line["event"] for line in lines_of(write, level="error")] == ["loud"]


def test_what_libraries_say_at_info_is_dropped() -> None:
    def write() -> None:
        library = logging.root.manager.getLogger("aiohttp.access")
        library.info("GET / 200")
        library.warning("slow")

    assert [line["event"] for line in lines_of(write)] == ["slow"]


def test_warnings_become_lines() -> None:
    def write() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("old call", DeprecationWarning, stacklevel=1)

    (line,) = lines_of(write)
    assert line["level"] == "warning"


def test_auto_means_console_on_a_terminal_and_json_elsewhere() -> None:
    for stream, is_json in ((Terminal(), False), (io.StringIO(), True)):
        configure_logging(LoggingSettings(), stream)
        structlog.get_logger("a").info("hello")
        assert stream.getvalue().startswith("{") is is_json


def test_a_second_set_up_replaces_the_first() -> None:
    first = io.StringIO()
    configure_logging(LoggingSettings(format="json"), first)
    (line,) = lines_of(lambda: structlog.get_logger("a").info("once"))
    assert line["event"] == "once"
    assert first.getvalue() == ""


async def test_every_request_sees_its_own_id_only() -> None:
    async def handle(request_id: str) -> str | None:
        with bind_request_id(request_id):
            await asyncio.sleep(0)
            return current_request_id()

    assert await asyncio.gather(handle("a"), handle("b")) == ["a", "b"]
    assert current_request_id() is None


def test_the_bound_id_is_in_the_line() -> None:
    def write() -> None:
        with bind_request_id("r-1"):
            structlog.get_logger("a").info("inside")
        structlog.get_logger("a").info("outside")

    inside, outside = lines_of(write)
    assert inside["request_id"] == "r-1"
    assert "request_id" not in outside
