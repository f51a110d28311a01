"""What tunings and bounds need to know of the graphs of a game: sums over its rounds, and where each came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sidelight.errors import WrongGraph
from sidelight.graphs import Bracket, FeedbackGraph
from sidelight.theory.checks import actions, one_of, rounds, within

EXPLORES = ("auto", "fractional", "greedy", "exact")
LARGEST_LINEAR_PROGRAMME = 2000  # actions; "auto" dominates greedily beyond
SECONDS = 5.0
MANY_EDGES = 5_000_000
ALL = ("alpha", "loop_alpha", "acyclic", "domination", "loopless")


@dataclass(frozen=True)
class Sums:
    """Sums over all rounds, each at least the true one, so that bounds made of them hold.

    ``alpha``: independence numbers; ``loop_alpha``: those among self-loops; ``acyclic``: largest acyclic subgraphs m;
    ``domination``: sizes ``|D|`` of what Algorithm 2 explores; ``loopless``: rounds with an action that does not reveal
    itself. ``origin`` says of each whether it was given, is exact, an upper side, or the worst case. ``steady``: the
    graph is the same in every round; ``symmetric``: in every round, among self-loops, whoever reveals is revealed.

    >>> from sidelight import graphs
    >>> sums = Sums.of(graphs.ring(5), 1000)
    >>> sums.alpha, sums.origin["alpha"]
    (2000.0, 'exact: 2 a round')
    """

    n_actions: int
    rounds: int
    alpha: float
    loop_alpha: float
    acyclic: float
    domination: float
    loopless: float
    steady: bool = False
    symmetric: bool = False
    origin: dict[str, str] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls,
        graph: FeedbackGraph,
        horizon: int,
        *,
        needs: Iterable[str] = ALL,
        explore: str = "auto",
        time_limit: float = SECONDS,
    ) -> Sums:
        """Of ``horizon`` rounds with the same graph. What is not in ``needs`` is not computed: it is the worst case."""
        if not isinstance(graph, FeedbackGraph):
            raise WrongGraph(f"graph must be a FeedbackGraph, not {type(graph).__name__}; see FeedbackGraph.from_edges")
        one_of("explore", explore, EXPLORES)
        worst = cls.worst(graph.n_actions, horizon)
        values: dict[str, Any] = {}
        origin = dict(worst.origin)
        for name in needs:
            each, origin[name] = _OF_ONE[one_of("needs", name, ALL)](graph, explore, time_limit)
            values[name] = each * worst.rounds
        return replace(worst, **values, steady=True, symmetric=_symmetric(graph), origin=origin)

    @classmethod
    def worst(cls, n_actions: int, horizon: int) -> Sums:
        """When nothing is known: as if every round had K independent actions and K to explore.

        >>> Sums.worst(10, 100).alpha
        1000.0
        """
        n, most = actions(n_actions), rounds(horizon)
        cells = float(n) * most
        origin = dict.fromkeys(ALL, f"worst case: {n} a round") | {"loopless": "worst case: every round"}
        return cls(n, most, cells, cells, cells, cells, float(most), origin=origin)

    def times(self, count: int) -> Sums:
        """Of ``count`` times as many rounds.

        >>> from sidelight import graphs
        >>> Sums.of(graphs.ring(5), 1).times(1000).alpha
        2000.0
        """
        times = rounds(count, "count")
        values: dict[str, Any] = {name: getattr(self, name) * times for name in ALL}
        return replace(self, rounds=self.rounds * times, **values)

    @classmethod
    def together(cls, each: Sequence[Sums], counts: Sequence[int]) -> Sums:
        """Of games in which the rounds of ``each`` came so many times.

        >>> from sidelight import graphs
        >>> Sums.together([Sums.of(graphs.ring(6), 1), Sums.of(graphs.bandit(6), 1)], [10, 20]).alpha
        150.0
        """
        parts = [sums.times(count) for sums, count in zip(each, counts, strict=True) if count]
        values: dict[str, Any] = {name: sum(getattr(part, name) for part in parts) for name in ALL}
        total = sum(part.rounds for part in parts)
        if len(parts) == 1:
            return parts[0]
        origin = {name: f"{len(parts)} graphs: {value / total:.4g} a round" for name, value in values.items()}
        symmetric = all(part.symmetric for part in parts)
        return replace(parts[0], rounds=total, **values, steady=False, symmetric=symmetric, origin=origin)

    def given(self, **known: float | None) -> Sums:
        """The same with some sums replaced by known ones; None leaves a sum as it is.

        >>> Sums.worst(10, 100).given(alpha=150).alpha
        150.0
        """
        values: dict[str, Any] = {}
        origin = dict(self.origin)
        for name, value in known.items():
            if value is not None:
                values[one_of("sum", name, ALL)] = self._checked(name, value)
                origin[name] = f"given: {values[name] / self.rounds:.3g} a round"
        if known.get("loopless") is None and values.get("domination", self.loopless) < self.loopless:
            # where there is a set, it is not empty
            values["loopless"], origin["loopless"] = values["domination"], "at most the sum of |D|"
        return replace(self, **values, origin=origin)

    def _checked(self, name: str, value: Any) -> float:
        """Within what is possible; a number of one round in place of a sum is the common mistake."""
        if name == "loopless":
            return within("loopless_rounds", value, 0, self.rounds, "it counts rounds, and there are no more")
        least = float(self.rounds) if name in ("alpha", "acyclic") else 0.0
        most = float(self.n_actions) * self.rounds
        way_out = f"it is a sum over all {self.rounds} rounds; if the graph never changes, its number times the horizon"
        return within(f"{name}_sum", value, least, most, way_out)


def _symmetric(graph: FeedbackGraph) -> bool:
    """Whether every edge between self-loops has its opposite; not looked for in graphs of very many edges."""
    if graph.storage == "cliques" or graph.n_edges > MANY_EDGES:
        return graph.storage == "cliques"
    rows = graph.to_scipy().tocsr()[graph.loops][:, graph.loops]
    return bool((rows != rows.T).nnz == 0)


def _side(bracket: Bracket) -> tuple[float, str]:
    kind = "exact" if bracket.exact else f"upper side of {bracket.lower} to {bracket.upper}"
    return float(bracket.upper), f"{kind}: {bracket.upper} a round"


def _domination(graph: FeedbackGraph, explore: str, time_limit: float) -> tuple[float, str]:
    """The mass that an exploration of 1 on every action of the set has: its size, or less if fractional."""
    if bool(np.all(graph.loops)):
        return 0.0, "exact: nothing to explore"
    if explore == "auto":
        explore = "fractional" if graph.n_actions <= LARGEST_LINEAR_PROGRAMME else "greedy"
    if explore == "fractional":
        value = float(graph.fractional_domination().value)
        return value, f"fractional: {value:.4g} a round"
    if explore == "greedy":
        size = len(graph.dominating_set())
        return float(size), f"greedy set: {size} a round"
    return _side(graph.weak_domination_number(time_limit))


def _loopless(graph: FeedbackGraph, explore: str, time_limit: float) -> tuple[float, str]:
    return (0.0, "exact: no round") if bool(np.all(graph.loops)) else (1.0, "exact: every round")


_OF_ONE: dict[str, Callable[[FeedbackGraph, str, float], tuple[float, str]]] = {
    "alpha": lambda graph, _, seconds: _side(graph.independence_number(seconds)),
    "loop_alpha": lambda graph, _, seconds: _side(graph.loop_independence_number(seconds)),
    "acyclic": lambda graph, _, seconds: _side(graph.largest_acyclic(seconds)),
    "domination": _domination,
    "loopless": _loopless,
}
