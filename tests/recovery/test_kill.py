"""SIGKILL at random moments under mixed concurrent writes, round after round on the same data.

LOOMEM_RECOVERY_ROUNDS sets the number of rounds, LOOMEM_RECOVERY_SEED where they begin.
"""

import asyncio
import os
import random
import shutil
from pathlib import Path

from tests.recovery.conftest import Serve
from tests.support.audit import audit
from tests.support.ledger import Ledger
from tests.support.load import Load, check_searches
from tests.support.server import ServerProcess

ROUNDS = int(os.environ.get("LOOMEM_RECOVERY_ROUNDS", "25"))
SEED = int(os.environ.get("LOOMEM_RECOVERY_SEED", "20"))
_ACKNOWLEDGED = (5, 80)
_JITTER_SECONDS = 0.03
_RECENT, _OLDER, _GONE = 25, 10, 8


async def test_no_kill_loses_an_acknowledged_write_or_brings_back_a_deleted_memory(
    serve: Serve, tmp_path: Path, models_dir: Path
) -> None:
    server, ledger = serve(), Ledger()
    hits, happened = 0, 0
    recent: list[str] = []
    for number in range(ROUNDS):
        rng = random.Random(SEED * 1_000 + number)
        server.start()
        async with server.client() as api:
            happened += (await ledger.settle(api))[0]
            await api.wait_until_in_sync()
            await check_searches(api, ledger, *_chosen(ledger, recent, rng))
            load = Load(api, ledger, rng, prefix=f"r{number}")
            await _kill_under(load, server, rng)
            recent = load.recent
        assert server.wait() == -9
        assert number == 0 or not server.rebuilds, "the outbox alone must be enough"
        hits += 1 if ledger.doubts else 0
        _audit_copy(server.data_dir, tmp_path / "copy", models_dir)
    assert hits >= ROUNDS * 0.8, f"only {hits} of {ROUNDS} kills met a request in flight"
    assert happened, "no kill fell between a commit and its answer"
    server.start()
    async with server.client() as api:
        await ledger.settle(api)
        await api.wait_until_in_sync()
    assert server.stop() == 0
    findings = audit(server.data_dir, models_dir)
    assert {chunk.id for chunk in findings.chunks.values() if chunk.is_live} == set(ledger.live)
    assert findings.without_vector == set()


async def _kill_under(load: Load, server: ServerProcess, rng: random.Random) -> None:
    """Kill at a random moment after a random number of answers, while others are under way."""
    target = rng.randint(*_ACKNOWLEDGED)
    loop = asyncio.get_running_loop()

    def watch(acknowledged: int) -> None:
        if acknowledged == target:
            loop.call_later(rng.uniform(0, _JITTER_SECONDS), server.signal_all, 9)

    await load.run(10_000, watch)


def _chosen(ledger: Ledger, recent: list[str], rng: random.Random) -> tuple[list[str], list[str]]:
    """The latest writes and a few older ones that must be found, and texts that must not."""
    latest = [one for one in recent if one in ledger.live][-_RECENT:]
    older = rng.sample(sorted(ledger.live), min(_OLDER, len(ledger.live)))
    gone = rng.sample(sorted(ledger.gone.values()), min(_GONE, len(ledger.gone)))
    return list(dict.fromkeys(latest + older)), gone


def _audit_copy(data_dir: Path, copy: Path, models_dir: Path) -> None:
    """Audit what the kill left behind without doing the server's recovery for it."""
    shutil.copytree(data_dir, copy)
    audit(copy, models_dir)
    shutil.rmtree(copy)
