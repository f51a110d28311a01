"""Games in one file with their provenance: a .npz that numpy alone can read, with a header in JSON.

A file is whole or not there: it is written beside its place, brought to the disk, and then given its name. One that is
there already is left alone unless the caller says so, since it may have taken hours to compute.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import secrets
import zipfile
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidFile, WouldOverwrite

FORMAT = 1
HEADER = "header"
Arrays = Mapping[str, NDArray[Any]]


def write(path: str | PathLike[str], kind: str, header: Mapping[str, Any], arrays: Arrays, *, overwrite: bool) -> Path:
    """One file at exactly ``path``, all at once."""
    target = Path(path)
    _refuse_to_overwrite(target, overwrite)
    told = json.dumps({"format": FORMAT, "kind": kind, **header})
    text = np.frombuffer(told.encode(), np.uint8)
    beside = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")
    try:
        with beside.open("xb") as file:
            _write_members(file, {HEADER: text, **arrays})
            file.flush()
            os.fsync(file.fileno())
        _give_name(beside, target, overwrite)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(target.parent)
    return target


def _write_members(file: BinaryIO, arrays: Arrays) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)


def read(path: str | PathLike[str], kind: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Header and arrays of a file that ``write`` made; anything else is refused by name."""
    content = Path(path).read_bytes()
    try:
        arrays = _members(content)
        header = json.loads(arrays.pop(HEADER).tobytes().decode())
    except MemoryError:
        raise
    except Exception as error:  # whatever goes wrong in reading them, these bytes are not ours
        raise InvalidFile(f"{path} was not written by sidelight, or is damaged: {error}") from error
    _check_header(path, header, kind)
    return header, arrays


def _members(content: bytes) -> dict[str, NDArray[Any]]:
    """The arrays by name; each is whole by its checksum before it is looked at."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {
            name.removesuffix(".npy"): np.lib.format.read_array(io.BytesIO(archive.read(name)), allow_pickle=False)
            for name in archive.namelist()
        }


def _check_header(path: str | PathLike[str], header: Any, kind: str) -> None:
    if not isinstance(header, dict) or "format" not in header:
        raise InvalidFile(f"{path} was not written by sidelight: its header is another")
    if header["format"] != FORMAT:
        raise InvalidFile(f"{path} has format {header['format']!r}, and this version of sidelight reads {FORMAT}")
    if header.get("kind") != kind:
        raise InvalidFile(f"{path} holds {header.get('kind')}, not {kind}; use {header.get('kind')}.load(path)")


def _refuse_to_overwrite(target: Path, overwrite: bool) -> None:
    if target.exists() and not overwrite:
        raise _taken(target)


def _taken(target: Path) -> WouldOverwrite:
    return WouldOverwrite(f"{target} is there already; overwrite=True replaces it")


def _give_name(beside: Path, target: Path, overwrite: bool) -> None:
    """From now on ``beside`` is ``target``; a link fails where a name is taken, even by somebody a moment earlier."""
    if not overwrite:
        try:
            os.link(beside, target)
            return
        except FileExistsError as error:
            raise _taken(target) from error
        except OSError:  # a file system without links
            _refuse_to_overwrite(target, overwrite)
    os.replace(beside, target)


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk, where the system can do that for folders."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
