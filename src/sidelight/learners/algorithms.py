"""The learners by name. Each is its row of the table (``table.py``) and the one loop (``kernels/round.py``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Unpack

import numpy as np

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph, Kind
from sidelight.graphs.converters import checked_size
from sidelight.graphs.families import bandit, full_information
from sidelight.learners.deciding import Informed, Uninformed
from sidelight.learners.options import Options
from sidelight.learners.plans import (
    ROUNDING,
    Floats,
    Plan,
    checked_set,
    dominating_vector,
    first_not_dominated,
    indicator,
    spread,
    with_blind_looped,
)
from sidelight.learners.table import ALGORITHMS, EXPLORATION
from sidelight.theory.sums import EXPLORES


class StrongIX(Uninformed):
    """Algorithm 1 of Luo, Tong, Zhang and Zhang (2023): strongly observable graphs, seen only after the decision.

    >>> from sidelight import graphs
    >>> learner = StrongIX(3, eta=0.1, gamma=0.1, beta=0.1, seed=7)
    >>> decision = learner.decide()
    >>> decision
    Decision(action=1, chance=0.333333, round=0)
    >>> learner.learn(decision, {0: 0.2, 2: 0.5}, graph=graphs.loopless_clique(3))
    Learned(round=0, own loss not seen, estimates={0: 0.3, 2: 0.75})
    """

    algorithm = ALGORITHMS["StrongIX"]

    def __init__(
        self,
        n_actions: int,
        eta: float | None = None,
        gamma: float | None = None,
        beta: float | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(n_actions, {"eta": eta, "gamma": gamma, "beta": beta}, **options)


class WeakIX(Informed):
    """Algorithm 2 of Luo, Tong, Zhang and Zhang (2023): any observable graph, known before the decision.

    ``explore`` finds the dominating set: "exact", "greedy", "fractional" (weights by a linear programme, never more
    mass than a set) or "auto": fractional up to 2,000 actions, greedy beyond. A round whose set would take more than
    ``most_exploration``, half of all chances, is skipped: played by the weights alone, and not learned from. With 1 it
    is played as the paper has it, as long as there are chances enough.

    >>> from sidelight import graphs
    >>> learner = WeakIX(4, eta=0.1, gamma=0.2, eps=0.2, graph=graphs.revealing_action(4), seed=1)
    >>> learner.chances()
    array([0.4, 0.2, 0.2, 0.2])
    """

    algorithm = ALGORITHMS["WeakIX"]
    dominated = True

    def __init__(
        self,
        n_actions: int,
        eta: float | None = None,
        gamma: float | None = None,
        eps: float | None = None,
        *,
        explore: str = "auto",
        most_exploration: float = 0.5,
        **options: Unpack[Options],
    ) -> None:
        self.most_exploration = EXPLORATION.checked("most_exploration", most_exploration)
        if explore not in EXPLORES:
            raise InvalidParameter(
                f"explore={explore!r} must be one of {', '.join(EXPLORES)}; "
                "a set of your own for one round goes to decide(graph, explore=[...])"
            )
        self.explore = explore
        super().__init__(n_actions, {"eta": eta, "gamma": gamma, "eps": eps}, **options)

    def _settings(self) -> dict[str, Any]:
        usual = self.most_exploration == 0.5
        return {"explore": self.explore} | ({} if usual else {"most_exploration": self.most_exploration})

    def _most(self) -> float:
        return self.most_exploration + ROUNDING

    def _new_plan(self, graph: FeedbackGraph) -> Plan:
        return _of_size(dominating_vector(graph, self.explore))

    def _given_plan(self, graph: FeedbackGraph, explore: Iterable[int]) -> Plan:
        vector = indicator(checked_set(explore, graph.n_actions), graph.n_actions)
        missed = first_not_dominated(graph, vector)
        if missed is not None:
            raise InvalidParameter(
                f"explore={np.flatnonzero(vector).tolist()} reveals action {graph.label(missed)!r} never, "
                "which is loopless; leave explore= out to have a dominating set found"
            )
        return _of_size(vector)


def _of_size(vector: Floats) -> Plan:
    """p~ = (1 - eps |D|) p + eps 1_D: eps is mixed in for each unit of the vector."""
    return spread(vector, float(vector.sum()))


class Exp3IX(Uninformed):
    """Implicit exploration: ``l / (W + gamma)``. Every action must reveal itself; graphs may change.

    >>> from sidelight import graphs
    >>> learner = Exp3IX(4, eta=0.2, gamma=0.1, graph=graphs.ring(4), seed=2)
    >>> learned = learner.learn(learner.decide(action=0), {3: 0.5, 0: 1.0, 1: 0.0})
    >>> learned.own_loss, learned.estimates
    (1.0, {0: 1.1764705882352942, 1: 0.0, 3: 0.5882352941176471})
    """

    algorithm = ALGORITHMS["Exp3IX"]

    def __init__(
        self, n_actions: int, eta: float | None = None, gamma: float | None = None, **options: Unpack[Options]
    ) -> None:
        super().__init__(n_actions, {"eta": eta, "gamma": gamma}, **options)


class Exp3Set(Uninformed):
    """Unbiased estimates ``l / W`` from all that is revealed. Every action must reveal itself; graphs may change."""

    algorithm = ALGORITHMS["Exp3Set"]

    def __init__(self, n_actions: int, eta: float | None = None, **options: Unpack[Options]) -> None:
        super().__init__(n_actions, {"eta": eta}, **options)


class Exp3(Uninformed):
    """The classic: unbiased estimates, bandit feedback unless a graph says otherwise. Its tail is heavy.

    >>> learner = Exp3(2, eta=0.1, seed=3)
    >>> learner.learn(learner.decide(action=1), {1: 0.5})
    Learned(round=0, own loss 0.5, estimates={1: 1})
    """

    algorithm = ALGORITHMS["Exp3"]
    usual_graph = bandit

    def __init__(self, n_actions: int, eta: float | None = None, **options: Unpack[Options]) -> None:
        super().__init__(n_actions, {"eta": eta}, **options)


class Hedge(Uninformed):
    """Full information: every action reveals all losses, and an estimate is the loss itself.

    >>> learner = Hedge(3, eta=0.5, seed=4)
    >>> learner.learn(learner.decide(), [0.0, 0.5, 1.0]).estimates
    {0: 0.0, 1: 0.5, 2: 1.0}
    """

    algorithm = ALGORITHMS["Hedge"]
    usual_graph = full_information

    def __init__(self, n_actions: int, eta: float | None = None, **options: Unpack[Options]) -> None:
        super().__init__(n_actions, {"eta": eta}, **options)


class Exp3P(Uninformed):
    """Gains, each raised by ``beta / p~`` whether seen or not: bandit feedback with high probability. O(K) a round."""

    algorithm = ALGORITHMS["Exp3P"]
    usual_graph = bandit

    def __init__(
        self,
        n_actions: int,
        eta: float | None = None,
        gamma: float | None = None,
        beta: float | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(n_actions, {"eta": eta, "gamma": gamma, "beta": beta}, **options)


class ELPP(Informed):
    """Gains raised by ``beta / W``, exploring by the law under which the least seen action is seen most. O(E) a round.

    The mass of exploration is ``min(1/2, (1 + beta) eta / v)``, v being the chance with which that law sees the
    least seen action.
    """

    algorithm = ALGORITHMS["ELPP"]

    def __init__(
        self, n_actions: int, eta: float | None = None, beta: float | None = None, **options: Unpack[Options]
    ) -> None:
        super().__init__(n_actions, {"eta": eta, "beta": beta}, **options)

    def _new_plan(self, graph: FeedbackGraph) -> Plan:
        vector, total = with_blind_looped(graph).fractional_revealing()
        return spread(vector, min(total, 0.5 / self._mix()))


class Exp3G(Uninformed):
    """Exploration with mass ``gamma``, evenly over all actions or over those in ``explore``. Any observable graph.

    On a weakly observable graph ``explore=graph.dominating_set()`` is what theory asks for.
    """

    algorithm = ALGORITHMS["Exp3G"]

    def __init__(
        self,
        n_actions: int,
        eta: float | None = None,
        gamma: float | None = None,
        *,
        explore: Iterable[int] | None = None,
        **options: Unpack[Options],
    ) -> None:
        graph = options.get("graph")
        if explore is None and eta is None and graph is not None and graph.kind is Kind.WEAK:
            explore = graph.dominating_set()  # what its theorem is about
        self.explore = None if explore is None else checked_set(explore, checked_size(n_actions))
        super().__init__(n_actions, {"eta": eta, "gamma": gamma}, **options)
        if self.explore is not None:
            if not self.explore.size:
                raise InvalidParameter("explore=[] leaves nothing to explore; leave it out for all actions")
            self._plan = self._explored(spread(indicator(self.explore, self.n_actions), 1.0))

    def _settings(self) -> dict[str, Any]:
        return {} if self.explore is None else {"explore": self.explore.tolist()}

    def _objection(self, graph: FeedbackGraph) -> str | None:
        missed = None if self.explore is None else first_not_dominated(graph, indicator(self.explore, self.n_actions))
        if missed is not None:
            return f"explore={self.explore} never reveals action {graph.label(missed)!r}, which does not reveal itself"
        return super()._objection(graph)


class Uniform(Uninformed):
    """Plays every action equally often, on any graph, and learns nothing: the floor."""

    algorithm = ALGORITHMS["Uniform"]

    def __init__(self, n_actions: int, **options: Unpack[Options]) -> None:
        super().__init__(n_actions, {}, **options)


LEARNERS = {
    learner.__name__: learner
    for learner in (Hedge, Exp3, Exp3P, Exp3IX, Exp3Set, Exp3G, ELPP, StrongIX, WeakIX, Uniform)
}
