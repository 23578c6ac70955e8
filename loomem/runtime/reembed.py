"""``loomem reembed``: makes all vectors anew with the configured encoder while no server runs."""

import asyncio
from collections.abc import Callable

from loomem.config.environment import crash_point
from loomem.config.settings import Settings
from loomem.lifecycle.reembedding import Reembedding
from loomem.runtime.composition import open_configured_stores
from loomem.runtime.crash import arm_crash_point
from loomem.runtime.encoders import open_encoder

Progress = Callable[[str, int, int], None]


def run_reembed(settings: Settings, progress: Progress) -> int:
    """Embed every memory; returns how many. Interrupted, it goes on at the next call."""
    arm_crash_point(crash_point())
    return asyncio.run(_reembed(settings, progress))


async def _reembed(settings: Settings, progress: Progress) -> int:
    encoder = await open_encoder(settings)
    try:
        stores = open_configured_stores(settings, encoder, accept_other_space=True)
        try:
            return await Reembedding(stores, encoder).run(
                lambda done, total: progress("embedding memories", done, total)
            )
        finally:
            await asyncio.to_thread(stores.close)
    finally:
        await encoder.close()
