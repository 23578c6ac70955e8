"""All settings of one process, as one frozen value. Making it reads no file and no variable."""

from pydantic import Field
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from loomem.config.clients import McpSettings, OAuthSettings, UserSettings
from loomem.config.operating import LoggingSettings, RateLimitSettings, ResourceGuardSettings
from loomem.config.searching import SearchSettings
from loomem.config.sections import (
    CostSettings,
    EntityExtractionSettings,
    FragmentSettings,
    KnowledgeExtractionSettings,
    LlmSettings,
    ModelSettings,
    PiiSettings,
    ServerSettings,
    StorageSettings,
)
from loomem.config.values import StreamId

SHIPPED_NAMESPACES = {"personal": "100", "work": "110", "project": "120", "journal": "140"}


class Settings(BaseSettings):
    """Every setting with its default. ``loomem.config.loader`` fills it from outside."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid", validate_default=True)

    server: ServerSettings = Field(ServerSettings(), description="The HTTP server.")
    storage: StorageSettings = Field(
        StorageSettings(), description="Where and how memories are kept."
    )
    mcp: McpSettings = Field(McpSettings(), description="The Model Context Protocol, at /mcp.")
    oauth: OAuthSettings = Field(OAuthSettings(), description="Clients that log in with OAuth.")
    user: UserSettings = Field(UserSettings(), description="The owner of the memories.")
    search: SearchSettings = Field(SearchSettings(), description="How memories are found.")
    llm: LlmSettings = Field(
        LlmSettings(),
        description="Language models behind an OpenAI-compatible address, and the embedding model.",
    )
    knowledge_extraction: KnowledgeExtractionSettings = Field(
        KnowledgeExtractionSettings(),
        description="Facts that a language model finds in conversations and documents.",
    )
    cost: CostSettings = Field(
        CostSettings(),
        description="What language models may cost. Days begin at midnight UTC.",
    )
    entity_extraction: EntityExtractionSettings = Field(
        EntityExtractionSettings(),
        description="Names that a language model finds in memories, beyond those of the rules.",
    )
    fragments: FragmentSettings = Field(
        FragmentSettings(), description="Cutting conversations and documents into pieces."
    )
    pii: PiiSettings = Field(
        PiiSettings(),
        description="Personal data and secrets, replaced by markers before anything is stored.",
    )
    models: ModelSettings = Field(ModelSettings(), description="Models on disk.")
    rate_limit: RateLimitSettings = Field(
        RateLimitSettings(),
        description="How many calls a minute one caller may make in one stream.",
    )
    resource_guards: ResourceGuardSettings = Field(
        ResourceGuardSettings(), description="Limits that protect the machine."
    )
    logging: LoggingSettings = Field(
        LoggingSettings(),
        description="Log lines on standard error. They never hold memory text or keys.",
    )
    namespaces: dict[str, StreamId] = Field(
        SHIPPED_NAMESPACES,
        description='Names for streams, name = "stream id". Naming one replaces all four below.',
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the signature is pydantic's
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take values from the caller only, so that tests and embedders get no surprise."""
        return (init_settings,)
