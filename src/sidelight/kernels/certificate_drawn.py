"""A round that a learner of ours has just drawn enters its certificate, at the cost of what was revealed.

To be called between ``estimate`` and ``apply`` of ``round.py``: chances seen stand in the scratch memory, and the
weights are still those of the draw. Chances come from the sum-tree; nothing is added up over all actions.
"""

from math import inf

from sidelight.kernels.certificate import Certificate, Look, certificate_in, enter, is_known
from sidelight.kernels.certificate_log import mass_of_other_revealers
from sidelight.kernels.chance_seen import mass_of_revealers
from sidelight.kernels.compiled import compiled
from sidelight.kernels.memory import Actions, Floats, Index, after, pointer
from sidelight.kernels.packed_graph import LOOP, Graph, graph_in, revealed
from sidelight.kernels.round import Scratch, chance_seen, chances_seen, dominating_loopless, scratch_in
from sidelight.kernels.sum_tree import mass_of, mass_without
from sidelight.kernels.weights import Exploration, Weights, chance_of, exploration_in, weights_in

FLOATS = 3  # of working memory for each action


@compiled
def chance_of_others(w: Weights, exploration: Exploration, j: int, chance: float) -> float:
    """1 - p~ of action j, with full accuracy however heavy it is."""
    if chance <= 0.5:
        return 1.0 - chance
    mass, shares = exploration
    spread = 1.0 / w.n if shares.leaves == 0 else mass_of(shares, j)
    return float((1.0 - mass) * (mass_without(w.tree, j) / w.tree.sums[1]) + mass * (1.0 - spread))


@compiled
def chance_seen_by_others(
    w: Weights, exploration: Exploration, graph: Graph, j: int, chance: float, seen: float
) -> float:
    """W', the chance that another action is played that reveals j."""
    if graph.traits[j] & LOOP == 0:
        return seen
    if graph.in_degrees[j] == 1:
        return 0.0
    if chance <= 0.5 * seen:
        return seen - chance
    mass, shares = exploration
    all_mass, seen_mass = w.tree.sums[1], mass_of_revealers(w.tree, graph, j)
    by_weights = (1.0 - mass) * (mass_of_other_revealers(w.tree, graph, j, seen_mass) / all_mass)
    if mass <= 0.0:
        return float(by_weights)
    if shares.leaves == 0:
        return float(by_weights + mass * (graph.in_degrees[j] - 1) / w.n)
    shares_seen = mass_of_revealers(shares, graph, j)
    return float(by_weights + mass * mass_of_other_revealers(shares, graph, j, shares_seen))


@compiled
def variance_where_strong(w: Weights, exploration: Exploration, graph: Graph) -> float:
    """Of the joint estimate of unseen own losses, at most: the graph strongly observable, exploration even or none."""
    if not graph.has_loopless:
        return 0.0
    heavy = dominating_loopless(w, exploration, graph)
    if heavy < 0:
        return 3.0
    seen = chance_seen(w, exploration, graph, heavy)
    return 3.0 + (1.0 / seen if seen > 0.0 else inf)


@compiled
def enter_drawn(
    c: Certificate,
    w: Weights,
    exploration: Exploration,
    graph: Graph,
    action: int,
    count: int,
    variance: float,
    s: Scratch,
    more: Floats,
) -> None:
    """``action`` was drawn and ``s.rows[:count]`` revealed; ``more`` has room for 3 numbers an action."""
    look = Look(s.rows, s.losses, s.losses, more, s.seen, after(more, w.n), after(more, 2 * w.n))
    for k in range(count):
        j, seen = s.rows[k], s.seen[k]
        known = is_known(graph, j)
        if known and graph.traits[j] & LOOP:
            continue  # nothing is estimated
        chance = chance_of(w, exploration, j)
        look.chance[k] = chance
        if known:
            continue
        look.others[k] = chance_seen_by_others(w, exploration, graph, j, chance, seen)
        look.rest[k] = chance_of_others(w, exploration, j, chance)
    blind = graph.traits[action] & LOOP == 0 and (
        graph.in_degrees[action] == 0 or chance_seen(w, exploration, graph, action) <= 0.0
    )
    enter(c, graph, action, count, look, blind, variance)


# The door: called from Python, with arrays.


@compiled
def entered(
    certificate: Floats, state: Floats, shares: Floats, mass: float, packed: Index, action: int,
    losses: Floats, rows: Actions, work: Floats, more: Floats,
) -> float:  # fmt: skip
    """The same for losses by action; for learners that are played by hand. Returns the variance that was added."""
    w, exploration, graph = weights_in(pointer(state)), exploration_in(pointer(shares), mass), graph_in(pointer(packed))
    s = scratch_in(w.n, pointer(rows), pointer(work))
    count = revealed(graph, action, s.rows)
    chances_seen(w, exploration, graph, count, s)
    for k in range(count):
        s.losses[k] = losses[s.rows[k]]
    variance = variance_where_strong(w, exploration, graph)
    enter_drawn(certificate_in(pointer(certificate)), w, exploration, graph, action, count, variance, s, pointer(more))
    return variance
