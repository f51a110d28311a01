"""``sidelight show``."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from sidelight.lab.study import Study, read_study


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@click.option("--what", help="The column to sum up; the first that was recorded.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(study: Path, what: str | None, as_json: bool) -> None:
    """Show how far STUDY, a folder, has come, and its numbers at the end of games."""
    found = read_study(study, what)
    if as_json:
        click.echo(json.dumps(found.plain()))
        return
    runs, seeds = sum(state.seeds for state in found.cells), found.wanted
    title = f"{found.spec.title}\n" if found.spec.title else ""
    state = "complete" if found.complete else f"{runs:,} of {len(found.cells) * seeds:,} runs"
    click.echo(f"{title}{study}: {state}, {len(found.cells)} cells x {seeds} seeds, {found.shards} shards, "
               f"{found.bytes / 1e6:.1f} MB, digest {found.spec.digest}")  # fmt: skip
    Console(width=None if Console().is_terminal else 120).print(_table(found))
    for cell, error in found.failures:
        click.echo(f"failed: {cell}: {error.strip().splitlines()[-1]}")


def _table(found: Study) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("learner", "world", "graph"):
        table.add_column(name)
    numbers = [f"mean {found.what.replace('_', ' ')}", "median", "99 %"]
    for name in ("rounds", "actions", "seeds", *numbers):
        table.add_column(name, justify="right")
    for state in found.cells:
        cell = state.cell
        numbers = ["" if value is None else f"{value:.4g}" for value in (state.mean, state.median, state.q99)]
        names = (_plain(cell.learner), _plain(cell.world), _plain(cell.graph or ""))
        table.add_row(*names, f"{cell.horizon:,}", f"{cell.n_actions:,}", f"{state.seeds:,}", *numbers)
    return table


def _plain(text: str) -> str:
    """Square brackets are no markup."""
    return text.replace("[", r"\[")
