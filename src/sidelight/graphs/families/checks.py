"""Checks that the families share."""

import operator
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter
from sidelight.graphs.storage.base import MOST_ACTIONS

LARGEST = MOST_ACTIONS


def whole(name: str, value: Any, at_least: int, at_most: int = LARGEST) -> int:
    """A whole number within bounds."""
    try:
        number = operator.index(value)
    except TypeError as error:
        raise InvalidParameter(f"{name}={value!r} must be a whole number") from error
    if isinstance(value, (bool, np.bool_)) or not at_least <= number <= at_most:
        small = number < at_least and at_most == LARGEST
        allowed = f"at least {at_least}" if small else f"from {at_least} to {at_most}"
        raise InvalidParameter(f"{name}={value!r} must be {allowed}")
    return number


def chance(name: str, value: Any) -> float:
    """A probability."""
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{name}={value!r} must be a number from 0 to 1") from error
    if not 0.0 <= number <= 1.0:
        raise InvalidParameter(f"{name}={value!r} must be from 0 to 1")
    return number


def positive(name: str, value: Any) -> float:
    """A finite number above zero."""
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise InvalidParameter(f"{name}={value!r} must be a positive number") from error
    if not 0.0 < number < np.inf:
        raise InvalidParameter(f"{name}={value!r} must be positive and finite")
    return number


def sizes(name: str, values: Iterable[Any]) -> NDArray[np.int64]:
    """At least one positive whole number."""
    given = listed(name, values)
    if not given:
        raise InvalidParameter(f"{name} must hold at least one size, such as [3, 3, 4]")
    counts = [whole(f"each of {name}", value, 1) for value in given]
    whole(f"sum of {name}", sum(counts), 1)
    return np.array(counts, np.int64)


def listed(name: str, values: Iterable[Any]) -> list[Any]:
    """The entries of anything that can be gone through, text excepted."""
    if isinstance(values, (str, bytes)):
        raise InvalidParameter(f"{name}={values!r} must be a list, not text")
    try:
        return list(values)
    except TypeError as error:
        raise InvalidParameter(f"{name}={values!r} must be a list") from error


def seed_of(value: Any) -> int:
    """A seed: a whole number from 0 to 2^63 - 1."""
    return whole("seed", value, 0, 2**63 - 1)


def round_of(value: Any, name: str = "round_") -> int:
    """A round: a whole number from 0 to 2^63 - 1."""
    return whole(name, value, 0, 2**63 - 1)
