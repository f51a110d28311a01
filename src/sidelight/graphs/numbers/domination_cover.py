"""The smallest set cover: reduced, split into what hangs together, then a mixed-integer program.

Three numbers are covers: domination (actions that reveal all), feedback vertex sets (nodes on all cycles)
and clique partitions (cliques that hold all nodes).
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.numbers import highs
from sidelight.graphs.numbers.domination_incidence import Block, Incidence, blocks
from sidelight.graphs.numbers.domination_weights import best_weights
from sidelight.kernels import clock
from sidelight.kernels import domination as kernels

COMPARISONS = 20_000_000  # a few tenths of a second for each look at nested rows
LARGEST_PROGRAM = 2_000_000  # ones in the matrix; beyond, presolve alone outruns any time limit one would set
SMALL_PROGRAM = 2_000  # ones; up to here the integers are found as soon as the fractions
SHARE = 0.5  # of the time left, for the fractions at most


class Cover(NamedTuple):
    """Columns that meet every row, and a proven limit: no fewer than ``lower`` can."""

    columns: NDArray[np.int64]
    lower: int


def solve_cover(rows: Incidence, deadline: float) -> Cover:
    """Find the smallest set of columns that meets every row, or what is known of it at ``deadline``.

    >>> triangle = Incidence(np.array([0, 2, 4, 6]), np.array([0, 1, 1, 2, 0, 2], np.int32), n_columns=3)
    >>> len(solve_cover(triangle, deadline=np.inf).columns)
    2
    """
    forced, rows, names = reduced(rows, deadline)
    parts = [forced]
    lower = len(forced)
    for part in components(rows):
        answer = _solve_part(part.inside, deadline)
        parts.append(names[part.columns[answer.columns]])
        lower += answer.lower
    return Cover(np.sort(np.concatenate(parts)), lower)


def reduced(rows: Incidence, deadline: float) -> tuple[NDArray[np.int64], Incidence, NDArray[np.int64]]:
    """Columns that some smallest cover has, the rows they leave, and the names of the columns left.

    A column within another is never needed; a row that holds another is met when that other is; a row of
    one column forces it.
    """
    names = np.arange(rows.n_columns)
    forced = [np.zeros(0, np.int64)]
    while rows.n_rows:
        before = (rows.n_rows, rows.n_columns)
        chosen = np.zeros(rows.n_columns, np.bool_)
        chosen[rows.indices[rows.indptr[:-1][rows.sizes == 1]]] = True
        forced.append(names[chosen])
        met = np.zeros(rows.n_rows, np.bool_)
        met[rows.row_of_entry()[chosen[rows.indices]]] = True
        rows, names = rows.keep(~met, ~chosen), names[~chosen]
        if clock.now() < deadline:
            rows = rows.keep(~_nested(rows)[1], np.ones(rows.n_columns, np.bool_))
        if clock.now() < deadline:
            staying = ~_nested(rows.transposed())[0]
            rows, names = rows.keep(np.ones(rows.n_rows, np.bool_), staying), names[staying]
        if (rows.n_rows, rows.n_columns) == before:
            break
    return np.concatenate(forced), rows, names


def _nested(rows: Incidence) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    columns = rows.transposed()
    return kernels.nested_rows(rows.indptr, rows.indices, columns.indptr, columns.indices, COMPARISONS)


def components(rows: Incidence) -> list[Block]:
    """Cut into parts that share no column, those of fewest rows first."""
    if rows.n_rows == 0:
        return []
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = rows.n_rows + rows.n_columns
    ends = (rows.row_of_entry(), rows.indices + rows.n_rows)
    both = coo_array((np.ones(len(rows.indices), np.int8), ends), (n, n))
    count, label = connected_components(both, directed=False)
    parts = blocks(rows, label[: rows.n_rows], label[rows.n_rows :], count)
    return sorted((part for part in parts if part.inside.n_rows), key=lambda part: part.inside.n_rows)


def _solve_part(rows: Incidence, deadline: float) -> Cover:
    sets = rows.transposed()
    every = np.ones(rows.n_rows, np.bool_)
    found = Cover(greedy_columns(sets, rows, every), packing_bound(sets, rows, every))
    if len(rows.indices) > SMALL_PROGRAM:
        found = _relaxed(found, rows, sets, deadline)
    seconds = deadline - clock.now()
    if len(found.columns) == found.lower or seconds <= 0 or len(rows.indices) > LARGEST_PROGRAM:
        return found
    program = _solve_program(rows, seconds)
    columns = min(found.columns, program.columns, key=lambda cover: (len(cover) == 0, len(cover)))
    return Cover(columns, max(found.lower, program.lower))


def _relaxed(found: Cover, rows: Incidence, sets: Incidence, deadline: float) -> Cover:
    """The same cover, and what the linear program says of any: it is done long before the integers are."""
    now = clock.now()
    if len(found.columns) == found.lower or now >= deadline:
        return found
    weights = best_weights(rows, sets, now + SHARE * (deadline - now))
    return Cover(found.columns, max(found.lower, math.ceil(float(weights.rows.sum()) - 1e-9)))


def greedy_columns(sets: Incidence, rows: Incidence, targets: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Find a cover at most ``1 + ln(largest set)`` times the smallest, with nothing in it to spare."""
    taken = kernels.cover_greedily(sets.indptr, sets.indices, rows.indptr, rows.indices, targets)
    return np.sort(kernels.without_redundant(sets.indptr, sets.indices, targets, taken))


def packing_bound(sets: Incidence, rows: Incidence, targets: NDArray[np.bool_]) -> int:
    """No cover is smaller: weights on target rows of which no column meets more than 1 (the better of two)."""
    order = np.flatnonzero(targets)
    order = order[np.argsort(rows.sizes[order], kind="stable")]
    counts = kernels.target_counts(sets.indptr, sets.indices, targets)
    bounds = []
    for packing in (np.zeros(rows.n_rows), kernels.even_packing(counts, rows.indptr, rows.indices, targets)):
        kernels.raise_packing(sets.indptr, sets.indices, rows.indptr, rows.indices, order, packing)
        bounds.append(whole_bound(float(packing.sum())))
    return max(bounds)


def whole_bound(value: float) -> int:
    """Round up to the least whole number not below ``value``, forgiving its rounding errors."""
    return math.ceil(value - 1e-6 * max(1.0, abs(value) * 1e-3))


def _solve_program(rows: Incidence, seconds: float) -> Cover:
    """Ask HiGHS. No columns means that it found no cover in time; its bound may still help."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    shape = (rows.n_rows, rows.n_columns)
    matrix = csr_array((np.ones(len(rows.indices)), rows.indices, rows.indptr.astype(np.int32)), shape)
    answer = highs.ask(
        milp,
        np.ones(rows.n_columns),
        integrality=np.ones(rows.n_columns, np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, lb=1),
        seconds=seconds,
        options={"mip_rel_gap": 0.0},
    )
    if answer is None:
        return Cover(np.zeros(0, np.int64), 0)
    columns = np.zeros(0, np.int64) if answer.x is None else np.flatnonzero(answer.x > 0.5)
    bound = answer.mip_dual_bound
    return Cover(columns, whole_bound(bound) if bound is not None and np.isfinite(bound) else 0)
