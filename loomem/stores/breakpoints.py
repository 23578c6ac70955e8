"""Named points at which a crash test kills the process. Unarmed they cost one comparison."""

import os
import signal

POINTS = (
    "writer.in_transaction",
    "writer.before_commit",
    "writer.after_commit",
    "writer.after_hooks",
    "indexer.before_commit",
    "indexer.after_commit",
    "indexer.after_clear",
    "reconcile.half_way",
    "reembed.half_way",
    "reembed.before_swap",
    "reembed.after_swap",
)

_armed: dict[str, int] = {}


def arm(spec: str | None) -> None:
    """Arm ``name`` or ``name:n``: the process dies at the n-th visit (first by default)."""
    _armed.clear()
    if spec:
        name, _, count = spec.partition(":")
        if name not in POINTS:
            raise ValueError(f"unknown breakpoint {name}")
        _armed[name] = int(count or 1)


def reach(name: str) -> None:
    """Die here without any clean-up when this point is armed and its turn has come."""
    if not _armed or name not in _armed:
        return
    _armed[name] -= 1
    if _armed[name] <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
