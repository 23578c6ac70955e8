"""Whether anything relevant was found is told in absolute terms."""

import pytest

from loomem.model.chunk import Chunk
from loomem.search.candidate import Candidate
from loomem.search.sufficiency import sufficiency_of


def hits(*cosines: float | None) -> list[Candidate]:
    return [
        Candidate(
            chunk=Chunk(id=f"m{n}", content="x", timestamp=n),
            meaning={} if cosine is None else {"": cosine},
            score=1.0,
        )
        for n, cosine in enumerate(cosines)
    ]


@pytest.mark.parametrize(
    ("cosines", "confidence"),
    [
        ((0.6, 0.2), "high"),
        ((0.2, 0.5), "high"),
        ((0.34, 0.1), "medium"),
        ((0.22, 0.2), "low"),
        ((-0.5,), "low"),
        ((None, 0.5), "high"),
        ((0.1, 0.1, 0.1, 0.1, 0.1, 0.9), "low"),
    ],
)
def test_the_best_of_the_first_hits_decides_and_not_their_scores(
    cosines: tuple[float | None, ...], confidence: str
) -> None:
    found = sufficiency_of(hits(*cosines))
    assert found is not None
    assert found.confidence == confidence
    assert 0 <= found.score <= 1


def test_without_vectors_and_without_hits_nothing_is_said() -> None:
    assert sufficiency_of([]) is None
    assert sufficiency_of(hits(None, None)) is None


def test_a_nearer_hit_never_lowers_it() -> None:
    scores = [found.score for n in range(100) if (found := sufficiency_of(hits(n / 100)))]
    assert scores == sorted(scores)
