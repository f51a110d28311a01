"""The one door to data frames and Parquet: pandas and polars come in here, when a function is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidFile
from sidelight.graphs.converters import optional_library

Columns = Mapping[str, NDArray[Any] | list[str]]


def pandas_frame(columns: Columns) -> Any:
    """A ``pandas.DataFrame`` of these columns."""
    return optional_library("pandas").DataFrame(dict(columns))


def polars_frame(columns: Columns) -> Any:
    """A ``polars.DataFrame`` of these columns."""
    return optional_library("polars").DataFrame(dict(columns))


def pandas_stacked(parts: list[Columns]) -> Any:
    """One ``pandas.DataFrame`` of several; a column that a part does not have is missing there."""
    return optional_library("pandas").concat([pandas_frame(part) for part in parts], ignore_index=True)


def polars_stacked(parts: list[Columns]) -> Any:
    """One ``polars.DataFrame`` of several; a column that a part does not have is null there."""
    return optional_library("polars").concat([polars_frame(part) for part in parts], how="diagonal")


def matrix_from_parquet(path: str | PathLike[str]) -> NDArray[np.float64]:
    """The columns of a Parquet file of numbers, as those of a float64 matrix; missing numbers are refused."""
    polars = optional_library("polars")
    try:
        frame = polars.read_parquet(path)
    except polars.exceptions.PolarsError as error:
        raise InvalidFile(f"{path} is not a Parquet file that polars can read: {error}") from error
    for name, kind in frame.schema.items():
        if not kind.is_numeric():
            raise InvalidFile(f"column {name!r} of {path} has {kind}, and must have numbers; leave it out")
        if frame[name].null_count():
            raise InvalidFile(f"column {name!r} of {path} has {frame[name].null_count()} missing numbers")
    return np.asarray(frame.cast(polars.Float64).to_numpy(), np.float64)


def is_frame(given: Any) -> bool:
    """Whether this is a pandas or polars frame; imports neither."""
    return type(given).__module__.partition(".")[0] in ("pandas", "polars") and hasattr(given, "columns")


def rows_of_frame(frame: Any) -> Iterator[dict[str, Any]]:
    """Rows as mappings from column to cell, a batch at a time."""
    names = [str(name) for name in frame.columns]
    cells = frame.iter_rows() if hasattr(frame, "iter_rows") else frame.itertuples(index=False, name=None)
    for row in cells:
        yield dict(zip(names, row, strict=True))


def rows_from_parquet(path: str | PathLike[str], batch: int = 4096) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file, read a batch at a time."""
    polars = optional_library("polars")
    try:
        lazy = polars.scan_parquet(path)
        start, frame = 0, lazy.slice(0, batch).collect()
        while frame.height:
            yield from frame.iter_rows(named=True)
            start += frame.height
            frame = lazy.slice(start, batch).collect()
    except polars.exceptions.PolarsError as error:
        raise InvalidFile(f"{path} is not a Parquet file that polars can read: {error}") from error
