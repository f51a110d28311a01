"""The one door to data frames and Parquet: pandas and polars come in here, when a function is called."""

from __future__ import annotations

from collections.abc import Mapping
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
