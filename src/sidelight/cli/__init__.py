"""The command line: a file a command, each of which calls one function of the library."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """What ``sidelight`` runs; without the libraries it needs, it says how to have them."""
    try:
        from sidelight.cli.app import app
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("click", "rich"):
            raise
        sys.exit(f"{error.name} is not installed; pip install 'sidelight[lab]'")
    app(prog_name="sidelight")
