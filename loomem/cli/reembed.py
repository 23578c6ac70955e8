"""``loomem reembed``: make all vectors anew after a change of the embedding model."""

import typer

from loomem.cli.options import ConfigFile, DataDir, settings_from


def reembed(data_dir: DataDir = None, config: ConfigFile = None) -> None:
    """Make all vectors anew with the configured model. The old ones serve until it is done."""
    settings = settings_from(config, data_dir=data_dir)
    from loomem.cli.progress import progress_bars
    from loomem.runtime.reembed import run_reembed

    with progress_bars() as progress:
        count = run_reembed(settings, progress)
    typer.echo(f"{count} memories have new vectors.")
