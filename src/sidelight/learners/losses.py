"""Losses at the border: read once, converted once, numbers in [0, 1] from then on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import (
    InvalidLosses,
    InvalidParameter,
    LossMissing,
    LossNotRevealed,
    LossOutOfRange,
)
from sidelight.graphs import FeedbackGraph
from sidelight.kernels import losses_in as kernel
from sidelight.learners.actions import action_called

Losses = Mapping[Any, float] | ArrayLike
Key = TypeVar("Key", bound=Hashable)
FEW = 4  # losses: read one by one, which is quicker than any array
RANGE = "a loss must be a number from 0 to 1; losses_from_rewards() and losses_from_costs() convert other ranges"


def read_one(losses: Mapping[Any, Any], graph: FeedbackGraph) -> tuple[int, float]:
    """The only action and loss there is, without the detour by an array."""
    ((key, loss),) = losses.items()
    plain = type(key) is int and graph.labels is None and -1 < key < graph.n_actions
    action = key if plain else action_called(key, graph, graph.n_actions)
    return action, loss if type(loss) is float else _number(loss, key)


def read_mapping(losses: Mapping[Any, Any], graph: FeedbackGraph, keys: NDArray[np.int64], into: Any) -> int:
    """Write actions and losses one beside the other, labels resolved; return how many there are."""
    given = len(losses)
    if given > keys.size:
        raise LossNotRevealed(
            f"{given} losses, and there are only {keys.size} actions; give one for each that was revealed"
        )
    if given > FEW and graph.labels is None and _plain(losses):
        keys[:given] = np.fromiter(losses.keys(), np.int64, given)
        into[:given] = np.fromiter(losses.values(), np.float64, given)
        return given
    for k, (key, loss) in enumerate(losses.items()):
        keys[k] = (
            key
            if type(key) is int and graph.labels is None and -1 < key < keys.size
            else action_called(key, graph, keys.size)
        )
        into[k] = loss if type(loss) is float else _number(loss, key)
    return given


def read_array(losses: Any, count: int, into: NDArray[np.float64]) -> int:
    """Write losses that stand in the order of what was revealed; return how many there are."""
    if isinstance(losses, np.ma.MaskedArray):
        raise InvalidLosses("losses have a mask; leave out what was not revealed, or give {action: loss}")
    try:
        values = np.asarray(losses)
        if values.dtype.kind not in "fiub" or values.ndim > 1:
            raise ValueError(f"this is an array of {values.dtype} with {values.ndim} dimensions")
    except ValueError as error:
        raise InvalidLosses(
            f"losses must be a mapping from action to loss, or a flat list of numbers: {error}"
        ) from None
    if values.size != count:
        kind = LossMissing if values.size < count else LossNotRevealed
        raise kind(
            f"{values.size} losses for {count} revealed actions; give one for each, in the order of g.reveals(i)"
        )
    into[: values.size] = values
    return values.size


def refusal(
    code: int, entry: int, keyed: bool, learner_keys: NDArray[np.int64], into: Any, context: Any
) -> InvalidLosses:
    """The error for what the kernel found wrong."""
    graph, action = context
    played = f"action {_name(graph, action)} reveals {_listed(graph, action)}"
    if code == kernel.NOT_A_LOSS:
        which = int(learner_keys[entry]) if keyed else int(graph.reveals(action)[entry])
        return LossOutOfRange(
            f"the loss {float(into[entry])!r} of action {_name(graph, which)} is out of range; {RANGE}"
        )
    if code == kernel.NOT_REVEALED:
        which = int(learner_keys[entry])
        return LossNotRevealed(f"the loss of action {_name(graph, which)} was not revealed: {played}; leave it out")
    if code == kernel.TWICE:
        return InvalidLosses(f"action {_name(graph, int(learner_keys[entry]))} was given two losses")
    return LossMissing(
        f"the loss of action {_name(graph, entry)} is missing: {played}; "
        "if it was not seen, give the graph that says so"
    )


def _plain(losses: Mapping[Any, Any]) -> bool:
    try:
        return set(map(type, losses)) == {int} and set(map(type, losses.values())) <= {float} and _small(losses)
    except TypeError:
        return False


def _small(losses: Mapping[int, Any]) -> bool:
    return min(losses) >= 0 and max(losses) < 2**62


def _number(loss: Any, key: Any) -> float:
    try:
        return float(+loss)
    except (TypeError, ValueError, OverflowError):
        raise LossOutOfRange(f"the loss of action {key!r} is {loss!r}; {RANGE}") from None


def _name(graph: FeedbackGraph, action: int) -> str:
    return str(action) if graph.labels is None else repr(graph.labels[action])


def _listed(graph: FeedbackGraph, action: int) -> str:
    revealed = graph.reveals(action)
    if revealed.size == 0:
        return "nothing"
    shown = ", ".join(_name(graph, int(j)) for j in revealed[:8])
    return shown + (f" and {revealed.size - 8} more" if revealed.size > 8 else "")


@overload
def losses_from_rewards(rewards: Mapping[Key, float], low: float = ..., high: float = ...) -> dict[Key, float]: ...
@overload
def losses_from_rewards(rewards: float, low: float = ..., high: float = ...) -> float: ...
@overload
def losses_from_rewards(rewards: ArrayLike, low: float = ..., high: float = ...) -> NDArray[np.float64]: ...
def losses_from_rewards(rewards: Any, low: float = 0.0, high: float = 1.0) -> Any:
    """Rewards from ``low`` to ``high`` become losses from 1 to 0: a number, an array, or by action.

    >>> losses_from_rewards({"buy": 30.0, "wait": -10.0}, low=-10, high=30)
    {'buy': 0.0, 'wait': 1.0}
    """
    return _rescaled(rewards, low, high, "rewards", lambda values, width: (high - values) / width)


@overload
def losses_from_costs(costs: Mapping[Key, float], low: float = ..., high: float = ...) -> dict[Key, float]: ...
@overload
def losses_from_costs(costs: float, low: float = ..., high: float = ...) -> float: ...
@overload
def losses_from_costs(costs: ArrayLike, low: float = ..., high: float = ...) -> NDArray[np.float64]: ...
def losses_from_costs(costs: Any, low: float = 0.0, high: float = 1.0) -> Any:
    """Costs from ``low`` to ``high`` become losses from 0 to 1: a number, an array, or by action.

    >>> losses_from_costs([2.0, 6.0, 10.0], low=2, high=10)
    array([0. , 0.5, 1. ])
    """
    return _rescaled(costs, low, high, "costs", lambda values, width: (values - low) / width)


def _is_range(low: Any, high: Any) -> bool:
    try:
        return bool(-np.inf < float(low) < float(high) < np.inf and np.isfinite(float(high) - float(low)))
    except (TypeError, ValueError, OverflowError):
        return False


def _rescaled(values: Any, low: float, high: float, what: str, rescale: Any) -> Any:
    if not _is_range(low, high):
        raise InvalidParameter(f"low={low!r} and high={high!r} must be finite, and low the smaller")
    by_action = isinstance(values, Mapping)
    try:
        given = np.asarray(list(values.values()) if by_action else values, np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidLosses(f"{what} must be numbers: {error}") from error
    outside = given[~((given >= low) & (given <= high))]
    if outside.size:
        raise LossOutOfRange(
            f"{what} hold {float(outside.flat[0])!r}, outside [{low:g}, {high:g}]; widen low= and high="
        )
    losses = rescale(given, high - low)
    if by_action:
        return dict(zip(values, losses.tolist(), strict=True))
    return losses if losses.ndim else float(losses)
