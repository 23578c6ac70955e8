"""The shipped sentences, and the means taken out of every vector."""

from pathlib import Path

import numpy as np
import pytest

from loomem.errors import ModelError
from loomem.inference.means import (
    LANGUAGES,
    SHARE,
    Centre,
    Role,
    language_row,
    make_means,
    read_sentences,
    sentences_digest,
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_enough_sentences_for_both_sides(language: str) -> None:
    sides = read_sentences(language)
    every = sides[Role.QUERY] + sides[Role.PASSAGE]
    assert len(every) >= 220
    assert len(set(every)) == len(every)
    assert min(len(sides[Role.QUERY]), len(sides[Role.PASSAGE])) >= 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_shipped_sentence_is_taken_for_another_language(language: str) -> None:
    every = [s for side in read_sentences(language).values() for s in side]
    rows = [language_row(sentence) for sentence in every]
    own = LANGUAGES.index(language)
    assert set(rows) <= {own, len(LANGUAGES)}
    assert rows.count(own) > 0.9 * len(rows)


def test_the_digest_of_the_sentences_is_stable() -> None:
    assert sentences_digest() == sentences_digest()


def test_means_are_kept_per_role_and_language_with_the_overall_last() -> None:
    def embed(sentences: list[str], role: Role) -> np.ndarray:
        first = ord(sentences[0][0])
        return np.full((len(sentences), 2), [first, role.value], np.float32)

    means = make_means(embed)
    assert means.shape == (2, 4, 2)
    assert np.allclose(means[:, 3], means[:, :3].mean(axis=1))
    assert means[Role.PASSAGE, 0, 1] == 1


def test_a_text_gets_the_mean_of_its_language_taken_out() -> None:
    means = np.zeros((2, 4, 3), np.float32)
    means[Role.PASSAGE, LANGUAGES.index("zh")] = [0, 1, 0]
    means[Role.PASSAGE, 3] = [0, 0, 1]
    centre = Centre(means, SHARE)
    vector = np.array([1, 0, 0], np.float32)
    length = np.sqrt(1 + SHARE**2)
    chinese = centre.apply(vector, "我明天要去北京出差", Role.PASSAGE)
    unsure = centre.apply(vector, "🎉", Role.PASSAGE)
    assert np.allclose(chinese, np.array([1, -SHARE, 0]) / length)
    assert np.allclose(unsure, np.array([1, 0, -SHARE]) / length)


@pytest.mark.parametrize("raw", [b"", b"junk", None])
def test_damaged_means_are_a_model_error(tmp_path: Path, raw: bytes | None) -> None:
    if raw is not None:
        (tmp_path / "means.npy").write_bytes(raw)
    with pytest.raises(ModelError):
        Centre.open(tmp_path, dim=4, share=SHARE)


def test_means_of_another_dimension_are_a_model_error(tmp_path: Path) -> None:
    np.save(tmp_path / "means.npy", np.zeros((2, 4, 5), np.float32))
    with pytest.raises(ModelError, match="does not fit"):
        Centre.open(tmp_path, dim=4, share=SHARE)
