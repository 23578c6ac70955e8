"""Which models a configuration needs on disk."""

from loomem.config.settings import Settings
from loomem.inference.catalogue import POLISH_LEMMAS
from loomem.inference.manifest import FILE_NAME


def needed_models(settings: Settings) -> list[str]:
    """Return the names of the models to install; a remote encoder needs none of its own."""
    needed = [POLISH_LEMMAS]
    if settings.llm.embedding_provider == "local":
        needed.insert(0, settings.llm.embedding_model)
    if settings.search.rerank == "cross":
        needed.append(settings.search.rerank_model)
    return needed


def missing_models(settings: Settings) -> list[str]:
    """Return those of the needed models that no install has finished. Checks no sums."""
    return [
        name
        for name in needed_models(settings)
        if not (settings.models.dir / name / FILE_NAME).is_file()
    ]
