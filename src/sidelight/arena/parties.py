"""Who played: what games know of their learner for ever, and what is at hand only as long as this process lives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sidelight.errors import NotRecorded
from sidelight.learners import LEARNERS, Learner
from sidelight.theory import Tuning

if TYPE_CHECKING:
    from sidelight.arena.games import Games

ENTRY = "algorithm"  # in the provenance
SCHEDULED = frozenset({"epoch", "measured", "paid", "rate"})  # sums of learners whose parameters change as they play


class Parties(NamedTuple):
    """The template and the world that were given to ``play``. Neither files nor pickles keep them."""

    learner: Any
    world: Any


class Algorithm(NamedTuple):
    """A learner of this library as games remember it."""

    name: str
    parameters: Mapping[str, float]
    settings: Mapping[str, Any]
    strict: bool
    schedule: Mapping[str, Any] | None = None  # what ``Schedule`` holds; then there are no fixed parameters

    @property
    def tuning(self) -> Tuning:
        """Its fixed parameters, as ``theory`` takes them."""
        eta, gamma, beta, eps = (self.parameters.get(name, 0.0) for name in ("eta", "gamma", "beta", "eps"))
        return Tuning(self.name, eta, gamma, beta, eps, rule="as played")


def told_of(learner: Any) -> dict[str, Any]:
    """The entry of the provenance; empty for learners that are not of this library."""
    if not isinstance(learner, Learner) or type(learner) not in LEARNERS.values():
        return {}
    schedule = None if learner.schedule is None else learner.schedule._asdict()
    fixed = dict(learner.parameters) if schedule is None else {}  # or else they are those of the moment
    told = Algorithm(type(learner).__name__, fixed, dict(learner._settings()), learner.strict, schedule)
    return {ENTRY: told._asdict()}


def algorithm_of(games: Games) -> Algorithm:
    """What ``told_of`` wrote."""
    if ENTRY not in games.provenance:
        raise NotRecorded(
            f"the parameters of {games.learner} are not known to these games; "
            "explicit bounds are for learners of this library, played by sl.play"
        )
    algorithm = Algorithm(**games.provenance[ENTRY])
    if algorithm.schedule is None and SCHEDULED & set(games.sums):
        raise NotRecorded(f"{games.learner} changed its parameters as it played, by a schedule that was not kept")
    return algorithm
