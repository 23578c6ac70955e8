"""The settings of the search."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from loomem.config.section import Section
from loomem.config.values import Directory, SearchStage, Weight

MAX_TOP_K = 100


class HybridWeightSettings(Section):
    """How much each channel counts when their scores are joined."""

    vector: Weight = Field(0.6, description="Share of likeness in meaning, 0 to 1.")
    bm25: Weight = Field(0.4, description="Share of likeness in words, 0 to 1.")

    @model_validator(mode="after")
    def _check_some_weight(self) -> Self:
        if self.vector + self.bm25 == 0:
            raise ValueError("vector and bm25 cannot both be 0: nothing would be found")
        return self


class VectorSettings(Section):
    """The vector index."""

    exact_limit: int = Field(
        20_000,
        ge=0,
        description="Streams with more memories than this get an approximate (HNSW) index.",
    )


class DecaySettings(Section):
    """How age lowers a score: it keeps 1 - weight whatever its age. Lasting memories do not age."""

    weight: Weight = Field(0.1, description="The share of a score that age can take, 0 to 1.")
    l0_lambda: float = Field(
        0.05, ge=0, le=1, description="Rate for what was said, in e to the power of -rate x days."
    )
    l1_lambda: float = Field(
        0.03, ge=0, le=1, description="The same for what was made of it (level 1)."
    )


class SearchSettings(Section):
    """How memories are found."""

    top_k: int = Field(
        10,
        ge=1,
        le=MAX_TOP_K,
        description="Results of a search that asks for no number, 1 to 100.",
    )
    candidates: int = Field(
        50,
        ge=10,
        le=10_000,
        description="Memories that each channel proposes at least, before their scores are joined.",
    )
    evidence_fields: bool = Field(
        False,
        description="Let tools show author, day and source of each hit in brackets.",
    )
    entities_file: Directory = Field(
        Path("entities.toml"),
        description="Your own names; docs/entities.example.toml shows the form. May be absent.",
    )
    synonyms_file: Directory = Field(
        Path("synonyms.toml"),
        description='Words of yours that mean the same: groups = [["k8s", "kubernetes"]]. May be absent.',
    )
    fusion: Literal["weighted", "rrf"] = Field(
        "weighted",
        description='How scores are joined: "weighted" by size, "rrf" by rank only.',
    )
    without: tuple[SearchStage, ...] = Field(
        (), description="Stages that are left out, as docs/search.md names them."
    )
    rerank: Literal["off", "late", "cross", "llm"] = Field(
        "off",
        description='A closer look at the first results: "late" with the encoder, "cross" with '
        'rerank_model, "llm" by a language model; docs/search.md says what each is worth.',
    )
    rerank_model: str = Field(
        "mmarco-mMiniLMv2-L12-H384-v1",
        min_length=1,
        max_length=200,
        description='The installed model of rerank = "cross"; `loomem models install` fetches it.',
    )
    rerank_candidates: int = Field(
        0,
        ge=0,
        le=100,
        description="So many results are looked at: 12 by late, 20 by cross and llm, if 0.",
    )
    cached_answers: int = Field(
        200, ge=0, le=100_000, description="Answers kept until something changes; 0 for none."
    )
    hybrid_weights: HybridWeightSettings = Field(
        HybridWeightSettings(), description="How much each channel counts."
    )
    decay: DecaySettings = Field(DecaySettings(), description="How age lowers a score.")
    vectors: VectorSettings = Field(VectorSettings(), description="The vector index.")
