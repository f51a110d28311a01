"""The numbers of a graph that reveals all but a few pairs, from the hidden pairs.

An independent set is a clique of mutually hidden pairs; a set without a circle has no two actions that reveal
each other, so it is a clique of pairs hidden one way or the other.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers import by_storage, independence
from sidelight.graphs.numbers.complement_cover import greedy_hidden_cover, sparse_fractional_cover
from sidelight.graphs.storage import Complement, Csr
from sidelight.kernels.sparse_colouring import colour_greedily

Actions = NDArray[np.int64]
FEW_EDGES = 4_000_000  # up to here edges are written out, and the answer is that of a graph held edge by edge


@by_storage.independence_number.register
def _(storage: Complement, time_limit: float) -> Bracket:
    return independence.clique_number(*by_storage.joined(storage.hidden, mutual=True), time_limit)


@by_storage.largest_acyclic.register
def _(storage: Complement, time_limit: float) -> Bracket:
    if storage.n_edges <= FEW_EDGES:
        return by_storage.largest_acyclic.dispatch(Csr)(storage, time_limit)
    independent = by_storage.independence_number(storage, time_limit / 2)
    tournament = independence.clique_number(*by_storage.joined(storage.hidden, mutual=False), time_limit / 2)
    return Bracket(independent.lower, tournament.upper, independent.witness)


@by_storage.clique_partition_number.register
def _(storage: Complement, time_limit: float) -> Bracket:
    if storage.n_edges <= FEW_EDGES:
        return by_storage.clique_partition_number.dispatch(Csr)(storage, time_limit)
    conflicts = by_storage.joined(storage.hidden, mutual=False)
    part = colour_greedily(*conflicts)
    lower = independence.clique_number(*conflicts, time_limit).lower
    return Bracket(lower, int(part.max()) + 1, part)


@by_storage.smallest_cover.register
def _(storage: Complement, targets: NDArray[np.bool_], time_limit: float) -> Bracket:
    if storage.n_edges <= FEW_EDGES:
        return by_storage.smallest_cover.dispatch(Csr)(storage, targets, time_limit)
    cover = greedy_hidden_cover(storage, targets)
    return Bracket(min(2, cover.size), cover.size, cover)  # greedy finds a single action where there is one


@by_storage.greedy_cover.register
def _(storage: Complement, targets: NDArray[np.bool_]) -> Actions:
    return greedy_hidden_cover(storage, targets)


@by_storage.fractional_cover.register
def _(
    storage: Complement, targets: NDArray[np.bool_], time_limit: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if storage.n_edges <= FEW_EDGES:
        return by_storage.fractional_cover.dispatch(Csr)(storage, targets, time_limit)
    return sparse_fractional_cover(storage, targets)
