"""The command line: what it prints, and the codes it ends with."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.studies import CELLS, TEXT, no_row_twice

from sidelight.cli.app import app
from sidelight.cli.progress import Lines, told_left, told_rate
from sidelight.lab import EXAMPLE, Status, parse_spec, read_spec
from sidelight.lab.store import Store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(TEXT.replace("= 60", "= 3"))
    return tmp_path


def call(*words: str) -> Result:
    return CliRunner().invoke(app, words, prog_name="sidelight")


def test_new_writes_an_example_once(folder: Path) -> None:
    assert call("new", "mine.toml").exit_code == 0
    assert (folder / "mine.toml").read_text() == EXAMPLE
    (folder / "mine.toml").write_text("precious")
    refused = call("new", "mine.toml")
    assert refused.exit_code == 1
    assert refused.stderr == "error: mine.toml is there already; --force replaces it\n"
    assert (folder / "mine.toml").read_text() == "precious"
    assert call("new", "mine.toml", "--force").exit_code == 0
    assert read_spec("mine.toml").digest == parse_spec(EXAMPLE).digest


def test_check_says_what_it_costs(folder: Path) -> None:
    told = call("check", "small.toml", "--workers", "2")
    assert told.exit_code == 0
    assert f"small.toml is fine, digest {read_spec('small.toml').digest}" in told.stdout
    assert "runs     24 (3 seeds)" in told.stdout
    assert "rounds   7,200" in told.stdout
    assert "with 2 workers" in told.stdout
    cost = json.loads(call("check", "small.toml", "--json").stdout)
    assert (cost["cells"], cost["runs"], cost["rounds"], cost["rows"]) == (CELLS, 24, 7200, 96)
    assert cost["spec"]["graphs"]["ring[n_actions=4]"]["reach"] == 1
    resolved = call("check", "small.toml", "--resolved").stdout
    assert parse_spec(resolved).digest == read_spec("small.toml").digest


def test_a_wrong_spec_is_told_in_a_line(folder: Path) -> None:
    (folder / "wrong.toml").write_text(TEXT.replace("gamma", "gama"))
    for command in ("check", "run"):
        told = call(command, "wrong.toml")
        assert told.exit_code == 2
        assert told.stderr.startswith("error: wrong.toml:11: Exp3IX does not take 'gama'; did you mean 'gamma'?")
        assert told.stderr.count("\n") == 1
    assert call("check", "nowhere.toml").exit_code == 2
    assert call("run", "small.toml", "--workers", "0").exit_code == 2


def test_run_and_show(folder: Path) -> None:
    told = call("run", "small.toml", "--engine", "threads")
    assert told.exit_code == 0
    assert "24 runs played" in told.stdout
    assert "complete: small-study/results.parquet" in told.stdout
    assert "100.0% of 7,200 rounds, 8 of 8 cells" in told.stderr
    again = json.loads(call("run", "small.toml", "--json", "--quiet").stdout)
    assert (again["complete"], again["runs_before"], again["runs_done"]) == (True, 24, 24)
    shown = call("show", "small-study")
    assert shown.exit_code == 0
    assert "small-study: complete, 8 cells x 3 seeds" in shown.stdout
    assert "ring[n_actions=4]" in shown.stdout
    plain = json.loads(call("show", "small-study", "--json", "--what", "own_losses").stdout)
    assert plain["complete"]
    assert all(0 < cell["mean"] < 300 and cell["seeds"] == cell["wanted"] == 3 for cell in plain["cells"])


def test_what_is_wrong_with_a_study_has_a_code(folder: Path) -> None:
    assert call("show", "nothing").exit_code == 3
    assert call("run", "small.toml", "--engine", "abacus").exit_code == 1
    assert call("run", "small.toml").exit_code == 0
    with Store("small-study"):
        told = call("run", "small.toml")
    assert told.exit_code == 3
    assert f"is being written by process {os.getpid()}" in told.stderr
    shard = next((folder / "small-study" / "shards").iterdir())
    shard.write_bytes(b"")
    assert call("run", "small.toml").exit_code == 3
    assert call("run", "small.toml", "--repair").exit_code == 0


def test_a_failure_has_a_code(folder: Path) -> None:
    (folder / "own_cli_module.py").write_text(
        "import sidelight as sl\n"
        "class Late(sl.Exp3IX):\n"
        "    def decide(self, *args, **options):\n"
        "        if self.seed == 9:\n"
        "            raise RuntimeError('nine')\n"
        "        return super().decide(*args, **options)\n"
    )
    text = TEXT.replace('"Exp3IX"', '"own_cli_module:Late"').replace("= 60", "= [9, 11]").replace(', "bounds"', "")
    (folder / "own.toml").write_text(text.replace("[300]", "[20]"))
    told = call("run", "own.toml", "--engine", "threads")
    assert told.exit_code == 1
    assert "RuntimeError: nine" in told.stderr
    assert "runs are missing; the same command tries them again" in told.stderr


@pytest.mark.parametrize("what", ["learners", "worlds", "graphs"])
def test_list(what: str) -> None:
    told, plain = call("list", what), json.loads(call("list", what, "--json").stdout)
    assert told.exit_code == 0
    for named in plain:
        assert f"{named['name']}({', '.join(named['takes'])})\n    {named['summary']}\n" in told.stdout
    assert len(plain) >= 10


LONG = TEXT.replace("[300]", "[30000]").replace("= 60", "= 400").replace(', "bounds"', "")
COMMAND = [sys.executable, "-m", "sidelight.cli", "run", "long.toml", "--workers", "2"]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_stopped_it_says_how_to_continue(stop: signal.Signals, folder: Path) -> None:
    (folder / "long.toml").write_text(LONG)
    process = subprocess.Popen(COMMAND, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    _wait_for_a_shard(folder / "long-study")
    process.send_signal(stop)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped; what was finished is in long-study, and the same command continues:" in told
    assert "  sidelight run long.toml --workers 2\n" in told
    assert "Traceback" not in told
    no_row_twice(folder / "long-study")
    Store(folder / "long-study").close()


def _wait_for_a_shard(study: Path) -> None:
    until = time.monotonic() + 60
    while not list(study.glob("shards/*.parquet")):
        assert time.monotonic() < until
        time.sleep(0.02)


def test_on_a_terminal_there_are_bars(folder: Path) -> None:
    ours, theirs = pty.openpty()
    environment: dict[str, Any] = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    command = [*COMMAND[:4], "small.toml"]
    process = subprocess.Popen(command, stderr=theirs, stdout=subprocess.PIPE, text=True, env=environment)
    os.close(theirs)
    shown = _all_from(ours)  # while it runs: who writes to a terminal that nobody reads waits for ever
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "rounds" in shown
    assert "cells" in shown
    assert "━" in shown
    assert "24 runs played" in told


def _all_from(terminal: int) -> str:
    parts = []
    with contextlib.suppress(OSError):  # the other side is closed
        while part := os.read(terminal, 2**16):
            parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()


def test_lines_come_now_and_then_and_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines()
    for done in (0, 10, 20, 100):
        lines(Status(2, 10, 100, rounds_done=done, seconds=1.0))
    told = capsys.readouterr().err.splitlines()
    assert [line.split("%")[0] for line in told] == ["0.0", "100.0"]


def test_rates_and_times_in_words() -> None:
    status = Status(1, 1, 10**10, rounds_done=5 * 10**6, seconds=2.0)
    assert told_rate(status) == "2.5 M rounds/s"
    assert told_left(status) == "67 min left"
    assert told_left(Status(1, 1, 10)) == "time left unknown"


def test_without_its_libraries_it_says_how_to_have_them() -> None:
    probe = "import sys; sys.modules['click'] = None\nfrom sidelight.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "click is not installed; pip install 'sidelight[lab]'\n"
