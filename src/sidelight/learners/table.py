"""The one table: a learner is one choice each of exploration, estimate and bias, for some kinds of graph.

Every learner here plays exponential weights ``p ~ exp(-eta * total)``. What differs:

- *exploration*: what is mixed into the weights, ``p~ = (1 - mass) p + mass * shares``;
- *implicit*: whether gamma is added to the chance seen of self-loops, ``l / (W + gamma)``, else ``l / W``;
- *bias*: none; pessimistic, ``beta / W`` on a loopless action with chance above one half; optimistic, ``beta / W``
  on all, with gains in place of losses;
- *informed*: whether the graph must be known before the decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph, Kind
from sidelight.kernels.round import NO_BIAS, OPTIMISTIC, PESSIMISTIC


class Explores(Enum):
    """What is mixed into the weights."""

    NOT = "nothing: the weights are the chances"
    ETA = "all actions evenly, with total mass eta"
    GAMMA = "all actions evenly, with total mass gamma"
    EPS = "a set (or its fractional form) that reveals all loopless actions, each of it with chance eps"
    LEAST_SEEN = "by the law under which the least seen action is seen most, just enough to keep estimates bounded"
    ALWAYS = "nothing else"


class Serves(Enum):
    """The graphs that a guarantee covers."""

    FULL = "every action reveals all"
    BANDIT = "every action reveals itself and nothing else"
    SELF_AWARE = "every action reveals itself"
    STRONG = "every action reveals itself or is revealed by all others"
    OBSERVABLE = "every action is revealed by some action"
    ANY = "nothing: any graph will do"

    def covers(self, graph: FeedbackGraph) -> bool:
        """Whether this graph is one of them. With a single action there is nothing to learn."""
        return graph.n_actions == 1 or _COVERS[self](graph)


_COVERS: dict[Serves, Callable[[FeedbackGraph], bool]] = {
    Serves.FULL: lambda graph: graph.n_edges == graph.n_actions**2,
    Serves.BANDIT: lambda graph: graph.n_edges == graph.n_actions and bool(np.all(graph.loops)),
    Serves.SELF_AWARE: lambda graph: graph.kind is Kind.SELF_AWARE,
    Serves.STRONG: lambda graph: graph.kind in (Kind.SELF_AWARE, Kind.STRONG),
    Serves.OBSERVABLE: lambda graph: graph.kind is not Kind.UNOBSERVABLE,
    Serves.ANY: lambda graph: True,
}


@dataclass(frozen=True)
class Domain:
    """Where a parameter may lie: above ``above`` (or at it, if ``closed``) and at most ``at_most``."""

    meaning: str
    at_most: float = np.inf
    above: float = 0.0
    closed: bool = False

    def checked(self, name: str, value: object) -> float:
        """The value as a float, or an error that names what is allowed."""
        number = not isinstance(value, (bool, np.bool_, str, bytes)) and _float(value)
        if number is False or not (self.above < number <= self.at_most or (self.closed and number == self.above)):
            raise InvalidParameter(f"{name}={value!r} must be {self}; it is the {self.meaning}")
        if number == np.inf:
            raise InvalidParameter(f"{name}={value!r} must be finite; it is the {self.meaning}")
        return number

    def __str__(self) -> str:
        least = f"at least {self.above:g}" if self.closed else f"above {self.above:g}"
        return f"a number {least}" + (f" and at most {self.at_most:g}" if np.isfinite(self.at_most) else "")


def _float(value: object) -> float | bool:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False


RATE = Domain("learning rate", 1e6)
RATE_AND_MIX = Domain("learning rate and the mass of uniform exploration", 0.5)
IMPLICIT = Domain("implicit exploration added to the chance seen of self-loops", 0.5)
MASS = Domain("mass of exploration", 1.0, closed=True)
PESSIMISM = Domain("weight of the pessimistic bias on a dominating loopless action", 0.5, closed=True)
OPTIMISM = Domain("weight of the optimistic bias on all actions", closed=True)
EXPLORATION = Domain("most exploration of a round that is not skipped", 1.0)
DOMINATE = Domain("chance given to each action of the dominating set", 1.0)


@dataclass(frozen=True)
class Algorithm:
    """A row of the table."""

    title: str
    parameters: Mapping[str, Domain]
    serves: Serves
    guarantee: str
    source: str
    explores: Explores = Explores.NOT
    implicit: bool = False
    bias: int = NO_BIAS
    informed: bool = False
    learns: bool = True


ALGORITHMS: dict[str, Algorithm] = {
    "Hedge": Algorithm(
        "exponential weights, full information",
        {"eta": RATE},
        Serves.FULL,
        "expected losses within sqrt(T ln K / 2) of the best action's, for every sequence of losses, at the right eta",
        "Freund and Schapire (1997)",
    ),
    "Exp3": Algorithm(
        "exponential weights on unbiased estimates",
        {"eta": RATE},
        Serves.SELF_AWARE,
        "expected regret sqrt(2 K T ln K) with bandit feedback; nothing with high probability: its tail is heavy",
        "Auer, Cesa-Bianchi, Freund and Schapire (2002)",
    ),
    "Exp3Set": Algorithm(
        "Exp3 that learns from side observations",
        {"eta": RATE},
        Serves.SELF_AWARE,
        "expected regret sqrt(2 ln K sum m_t), with m_t the largest acyclic subgraph (alpha_t where symmetric); "
        "nothing with high probability",
        "Alon, Cesa-Bianchi, Gentile, Mannor, Mansour and Shamir (2017)",
    ),
    "Exp3IX": Algorithm(
        "exponential weights with implicit exploration",
        {"eta": RATE, "gamma": IMPLICIT},
        Serves.SELF_AWARE,
        "regret of order sqrt(sum alpha_t) with high probability, against any adversary, graphs unknown beforehand",
        "Neu (2015); Luo, Tong, Zhang and Zhang (2023)",
        implicit=True,
    ),
    "Exp3P": Algorithm(
        "Exp3 with optimistic estimates of gains",
        {"eta": RATE, "gamma": MASS, "beta": OPTIMISM},
        Serves.BANDIT,
        "regret of order sqrt(K T ln K) with high probability",
        "Auer et al. (2002), in the form of Bubeck and Cesa-Bianchi (2012)",
        Explores.GAMMA,
        bias=OPTIMISTIC,
    ),
    "ELPP": Algorithm(
        "optimistic estimates of gains, exploration by a linear programme",
        {"eta": RATE, "beta": OPTIMISM},
        Serves.SELF_AWARE,
        "regret of order sqrt(m T) + m^2 T^(1/4) with high probability, m the largest acyclic subgraph",
        "Alon et al. (2017)",
        Explores.LEAST_SEEN,
        bias=OPTIMISTIC,
        informed=True,
    ),
    "Exp3G": Algorithm(
        "exponential weights with exploration on a set",
        {"eta": RATE, "gamma": MASS},
        Serves.OBSERVABLE,
        "expected regret of order sqrt(alpha T) on strongly and d^(1/3) T^(2/3) on weakly observable graphs; "
        "nothing with high probability: a heavy loopless action makes its tail heavy",
        "Alon, Cesa-Bianchi, Dekel and Koren (2015)",
        Explores.GAMMA,
    ),
    "StrongIX": Algorithm(
        "Algorithm 1: strongly observable graphs, pessimistic bias",
        {"eta": RATE_AND_MIX, "gamma": IMPLICIT, "beta": PESSIMISM},
        Serves.STRONG,
        "regret of order sqrt(sum alpha_t) with high probability, against any adversary, graphs unknown beforehand",
        "Luo, Tong, Zhang and Zhang (2023), Algorithm 1",
        Explores.ETA,
        implicit=True,
        bias=PESSIMISTIC,
    ),
    "WeakIX": Algorithm(
        "Algorithm 2: weakly observable graphs, exploration on a dominating set",
        {"eta": RATE, "gamma": IMPLICIT, "eps": DOMINATE},
        Serves.OBSERVABLE,
        "regret of order (sum d_t)^(1/3) T^(1/3) + sqrt(sum alpha~_t) with high probability, against any adversary",
        "Luo, Tong, Zhang and Zhang (2023), Algorithm 2",
        Explores.EPS,
        implicit=True,
        informed=True,
    ),
    "Uniform": Algorithm(
        "no learning: every action equally likely",
        {},
        Serves.ANY,
        "none; the floor that a learner must beat",
        "folklore",
        Explores.ALWAYS,
        learns=False,
    ),
}
