"""Looks at everything a server needs and says what to do. It changes nothing.

Each check is a function from settings to one ``Check``; only what was really looked at is said.
"""

import json
import os
import shutil
import socket
from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from loomem.config.environment import (
    ALLOW_UNAUTH_VARIABLE,
    all_variables,
    allows_unauthenticated,
    api_key,
    auth_token,
)
from loomem.config.settings import Settings
from loomem.config.sources import near_misses
from loomem.errors import LoomemError, StoreFullError
from loomem.inference.install import verify_model
from loomem.inference.manifest import Manifest, read_manifest
from loomem.runtime.disk import check_free_space
from loomem.runtime.needs import missing_models, needed_models
from loomem.runtime.stored_data import DataReport, read_data
from loomem.stores.folder import DataFolder, find_holder, is_held

_MIB = 1024 * 1024
_ANSWER_SECONDS = 2.0
_MIN_KEY_LENGTH = 16


class Status(StrEnum):
    """How a check ended. Only ``fail`` keeps a server from working."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Check(msgspec.Struct, frozen=True):
    """What one check found, and what to do about it (None where nothing is to do)."""

    name: str
    status: Status
    finding: str
    advice: str | None = None


def run_checks(settings: Settings) -> list[Check]:
    """Run all checks, cheapest first. Raises nothing; a check that breaks is a failed one."""
    checks: list[tuple[str, Callable[[Settings], Check]]] = [
        ("settings", check_settings),
        ("disk space", check_disk_space),
        ("data folder", check_data_folder),
        ("address", check_address),
        ("access key", check_access_key),
        ("public address", check_origin),
        ("models", check_models),
        ("indexes", check_indexes),
    ]
    return [_guarded(name, check, settings) for name, check in checks]


def _guarded(name: str, check: Callable[[Settings], Check], settings: Settings) -> Check:
    try:
        return check(settings)
    except LoomemError as error:
        return Check(name, Status.FAIL, error.message)
    except OSError as error:
        return Check(name, Status.FAIL, f"{error.strerror}: {error.filename}")


def check_settings(settings: Settings) -> Check:
    """Find variables that were meant as settings, and a remote encoder without its key."""
    slips = near_misses(all_variables())
    if slips:
        found = ", ".join(name for name, _ in slips)
        meant = ", ".join(meant for _, meant in slips)
        return Check("settings", Status.WARN, f"{found} sets nothing", f"Did you mean {meant}?")
    if settings.llm.embedding_provider == "openai" and api_key(settings) is None:
        variable = settings.llm.api_key_env
        return Check(
            "settings",
            Status.WARN,
            f"The remote encoder is used without a key ({variable} is not set)",
            f"Set {variable}, unless {settings.llm.embedding_base_url} asks for none.",
        )
    return Check("settings", Status.OK, "All keys and values can be used")


def check_disk_space(settings: Settings) -> Check:
    """Apply the rule of the server: below a limit of free space nothing starts."""
    try:
        check_free_space(settings)
    except StoreFullError as error:
        return Check(
            "disk space", Status.FAIL, error.message, "Or move storage.data_dir to another disk."
        )
    place = _nearest_existing(settings.storage.data_dir)
    free = shutil.disk_usage(place).free // _MIB
    return Check("disk space", Status.OK, f"{free:,} MB free at {place}")


def check_data_folder(settings: Settings) -> Check:
    """Say whether the folder can be written, and which process holds it."""
    folder = settings.storage.data_dir
    place = _nearest_existing(folder)
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        return Check(
            "data folder",
            Status.FAIL,
            f"{place} cannot be written by this user",
            "Change its owner, or set storage.data_dir to a folder of your own.",
        )
    if not folder.exists():
        return Check("data folder", Status.OK, f"{folder} will be made at the first start")
    if _is_in_use(folder):
        holder = find_holder(folder)
        who = f"process {holder.pid} ({holder.what})" if holder else "a running process"
        return Check("data folder", Status.OK, f"{folder}, held by {who}")
    return Check("data folder", Status.OK, f"{folder}, held by nobody")


def check_address(settings: Settings) -> Check:
    """Say whether a server answers at the address, or whether one could listen there."""
    server = settings.server
    place = f"{server.host}:{server.port}"
    health = ask_server(settings, "/health")
    if health is not None and "version" in health:
        return Check(
            "address",
            Status.OK,
            f"Loomem {health['version']} answers at {place}: {health['status']}",
        )
    problem = _try_to_listen(server.host, server.port)
    if problem is None:
        return Check("address", Status.OK, f"{place} is free; no server is running")
    return Check(
        "address",
        Status.FAIL,
        f"{place} cannot be used ({problem})",
        "Stop the program that uses it, or choose another with server.port or --port.",
    )


def check_access_key(settings: Settings) -> Check:
    """Apply the rule of the server: beyond loopback, a key is needed."""
    token, variable = auth_token(settings), settings.server.auth_token_env
    if token is not None and len(token) < _MIN_KEY_LENGTH:
        return Check(
            "access key",
            Status.WARN,
            f"The key in {variable} has only {len(token)} characters",
            f"Make a longer one: export {variable}=$(openssl rand -hex 32)",
        )
    if token is not None:
        return Check("access key", Status.OK, f"Clients must send the key in {variable}")
    if _is_loopback(settings.server.host):
        return Check("access key", Status.OK, "No key; only this machine is served")
    if allows_unauthenticated():
        return Check(
            "access key",
            Status.WARN,
            f"{settings.server.host} is served without a key, as {ALLOW_UNAUTH_VARIABLE} says",
            f"Set {variable} unless something in front of Loomem checks who calls.",
        )
    return Check(
        "access key",
        Status.FAIL,
        f"{settings.server.host} can be reached by others and {variable} is not set",
        f"export {variable}=$(openssl rand -hex 32), or listen on 127.0.0.1.",
    )


def check_origin(settings: Settings) -> Check:
    """Look whether clients elsewhere can use the address that logins are told."""
    origin, has_key = settings.server.origin, auth_token(settings) is not None
    if not origin:
        finding = "Not set: logins are told the address of the request" if has_key else "Not set"
        return Check("public address", Status.OK, finding)
    if not has_key:
        return Check(
            "public address",
            Status.WARN,
            f"server.origin is {origin}, and there is no key to log in with",
            f"Set {settings.server.auth_token_env}.",
        )
    if not origin.startswith("https://") and not _is_loopback(_host_of(origin)):
        return Check(
            "public address",
            Status.WARN,
            f"server.origin is {origin}: claude.ai and others connect to https only",
            "Put a proxy with a certificate in front (docs/deploy.md), and name its address here.",
        )
    return _check_issuer(settings, origin)


def _check_issuer(settings: Settings, origin: str) -> Check:
    said = ask_server(settings, "/.well-known/oauth-authorization-server")
    if said is not None and said.get("issuer") not in (None, origin):
        return Check(
            "public address",
            Status.WARN,
            f"The running server tells clients {said['issuer']}, the settings say {origin}",
            "Restart the server with these settings.",
        )
    return Check("public address", Status.OK, f"Logins are told {origin}")


def _host_of(origin: str) -> str:
    return urlsplit(origin).hostname or ""


def check_models(settings: Settings) -> Check:
    """Compare every file of the needed models with the sum taken at its install."""
    missing = missing_models(settings)
    if missing:
        return Check(
            "models",
            Status.FAIL,
            f"{' and '.join(missing)} not found in {settings.models.dir}",
            "Run `loomem models install`.",
        )
    for name in needed_models(settings):
        try:
            verify_model(name, settings.models.dir)
        except LoomemError as error:
            return Check(
                "models", Status.FAIL, error.message, f"Run `loomem models install {name}`."
            )
    return Check("models", Status.OK, f"{' and '.join(needed_models(settings))} are intact")


def check_indexes(settings: Settings) -> Check:
    """Compare memories with what is derived from them: through a running server, or on disk."""
    if _is_in_use(settings.storage.data_dir):
        return _check_through_server(settings)
    report = read_data(settings.storage.data_dir)
    if report is None:
        return Check("indexes", Status.OK, "No memories yet")
    problem = _space_problem(settings, report)
    if problem is not None:
        return problem
    counts = f"{report.memories:,} memories, {report.vectors:,} vectors"
    if report.waiting or report.vectors < report.memories or not report.has_text_index:
        text = "" if report.has_text_index else ", the text index is to be written again"
        return Check(
            "indexes",
            Status.WARN,
            f"{counts}, {report.waiting:,} changes wait for the indexes{text}",
            "The next start of the server catches up by itself.",
        )
    return Check("indexes", Status.OK, f"{counts}; nothing waits")


def _check_through_server(settings: Settings) -> Check:
    sync = ask_server(settings, "/v1/health/index-sync")
    if sync is None or "in_sync" not in sync:
        return Check(
            "indexes",
            Status.WARN,
            "The process that holds the data folder could not be asked",
            f"Use its --config, --host, --port and {settings.server.auth_token_env} here too.",
        )
    counts = (
        f"{sync['chunks']:,} memories, {sync['text_documents']:,} in the text index, "
        f"{sync['embeddings']:,} vectors"
    )
    if sync["in_sync"]:
        return Check("indexes", Status.OK, counts)
    return Check(
        "indexes",
        Status.WARN,
        f"{counts}; {sync['text_pending']:,} and {sync['embedding_pending']:,} still wait",
        "Look again in a minute. If it stays: POST /v1/rebuild-tantivy, POST /v1/embed-missing.",
    )


def _space_problem(settings: Settings, report: DataReport) -> Check | None:
    """Compare the model that made the stored vectors with the configured one."""
    manifest = _local_manifest(settings)
    if report.space is None or manifest is None or report.space.digest == manifest.digest:
        return None
    return Check(
        "indexes",
        Status.FAIL,
        f"The vectors were made by {report.space.model}, {manifest.name} is configured",
        "Run `loomem reembed`, or configure the former model again.",
    )


def _local_manifest(settings: Settings) -> Manifest | None:
    if settings.llm.embedding_provider != "local":
        return None
    try:
        return read_manifest(settings.models.dir / settings.llm.embedding_model)
    except LoomemError:
        return None


def _is_in_use(folder: Path) -> bool:
    return DataFolder.lock_path(folder).exists() and is_held(folder)


def ask_server(settings: Settings, path: str) -> dict[str, Any] | None:
    """Return the JSON object a running server answers with, or None where none answers so."""
    host = "127.0.0.1" if settings.server.host in ("0.0.0.0", "::") else settings.server.host  # noqa: S104
    token = auth_token(settings)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    connection = HTTPConnection(host, settings.server.port, timeout=_ANSWER_SECONDS)
    try:
        with closing(connection):
            connection.request("GET", path, headers=headers)
            answer = json.loads(connection.getresponse().read())
    except (OSError, HTTPException, ValueError):
        return None
    return answer if isinstance(answer, dict) else None


def _try_to_listen(host: str, port: int) -> str | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        return error.strerror or str(error)
    return None


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _nearest_existing(path: Path) -> Path:
    place = path.absolute()
    while not place.exists():
        place = place.parent
    return place
