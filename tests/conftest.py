"""Fixtures that many tests share, and the rule that CI skips nothing."""

import os
import socket
from collections.abc import Generator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
REQUIRE_ALL = os.environ.get("LOOMEM_REQUIRE_ALL") == "1"
ENCODER = "multilingual-e5-small"
LEXICON = "polish-lemmas"


def pytest_configure() -> None:
    """Keep the settings of the person who runs the tests out of them, also out of subprocesses."""
    for name in [name for name in os.environ if name.startswith("LOOMEM_") and "__" in name]:
        del os.environ[name]
    for name in ("LOOMEM_AUTH_TOKEN", "LOOMEM_ALLOW_UNAUTH", "OPENAI_API_KEY", "NOTIFY_SOCKET"):
        os.environ.pop(name, None)
    os.environ["LOOMEM_CONFIG"] = os.devnull


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and LOOMEM_REQUIRE_ALL=1: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if REQUIRE_ALL and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped as a whole, and LOOMEM_REQUIRE_ALL=1"
    return report


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """Folder with the real models; installed there first where that is possible."""
    from loomem.errors import ModelError
    from loomem.inference.install import install_model

    folder = Path(os.environ.get("LOOMEM_TEST_MODELS") or ROOT / ".cache" / "models")
    for name in (ENCODER, LEXICON):
        if (folder / name / "manifest.json").is_file():
            continue
        try:
            install_model(name, folder)
        except ModelError as error:
            pytest.skip(f"{name} cannot be installed: {error.message}")
    return folder


@pytest.fixture(scope="session")
def model_dir(models_dir: Path) -> Path:
    """Folder of the installed default encoder."""
    return models_dir / ENCODER


@pytest.fixture
def free_port() -> int:
    """Return a port of the loopback address that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
