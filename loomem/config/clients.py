"""Settings about who uses the memory: clients of the Model Context Protocol, and the owner."""

from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field, model_validator

from loomem.config.section import Section


def _check_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("must be a time zone like Europe/Warsaw") from error
    return name


TimeZone = Annotated[str, AfterValidator(_check_zone)]


class McpSettings(Section):
    """The Model Context Protocol, at /mcp."""

    search_default_top_k: int = Field(
        5, ge=1, le=100, description="Results of a memory_search that asks for no number."
    )
    search_max_top_k: int = Field(
        20, ge=1, le=100, description="Most results of a memory_search; more are cut silently."
    )
    max_output_chars: int = Field(
        25_000,
        ge=2_000,
        le=150_000,
        description="Longest answer of a tool. Long memories are shown as previews with their ids.",
    )
    tools: Literal["all", "core"] = Field(
        "all",
        description="Which tools are listed: all, or the core six for clients that pay per tool.",
    )
    instructions_file: str = Field(
        "",
        max_length=4_096,
        description="Your own text in place of what clients are told about this memory, up to 8,000 "
        "characters.",
    )
    allowed_origins: list[str] = Field(
        [],
        max_length=50,
        description="Pages that may use /mcp, like https://inspector.example.org.",
    )

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.search_default_top_k > self.search_max_top_k:
            raise ValueError("search_default_top_k must not be above search_max_top_k")
        return self


class OAuthSettings(Section):
    """Clients that log in with OAuth, where the server has a key."""

    access_token_secs: int = Field(
        3_600, ge=10, le=86_400, description="How long a token opens the door; clients renew it."
    )
    refresh_token_days: int = Field(
        60, ge=1, le=365, description="A client that was not used for so long has to log in again."
    )


class UserSettings(Section):
    """The owner."""

    time_zone: TimeZone = Field(
        "UTC", description='Where "today" begins: a name like Europe/Warsaw or Asia/Shanghai.'
    )
