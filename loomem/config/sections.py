"""One frozen model per section of the settings file. Defaults and explanations live only here.

The description of a field is its line in ``config.example.toml``.
"""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from loomem.config.section import Section
from loomem.config.values import (
    Address,
    Directory,
    Network,
    OptionalAddress,
    OptionalOrigin,
    OptionalVariableName,
    Usd,
    VariableName,
    Weight,
)

MIN_MAP_SIZE_MB = 8


class TantivySettings(Section):
    """The full-text index."""

    heap_size_mb: int = Field(
        128,
        ge=15,
        le=4096,
        description="Memory for words that wait to be written, in MB.",
    )


class StorageSettings(Section):
    """Where and how memories are kept."""

    data_dir: Directory = Field(
        Path("data"),
        description="Folder with everything that is remembered. Back up this one.",
    )
    map_size_mb: int = Field(
        1024,
        ge=MIN_MAP_SIZE_MB,
        description="First size of the LMDB map in MB. It grows by itself and takes no disk space up front.",
    )
    tantivy: TantivySettings = Field(TantivySettings(), description="The full-text index.")


class ModelChoiceSettings(Section):
    """The model of one purpose. What is empty is as in the section above."""

    model: str = Field("", max_length=200, description='Name of the model; "" for llm.model.')
    base_url: OptionalAddress = Field(
        "", description='Address of its service; "" for llm.base_url.'
    )
    api_key_env: OptionalVariableName = Field(
        "",
        description="Variable with its key. Empty: that of llm.api_key_env, for the same host only.",
    )


class LlmSettings(Section):
    """Language models and the embedding model."""

    enabled: bool = Field(
        True,
        description="Ask a language model where a key is set or the address is this machine.",
    )
    base_url: Address = Field(
        "https://api.openai.com/v1",
        description="Address in front of /chat/completions, with no key in it.",
    )
    model: str = Field(
        "gpt-4.1-mini", min_length=1, max_length=200, description="Name of the language model."
    )
    auth: Literal["auto", "bearer", "apikey", "none"] = Field(
        "auto",
        description='How the key is sent: "bearer", "apikey", "none", or "auto": by the address.',
    )
    apikey_hosts: tuple[str, ...] = Field(
        (), description='Hosts that want the key in an "apikey" header where auth is "auto".'
    )
    extraction_timeout_secs: float = Field(
        30.0,
        gt=0,
        le=600,
        allow_inf_nan=False,
        description="Longest wait for facts or names found in long texts, in seconds.",
    )
    embedding_provider: Literal["local", "openai"] = Field(
        "local",
        description='"local" computes on this machine; "openai" asks embedding_base_url.',
    )
    embedding_model: str = Field(
        "multilingual-e5-small",
        min_length=1,
        max_length=200,
        description="Name of the model. After a change run `loomem reembed`.",
    )
    embedding_dim: int | None = Field(
        None,
        ge=1,
        le=8192,
        examples=[1536],
        description="Length of a vector. Not set: a local model knows its own; a remote one needs it here.",
    )
    embedding_base_url: OptionalAddress = Field(
        "",
        description="Address in front of /embeddings, with no key in it; empty for llm.base_url.",
    )
    api_key_env: VariableName = Field(
        "OPENAI_API_KEY",
        description="Name of the environment variable that holds the key of the remote provider.",
    )
    timeout_secs: float = Field(
        10.0,
        gt=0,
        le=600,
        allow_inf_nan=False,
        description="Longest wait for one answer of the remote provider, in seconds.",
    )
    gate: ModelChoiceSettings = Field(
        ModelChoiceSettings(), description="The model that compares memories."
    )
    rewrite: ModelChoiceSettings = Field(
        ModelChoiceSettings(), description="The model that rewrites questions."
    )
    extraction: ModelChoiceSettings = Field(
        ModelChoiceSettings(), description="The model that finds facts and names."
    )

    @model_validator(mode="after")
    def _check_remote_dimension(self) -> Self:
        if self.embedding_provider == "openai" and self.embedding_dim is None:
            raise ValueError(
                'embedding_provider = "openai" needs embedding_dim, the length of its vectors'
            )
        return self


class CostSettings(Section):
    """What language models may cost. Days begin at midnight UTC."""

    daily_cap_usd: Usd = Field(
        15.0, description="No call is made that could bring the day above this, in US dollars."
    )
    alert_threshold_usd: Usd = Field(
        10.0, description="From here on a day is flagged and noted in the log."
    )
    anomaly_multiplier: float = Field(
        3.0,
        gt=1,
        le=1_000,
        allow_inf_nan=False,
        description="So many times the median of the last seven days with spending is flagged too.",
    )
    prices_file: Directory = Field(
        Path("prices.toml"),
        description="Your own prices, in the form of loomem/llm/prices.toml. May be absent.",
    )
    unknown_model_input_usd: Usd = Field(
        5.0, description="Price of a model without one: dollars per million tokens sent."
    )
    unknown_model_output_usd: Usd = Field(
        20.0, description="The same per million tokens received. Such models are flagged."
    )


class TopicSettings(Section):
    """A kind of fact to look for."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,59}$", description="How facts of it are marked.")
    description: str = Field(min_length=1, max_length=400, description="Told to the model.")
    fact_type: Literal[
        "preference_or_decision", "project_state", "fact", "event", "experience"
    ] = Field("fact", description="What such facts are kept as.")


class KnowledgeExtractionSettings(Section):
    """Facts that a language model finds in conversations and documents."""

    max_transcript_tokens: int = Field(
        20_000,
        ge=500,
        le=1_000_000,
        description="Longer texts are read in parts of this size, which overlap.",
    )
    max_facts_per_transcript: int = Field(
        20, ge=1, le=1_000, description="No more facts are taken from one text."
    )
    min_confidence: Weight = Field(
        0.5, description="Facts and names that the model is less sure of are left out, 0 to 1."
    )
    topics: list[TopicSettings] = Field(
        [],
        max_length=50,
        description="What the model looks for in place of its own list of types: "
        '{name = "recipe", description = "dishes and how they are made", fact_type = "fact"}.',
    )


class EntityExtractionSettings(Section):
    """Names that a language model finds in memories, beyond what the rules find without one."""

    enabled: bool = Field(
        True, description="Have the model of llm.extraction read what is stored."
    )
    batch_size: int = Field(20, ge=1, le=20, description="Most memories in one call.")
    max_tokens_per_batch: int = Field(
        2_000, ge=100, le=2_000, description="About how many tokens one call may carry."
    )
    flush_interval_secs: float = Field(
        3.0,
        ge=0,
        le=3_600,
        allow_inf_nan=False,
        description="How long a call waits for more memories, in seconds.",
    )
    confidence_threshold: Weight = Field(
        0.5, description="Names that the model is less sure of are left out, 0 to 1."
    )


class FragmentSettings(Section):
    """Cutting conversations and documents into pieces."""

    enabled: bool = Field(
        True,
        description="Each turn of an ingested conversation is found by itself. Off: only the whole is.",
    )


class PiiSettings(Section):
    """Personal data and secrets, replaced by markers before anything is stored."""

    enabled: bool = Field(True, description="Redact at all; false turns off everything below.")
    redact_phones: bool = Field(True, description="Telephone numbers become [PHONE].")
    redact_emails: bool = Field(True, description="E-mail addresses become [EMAIL].")
    redact_ids: bool = Field(True, description="Polish personal numbers (PESEL) become [ID].")
    redact_cards: bool = Field(True, description="Numbers of payment cards become [ID].")
    redact_ibans: bool = Field(True, description="Numbers of bank accounts become [ID].")
    redact_secrets: bool = Field(True, description="Keys, tokens and passwords become [REDACTED].")
    default_region: str = Field(
        "PL",
        pattern="^[A-Z]{2}$",
        description="Region whose telephone numbers are written without a country code.",
    )
    blocklist_file: Directory = Field(
        Path("pii_blocklist.txt"),
        description="Words that become [REDACTED], one a line; # begins a comment. May be absent.",
    )
    audit_log: bool = Field(
        True, description="Note the kind, place and number of what was redacted, never the value."
    )


class ModelSettings(Section):
    """Models on disk."""

    dir: Directory = Field(
        Path("~/.loomem/models"), description="Folder of the installed models; may be shared."
    )


class ServerSettings(Section):
    """The HTTP server."""

    host: str = Field(
        "127.0.0.1",
        min_length=1,
        max_length=255,
        description="Address to listen on. Any other than loopback needs a key.",
    )
    port: int = Field(3030, ge=0, le=65_535, description="Port to listen on; 0 takes a free one.")
    auth_token_env: VariableName = Field(
        "LOOMEM_AUTH_TOKEN",
        description="Name of the environment variable that holds the key clients must send.",
    )
    origin: OptionalOrigin = Field(
        "",
        examples=["https://memory.example.org"],
        description="Address that clients elsewhere use, without a path. Empty: from the request.",
    )
    trusted_proxies: tuple[Network, ...] = Field(
        ("127.0.0.1", "::1"),
        description="Proxies whose X-Forwarded headers count: addresses, or networks like 10.0.0.0/8.",
    )
    max_body_mb: int = Field(
        16, ge=1, le=256, description="Largest request body that is read, in MB."
    )
    tls_cert: str = Field(
        "", description="File with the certificate chain (PEM), for HTTPS without a proxy."
    )
    tls_key: str = Field("", description="File with the certificate's private key (PEM).")

    @model_validator(mode="after")
    def _check_tls(self) -> Self:
        if bool(self.tls_cert) != bool(self.tls_key):
            raise ValueError("tls_cert and tls_key belong together: set both or none")
        return self
