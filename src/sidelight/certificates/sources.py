"""Where the rows of a log come from: a frame, a file, or anything that gives mappings one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from sidelight.errors import InvalidLog
from sidelight.frames import is_frame, rows_from_parquet, rows_of_frame

PARQUET = (".parquet", ".pq")
JSON_LINES = (".jsonl", ".ndjson", ".json")


def rows_of(log: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each row with words for where it stands, counted from 0 in memory and from 1 in text files."""
    if isinstance(log, (str, PathLike)):
        path = Path(log)
        if path.suffix in PARQUET:
            return _numbered("row", rows_from_parquet(path), f" of {path.name}")
        if path.suffix in JSON_LINES:
            return _json_lines(path)
        raise InvalidLog(f"log={str(log)!r} must end in one of {', '.join(PARQUET + JSON_LINES)}, or be rows")
    if is_frame(log):
        return _numbered("row", rows_of_frame(log), "")
    if isinstance(log, Mapping) or not isinstance(log, Iterable):
        raise InvalidLog(
            f"log must be a frame, the path of a file, or rows one after the other, not {type(log).__name__}"
        )
    return _numbered("row", log, "")


def _numbered(what: str, rows: Iterable[Any], of: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, row in enumerate(rows):
        where = f"{what} {number}{of}"
        if not isinstance(row, Mapping):
            raise InvalidLog(f"{where} is {type(row).__name__}, and must be a mapping with action, chances and losses")
        yield where, row


def _json_lines(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            where = f"line {number} of {path.name}"
            try:
                row = json.loads(line)
            except ValueError as error:
                raise InvalidLog(f"{where} is not JSON: {error}") from error
            if not isinstance(row, Mapping):
                raise InvalidLog(f"{where} must be a JSON object with action, chances and losses")
            yield where, row
