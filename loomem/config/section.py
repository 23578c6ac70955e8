"""What every section of the settings file is."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """Base of every section: read-only, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)
