"""Q: how many actions there effectively are, once side observations are counted.

``Q = sum over self-loops of p_i / (W_i + gamma)`` is what regret bounds grow with: K with bandit feedback, 1 with full
information, at most a little more than the independence number in between.

Kept without looking at all actions each round. With u the weights in the tree, Z their sum and M_i the sum over who
reveals i, ``Q = q(Z)`` for ``q(z) = sum u_i / ((1 - mass) M_i + z g_i)``, ``g_i = gamma + mass * (share of who reveals
i)``. Where z only grows too large by a factor r, q(z) is too small by at most r. So a sum-tree holds the terms at an
earlier and larger Z; a term changes only if u_i or M_i does, which are those of what was revealed and of what that
reveals; and all terms are summed anew when Z has fallen by a tenth.
"""

from typing import NamedTuple

import numpy as np

from sidelight.kernels.chance_seen import masses_of_revealers
from sidelight.kernels.compiled import compiled
from sidelight.kernels.losses_in import find
from sidelight.kernels.memory import Actions, Floats, after, whole
from sidelight.kernels.packed_graph import CLIQUES, COMPLEMENT, CSR, LOOP, Graph
from sidelight.kernels.round import Scratch, chances_seen
from sidelight.kernels.sum_tree import Tree, build, lift, n_leaves
from sidelight.kernels.weights import GAMMA, REFERENCE, Exploration, Weights

SLACK = 1.1  # the value given is at least Q, and at most so many times Q
# What is remembered of the last summing: the sum of weights, their reference, the number of graph and exploration, and
# how much was explored.
FALLEN, REFERENCE_THEN, NUMBER, MASS = range(4)
REMEMBERED = 4


class Terms(NamedTuple):
    """The terms of q in a sum-tree, what is remembered, and which actions were touched in which round."""

    tree: Tree
    remembered: Floats
    touched_in: Actions
    rows: Actions
    masses: Floats
    explored: Floats
    memo: Floats


def fresh_terms(n: int) -> tuple[Floats, Actions]:
    """Memory for n actions; nothing is summed yet."""
    floats = np.full(2 * n_leaves(n) + 3 * n, -1.0)
    floats[:-n] = 0.0
    return floats, np.zeros(2 * n, np.int64)


@compiled
def terms_in(n: int, floats: Floats, integers: Actions, remembered: Floats) -> Terms:
    """Take the memory (its pointers) apart; what is remembered stands elsewhere."""
    leaves = n_leaves(n)
    masses = after(floats, 2 * leaves)
    return Terms(
        Tree(floats, leaves), remembered, integers, after(integers, n), masses, after(masses, n), after(masses, 2 * n)
    )


@compiled
def see(terms: Terms, number: float, mass: float) -> None:
    """A round is on the graph and exploration of this number, and explores so much; terms of others are of no use."""
    if terms.remembered[NUMBER] != number or terms.remembered[MASS] != mass:
        terms.remembered[NUMBER], terms.remembered[MASS] = number, mass
        terms.remembered[FALLEN] = 0.0


@compiled
def exact(w: Weights, exploration: Exploration, graph: Graph, s: Scratch) -> float:
    """Q by a look at every action; leaves W of each in ``s.seen``."""
    for j in range(w.n):
        s.rows[j] = j
    chances_seen(w, exploration, graph, w.n, s)
    total = 0.0
    for j in range(w.n):
        if graph.traits[j] & LOOP:
            total += term(w.tree.sums[w.tree.leaves + j] / w.tree.sums[1], s.seen[j] + w.header[GAMMA])
    return total


@compiled
def term(mass: float, seen: float) -> float:
    """A quotient; an action of no weight adds nothing, even where it would never be seen."""
    return mass / seen if mass > 0.0 else 0.0


@compiled
def set_terms(w: Weights, exploration: Exploration, graph: Graph, rows: Actions, count: int, terms: Terms) -> None:
    """The terms of ``rows[:count]`` at the remembered Z."""
    mass, shares = exploration
    masses_of_revealers(w.tree, graph, rows, count, terms.masses, terms.memo)
    if shares.leaves == 0:
        for k in range(count):
            terms.explored[k] = graph.in_degrees[rows[k]] / w.n
    else:
        masses_of_revealers(shares, graph, rows, count, terms.explored, terms.memo)
    for k in range(count):
        j = rows[k]
        hidden = w.header[GAMMA] + mass * terms.explored[k]
        seen = (1.0 - mass) * terms.masses[k] + terms.remembered[FALLEN] * hidden
        loop = graph.traits[j] & LOOP
        terms.tree.sums[terms.tree.leaves + j] = term(w.tree.sums[w.tree.leaves + j], seen) if loop else 0.0


@compiled
def sum_anew(w: Weights, exploration: Exploration, graph: Graph, terms: Terms) -> None:
    """All terms at the present Z."""
    terms.remembered[FALLEN] = w.tree.sums[1]
    terms.remembered[REFERENCE_THEN] = w.header[REFERENCE]
    set_all(w, exploration, graph, terms)


@compiled
def set_all(w: Weights, exploration: Exploration, graph: Graph, terms: Terms) -> None:
    """All terms at the remembered Z."""
    for j in range(w.n):
        terms.rows[j] = j
    set_terms(w, exploration, graph, terms.rows, w.n, terms)
    build(terms.tree)


@compiled
def note(terms: Terms, j: int, touched: int, round_: int) -> int:
    """Add action j to those touched in this round, unless it is among them."""
    if terms.touched_in[j] == round_ + 1:
        return touched
    terms.touched_in[j] = round_ + 1
    terms.rows[touched] = j
    return touched + 1


@compiled
def neighbours_of(graph: Graph, rows: Actions, count: int, round_: int, terms: Terms) -> int:
    """Write ``rows[:count]`` and all that they reveal to ``terms.rows``; -1 if that is nearly everything."""
    touched = 0
    for k in range(count):
        touched = note(terms, rows[k], touched, round_)
    if graph.storage == CLIQUES:
        return touched
    if graph.storage == CSR:
        reach = 0
        for k in range(count):
            reach += graph.first[rows[k] + 1] - graph.first[rows[k]]
        if reach > graph.n:
            return -1
        for k in range(count):
            for e in range(graph.first[rows[k]], graph.first[rows[k] + 1]):
                touched = note(terms, graph.second[e], touched, round_)
        return touched
    if graph.storage == COMPLEMENT:
        return -1
    low, high = whole(graph.n), 0
    for k in range(count):
        if graph.first[rows[k]] < graph.second[rows[k]]:
            low, high = min(low, whole(graph.first[rows[k]])), max(high, whole(graph.second[rows[k]]))
    if 4 * (high - low) > graph.n:
        return -1
    for j in range(low, high):
        touched = note(terms, j, touched, round_)
    return touched


@compiled
def with_biased(graph: Graph, rows: Actions, count: int, biased: int) -> int:
    """Add the biased action to the sorted ``rows[:count]`` of what was revealed, if its change would be missed there.

    It never is where all others reveal it: either it was revealed, or played itself, and then all that it reveals is.
    """
    if biased < 0 or graph.in_degrees[biased] >= graph.n - 1 or find(rows, count, biased) >= 0:
        return count
    rows[count] = biased
    return count + 1


@compiled
def follow(
    w: Weights, exploration: Exploration, graph: Graph, rows: Actions, count: int, round_: int, terms: Terms
) -> None:
    """The weights of ``rows[:count]`` have changed in this round, and so have the sums over who reveals others."""
    touched = neighbours_of(graph, rows, count, round_, terms)
    if touched < 0:
        set_all(w, exploration, graph, terms)  # at the same Z, so that storages of one graph agree
        return
    set_terms(w, exploration, graph, terms.rows, touched, terms)
    if 4 * touched > w.n:
        build(terms.tree)
    else:
        for k in range(touched):
            lift(terms.tree, terms.rows[k])


@compiled
def upper(w: Weights, exploration: Exploration, graph: Graph, terms: Terms) -> float:
    """A number from Q to 1.1 Q."""
    present, then = w.tree.sums[1], terms.remembered[FALLEN]
    if not present <= then <= SLACK * present or terms.remembered[REFERENCE_THEN] != w.header[REFERENCE]:
        sum_anew(w, exploration, graph, terms)
        then = present
    return terms.tree.sums[1] * then / present
