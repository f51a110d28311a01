"""Where a learner's parameters come from: given one by one, or tuned for a known number of rounds by its theorem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph
from sidelight.theory import tuned

AS_GIVEN = "as given"
DELTA = 0.05
Given = Mapping[str, float | None]


class Asked(TypedDict, total=False):
    """What a tuning may be asked for.

    ``horizon``: how many rounds there will be. ``delta``: the chance with which the guarantee may fail, 0.05 if left
    out. ``tuning``: "default", "light" or "paper" for the paper's algorithms, "published" for the others. The sums
    over all rounds of graph numbers, where they are known: ``alpha_sum`` (independence), ``loop_alpha_sum`` (among
    self-loops), ``acyclic_sum``, ``domination_sum``, and ``loopless_rounds``; they come from ``graph=`` if it is given,
    and are the worst case otherwise.
    """

    horizon: int | None
    delta: float | None
    tuning: str | None
    alpha_sum: float | None
    loop_alpha_sum: float | None
    acyclic_sum: float | None
    domination_sum: float | None
    loopless_rounds: float | None


class Origin(NamedTuple):
    """Parameters, and where they come from in words."""

    parameters: dict[str, float]
    words: str


def origin_of(
    learner: str, n_actions: int, given: Given, graph: FeedbackGraph | None, explore: str | None, asked: Asked
) -> Origin:
    """The parameters that were given, or those of the theorem; never some of each."""
    for unknown in asked.keys() - Asked.__annotations__.keys():
        raise TypeError(f"{learner}() got an unexpected keyword argument {unknown!r}")
    names = ", ".join(f"{name}=" for name in given)
    missing = [name for name, value in given.items() if value is None]
    wanted = {name: value for name, value in asked.items() if value is not None}
    if not missing and not wanted:
        return Origin({name: value for name, value in given.items() if value is not None}, AS_GIVEN)
    if not missing:
        first = next(iter(wanted))
        raise InvalidParameter(f"{first}= tunes the parameters, but they are given; leave out {first}=, or {names}")
    if len(missing) < len(given):
        raise InvalidParameter(f"{missing[0]}= is missing; give all of {names} or none of them, and horizon= instead")
    if "horizon" not in wanted:
        raise InvalidParameter(f"{learner} needs {names} or horizon=, for how many rounds it is to be tuned")
    return _by_theorem(learner, n_actions, graph, explore, asked)


def _by_theorem(learner: str, n_actions: int, graph: FeedbackGraph | None, explore: str | None, asked: Asked) -> Origin:
    rounds, delta, rule = asked["horizon"], asked.get("delta"), asked.get("tuning")
    delta = DELTA if delta is None else delta
    sums = {name: asked.get(name) for name in asked if name not in ("horizon", "delta", "tuning")}
    tuning = tuned(
        learner, n_actions, rounds, delta, rule=rule, graph=graph, explore=explore or "auto", **sums  # type: ignore[arg-type]
    )  # fmt: skip
    assumed = "".join(f"; {name.replace('_', ' ')}: {origin}" for name, origin in tuning.assumes.items())
    capped = f"; {', '.join(tuning.capped)} at the cap" if tuning.capped else ""
    words = f"by the theorem for {rounds:,} rounds, delta={delta:g} ({tuning.rule} tuning{assumed}{capped})"
    return Origin(tuning.parameters, words)
