"""The commands, and what becomes of errors: one line, and an exit code that scripts can rely on."""

from __future__ import annotations

import sys
from typing import Any

import click

import sidelight
from sidelight.cli.check import check
from sidelight.cli.listing import listing
from sidelight.cli.new import new
from sidelight.cli.running import running
from sidelight.cli.show import show
from sidelight.errors import SidelightError
from sidelight.lab.errors import DamagedStudy, InvalidSpec, NotSaved, StudyInUse

FAILED, WRONG, UNSAVED = 1, 2, 3
CODES: dict[type[Exception], int] = {InvalidSpec: WRONG, StudyInUse: UNSAVED, DamagedStudy: UNSAVED, NotSaved: UNSAVED}


class Commands(click.Group):
    """A group whose errors are told in one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error on purpose is no traceback."""
        try:
            return super().invoke(ctx)
        except SidelightError as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(next((code for kind, code in CODES.items() if isinstance(error, kind)), FAILED))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(sidelight.__version__, prog_name="sidelight")
def app() -> None:
    """Studies of learners with side observations: write one, see what it costs, run it, look at it.

    Exit codes: 0 all went well, 1 something failed, 2 the spec or the command is wrong, 3 the study cannot be written
    or is damaged, 130 stopped by Ctrl-C.
    """


for command in (new, check, running, show, listing):
    app.add_command(command)
