"""Checks at the door of ``theory``."""

from __future__ import annotations

import math
from typing import Any

from sidelight.errors import InvalidParameter
from sidelight.graphs.families.checks import LARGEST, whole

LARGEST_HORIZON = 2**53  # beyond it a float no longer counts
LEAST_DELTA = 1e-300  # epochs, phases and scales divide it, and what is divided by that must stay a number
ROUNDING = 1e-9  # relative: sums of a million fractions may miss a limit by this


def number(name: str, value: Any) -> float:
    """A finite number; neither a text nor a truth value is one."""
    try:
        result = math.nan if isinstance(value, (bool, str, bytes)) else float(value)
    except (TypeError, ValueError, OverflowError):
        result = math.nan
    if not math.isfinite(result):
        raise InvalidParameter(f"{name}={value!r} must be a finite number")
    return result


def confidence(delta: Any) -> float:
    """The chance with which a bound may fail."""
    value = number("delta", delta)
    if 0.0 < value < LEAST_DELTA:
        raise InvalidParameter(
            f"delta={delta!r} must be at least {LEAST_DELTA:g}, or logarithms of its shares overflow"
        )
    if not 0.0 < value < 1.0:
        raise InvalidParameter(
            f"delta={delta!r} must be above 0 and below 1; it is the chance with which the bound may fail, such as 0.05"
        )
    return value


def actions(n_actions: Any) -> int:
    """How many actions there are."""
    return whole("n_actions", n_actions, 1, LARGEST)


def rounds(horizon: Any, name: str = "horizon", at_least: int = 1) -> int:
    """A number of rounds."""
    return whole(name, horizon, at_least, LARGEST_HORIZON)


def within(name: str, value: Any, at_least: float, at_most: float, way_out: str) -> float:
    """A number between two others, of which rounding may take it away a little."""
    result = number(name, value)
    least, most = at_least - ROUNDING * max(1.0, abs(at_least)), at_most + ROUNDING * max(1.0, abs(at_most))
    if not least <= result <= most:
        allowed = f"from {at_least:g} to {at_most:g}" if math.isfinite(at_most) else f"at least {at_least:g}"
        raise InvalidParameter(f"{name}={value!r} must be {allowed}; {way_out}")
    return min(max(result, at_least), at_most)


def parameter(name: str, value: Any, at_most: float, *, zero: bool = False) -> float:
    """A parameter of a learner: positive (or zero, where that switches something off), and at most ``at_most``."""
    result = number(name, value)
    if not (0.0 < result <= at_most or (zero and result == 0.0)):
        least = "at least 0" if zero else "above 0"
        most = f" and at most {at_most:g}" if math.isfinite(at_most) else ""
        raise InvalidParameter(f"{name}={value!r} must be {least}{most}; tunings of this library keep to it")
    return result


def one_of(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    """One of some words."""
    if value not in allowed:
        raise InvalidParameter(f"{name}={value!r} must be one of {', '.join(map(repr, allowed))}")
    return str(value)
