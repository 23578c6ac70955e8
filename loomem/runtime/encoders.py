"""Chooses and opens the encoder that the settings name."""

from loomem.config.environment import api_key
from loomem.config.settings import Settings
from loomem.errors import ConfigError
from loomem.inference.encoder import Encoder, LocalEncoder
from loomem.inference.remote import RemoteEncoder


async def open_encoder(settings: Settings) -> Encoder:
    """Return the configured encoder; raises ModelError or ConfigError with what to do."""
    llm = settings.llm
    if llm.embedding_provider == "local":
        return await LocalEncoder.load(settings.models.dir / llm.embedding_model)
    if llm.embedding_dim is None:
        raise ConfigError('llm.embedding_dim must be set for embedding_provider = "openai"')
    return RemoteEncoder(
        base_url=llm.embedding_base_url or llm.base_url,
        model=llm.embedding_model,
        dim=llm.embedding_dim,
        api_key=api_key(settings),
        timeout_s=llm.timeout_secs,
    )
