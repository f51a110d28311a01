"""The numbers of a partition into cliques: all of them closed forms."""

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers import by_storage
from sidelight.graphs.storage import Cliques

Actions = NDArray[np.int64]


@by_storage.independence_number.register
def _(storage: Cliques, time_limit: float) -> Bracket:
    representatives = np.sort(storage.members[storage.indptr[:-1]]).astype(np.int64)
    return Bracket(representatives.size, representatives.size, representatives)


@by_storage.largest_acyclic.register
def _(storage: Cliques, time_limit: float) -> Bracket:
    return by_storage.independence_number(storage, time_limit)  # two of a clique already go in a circle


@by_storage.clique_partition_number.register
def _(storage: Cliques, time_limit: float) -> Bracket:
    n_parts = storage.indptr.size - 1
    return Bracket(n_parts, n_parts, storage.part.astype(np.int64))


@by_storage.smallest_cover.register
def _(storage: Cliques, targets: NDArray[np.bool_], time_limit: float) -> Bracket:
    cover = by_storage.greedy_cover(storage, targets)
    return Bracket(cover.size, cover.size, cover)


@by_storage.greedy_cover.register
def _(storage: Cliques, targets: NDArray[np.bool_]) -> Actions:
    """Loopless cliques, for with loops there is nothing to cover: two of each, which show each other."""
    firsts = storage.indptr[:-1]
    return np.sort(np.concatenate((storage.members[firsts], storage.members[firsts + 1]))).astype(np.int64)


@by_storage.fractional_cover.register
def _(
    storage: Cliques, targets: NDArray[np.bool_], time_limit: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    even = 1.0 / storage.in_degrees()
    return even, even
