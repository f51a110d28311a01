"""``sidelight new``."""

from __future__ import annotations

from pathlib import Path

import click

from sidelight.errors import WouldOverwrite
from sidelight.lab import EXAMPLE


@click.command()
@click.argument("path", type=click.Path(path_type=Path), default=Path("study.toml"))
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def new(path: Path, force: bool) -> None:
    """Write a commented example of a spec to PATH (study.toml)."""
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(EXAMPLE)
    except FileExistsError as error:
        raise WouldOverwrite(f"{path} is there already; --force replaces it") from error
    click.echo(f"{path} is written; 'sidelight check {path}' says what it costs")
