"""From the settings to what a search works with."""

import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import structlog

from loomem.clock import Clock
from loomem.config.own_files import read_own_file
from loomem.config.settings import Settings
from loomem.errors import ConfigError
from loomem.inference.cross_encoder import CrossEncoder
from loomem.inference.encoder import Encoder, LocalEncoder
from loomem.llm.client import Purpose
from loomem.llm.http_client import HttpLlmClient
from loomem.search.options import Decay, Options, Weights
from loomem.search.pipeline import SearchPipeline
from loomem.search.rerank import CrossReranker, LateReranker, LlmReranker, Reranker
from loomem.stores.bundle import Stores
from loomem.text.analysis import Analyzer
from loomem.text.entities.dictionary import EntityDictionary
from loomem.text.synonyms import Group, Spelled, Synonyms, shipped_groups

log = structlog.get_logger(__name__)

_FIRST = {"late": 12, "cross": 20, "llm": 20}
_MAX_GROUPS, _MAX_WORDS = 10_000, 50


class _File(msgspec.Struct, forbid_unknown_fields=True):
    groups: list[list[str]] = msgspec.field(default_factory=list)


def open_searcher(
    settings: Settings,
    stores: Stores,
    encoder: Encoder,
    clock: Clock,
    llm: HttpLlmClient | None,
) -> SearchPipeline:
    """Return the search; raises ConfigError or ModelError where the settings cannot be followed."""
    return SearchPipeline(
        stores,
        encoder,
        clock,
        search_options(settings),
        load_synonyms(settings.search.synonyms_file, stores.entities.dictionary, stores.analyzer),
        open_reranker(settings, encoder, llm),
    )


def search_options(settings: Settings) -> Options:
    """Return how searches rank."""
    chosen = settings.search
    weights, decay = chosen.hybrid_weights, chosen.decay
    return Options(
        weights=Weights(vector=weights.vector, bm25=weights.bm25, pool=chosen.candidates),
        decay=Decay(decay.weight, (decay.l0_lambda, decay.l1_lambda)),
        fusion=chosen.fusion,
        without=frozenset(chosen.without),
        cached_answers=chosen.cached_answers,
        zone=ZoneInfo(settings.user.time_zone),
    )


def open_reranker(
    settings: Settings, encoder: Encoder, llm: HttpLlmClient | None
) -> Reranker | None:
    """Return what takes a closer look, None where nothing does; ConfigError where it cannot."""
    chosen = settings.search
    first = chosen.rerank_candidates or _FIRST.get(chosen.rerank, 0)
    if chosen.rerank == "late":
        if not isinstance(encoder, LocalEncoder):
            raise ConfigError('search.rerank = "late" needs llm.embedding_provider = "local"')
        return LateReranker(encoder.token_vectors(), first)
    if chosen.rerank == "cross":
        threads = os.cpu_count() or 1
        model = CrossEncoder.open(settings.models.dir / chosen.rerank_model, threads)
        return CrossReranker(model, first)
    if chosen.rerank == "llm" and llm is not None and llm.can(Purpose.GATE):
        return LlmReranker(llm, first)
    if chosen.rerank == "llm":
        log.warning("search.rerank_is_off", reason="no language model is set up")
    return None


def load_synonyms(path: Path, names: EntityDictionary, analyzer: Analyzer) -> Synonyms:
    """Return the owner's words, the other names of ``entities.toml``, and the shipped ones.

    Raises ConfigError, in one line, for a file that cannot be used.
    """
    return Synonyms(analyzer, chain(read_groups(path), _other_names(names), shipped_groups()))


def read_groups(path: Path) -> list[Group]:
    """Read ``groups = [["k8s", "kubernetes"]]``; none where there is no file."""
    held = read_own_file(path, _File, "search.synonyms_file")
    if held is None:
        return []
    if len(held.groups) > _MAX_GROUPS or any(len(group) > _MAX_WORDS for group in held.groups):
        raise ConfigError(
            f"search.synonyms_file: {path}: at most {_MAX_GROUPS} groups of {_MAX_WORDS} words"
        )
    return [Group([Spelled(word) for word in group]) for group in held.groups]


def _other_names(names: EntityDictionary) -> Iterator[Group]:
    for entry in names.entries:
        if entry.aliases or entry.expand_with:
            yield Group(
                [Spelled(name) for name in (entry.canonical, *entry.aliases)],
                [Spelled(word) for word in entry.expand_with],
            )
