"""Log lines: structlog for our own, the standard library's for everybody else's, in one shape.

They go to standard error. Tracebacks never show local variables, because those hold memory text.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TextIO

import structlog
from structlog.typing import Processor

from loomem.config.operating import LoggingSettings
from loomem.telemetry.redact import drop_private_fields

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


def configure_logging(settings: LoggingSettings, stream: TextIO | None = None) -> None:
    """Set up all logging of the process; a second call replaces the first."""
    target = stream or sys.stderr
    level = _LEVELS[settings.level]
    style = _style(settings, target)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared_processors(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    _route_standard_logging(level, style, target)


@contextmanager
def bind_request_id(request_id: str) -> Iterator[None]:
    """Add ``request_id`` to every line written inside the block, also by tasks started there."""
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        yield


def current_request_id() -> str | None:
    """Return the id that was bound, or None outside a request."""
    value = structlog.contextvars.get_contextvars().get("request_id")
    return value if isinstance(value, str) else None


def _style(settings: LoggingSettings, target: TextIO) -> Literal["console", "json"]:
    if settings.format == "auto":
        return "console" if target.isatty() else "json"
    return settings.format


def _shared_processors() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        structlog.processors.UnicodeDecoder(),
        drop_private_fields,
    ]


def _route_standard_logging(level: int, style: str, target: TextIO) -> None:
    handler = logging.StreamHandler(target)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *_shared_processors()],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _renderer(style, target),
            ],
        )
    )
    root = logging.root
    root.handlers[:] = [handler]
    root.setLevel(level)
    # Libraries report their inner steps at info; only what went wrong is worth a line here.
    for library in ("aiohttp", "asyncio"):
        logging.root.manager.getLogger(library).setLevel(max(level, logging.WARNING))
    logging.captureWarnings(True)


def _renderer(style: str, target: TextIO) -> Processor:
    if style == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.dev.ConsoleRenderer(
        colors=target.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
