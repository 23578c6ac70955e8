"""Stops asking a service that keeps failing, and tries it again after a while."""

import structlog

from loomem.clock import Clock
from loomem.errors import UnavailableError

log = structlog.get_logger(__name__)


class CircuitBreaker:
    """Opens after ``threshold`` failures in a row. After ``cool_down_s`` one call may probe."""

    def __init__(
        self, clock: Clock, host: str, *, threshold: int = 3, cool_down_s: float = 30.0
    ) -> None:
        self._clock = clock
        self._host = host
        self._threshold = threshold
        self._cool_down_s = cool_down_s
        self._failures = 0
        self._opened_at: float | None = None
        self._is_probing = False

    @property
    def is_open(self) -> bool:
        """Whether calls are refused, but for a probe."""
        return self._opened_at is not None

    def enter(self) -> None:
        """Ask for leave to call; raises UnavailableError while the circuit is open.

        Whoever may go on reports back with exactly one of the three methods below.
        """
        if self._opened_at is None:
            return
        rest = self._opened_at + self._cool_down_s - self._clock.monotonic()
        if rest > 0 or self._is_probing:
            seconds = max(1, round(rest))
            raise UnavailableError(
                f"The language model at {self._host} failed several times in a row; it is asked "
                f"again in {seconds} s.",
                {"retry_after_seconds": seconds},
            )
        self._is_probing = True

    def succeeded(self) -> None:
        """The service answered."""
        if self._opened_at is not None:
            log.info("llm.circuit_closed", host=self._host)
        self._failures = 0
        self._opened_at = None
        self._is_probing = False

    def failed(self) -> None:
        """The service did not answer as it should."""
        self._failures += 1
        if self._is_probing or (self._opened_at is None and self._failures >= self._threshold):
            log.warning("llm.circuit_open", host=self._host, failures=self._failures)
            self._opened_at = self._clock.monotonic()
        self._is_probing = False

    def abandoned(self) -> None:
        """The call ended without saying anything about the service."""
        self._is_probing = False
