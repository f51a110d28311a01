"""Graphs on an ordered line where action i reveals the contiguous range ``first[i] .. stop[i] - 1``."""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled

Index = NDArray[np.int32]


@compiled
def in_degrees(n: int, first: Index, stop: Index) -> Index:
    """How many ranges contain each position."""
    steps = np.zeros(n + 1, np.int32)
    for i in range(n):
        steps[first[i]] += 1
        steps[stop[i]] -= 1
    for j in range(1, n):
        steps[j] += steps[j - 1]
    return steps[:n]


@compiled
def lowest_owner(n: int, first: Index, stop: Index, backwards: bool) -> Index:
    """For each position the lowest (highest if ``backwards``) i whose range contains it, or -1.

    Ranges are painted in that order; ``free`` jumps over what is painted, so each position is visited once.
    """
    owner = np.full(n, -1, np.int32)
    free = np.arange(n + 1).astype(np.int32)
    for k in range(n):
        i = n - 1 - k if backwards else k
        j = first[i]
        while j < stop[i]:
            root = j
            while free[root] != root:
                root = free[root]
            while j != root:  # shorten the way for the next visitor
                following = free[j]
                free[j] = root
                j = following
            if j < stop[i]:
                owner[j] = i
                free[j] = j + 1
                j += 1
    return owner


@compiled
def longest_chain(actions: Index, first: Index, stop: Index, previous: Index, best: Index, size: int) -> int:
    """Largest set of ``actions`` (sorted, each inside its own range) none of which reveals another.

    Two such actions i < j are apart exactly when ``stop[i] <= j`` and ``first[j] > i``, and being apart is
    transitive, so the set is a longest chain: swept from left to right, with prefix maxima in a Fenwick
    tree ``best`` (holding positions in ``actions``; zeroed, one entry a position on the line and one more).
    Fills ``previous`` and returns where the chain ends, as a position in ``actions``.
    """
    length = np.zeros(actions.size, np.int32)
    by_stop = np.argsort(stop[actions], kind="mergesort")
    opened = 0
    last = -1
    for k in range(actions.size):
        j = actions[k]
        while opened < actions.size and stop[actions[by_stop[opened]]] <= j:
            candidate = by_stop[opened]
            position = actions[candidate] + 1
            while position <= size:
                if best[position] == 0 or length[candidate] > length[best[position] - 1]:
                    best[position] = candidate + 1
                position += position & -position
            opened += 1
        previous[k] = -1
        length[k] = 1
        position = first[j]
        while position > 0:
            if best[position] > 0 and length[best[position] - 1] >= length[k]:
                length[k] = length[best[position] - 1] + 1
                previous[k] = best[position] - 1
            position -= position & -position
        if last < 0 or length[k] > length[last]:
            last = k
    return last


@compiled
def covering_ranges(targets: Index, first: Index, stop: Index) -> tuple[Index, Index]:
    """Fewest ranges that cover the sorted ``targets`` (each in some range), and the target that opened each.

    Greedily from the left: among the ranges over the leftmost uncovered target, the one that reaches furthest
    is as good as any. No range holds two of the opening targets, which proves that fewer do not suffice.
    """
    by_first = np.argsort(first, kind="mergesort")  # stable: the same compiled or not
    chosen = np.empty(targets.size, np.int32)
    opened_at = np.empty(targets.size, np.int32)
    n_chosen = 0
    opened = 0
    furthest = by_first[0]
    covered_to = 0
    for target in targets:
        if target < covered_to:
            continue
        while opened < first.size and first[by_first[opened]] <= target:
            if stop[by_first[opened]] > stop[furthest]:
                furthest = by_first[opened]
            opened += 1
        chosen[n_chosen] = furthest
        opened_at[n_chosen] = target
        n_chosen += 1
        covered_to = stop[furthest]
    return chosen[:n_chosen], opened_at[:n_chosen]


@compiled
def runs_of_neighbours(n: int, first: Index, stop: Index, mutual: bool) -> NDArray[np.int64]:
    """Parts that are runs of neighbours, each as long as it can be, in which all pairs reveal each other.

    Unless ``mutual``: in which each newcomer reveals all before it, or is revealed by them all.
    """
    part = np.zeros(n, np.int64)
    start = 0
    latest_first = first[0]  # of the run's actions: the largest first neighbour and the smallest last one
    earliest_stop = stop[0]
    for j in range(1, n):
        shows = first[j] <= start and stop[j] >= j
        shown = latest_first <= j and earliest_stop > j
        part[j] = part[j - 1]
        if not ((shows and shown) if mutual else (shows or shown)):
            part[j] += 1
            start = j
            latest_first, earliest_stop = first[j], stop[j]
        latest_first = max(latest_first, first[j])
        earliest_stop = min(earliest_stop, stop[j])
    return part


@compiled
def mutual_pairs(n: int, first: Index, stop: Index) -> int:
    """Size of a set of disjoint pairs that reveal each other, zero only if there is no such pair.

    Everybody is inside its own range. ``waiting`` holds earlier actions; one whose range has ended below j
    has ended for all later j, so the last that has not is the best partner j can have.
    """
    waiting = np.empty(n, np.int32)
    size = 0
    pairs = 0
    for j in range(n):
        while size > 0 and stop[waiting[size - 1]] <= j:
            size -= 1
        if size > 0 and waiting[size - 1] >= first[j]:
            size -= 1
            pairs += 1
        else:
            waiting[size] = j
            size += 1
    return pairs
