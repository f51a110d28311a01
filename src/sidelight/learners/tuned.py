"""Where a learner's parameters come from: given, tuned by its theorem for a known horizon, or on a schedule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph
from sidelight.learners.schedules import (
    ADAPTIVE,
    SCHEDULES,
    THEOREM,
    Schedule,
    checked_schedule,
    has_schedule,
    words_of,
)
from sidelight.theory import tuned
from sidelight.theory.checks import one_of

AS_GIVEN = "as given"
DELTA = 0.05
Given = Mapping[str, float | None]


class Asked(TypedDict, total=False):
    """What a tuning may be asked for.

    ``schedule``: "theorem" for a known ``horizon``, the number of rounds that there will be; "adaptive", which needs to
    know nothing and is the usual one without a horizon; or "doubling", which starts anew in epochs. ``delta``: the
    chance with which the guarantee may fail, 0.05 if left out. ``tuning``: by the theorem "default", "light" or "paper"
    for the paper's algorithms, "published" for the others; adaptive "light", or "cautious", which follows a drifting
    best action faster. For the theorem, the sums over all rounds of graph numbers, where they are known: ``alpha_sum``
    (independence), ``loop_alpha_sum`` (among self-loops), ``acyclic_sum``, ``domination_sum``, and ``loopless_rounds``;
    they come from ``graph=`` if it is given, and are the worst case otherwise.
    """

    schedule: str | None
    horizon: int | None
    delta: float | None
    tuning: str | None
    alpha_sum: float | None
    loop_alpha_sum: float | None
    acyclic_sum: float | None
    domination_sum: float | None
    loopless_rounds: float | None


class Origin(NamedTuple):
    """Parameters, where they come from in words, and the schedule by which they change, if they do."""

    parameters: dict[str, float]
    words: str
    schedule: Schedule | None = None


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
    if "schedule" in wanted:
        one_of("schedule", wanted["schedule"], SCHEDULES)
    if not missing:
        first = next(iter(wanted))
        if not given:
            raise InvalidParameter(f"{learner} has no parameters to tune; leave out {first}=")
        raise InvalidParameter(f"{first}= tunes the parameters, but they are given; leave out {first}=, or {names}")
    if len(missing) < len(given):
        raise InvalidParameter(f"{missing[0]}= is missing; give all of {names}, or none of them")
    if wanted.get("schedule", THEOREM if "horizon" in wanted else ADAPTIVE) == THEOREM:
        if "horizon" not in wanted:
            raise InvalidParameter(f"{learner} needs horizon= for its theorem: for how many rounds it is to be tuned")
        return _by_theorem(learner, n_actions, graph, explore, asked)
    if "schedule" not in wanted and not has_schedule(learner):
        raise InvalidParameter(f"{learner} needs {names} or horizon=, for how many rounds it is to be tuned")
    for name, value in wanted.items():
        if name == "horizon":
            raise InvalidParameter(
                f"horizon={value!r} is for schedule='theorem', not {wanted['schedule']!r}; leave out one of both"
            )
        if name not in ("schedule", "tuning", "delta"):
            raise InvalidParameter(
                f"{name}= tunes the theorem, which needs horizon= as well; give that, or leave out {name}="
            )
    return _on_schedule(learner, wanted)


def _on_schedule(learner: str, wanted: Mapping[str, Any]) -> Origin:
    schedule = checked_schedule(
        learner, wanted.get("schedule", ADAPTIVE), wanted.get("tuning"), wanted.get("delta", DELTA)
    )
    return Origin({}, words_of(schedule), schedule)


def _by_theorem(learner: str, n_actions: int, graph: FeedbackGraph | None, explore: str | None, asked: Asked) -> Origin:
    rounds, delta, rule = asked["horizon"], asked.get("delta"), asked.get("tuning")
    delta = DELTA if delta is None else delta
    sums = {name: asked.get(name) for name in asked if name not in ("schedule", "horizon", "delta", "tuning")}
    tuning = tuned(
        learner, n_actions, rounds, delta, rule=rule, graph=graph, explore=explore or "auto", **sums  # type: ignore[arg-type]
    )  # fmt: skip
    assumed = "".join(f"; {name.replace('_', ' ')}: {origin}" for name, origin in tuning.assumes.items())
    capped = f"; {', '.join(tuning.capped)} at the cap" if tuning.capped else ""
    words = f"by the theorem for {rounds:,} rounds, delta={delta:g} ({tuning.rule} tuning{assumed}{capped})"
    return Origin(tuning.parameters, words)
