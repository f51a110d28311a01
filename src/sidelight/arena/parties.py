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

    @property
    def tuning(self) -> Tuning:
        """Its parameters, as ``theory`` takes them."""
        eta, gamma, beta, eps = (self.parameters.get(name, 0.0) for name in ("eta", "gamma", "beta", "eps"))
        return Tuning(self.name, eta, gamma, beta, eps, rule="as played")


def told_of(learner: Any) -> dict[str, Any]:
    """The entry of the provenance; empty for learners that are not of this library."""
    if not isinstance(learner, Learner) or type(learner) not in LEARNERS.values():
        return {}
    values = type(learner).__name__, dict(learner.parameters), dict(learner._settings()), learner.strict
    return {ENTRY: Algorithm(*values)._asdict()}


def algorithm_of(games: Games) -> Algorithm:
    """What ``told_of`` wrote, of one whose parameters stayed as they were."""
    if ENTRY not in games.provenance:
        raise NotRecorded(
            f"the parameters of {games.learner} are not known to these games; "
            "explicit bounds are for learners of this library, played by sl.play"
        )
    if SCHEDULED & set(games.sums):
        raise NotRecorded(f"{games.learner} changed its parameters as it played; these bounds are for fixed ones")
    return Algorithm(**games.provenance[ENTRY])
