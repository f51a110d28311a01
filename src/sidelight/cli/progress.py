"""How far a run has come: bars on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from sidelight.lab.run import Status

SECONDS_BETWEEN_LINES = 10.0
MOST_LEARNERS = 6


@contextmanager
def shown(quiet: bool) -> Iterator[Callable[[Status], None]]:
    """What is to be called with each status, on standard error."""
    console = Console(stderr=True)
    if quiet:
        yield lambda status: None
    elif console.is_terminal:
        with _bars(console) as tell:
            yield tell
    else:
        yield Lines()


@contextmanager
def _bars(console: Console) -> Iterator[Callable[[Status], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[told]}"),
               TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=console, transient=True) as progress:
        rounds = progress.add_task("rounds", total=None, told="")
        cells = progress.add_task("cells", total=None, told="")

        def tell(status: Status) -> None:
            pace = f"{told_rate(status)}, {told_left(status)}"
            progress.update(rounds, total=status.rounds, completed=status.rounds_done, told=pace)
            progress.update(cells, total=status.cells, completed=status.cells_done, told=told_means(status))

        yield tell


class Lines:
    """A line every ten seconds, and one at the end."""

    def __init__(self) -> None:
        self._last = -SECONDS_BETWEEN_LINES

    def __call__(self, status: Status) -> None:
        """Tell, if it is time."""
        now = time.monotonic()
        if now - self._last < SECONDS_BETWEEN_LINES and status.rounds_done < status.rounds:
            return
        self._last = now
        done = status.rounds_done / max(status.rounds, 1)
        cells = f"{status.cells_done:,} of {status.cells:,} cells"
        told = [f"{done:.1%} of {status.rounds:,} rounds", cells, told_rate(status), told_left(status)]
        click.echo(", ".join([*told, told_means(status)]).rstrip(", "), err=True)


def told_rate(status: Status) -> str:
    """Rounds a second, in three digits."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if status.rate >= size:
            return f"{status.rate / size:.3g} {unit} rounds/s"
    return f"{status.rate:.3g} rounds/s"


def told_left(status: Status) -> str:
    """Time left."""
    left = status.seconds_left
    if left is None:
        return "time left unknown"
    if left < 90:
        return f"{left:.0f} s left"
    return f"{left / 60:.0f} min left" if left < 5400 else f"{left / 3600:.1f} h left"


def told_means(status: Status) -> str:
    """The mean of the first thing recorded, at the end of games, by learner."""
    if not status.means:
        return ""
    means = [f"{name} {mean:.4g}" for name, mean in list(status.means.items())[:MOST_LEARNERS]]
    return f"mean {status.headline.replace('_', ' ')}: " + ", ".join(means)
