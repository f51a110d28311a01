"""``sidelight check``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sidelight.lab import estimated, read_spec


@click.command()
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1), help="How many would play; as many as there are processors.")
@click.option("--resolved", is_flag=True, help="Print the spec with every default written out, and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(spec: Path, workers: int | None, resolved: bool, as_json: bool) -> None:
    """See whether SPEC can be played, and what it would cost.

    Each cell is built and played for a moment, which says how long the whole would take on this machine.
    """
    read = read_spec(spec)
    if resolved:
        click.echo(read.to_toml(), nl=False)
        return
    cost = estimated(read, workers)
    if as_json:
        click.echo(json.dumps({**cost.plain(), "spec": read.canonical}))
        return
    interpreted = f" ({cost.interpreted_cells} of them interpreted)" if cost.interpreted_cells else ""
    click.echo(f"{spec} is fine, digest {cost.digest}")
    click.echo(f"  cells    {cost.cells:,}{interpreted}")
    click.echo(f"  runs     {cost.runs:,} ({cost.seeds:,} seeds)")
    click.echo(f"  rounds   {cost.rounds:,}")
    click.echo(f"  rows     {cost.rows:,}")
    click.echo(f"  time     about {told_minutes(cost.minutes)} with {cost.workers} workers, in {cost.chunks:,} chunks")


def told_minutes(minutes: float) -> str:
    """A time in words one can plan by."""
    if minutes < 1.5:
        return f"{max(1.0, minutes * 60):.0f} s"
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"
