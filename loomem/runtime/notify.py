"""Tells systemd how the service is doing. Without ``NOTIFY_SOCKET`` every call does nothing."""

import socket

import structlog

from loomem.config.environment import notify_socket, watchdog_seconds

log = structlog.get_logger(__name__)

# Three signs of life fit into the period, so that one late wake-up does not end the service.
_SIGNS_PER_PERIOD = 3.0


def notify_ready() -> None:
    """Say that requests are answered from now on."""
    _send("READY=1")


def notify_stopping() -> None:
    """Say that the service is closing down."""
    _send("STOPPING=1")


def notify_alive() -> None:
    """Feed the watchdog. Call it only after proof that the stores still answer."""
    _send("WATCHDOG=1")


def watchdog_interval() -> float | None:
    """Return the seconds between signs of life, or None where nobody waits for them."""
    period = watchdog_seconds()
    return period / _SIGNS_PER_PERIOD if period and notify_socket() else None


def _send(state: str) -> None:
    address = notify_socket()
    if address is None:
        return
    # A leading @ is how systemd writes the zero byte of an abstract socket.
    target = "\0" + address[1:] if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
            channel.sendto(state.encode(), target)
    except OSError as error:
        log.warning("notify.failed", state=state, error=str(error))
