from pathlib import Path

from tests.support.server import ServerProcess


async def test_too_many_deletions_are_answered_with_429_and_the_time_to_wait(
    tmp_path: Path, models_dir: Path
):
    settings = {
        "LOOMEM_RESOURCE_GUARDS__MIN_DISK_SPACE_MB": "0",
        "LOOMEM_RATE_LIMIT__ENABLED": "true",
        "LOOMEM_RATE_LIMIT__DELETE_RPM": "1",
    }
    with ServerProcess(tmp_path / "data", models_dir, **settings) as process:
        process.start()
        async with process.client() as api:
            first = await api.send("DELETE", f"/api/memories/{await api.store('One.')}")
            assert first.status == 200
            second = await api.send("DELETE", f"/api/memories/{await api.store('Two.')}")
            assert (second.status, second.code) == (429, "rate_limited")
            assert 1 <= int(second.headers["Retry-After"]) <= 60
