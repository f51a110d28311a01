"""A feedback graph as one array of integers, which kernels read: one argument whatever the storage.

After a header stand two numbers an action (``traits`` and how many reveal it), a class an action where that saves
work, and then the arrays of the storage. Actions of one class are revealed by the same actions, so they share one
chance seen.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled, compiled_inline
from sidelight.kernels.memory import Actions, Index, after, whole

STORAGE, N_ACTIONS, HAS_LOOPLESS, HAS_CLASSES, LOOPED, TIGHT, HAS_LOOPS = range(7)
HEADER = 8
CSR, CLIQUES, INTERVALS, COMPLEMENT = range(4)

LOOP = 1  # traits: it reveals itself;
BY_ALL = 2  # all actions reveal it;
BY_OTHERS = 4  # exactly all other actions reveal it


class Graph(NamedTuple):
    """A packed graph taken apart: its header and where its arrays stand in memory.

    ``first``, ``second``, ``third`` and ``fourth`` are, by storage: pointers into rows, rows, pointers into columns
    and columns (of what is hidden, in a complement); the clique of each action, pointers into cliques, cliques;
    first and stop of each range, and of the range of who may reveal an action.
    """

    storage: int
    n: int
    has_loops: bool
    has_loopless: bool
    has_classes: bool
    looped: bool
    tight: bool
    traits: Index
    in_degrees: Index
    classes: Index
    first: Index
    second: Index
    third: Index
    fourth: Index


@compiled
def graph_in(packed: Index) -> Graph:
    """Take a packed graph (its pointer) apart."""
    storage, n = whole(packed[STORAGE]), whole(packed[N_ACTIONS])
    traits = after(packed, HEADER)
    classes = after(traits, 2 * n)
    first = after(classes, n if packed[HAS_CLASSES] else 0)
    by_rows = storage in (CSR, COMPLEMENT)
    second = after(first, n + 1 if by_rows else n)
    third = after(second, whole(first[n]) if by_rows else (n + 1 if storage == CLIQUES else n))
    return Graph(
        storage,
        n,
        packed[HAS_LOOPS] != 0,
        packed[HAS_LOOPLESS] != 0,
        packed[HAS_CLASSES] != 0 or storage == CLIQUES,
        packed[LOOPED] != 0,
        packed[TIGHT] != 0,
        traits,
        after(traits, n),
        first if storage == CLIQUES else classes,
        first,
        second,
        third,
        after(third, n + 1 if by_rows else n),
    )


@compiled_inline
def revealed(graph: Graph, i: int, rows: Actions) -> int:
    """Write what playing i reveals, sorted, into ``rows``; return how many there are."""
    if graph.storage == CSR:
        start = graph.first[i]
        count = graph.first[i + 1] - start
        for k in range(count):
            rows[k] = graph.second[start + k]
        return count
    if graph.storage == CLIQUES:
        return clique_mates(graph, i, rows)
    if graph.storage == INTERVALS:
        start = graph.first[i]
        count = graph.second[i] - start
        for k in range(count):
            rows[k] = start + k
        return count
    return all_but_hidden(graph, i, rows)


@compiled
def clique_mates(graph: Graph, i: int, rows: Actions) -> int:
    """The clique of i, without i if there are no loops."""
    part = graph.first[i]
    count = 0
    for e in range(graph.second[part], graph.second[part + 1]):
        if graph.looped or graph.third[e] != i:
            rows[count] = graph.third[e]
            count += 1
    return count


@compiled
def all_but_hidden(graph: Graph, i: int, rows: Actions) -> int:
    """All actions between those that are hidden from i."""
    count = 0
    j = whole(0)
    for e in range(graph.first[i], graph.first[i + 1]):
        for seen in range(j, graph.second[e]):
            rows[count] = seen
            count += 1
        j = whole(graph.second[e]) + 1
    for seen in range(j, graph.n):
        rows[count] = seen
        count += 1
    return count


# Made once a graph, when it is packed.


@compiled
def traits_of(loops: NDArray[np.bool_], in_degrees: Index) -> Index:
    """What the estimate of an action's loss must know about it."""
    n = loops.size
    traits = np.zeros(n, np.int32)
    for j in range(n):
        traits[j] = LOOP if loops[j] else 0
        if in_degrees[j] == n:
            traits[j] |= BY_ALL
        elif in_degrees[j] == n - 1 and not loops[j]:
            traits[j] |= BY_OTHERS
    return traits


@compiled
def column_classes(indptr: Index, indices: Index, words: Actions, traits: Index) -> Index:
    """Equal numbers for actions that are revealed by the same actions; the actions themselves if none are.

    Columns are told apart by a sum of random words, then compared entry by entry. Columns of length 1 and those
    of all actions need no class: they are looked up at once.
    """
    n = indptr.size - 1
    sums = np.zeros(n, np.int64)
    for j in range(n):
        if indptr[j + 1] - indptr[j] > 1 and traits[j] & (BY_ALL | BY_OTHERS) == 0:
            for e in range(indptr[j], indptr[j + 1]):
                sums[j] += words[indices[e]]
    classes = np.arange(n).astype(np.int32)
    order = np.argsort(sums, kind="mergesort")
    for k in range(1, n):
        earlier, j = classes[order[k - 1]], order[k]
        if sums[j] != 0 and sums[earlier] == sums[j]:
            same = indptr[j + 1] - indptr[j] == indptr[earlier + 1] - indptr[earlier]
            e = 0
            while same and e < indptr[j + 1] - indptr[j]:
                same = indices[indptr[j] + e] == indices[indptr[earlier] + e]
                e += 1
            if same:
                classes[j] = earlier
    return classes
