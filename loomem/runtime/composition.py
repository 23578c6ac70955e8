"""Builds all services from the settings, and takes them down again in the reverse order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
import structlog

from loomem.clock import Clock, SystemClock
from loomem.config.settings import Settings
from loomem.inference.encoder import Encoder
from loomem.ingest.embedding_queue import EmbeddingQueue
from loomem.ingest.fact_writing import FactWriter
from loomem.ingest.persist import Persister
from loomem.ingest.transcripts import Transcripts
from loomem.knowledge.dictionary import load_dictionary
from loomem.knowledge.entity_queue import EntityQueue
from loomem.knowledge.graph import GraphBuilder
from loomem.knowledge.llm_entities import LlmEntities
from loomem.knowledge.llm_extraction import ExtractionLimits, LlmExtractor, Topic
from loomem.knowledge.llm_judge import LlmJudge
from loomem.knowledge.placement import Placer
from loomem.lifecycle.deletion import Deletion
from loomem.lifecycle.feedback import Feedback
from loomem.lifecycle.importance import Importance
from loomem.lifecycle.reembedding import Reembedding, space_of
from loomem.lifecycle.scrubbing import Scrubber
from loomem.lifecycle.usage import Usage
from loomem.lifecycle.versions import Versions
from loomem.llm.client import Purpose
from loomem.llm.http_client import HttpLlmClient
from loomem.model.filters import DAY_SECONDS
from loomem.oauth.tokens import Tokens
from loomem.operations.context import Services
from loomem.operations.limits import RateLimiter
from loomem.runtime.cleaning import open_cleaner
from loomem.runtime.disk import check_free_space
from loomem.runtime.encoders import open_encoder
from loomem.runtime.jobs import BackgroundJobs
from loomem.runtime.language_models import make_ledger, make_llm, meter_embeddings
from loomem.runtime.ranking import open_searcher
from loomem.search.ambient import Ambient
from loomem.search.context_pack import ContextPacker
from loomem.stores.bundle import StoreOptions, Stores, open_stores
from loomem.telemetry.metrics import observe_commit
from loomem.text.analysis import Analyzer
from loomem.text.entities.reader import EntityReader
from loomem.text.lexicon import load_lexicon

log = structlog.get_logger(__name__)

_REMOTE_BATCH, _REMOTE_LINGER_SECONDS = 50, 5.0


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Yield everything that operations need, running; close it at the end."""
    check_free_space(settings)
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        encoder = await open_encoder(settings)
        stack.push_async_callback(encoder.close)
        stores = await asyncio.to_thread(open_configured_stores, settings, encoder)
        stack.push_async_callback(asyncio.to_thread, stores.close)
        services = build_services(settings, clock, stores, encoder)
        if services.llm is not None:
            stack.push_async_callback(services.llm.close)
        stack.callback(services.searcher.close)
        stack.push_async_callback(services.jobs.close)
        loop = asyncio.get_running_loop()
        for work in (
            services.embedding_queue.run,
            services.transcripts.run,
            services.entity_queue.run,
        ):
            stack.push_async_callback(_cancel, loop.create_task(work()))
        if await asyncio.to_thread(services.graph_builder.is_outdated):
            services.jobs.start("build_graph", services.graph_builder.resume)
        if await asyncio.to_thread(services.scrubber.is_wanted):
            services.jobs.start("scrub", services.scrubber.run)
        yield services


def open_configured_stores(
    settings: Settings, encoder: Encoder, *, accept_other_space: bool = False
) -> Stores:
    """Open the data folder as the settings say; raises StoreError or ModelError."""
    lexicon = load_lexicon(settings.models.dir / "polish-lemmas" / "lexicon.marisa")
    analyzer = Analyzer(lexicon)
    entities = EntityReader(load_dictionary(settings.search.entities_file), lexicon)
    options = StoreOptions(
        map_size_mb=settings.storage.map_size_mb,
        text_heap_mb=settings.storage.tantivy.heap_size_mb,
        exact_limit=settings.search.vectors.exact_limit,
        what="reembed" if accept_other_space else "serve",
        accept_other_space=accept_other_space,
        entities=entities,
    )
    return open_stores(
        settings.storage.data_dir, analyzer, space_of(encoder), options, observe_commit
    )


def build_services(settings: Settings, clock: Clock, stores: Stores, encoder: Encoder) -> Services:
    """Wire the pipelines together; nothing starts here."""
    is_local = settings.llm.embedding_provider == "local"
    cleaner = open_cleaner(settings)
    spend = make_ledger(settings, stores, clock)
    meter_embeddings(settings, encoder, spend)
    llm = make_llm(settings, spend, cleaner.redactor, clock)
    placer = Placer(stores, _judge(llm))
    scrubber = Scrubber(stores)
    searcher = open_searcher(settings, stores, encoder, clock, llm)
    persister = Persister(stores, encoder, clock, placer, embeds_inline=is_local)
    return Services(
        settings=settings,
        clock=clock,
        stores=stores,
        cleaner=cleaner,
        persister=persister,
        transcripts=Transcripts(
            stores,
            encoder,
            clock,
            cleaner,
            FactWriter(persister, _extractor(settings, llm)),
            makes_fragments=settings.fragments.enabled,
        ),
        searcher=searcher,
        packer=ContextPacker(stores, encoder, clock, searcher),
        ambient=Ambient(searcher, clock, encoder.count_tokens),
        deletion=Deletion(stores, clock, scrubber),
        scrubber=scrubber,
        usage=Usage(stores, clock),
        versions=Versions(stores, clock),
        importance=Importance(stores, clock),
        reembedding=Reembedding(stores, encoder),
        embedding_queue=EmbeddingQueue(stores, encoder, clock)
        if is_local
        else EmbeddingQueue(
            stores, encoder, clock, batch=_REMOTE_BATCH, linger_s=_REMOTE_LINGER_SECONDS
        ),
        entity_queue=_entity_queue(settings, clock, stores, llm),
        graph_builder=GraphBuilder(stores, reads_sources=not settings.fragments.enabled),
        jobs=BackgroundJobs(),
        spend=spend,
        llm=llm,
        feedback=Feedback(stores, clock),
        limiter=_limiter(settings, clock),
        tokens=Tokens(
            stores,
            clock,
            access_seconds=settings.oauth.access_token_secs,
            refresh_seconds=settings.oauth.refresh_token_days * DAY_SECONDS,
        ),
        started_monotonic=clock.monotonic(),
    )


def _limiter(settings: Settings, clock: Clock) -> RateLimiter:
    chosen = settings.rate_limit
    if not chosen.enabled:
        return RateLimiter(clock, None)
    return RateLimiter(
        clock,
        {"search": chosen.search_rpm, "store": chosen.store_rpm, "delete": chosen.delete_rpm},
    )


def _judge(llm: HttpLlmClient | None) -> LlmJudge | None:
    return LlmJudge(llm) if llm is not None and llm.can(Purpose.GATE) else None


def _extractor(settings: Settings, llm: HttpLlmClient | None) -> LlmExtractor | None:
    if llm is None or not llm.can(Purpose.EXTRACTION):
        return None
    chosen = settings.knowledge_extraction
    limits = ExtractionLimits(
        max_transcript_tokens=chosen.max_transcript_tokens,
        max_facts=chosen.max_facts_per_transcript,
        min_confidence=chosen.min_confidence,
        topics=tuple(msgspec.convert(topic.model_dump(), Topic) for topic in chosen.topics),
    )
    return LlmExtractor(llm, limits)


def _entity_queue(
    settings: Settings, clock: Clock, stores: Stores, llm: HttpLlmClient | None
) -> EntityQueue:
    chosen = settings.entity_extraction
    is_wanted = chosen.enabled and llm is not None and llm.can(Purpose.EXTRACTION)
    model = None
    if is_wanted and llm is not None:
        model = LlmEntities(llm, min_confidence=chosen.confidence_threshold)
    return EntityQueue(
        stores,
        clock,
        model,
        batch=chosen.batch_size,
        max_tokens=chosen.max_tokens_per_batch,
        linger_s=chosen.flush_interval_secs,
    )


async def _cancel(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
