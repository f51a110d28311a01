"""``sidelight list``."""

from __future__ import annotations

import json

import click

from sidelight.lab.catalogue import CATALOGUE


@click.command("list")
@click.argument("what", type=click.Choice(list(CATALOGUE)))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def listing(what: str, as_json: bool) -> None:
    """List all learners, worlds or graphs that a spec can name, with what they take."""
    found = CATALOGUE[what]()
    if as_json:
        click.echo(json.dumps([named._asdict() for named in found]))
        return
    for named in found:
        click.echo(f"{named.name}({', '.join(named.takes)})\n    {named.summary}")
