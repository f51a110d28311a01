"""What games are made of, checked once at the door and frozen."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import InvalidParameter


def text(name: str, value: Any) -> str:
    """A text of at least one character."""
    if not isinstance(value, str) or not value:
        raise InvalidParameter(f"{name}={value!r} must be a text that names it")
    return value


def whole(name: str, value: Any, least: int) -> int:
    """A whole number of at least ``least``."""
    try:
        number = operator.index(value)
    except TypeError as error:
        raise InvalidParameter(f"{name}={value!r} must be a whole number") from error
    if isinstance(value, (bool, np.bool_)) or number < least:
        raise InvalidParameter(f"{name}={value!r} must be a whole number of at least {least}")
    return number


def wholes(name: str, values: ArrayLike, shape: tuple[int | None, ...]) -> NDArray[np.int64]:
    """A frozen copy as int64, of this shape, where None stands for any length of at least one."""
    array = _shaped(name, values, shape)
    if array.dtype.kind not in "iu":
        raise InvalidParameter(f"{name} must be whole numbers, not {array.dtype}")
    if array.dtype == np.uint64 and int(array.max()) > np.iinfo(np.int64).max:
        raise InvalidParameter(f"{name} must be below 2^63, not {int(array.max())}")
    return frozen(array.astype(np.int64))


def numbers(name: str, values: ArrayLike, shape: tuple[int | None, ...]) -> NDArray[np.float64]:
    """A frozen copy as float64, of this shape, all finite."""
    array = _shaped(name, values, shape)
    if array.dtype.kind not in "iuf":
        raise InvalidParameter(f"{name} must be numbers, not {array.dtype}")
    copy = array.astype(np.float64)
    if not np.isfinite(copy).all():
        at = tuple(int(k) for k in np.argwhere(~np.isfinite(copy))[0])
        raise InvalidParameter(f"{name} has {copy[at]} at {at}, and must be finite")
    return frozen(copy)


def plays(values: ArrayLike, n_seeds: int, n_actions: int, rounds: int) -> NDArray[np.int64]:
    """Counts that sum to the number of rounds for each seed."""
    counts = wholes("plays", values, (n_seeds, n_actions))
    if (counts < 0).any() or (counts.sum(axis=1) != rounds).any():
        raise InvalidParameter(f"plays must be counts that sum to {rounds} for each seed, one play a round")
    return counts


def distinct(name: str, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """No value twice."""
    if np.unique(values).size < values.size:
        raise InvalidParameter(f"{name} repeats a value; the same seed played twice is no further evidence")
    return values


def increasing(name: str, values: NDArray[np.int64], last: int) -> NDArray[np.int64]:
    """Rounds from 1 on, one after the other, up to ``last``."""
    if values[0] < 1 or (np.diff(values) <= 0).any() or values[-1] != last:
        raise InvalidParameter(f"{name} must increase from at least 1 to the last round, {last}, not {values}")
    return values


def plain(name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """A deep copy of what JSON can hold, so that it can be written into a file."""
    if not isinstance(values, Mapping):
        raise InvalidParameter(f"{name} must be a mapping from names to what JSON can hold, not {values!r}")
    try:
        copy: dict[str, Any] = json.loads(json.dumps(dict(values)))
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{name} must be what JSON can hold: {error}") from error
    return copy


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, from now on not to be written into by accident."""
    array.setflags(write=False)
    return array


def _shaped(name: str, values: ArrayLike, shape: tuple[int | None, ...]) -> NDArray[Any]:
    try:
        array = np.asarray(values)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{name} must be an array: {error}") from error
    fits = array.ndim == len(shape) and all(
        length >= 1 if want is None else length == want for length, want in zip(array.shape, shape, strict=True)
    )
    if not fits:
        wanted = " x ".join("any" if want is None else str(want) for want in shape)
        raise InvalidParameter(f"{name} has shape {array.shape}, but must have {wanted}")
    return array
