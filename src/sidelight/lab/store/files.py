"""Files that are whole or not there: written beside their place, brought to the disk, and then given their name."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from sidelight.errors import SidelightError
from sidelight.lab.errors import NotSaved

PART = ".part"


def written(target: Path, write: Callable[[Path], object]) -> Path:
    """What ``write`` puts into the file it is given is at ``target``, on the disk, all at once."""
    beside = target.with_name(f".{target.name}.{secrets.token_hex(6)}{PART}")
    try:
        write(beside)
        _sync(beside)
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    with contextlib.suppress(OSError):  # some systems cannot do that for folders
        _sync(target.parent)
    return target


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sha256(path: Path) -> str:
    """The digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def saving(folder: Path, *others: type[Exception]) -> Iterator[None]:
    """Whatever keeps us from writing here is ``NotSaved``, which says that nothing else is lost."""
    kinds: tuple[type[Exception], ...] = (OSError, sqlite3.OperationalError, *others)
    try:
        yield
    except SidelightError:
        raise
    except kinds as error:
        raise NotSaved(
            f"{folder} could not be written: {error}. What was finished before is intact: "
            "make room, and the same command continues"
        ) from error
