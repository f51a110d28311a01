"""One driver a folder. The system gives the lock back when its holder is gone, however it went: no lock grows stale."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from sidelight.lab.errors import StudyInUse


class Lock:
    """An exclusive transaction in a database of its own, which works on every system that SQLite works on."""

    def __init__(self, folder: Path) -> None:
        self._holder = folder / "driver.json"
        self._connection = sqlite3.connect(folder / "lock.sqlite", timeout=0.0, isolation_level=None)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            raise StudyInUse(f"{folder} is being written by {self._told()}; wait for it, or stop it") from error
        me = {"pid": os.getpid(), "host": platform.node(), "since": datetime.now(UTC).isoformat(timespec="seconds")}
        self._holder.write_text(json.dumps(me))

    def _told(self) -> str:
        try:
            who = json.loads(self._holder.read_text())
            return f"process {who['pid']} on {who['host']} since {who['since']}"
        except (OSError, ValueError, KeyError):
            return "another run"

    def release(self) -> None:
        """Let others write."""
        with contextlib.suppress(OSError):
            self._holder.unlink()
        self._connection.close()
