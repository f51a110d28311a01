"""The numbers that bounds on regret are made of, each with the symbol the literature gives it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sidelight.errors import InvalidParameter, UnobservableGraph
from sidelight.graphs import numbers
from sidelight.graphs.bracket import Bracket
from sidelight.graphs.core import Actions, GraphCore
from sidelight.graphs.numbers import Fractional
from sidelight.graphs.storage import Storage

Programme = Callable[[Storage, float], tuple[Fractional, Fractional]]


class Measured(GraphCore):
    """Brackets that are always true, and exact when the two sides meet within the time limit."""

    def independence_number(self, time_limit: float = 5.0) -> Bracket:
        """alpha: most actions no two of which reveal one another either way. Witness: such a set.

        >>> from sidelight import graphs
        >>> graphs.ring(7).independence_number()
        Bracket(3, witness of 3)
        """
        return self._number(numbers.independence_number, time_limit)

    def loop_independence_number(self, time_limit: float = 5.0) -> Bracket:
        """alpha~: the independence number among the self-loops. Witness: an independent set of them."""
        return self._number(numbers.loop_independence_number, time_limit)

    def weak_domination_number(self, time_limit: float = 5.0) -> Bracket:
        """d: fewest actions that together reveal every loopless one. Witness: such a set, of ``upper`` actions.

        Raises UnobservableGraph where some action is revealed by nobody; see ``kind``.
        """
        self._refuse_unobservable()
        return self._number(numbers.weak_domination_number, time_limit)

    def largest_acyclic(self, time_limit: float = 5.0) -> Bracket:
        """m: most actions among which revealing never goes in a circle. Witness: such a set."""
        return self._number(numbers.largest_acyclic, time_limit)

    def clique_partition_number(self, time_limit: float = 5.0) -> Bracket:
        """kappa: fewest cliques (all reveal all others) that split the actions. Witness: each action's part."""
        return self._number(numbers.clique_partition_number, time_limit)

    def dominating_set(self) -> Actions:
        """Sorted actions that together reveal every loopless one; greedy, so within 1 + ln K of the fewest.

        Raises UnobservableGraph where some action is revealed by nobody; see ``kind``.
        """
        self._refuse_unobservable()
        return numbers.dominating_set(self._storage)

    def fractional_domination(self, time_limit: float = math.inf) -> Fractional:
        """delta*: least total mass so that every loopless action is revealed by mass 1. (vector, value).

        >>> from sidelight import graphs
        >>> vector, value = graphs.loopless_clique(5).fractional_domination()
        >>> float(value)
        1.25

        Raises UnobservableGraph where some action is revealed by nobody; see ``kind``. NotExact, with what was proved
        of both sides, where ``time_limit`` seconds did not suffice.
        """
        return self._fractional(numbers.fractional_domination, time_limit)[0]

    def fractional_packing(self, time_limit: float = math.inf) -> Fractional:
        """The proof of ``fractional_domination``: weights on loopless actions, at most 1 in what any action reveals."""
        return self._fractional(numbers.fractional_domination, time_limit)[1]

    def fractional_revealing(self, time_limit: float = math.inf) -> Fractional:
        """Least total mass so that every action, self-loop or not, is revealed by mass 1. (vector, value).

        Normalised to one, the vector is the law of play under which the least seen action is seen most often.

        >>> from sidelight import graphs
        >>> round(graphs.ring(6).fractional_revealing().value, 9)
        2.0

        Raises UnobservableGraph where some action is revealed by nobody; see ``kind``.
        """
        return self._fractional(numbers.fractional_revealing, time_limit)[0]

    def _fractional(self, compute: Programme, time_limit: float) -> tuple[Fractional, Fractional]:
        """The solution of a linear programme and its dual, kept once found."""
        seconds = _checked_seconds(time_limit)
        self._refuse_unobservable()
        known: dict[str, tuple[Fractional, Fractional]] = self.__dict__.setdefault("_programmes", {})
        if compute.__name__ not in known:
            known[compute.__name__] = compute(self._storage, seconds)
        return known[compute.__name__]

    def _refuse_unobservable(self) -> None:
        """Name the first action that nobody reveals, by its label where it has one."""
        blind = np.flatnonzero(self._storage.in_degrees() == 0)
        if blind.size:
            name = repr(int(blind[0]) if self.labels is None else self.labels[int(blind[0])])
            others = f" (nor {blind.size - 1} others)" if blind.size > 1 else ""
            raise UnobservableGraph(
                f"no action reveals action {name}{others}: its losses can never be learned; "
                "add an edge to it, such as its self-loop, or leave it out with induced()"
            )

    def _number(self, compute: Callable[[Storage, float], Bracket], time_limit: float) -> Bracket:
        seconds = _checked_seconds(time_limit)
        known: dict[str, Bracket] = self.__dict__.setdefault("_numbers", {})
        name = compute.__name__
        if name not in known:
            known[name] = compute(self._storage, seconds)
        elif not known[name].exact:
            known[name] = known[name].tightened(compute(self._storage, seconds))
        return known[name]


def _checked_seconds(time_limit: Any) -> float:
    number = isinstance(time_limit, (int, float, np.integer, np.floating)) and not isinstance(time_limit, bool)
    if number and time_limit > 0:
        return float(time_limit)
    raise InvalidParameter(
        f"time_limit={time_limit!r} must be a positive number of seconds; float('inf') lets every method finish"
    )
