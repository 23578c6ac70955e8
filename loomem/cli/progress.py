"""Progress bars on standard error: one per stage; plain lines where it is no terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

ProgressReport = Callable[[str, int, int], None]
"""Takes the stage, the steps done, and all steps (0 where unknown)."""


@contextmanager
def progress_bars() -> Iterator[ProgressReport]:
    """Yield a function to report progress with; the bars stay on screen until the block ends."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _line_printer(console)
        return
    with Progress(
        TextColumn("  {task.description}"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=console,
    ) as bars:
        yield _bar_mover(bars)


def _bar_mover(bars: Progress) -> ProgressReport:
    tasks: dict[str, TaskID] = {}

    def report(stage: str, done: int, total: int) -> None:
        # A stage of one step has nothing to show until it ends: its bar moves to and fro.
        length = total if total > 1 or done >= total > 0 else None
        if stage not in tasks:
            tasks[stage] = bars.add_task(stage, total=length)
        bars.update(tasks[stage], completed=done, total=length)

    return report


def _line_printer(console: Console) -> ProgressReport:
    seen: set[str] = set()

    def report(stage: str, done: int, total: int) -> None:
        del done, total
        if stage not in seen:
            seen.add(stage)
            console.print(f"  {stage} …", highlight=False, markup=False)

    return report
