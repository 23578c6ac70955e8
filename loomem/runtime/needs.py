"""Which models a configuration needs on disk."""

from loomem.config.settings import Settings
from loomem.inference.catalogue import POLISH_LEMMAS
from loomem.inference.manifest import FILE_NAME


def needed_models(settings: Settings) -> list[str]:
    """Return the names of the models to install; a remote encoder needs none of its own."""
    is_local = settings.llm.embedding_provider == "local"
    return [settings.llm.embedding_model, POLISH_LEMMAS] if is_local else [POLISH_LEMMAS]


def missing_models(settings: Settings) -> list[str]:
    """Return those of the needed models that no install has finished. Checks no sums."""
    return [
        name
        for name in needed_models(settings)
        if not (settings.models.dir / name / FILE_NAME).is_file()
    ]
