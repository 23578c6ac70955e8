"""The reader of the 4-bit weights file: the format, and files that lie."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loomem.errors import ModelError
from loomem.inference.e5_q4 import E5File


def test_tensors_come_back_within_the_four_bits(tiny_e5: Path, formats: Any) -> None:
    file = E5File(tiny_e5)
    for name, original in formats.random_tensors(len(formats.pieces)).items():
        read = file.tensor(name)
        assert read.shape == original.shape
        assert np.abs(read - original).max() <= np.abs(original).max() / 13 + 1e-6


def test_rows_of_the_word_matrix_are_those_of_the_whole(tiny_e5: Path) -> None:
    file = E5File(tiny_e5)
    whole = file.tensor("emb.word")
    assert np.array_equal(file.weights().word_rows(3, 9), whole[3:9])


def test_pieces_scores_and_replacements_are_read(tiny_e5: Path, formats: Any) -> None:
    pieces = E5File(tiny_e5).pieces
    assert pieces.pieces == formats.pieces
    assert pieces.scores[2] == -0.5
    assert (pieces.bos, pieces.eos, pieces.pad, pieces.unk) == (0, 2, 1, 3)
    assert pieces.replacements == {"\t": " ", "ﬁ": "fi"}


def test_a_missing_or_empty_file_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        E5File(tmp_path / "none.bin")
    (tmp_path / "empty.bin").write_bytes(b"")
    with pytest.raises(ModelError):
        E5File(tmp_path / "empty.bin")


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cut=st.floats(0, 0.999))
def test_a_file_cut_short_is_a_model_error(tiny_e5: Path, tmp_path: Path, cut: float) -> None:
    raw = tiny_e5.read_bytes()
    path = tmp_path / "cut.bin"
    path.write_bytes(raw[: int(len(raw) * cut)])
    with pytest.raises(ModelError):
        E5File(path)


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_flipped_bytes_never_read_outside_the_file(
    tiny_e5: Path, tmp_path: Path, data: st.DataObject
) -> None:
    raw = bytearray(tiny_e5.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, 3_000))] = data.draw(st.integers(0, 255))
    path = tmp_path / "flipped.bin"
    path.write_bytes(raw)
    try:
        file = E5File(path)
    except ModelError:
        return
    assert file.tensor("l1.fo.w").shape == (file.shape.hidden, file.shape.feed_forward)
