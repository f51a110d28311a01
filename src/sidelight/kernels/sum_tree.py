"""Sums of many weights, kept so that one may change and one may be drawn in O(log K).

Entry 1 of a tree is the sum of all; entries 2k and 2k + 1 are the parts that entry k is the sum of, and entry
``leaves + i`` is the weight of action i. Parents are summed anew from their children, never subtracted from: nothing
cancels, nothing drifts, and the tree is a function of its leaves alone.
"""

from typing import NamedTuple

import numpy as np

from sidelight.kernels.compiled import compiled, compiled_inline
from sidelight.kernels.memory import Actions, Floats


class Tree(NamedTuple):
    """Where a tree stands in memory, and its number of leaves, a power of two."""

    sums: Floats
    leaves: int


@compiled
def n_leaves(n_actions: int) -> int:
    """Smallest power of two that has a leaf for each action."""
    leaves = 1
    while leaves < n_actions:
        leaves *= 2
    return leaves


@compiled
def build(tree: Tree) -> None:
    """Sum up all parents."""
    for node in range(tree.leaves - 1, 0, -1):
        tree.sums[node] = tree.sums[2 * node] + tree.sums[2 * node + 1]


@compiled_inline
def lift(tree: Tree, i: int) -> None:
    """Leaf i has changed: sum up what stands above it."""
    node = (tree.leaves + i) >> 1
    while node > 0:
        tree.sums[node] = tree.sums[2 * node] + tree.sums[2 * node + 1]
        node >>= 1


@compiled
def lift_between(tree: Tree, first: int, last: int) -> None:
    """Leaves ``first .. last`` may have changed."""
    low, high = (tree.leaves + first) >> 1, (tree.leaves + last) >> 1
    while low > 0:
        for node in range(low, high + 1):
            tree.sums[node] = tree.sums[2 * node] + tree.sums[2 * node + 1]
        low >>= 1
        high >>= 1


@compiled
def lift_all(tree: Tree, rows: Actions, count: int, nodes: Actions) -> None:
    """The sorted leaves ``rows[:count]`` have changed: each parent is summed up once, level by level.

    Costs what changed where that is little or all in a row, and one pass over the tree where much did.
    """
    if rows[count - 1] - rows[0] < 2 * count:
        lift_between(tree, rows[0], rows[count - 1])
        return
    if 4 * count > tree.leaves:
        build(tree)
        return
    for k in range(count):
        nodes[k] = tree.leaves + rows[k]
    while count > 0 and nodes[0] > 1:
        parents = 0
        last = 0
        for k in range(count):
            parent = nodes[k] >> 1
            if parent != last:
                tree.sums[parent] = tree.sums[2 * parent] + tree.sums[2 * parent + 1]
                nodes[parents] = parent
                parents += 1
                last = parent
        count = parents


@compiled_inline
def drawn(tree: Tree, place: float) -> int:
    """The leaf at ``place``, in [0, total), on a line where each leaf takes its weight. Never one of weight 0."""
    node = 1
    while node < tree.leaves:
        node *= 2
        # Rounding may leave a place beyond the last weight; nothing is there to be drawn.
        if place >= tree.sums[node] and tree.sums[node + 1] > 0.0:
            place -= tree.sums[node]
            node += 1
    return node - tree.leaves


@compiled
def majority(tree: Tree) -> int:
    """The one leaf that holds more than half of all, or -1."""
    half = 0.5 * tree.sums[1]
    node = 1
    while node < tree.leaves:
        node *= 2
        if tree.sums[node] <= half:
            node += 1
            if tree.sums[node] <= half:
                return -1
    return node - tree.leaves


@compiled
def mass_of(tree: Tree, i: int) -> float:
    """The weight of leaf i."""
    return float(tree.sums[tree.leaves + i])


@compiled
def mass_between(tree: Tree, first: int, stop: int) -> float:
    """Sum of the leaves ``first .. stop - 1``."""
    low, high = tree.leaves + first, tree.leaves + stop
    total = 0.0
    while low < high:
        if low & 1:
            total += tree.sums[low]
            low += 1
        if high & 1:
            high -= 1
            total += tree.sums[high]
        low >>= 1
        high >>= 1
    return total


@compiled
def mass_without(tree: Tree, i: int) -> float:
    """Sum of all leaves but i, with full relative accuracy however heavy i is."""
    node = tree.leaves + i
    if tree.sums[node] <= 0.5 * tree.sums[1]:
        return float(tree.sums[1] - tree.sums[node])
    total = 0.0
    while node > 1:
        total += tree.sums[node ^ 1]
        node >>= 1
    return total


def shares_of(vector: Floats) -> Floats:
    """A tree of given weights as one array, entry 0 being the number of leaves."""
    leaves = n_leaves(vector.size)
    sums = np.zeros(2 * leaves)
    sums[leaves : leaves + vector.size] = vector
    while leaves > 1:
        leaves //= 2
        sums[leaves : 2 * leaves] = sums[2 * leaves : 4 * leaves : 2] + sums[2 * leaves + 1 : 4 * leaves : 2]
    sums[0] = sums.size // 2
    return sums
