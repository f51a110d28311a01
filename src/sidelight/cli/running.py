"""``sidelight run``."""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from sidelight.cli.progress import shown
from sidelight.lab import read_spec
from sidelight.lab.engines import ENGINES
from sidelight.lab.run import AUTO, Report, run

FAILED, STOPPED = 1, 130
MOST_FAILURES = 5


@click.command("run")
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder of the study; SPEC-study.")
@click.option("--engine", default=AUTO, show_default=True, metavar="NAME",
              help=f"Where to play: {', '.join(ENGINES)}; auto takes threads where all is compiled.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1), help="How many play; as many as there are processors.")
@click.option("--repair", is_flag=True, help="Put damaged shards aside and play their chunks again.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON at the end.")
def running(
    spec: Path, out: Path | None, engine: str, workers: int | None, repair: bool, quiet: bool, as_json: bool
) -> None:
    """Play SPEC into a folder, or what is missing there.

    The same command again continues: finished cells are skipped, changed ones played. Ctrl-C stops it, and what has
    come back is kept.
    """
    folder = out if out is not None else Path(f"{spec.stem}-study")
    read = read_spec(spec)
    try:
        with _stopped_by_clusters(), shown(quiet) as tell:
            report = run(read, folder, engine=engine, workers=workers, repair=repair, tell=tell)
    except KeyboardInterrupt:
        click.echo(f"\nstopped; what was finished is in {folder}, and the same command continues:", err=True)
        click.echo(f"  {_again(spec, out, engine, workers)}", err=True)
        sys.exit(STOPPED)
    if as_json:
        click.echo(json.dumps({**asdict(report), "complete": report.complete, "busy": report.busy}))
    else:
        _tell(report)
    if not report.complete:
        sys.exit(FAILED)


@contextmanager
def _stopped_by_clusters() -> Iterator[None]:
    """SIGTERM, which a cluster sends before it takes the machine away, is treated as Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _again(spec: Path, out: Path | None, engine: str, workers: int | None) -> str:
    options = [("--out", out), ("--engine", None if engine == AUTO else engine), ("--workers", workers)]
    return " ".join(["sidelight run", str(spec), *(f"{name} {value}" for name, value in options if value is not None)])


def _tell(report: Report) -> None:
    played = report.runs_done - report.runs_before
    before = f", {report.runs_before:,} were there" if report.runs_before else ""
    click.echo(f"{played:,} runs played in {report.seconds:.1f} s by {report.workers} {report.engine}{before}")
    for (cell, error), count in Counter(report.failures).most_common(MOST_FAILURES):
        click.echo(f"failed ({count} chunks): {cell}\n  " + error.strip().replace("\n", "\n  "), err=True)
    if report.complete:
        click.echo(f"complete: {report.results}; 'sidelight show {report.folder}' shows it")
    else:
        missing = report.runs - report.runs_done
        click.echo(f"{missing:,} runs are missing; the same command tries them again", err=True)
