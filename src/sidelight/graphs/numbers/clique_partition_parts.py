"""The fewest cliques that hold one connected part: pairs, branch and bound, or chosen maximal cliques."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.clique_partition_pairs import fewest_pairs, has_triangle
from sidelight.graphs.numbers.domination_bits import bits_of, dense, masks_of
from sidelight.graphs.numbers.domination_cover import solve_cover
from sidelight.graphs.numbers.domination_incidence import Incidence, incidence
from sidelight.kernels import clock, colouring, maximal_cliques

SEARCHED = 1_000  # nodes: the search keeps matrices of this size
LISTED = 5_000  # nodes: a row of bits for each
MOST_CLIQUES = 30_000
SLICE = 20_000  # steps of a search between two looks at the clock


def fewest_in_part(graph: Incidence, deadline: float) -> Bracket:
    """Tell what is known at ``deadline``; the witness labels nodes by part."""
    best = _greedily(graph)
    if not has_triangle(graph):
        best = best.tightened(fewest_pairs(graph))
    if best.exact:
        return best
    apart = _independent(graph, deadline)
    best = Bracket(max(best.lower, len(apart)), best.upper, best.witness)
    search = Search(graph, apart, best) if graph.n_rows <= SEARCHED else None
    if search and not best.exact:
        best = search.go_on(_share(0.1, deadline))
    if not best.exact and graph.n_rows <= LISTED:
        best = best.tightened(_by_maximal_cliques(graph, deadline, _share(0.1, deadline)))
    if search and not best.exact:
        best = best.tightened(search.go_on(deadline))
    return best


def _share(part: float, deadline: float) -> float:
    now = clock.now()
    return now + part * (deadline - now)


def _greedily(graph: Incidence) -> Bracket:
    """Those who know few choose first."""
    label = np.empty(graph.n_rows, np.int64)
    order = np.argsort(graph.sizes, kind="stable")
    count = colouring.fit_greedily(graph.indptr, graph.indices, order, label)
    return Bracket(1, count, label)


def _independent(graph: Incidence, deadline: float) -> NDArray[np.int64]:
    """Nodes of which no two share a part."""
    from sidelight.graphs.numbers.independence import independence

    seconds = max(0.0, 0.3 * (deadline - clock.now()))
    return independence(graph.indptr, graph.indices, seconds).witness


class Search:
    """Branch and bound that can be left and taken up again."""

    def __init__(self, graph: Incidence, apart: NDArray[np.int64], best: Bracket) -> None:
        n = graph.n_rows
        self.apart = ~dense(graph)
        np.fill_diagonal(self.apart, False)
        self.counts = self.apart.sum(axis=1)
        self.first = apart
        self.lower = best.lower
        self.clashes = np.zeros((n, best.upper + 1), np.int64)
        self.book = np.zeros((4, n + 1), np.int64)
        self.book[colouring.PART] = -1
        self.label = np.full(n, -1)
        self.best = best.witness.copy()
        self.progress = np.array([0, best.upper, 0])

    def go_on(self, deadline: float) -> Bracket:
        """Search until ``deadline`` or to the end."""
        while self.progress[colouring.DEPTH] >= 0 and clock.now() < deadline:
            colouring.search(
                self.apart,
                self.counts,
                self.first,
                self.clashes,
                self.book,
                self.label,
                self.best,
                self.progress,
                self.lower,
                SLICE,
            )
        upper = int(self.progress[colouring.BEST])
        finished = self.progress[colouring.DEPTH] < 0
        return Bracket(upper if finished else self.lower, upper, self.best)


class _Cliques(NamedTuple):
    members: NDArray[np.bool_]
    all_of_them: bool


def _by_maximal_cliques(graph: Incidence, deadline: float, listing_deadline: float) -> Bracket:
    """Fewest maximal cliques that hold all nodes, when they are few enough to be listed."""
    cliques = _maximal_cliques(graph, listing_deadline)
    n = graph.n_rows
    if not cliques.all_of_them:
        return Bracket(1, n, np.arange(n))
    rows = incidence([np.flatnonzero(column) for column in cliques.members.T], len(cliques.members))
    answer = solve_cover(rows, deadline)
    label = np.argmax(cliques.members[answer.columns], axis=0)  # the first of those that hold the node
    return Bracket(answer.lower, len(answer.columns), label)


def _maximal_cliques(graph: Incidence, deadline: float) -> _Cliques:
    rows = bits_of(dense(graph))
    n, words = rows.shape
    stacks = np.zeros((3, int(graph.sizes.max()) + 3, words), np.uint64)
    stacks[0, 0] = bits_of(np.ones(n, np.bool_))
    maximal_cliques.branches_after_pivot(rows, stacks[0, 0], stacks[1, 0], stacks[2, 0])
    found = np.zeros((MOST_CLIQUES, words), np.uint64)
    progress = np.zeros(stacks.shape[1] + 2, np.int64)
    clique = np.zeros(words, np.uint64)
    while (
        progress[maximal_cliques.DEPTH] >= 0
        and progress[maximal_cliques.FOUND] < MOST_CLIQUES
        and clock.now() < deadline
    ):
        maximal_cliques.list_cliques(rows, stacks, clique, found, progress, SLICE)
    count = progress[maximal_cliques.FOUND]
    return _Cliques(masks_of(found[:count], n), bool(progress[maximal_cliques.DEPTH] < 0))
