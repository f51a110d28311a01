"""Sums over who reveals an action: the work that the graph asks for, and no more.

The chance that the loss of j is revealed is the sum of the chances of all actions that reveal j. Over weights in a
sum-tree that is one number for all actions of a clique, a range sum for prices and bids, all but a few for the
complement of a sparse graph, and a walk down the column of j otherwise.
"""

from sidelight.kernels.compiled import compiled, compiled_inline
from sidelight.kernels.memory import Actions, Floats, Index, pointer, whole
from sidelight.kernels.packed_graph import BY_ALL, BY_OTHERS, CLIQUES, CSR, INTERVALS, Graph, graph_in
from sidelight.kernels.sum_tree import Tree, mass_between, mass_of, mass_without

FEW_MORE = 32  # more than so many new leaves are summed by the tree


@compiled
def mass_of_listed(tree: Tree, actions: Index, start: int, stop: int) -> float:
    """Sum of the leaves of ``actions[start:stop]``, in four strands: an addition need not wait for the last."""
    a = b = c = d = 0.0
    e = start
    while e + 4 <= stop:
        a += tree.sums[tree.leaves + actions[e]]
        b += tree.sums[tree.leaves + actions[e + 1]]
        c += tree.sums[tree.leaves + actions[e + 2]]
        d += tree.sums[tree.leaves + actions[e + 3]]
        e += 4
    while e < stop:
        a += tree.sums[tree.leaves + actions[e]]
        e += 1
    return (a + b) + (c + d)


@compiled
def mass_of_clique(tree: Tree, graph: Graph, j: int) -> float:
    """Sum over the clique of j, j included."""
    part = graph.first[j]
    return mass_of_listed(tree, graph.third, graph.second[part], graph.second[part + 1])


@compiled
def mass_of_clique_without(tree: Tree, graph: Graph, j: int, clique: float) -> float:
    """Sum over the clique of j but j; from that of the whole ``clique`` where the difference loses nothing."""
    if mass_of(tree, j) <= 0.5 * clique:
        return clique - mass_of(tree, j)
    part = graph.first[j]
    total = 0.0
    for e in range(graph.second[part], graph.second[part + 1]):
        if graph.third[e] != j:
            total += mass_of(tree, graph.third[e])
    return total


@compiled
def mass_of_owners(tree: Tree, graph: Graph, j: int) -> float:
    """Sum over those whose range holds j: over one range where nobody else stands among them."""
    lowest, beyond = graph.third[j], graph.fourth[j]
    if graph.tight:
        return mass_between(tree, lowest, beyond)
    total = 0.0
    for i in range(lowest, beyond):
        if graph.first[i] <= j < graph.second[i]:
            total += mass_of(tree, i)
    return total


@compiled
def mass_of_all_but_hidden(tree: Tree, graph: Graph, j: int) -> float:
    """Sum over all from whom j is not hidden: by subtraction while that loses nothing, else over the gaps between."""
    low, high = graph.third[j], graph.third[j + 1]
    hidden = mass_of_listed(tree, graph.fourth, low, high)
    if hidden <= 0.5 * tree.sums[1]:
        return tree.sums[1] - hidden
    total = 0.0
    gap = whole(0)
    for e in range(low, high):
        total += mass_between(tree, gap, whole(graph.fourth[e]))
        gap = whole(graph.fourth[e]) + 1
    return total + mass_between(tree, gap, graph.n)


@compiled_inline
def mass_of_revealers(tree: Tree, graph: Graph, j: int) -> float:
    """Sum of the leaves of all actions that reveal j."""
    if graph.traits[j] & BY_ALL:
        return tree.sums[1]
    if graph.traits[j] & BY_OTHERS:
        return mass_without(tree, j)
    if graph.storage == CSR:
        return mass_of_listed(tree, graph.fourth, graph.third[j], graph.third[j + 1])
    if graph.storage == CLIQUES:
        clique = mass_of_clique(tree, graph, j)
        return clique if graph.looped else mass_of_clique_without(tree, graph, j, clique)
    if graph.storage == INTERVALS:
        return mass_of_owners(tree, graph, j)
    return mass_of_all_but_hidden(tree, graph, j)


@compiled
def masses_by_class(tree: Tree, graph: Graph, rows: Actions, count: int, masses: Floats, memo: Floats) -> None:
    """One sum a class, or a clique; ``memo`` holds -1 for each of them before and after."""
    whole_cliques = graph.storage == CLIQUES and not graph.looped
    last, clique = -1, 0.0
    for k in range(count):
        j = rows[k]
        if graph.classes[j] != last:
            last = whole(graph.classes[j])
            if memo[last] < 0.0:
                memo[last] = mass_of_clique(tree, graph, j) if whole_cliques else mass_of_revealers(tree, graph, j)
            clique = memo[last]
        masses[k] = mass_of_clique_without(tree, graph, j, clique) if whole_cliques else clique
    for k in range(count):
        memo[graph.classes[rows[k]]] = -1.0


@compiled
def masses_by_growth(tree: Tree, graph: Graph, rows: Actions, count: int, masses: Floats) -> None:
    """Ranges that grow from one action to the next, as prices' do, are summed by what they grow by."""
    low_of, high_of = graph.third, graph.fourth
    last = rows[count - 1]
    backwards = low_of[rows[0]] <= low_of[last] and high_of[rows[0]] >= high_of[last]
    low = high = whole(0)
    total = 0.0
    for step in range(count):
        k = count - 1 - step if backwards else step
        lower, higher = whole(low_of[rows[k]]), whole(high_of[rows[k]])
        grows = low < high and lower <= low and high <= higher
        if grows and low - lower + higher - high <= FEW_MORE:
            for i in range(lower, low):
                total += mass_of(tree, i)
            for i in range(high, higher):
                total += mass_of(tree, i)
        else:
            total = mass_between(tree, lower, higher)
        low, high = lower, higher
        masses[k] = total


@compiled_inline
def masses_of_revealers(tree: Tree, graph: Graph, rows: Actions, count: int, masses: Floats, memo: Floats) -> None:
    """For each of ``rows[:count]``, which may be nothing, the sum of the leaves of all who reveal it."""
    if count == 0:
        return
    if count == 1:
        masses[0] = mass_of_revealers(tree, graph, rows[0])
    elif graph.has_classes:
        masses_by_class(tree, graph, rows, count, masses, memo)
    elif graph.storage == INTERVALS and graph.tight:
        masses_by_growth(tree, graph, rows, count, masses)
    else:
        for k in range(count):
            masses[k] = mass_of_revealers(tree, graph, rows[k])


@compiled
def revealing_masses(shares: Floats, packed: Index, actions: Actions, masses: Floats, memo: Floats) -> None:
    """For each of the sorted ``actions`` the sum of the shares of all who reveal it. Called from Python."""
    tree = Tree(pointer(shares), whole(shares[0]))
    masses_of_revealers(tree, graph_in(pointer(packed)), pointer(actions), actions.size, pointer(masses), pointer(memo))
