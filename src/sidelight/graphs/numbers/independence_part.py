"""Search of one connected part: local search from below, bounds from above, branch and bound between."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers.independence_clock import Clock
from sidelight.graphs.numbers.independence_parts import Graph, fractional_bound
from sidelight.graphs.numbers.independence_search import BranchAndBound, Swaps
from sidelight.graphs.numbers.independence_theta import theta_bounds
from sidelight.kernels import clock as working
from sidelight.kernels import greedy_sets

Integers = NDArray[np.int64]

BITSET_VERTICES = 8_000
"""Beyond, rows of bits for every pair would not fit the cache, nor the search any time limit."""
THIN = 8
"""Mean degree up to which the edge relaxation may tell anything."""
THETA_VERTICES = 1_500
"""Beyond, one eigendecomposition takes more than a second."""
PATIENCE = 1_000
"""Kicks in vain for each vertex after which local search has nothing more to say, time limit or not."""
FIRST_NODES = 400_000
"""Of the search tree, times vertices: what is easy is done before anything clever is tried."""
ARCS_PER_SECOND = 8_000_000
"""Visited by the careful greedy methods; with less time the plain ones must do."""


@dataclass
class Known:
    """What is known of one part: an independent set, and that none is larger than ``upper``."""

    witness: Integers
    upper: int

    @property
    def closed(self) -> bool:
        """Whether nothing is left to find."""
        return len(self.witness) >= self.upper

    def raise_to(self, witness: Integers | None) -> None:
        """A set was found."""
        if witness is not None and len(witness) > len(self.witness):
            self.witness = witness

    def lower_to(self, upper: int) -> None:
        """A bound was found."""
        self.upper = min(self.upper, upper)


def quick_bounds(graph: Graph, clock: Clock) -> Known:
    """A greedy independent set and a greedy partition into cliques, in linear time."""
    chosen = np.zeros(graph.n, np.int64)
    by_degree = np.argsort(np.diff(graph.indptr), kind="stable")
    if graph.arcs < ARCS_PER_SECOND * clock.left:
        greedy_sets.peel(graph.indptr, graph.indices, np.empty(graph.n, np.int64), True, chosen)
    else:
        greedy_sets.take_in_order(graph.indptr, graph.indices, by_degree, chosen)
    known = Known(np.flatnonzero(chosen), graph.n)
    for order in (np.arange(graph.n), by_degree):
        known.lower_to(greedy_sets.clique_cover(graph.indptr, graph.indices, order, np.full(graph.n, -1, np.int64)))
        if known.closed or graph.arcs > ARCS_PER_SECOND * clock.left:
            break
    return known


def in_a_hurry(graph: Graph, clock: Clock) -> bool:
    """Whether there is only time to look at each edge a few times."""
    return graph.arcs > ARCS_PER_SECOND * clock.left


def search_part(graph: Graph, clock: Clock) -> Known:
    """Narrow the bracket of one part until it closes or the time is over."""
    known = quick_bounds(graph, clock)
    if known.closed or not clock.left:
        return known
    chosen = np.zeros(graph.n, np.int64)
    chosen[known.witness] = 1
    swaps = Swaps(graph, chosen)
    if graph.n > BITSET_VERTICES:
        _swap(known, swaps, clock, kicks=PATIENCE * graph.n)
        return known
    _swap(known, swaps, clock, kicks=graph.n)
    if graph.arcs <= THIN * graph.n and not known.closed:
        known.lower_to(fractional_bound(graph))
    if not known.closed:
        _search_hard(known, graph, swaps, clock)
    return known


def _search_hard(known: Known, graph: Graph, swaps: Swaps, clock: Clock) -> None:
    """Everything in turn: a little first, then what each method can do in its share of the time."""
    search = BranchAndBound(graph, len(known.witness))
    _branch(known, search, clock, nodes=FIRST_NODES // graph.n)
    if known.closed:
        return
    _swap(known, swaps, clock, kicks=30 * graph.n)
    _squeeze(known, search, clock.share(0.1))
    _branch(known, search, clock.share(0.3))
    if graph.n <= THETA_VERTICES and not known.closed:
        _theta(known, graph, clock.share(0.6))
    _swap(known, swaps, clock.share(0.2), kicks=PATIENCE * graph.n)
    _branch(known, search, clock)


def _swap(known: Known, swaps: Swaps, clock: Clock, kicks: int | None = None) -> None:
    """Local search, until so many kicks in a row were in vain."""

    def step(budget: int) -> None:
        swaps.run(budget, known.upper)

    _in_slices(step, clock, lambda: swaps.size >= known.upper or (kicks is not None and swaps.idle > kicks), 5_000)
    known.raise_to(swaps.witness)


def _squeeze(known: Known, search: BranchAndBound, clock: Clock) -> None:
    """The smallest number of classes that the clique bound accepts, by bisection."""
    low, high = len(known.witness), known.upper
    while low < high and clock.left:
        middle = (low + high) // 2
        if search.fits(middle):
            high = middle
        else:
            low = middle + 1
    known.lower_to(high)


def _branch(known: Known, search: BranchAndBound, clock: Clock, nodes: int | None = None) -> None:
    """Branch and bound; finished, it proves its set a largest one."""
    search.expect(len(known.witness))
    enough = search.nodes + nodes if nodes is not None else np.inf
    _in_slices(search.run, clock, lambda: search.finished or search.size >= known.upper or search.nodes >= enough, 64)
    known.raise_to(search.witness)
    if search.finished:
        known.lower_to(len(known.witness))


def _theta(known: Known, graph: Graph, clock: Clock) -> None:
    """Lovász's bound, for as long as it may help."""
    for bound in theta_bounds(graph):
        if bound < known.upper:
            known.lower_to(int(np.floor(bound + 1e-6)))
        if known.closed or not clock.left:
            return


def _in_slices(step: Callable[[int], None], clock: Clock, done: Callable[[], bool], budget: int) -> None:
    """Call ``step`` with budgets that take some hundredths of a second each, until done or out of time."""
    while clock.left and not done():
        before = working.now()
        step(budget)
        if working.now() - before < 0.02:
            budget *= 2
