"""Covers when almost everything is revealed: what matters is which targets an action leaves hidden."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers import highs
from sidelight.graphs.numbers.domination_fractional import refuse_open
from sidelight.graphs.storage import Complement

Actions = NDArray[np.int64]
Weights = NDArray[np.float64]


def greedy_hidden_cover(storage: Complement, targets: NDArray[np.bool_]) -> Actions:
    """Sorted actions that reveal all targets: always one that leaves the fewest of the rest hidden."""
    hidden = storage.hidden
    left = np.flatnonzero(targets)
    chosen: list[int] = []
    while left.size:
        still_hidden = np.bincount(_hiding(hidden.in_indptr, hidden.in_indices, left), minlength=storage.n)
        best = int(np.argmin(still_hidden))
        chosen.append(best)
        left = np.intersect1d(left, hidden.reveals(best), assume_unique=True)
    return np.sort(np.array(chosen, np.int64))


def _hiding(indptr: NDArray[np.int32], indices: NDArray[np.int32], targets: Actions) -> NDArray[np.int32]:
    """Who hides each of the targets, one after the other."""
    sizes = (indptr[targets + 1] - indptr[targets]).astype(np.int64)
    ends = np.cumsum(sizes)
    positions = np.arange(ends[-1]) + np.repeat(indptr[targets] - (ends - sizes), sizes)
    hiding: NDArray[np.int32] = indices[positions]
    return hiding


def sparse_fractional_cover(
    storage: Complement, targets: NDArray[np.bool_], time_limit: float = math.inf
) -> tuple[Weights, Weights]:
    """A cheapest fractional cover and its proof, from a programme as sparse as the hidden pairs.

    With the total mass X as a variable of its own, a target is revealed with weight X minus the mass that
    hides it. Even weights are tried first: they are best in a loopless clique of any size. ``NotExact`` is
    raised when ``time_limit`` seconds did not suffice.
    """
    even_cover = np.ones(storage.n)
    even_packing = targets.astype(np.float64)
    cover, packing = _made_feasible(storage, targets, even_cover, even_packing)
    if cover.sum() - packing.sum() <= 1e-9 * cover.sum():
        return cover, packing
    solved = _solved(storage, targets, time_limit)
    if solved is None:
        refuse_open(float(packing.sum()), float(cover.sum()), time_limit)
        return cover, packing
    return _made_feasible(storage, targets, *solved)


def _made_feasible(
    storage: Complement, targets: NDArray[np.bool_], cover: Weights, packing: Weights
) -> tuple[Weights, Weights]:
    """Both scaled until every target is revealed with weight 1 and no action reveals more than 1 of packing."""
    hidden = _matrix(storage)
    seen = cover.sum() - hidden.T @ cover
    load = packing.sum() - hidden @ packing
    return cover / seen[targets].min(), packing / load.max()


def _matrix(storage: Complement) -> Any:
    from scipy.sparse import csr_array

    ones = np.ones(storage.out_indices.size)
    return csr_array((ones, storage.out_indices, storage.out_indptr), shape=(storage.n, storage.n))


def _solved(storage: Complement, targets: NDArray[np.bool_], seconds: float) -> tuple[Weights, Weights] | None:
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack

    n, wanted = storage.n, np.flatnonzero(targets)
    hides = csr_array(_matrix(storage).T)[wanted]
    total = csr_array(-np.ones((wanted.size, 1)))
    sums_up = csr_array(np.append(np.ones(n), -1.0)[np.newaxis, :])
    answer = highs.ask(
        linprog,
        np.append(np.zeros(n), 1.0),
        A_ub=hstack([hides, total]),
        b_ub=-np.ones(wanted.size),
        A_eq=sums_up,
        b_eq=np.zeros(1),
        method="highs",
        seconds=seconds,
    )
    if answer is None or answer.x is None or answer.ineqlin.marginals is None:
        return None
    packing = np.zeros(n)
    packing[wanted] = np.maximum(-answer.ineqlin.marginals, 0.0)
    return np.maximum(answer.x[:n], 0.0), packing
