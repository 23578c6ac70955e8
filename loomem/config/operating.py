"""The sections about running the process: its limits and its log lines."""

from typing import Literal

from pydantic import Field

from loomem.config.section import Section


class RateLimitSettings(Section):
    """How many calls a minute one caller may make in one stream."""

    enabled: bool = Field(False, description="Whether calls are limited.")
    search_rpm: int = Field(120, ge=1, le=1_000_000, description="Searches a minute.")
    store_rpm: int = Field(60, ge=1, le=1_000_000, description="Stores and ingests a minute.")
    delete_rpm: int = Field(10, ge=1, le=1_000_000, description="Deletions and purges a minute.")


class ResourceGuardSettings(Section):
    """Limits that protect the machine."""

    min_disk_space_mb: int = Field(
        1024,
        ge=0,
        description="The server does not start with less free disk space than this, in MB.",
    )


class LoggingSettings(Section):
    """Log lines on standard error. They never hold memory text or keys."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description='"debug", "info", "warning" or "error".'
    )
    format: Literal["auto", "console", "json"] = Field(
        "auto", description='"console", "json", or "auto": console on a terminal, JSON elsewhere.'
    )
