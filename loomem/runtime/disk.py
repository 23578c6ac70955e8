"""Refuses to start where the disk is nearly full."""

import shutil

from loomem.config.settings import Settings
from loomem.errors import StoreFullError

_MIB = 1024 * 1024


def check_free_space(settings: Settings) -> None:
    """Raise StoreFullError where less than the configured space is free for the data."""
    place = settings.storage.data_dir.absolute()
    while not place.exists():
        place = place.parent
    free_mb = shutil.disk_usage(place).free // _MIB
    needed_mb = settings.resource_guards.min_disk_space_mb
    if free_mb < needed_mb:
        raise StoreFullError(
            f"Only {free_mb} MB are free at {place}; resource_guards.min_disk_space_mb asks for "
            f"{needed_mb}. Free some space or lower the limit."
        )
