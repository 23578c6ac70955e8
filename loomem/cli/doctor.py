"""``loomem doctor``: show what was checked, and leave with 1 where something is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from loomem.cli.options import AsJson, ConfigFile, DataDir, print_json, settings_from
from loomem.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from loomem.runtime.doctor import Check

_MARKS = {
    "ok": "[green]✓ ok[/green]",
    "warn": "[yellow]! look[/yellow]",
    "fail": "[red]✗ wrong[/red]",
}


def doctor(
    data_dir: DataDir = None,
    config: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Check settings, disk, data, address, key, models and indexes, and say what to do."""
    checks = _checks(config, data_dir)
    if as_json:
        _print_json(checks)
    else:
        _print_table(checks)
    raise typer.Exit(1 if any(check.status == "fail" for check in checks) else 0)


def _checks(config: Path | None, data_dir: Path | None) -> list[Check]:
    from loomem.runtime.doctor import Check, Status, run_checks

    try:
        settings = settings_from(config, data_dir=data_dir)
    except ConfigError as error:
        return [
            Check(
                "settings", Status.FAIL, error.message, "config.example.toml explains every key."
            )
        ]
    return run_checks(settings)


def _print_json(checks: list[Check]) -> None:
    is_well = all(check.status != "fail" for check in checks)
    print_json({"ok": is_well, "checks": checks})


def _print_table(checks: list[Check]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for check in checks:
        text = escape(check.finding)
        if check.advice:
            text += f"\n[dim]→ {escape(check.advice)}[/dim]"
        table.add_row(_MARKS[check.status], check.name, text)
    Console().print(table)
