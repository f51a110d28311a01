"""A round that a learner of ours has just drawn enters its certificate, at the cost of what was revealed.

To be called between ``estimate`` and ``apply`` of ``round.py``: chances seen stand in the scratch memory, and the
weights are still those of the draw. Chances come from the sum-tree; nothing is added up over all actions.
"""

from math import inf
from typing import Any

from sidelight.kernels.certificate import Certificate, Look, certificate_in, enter, is_known
from sidelight.kernels.certificate_log import mass_of_other_revealers
from sidelight.kernels.chance_seen import mass_of_revealers
from sidelight.kernels.compiled import compiled, compiled_inline
from sidelight.kernels.memory import Actions, Floats, Index, after, floats_at, index_at, integers_at, pointer
from sidelight.kernels.packed_graph import LOOP, Graph, graph_in, revealed
from sidelight.kernels.round import Scratch, chance_seen, chances_seen, dominating_loopless, feedback, scratch_in
from sidelight.kernels.sum_tree import mass_of, mass_without
from sidelight.kernels.weights import (
    MIX,
    PACKED,
    ROWS,
    SHARES,
    STATE,
    WORK,
    Exploration,
    Weights,
    chance_of,
    exploration_in,
    weights_in,
)

FLOATS = 6  # of working memory for each action


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
def variance_of_all(w: Weights, exploration: Exploration, graph: Graph) -> float:
    """The same for any graph and exploration, by a look at every loopless action."""
    share = ratio = 0.0
    for j in range(w.n):
        if graph.traits[j] & LOOP == 0 and graph.in_degrees[j] > 0:
            chance, seen = chance_of(w, exploration, j), chance_seen(w, exploration, graph, j)
            if seen > 0.0:
                share += chance
                ratio += chance / seen
    return share + share * ratio


@compiled
def variance_drawn(w: Weights, exploration: Exploration, graph: Graph, strong: bool, dominated: bool) -> float:
    """Of the joint estimate of unseen own losses, at most.

    ``strong``: the graph is strongly observable. ``dominated``: every loopless action that anybody reveals is seen
    with the chance that the header has for each unit of exploration, unless the round is skipped.
    """
    if not graph.has_loopless:
        return 0.0
    if dominated and exploration.mass > 0.0:
        return float(1.0 + 1.0 / w.header[MIX])
    if strong and exploration.shares.leaves == 0:
        return variance_where_strong(w, exploration, graph)
    return variance_of_all(w, exploration, graph)


@compiled
def look_of(rows: Actions, floats: Floats, n: int) -> Look:
    """Working memory (its pointers) with room for six numbers an action, taken apart."""
    return Look(
        rows, floats, after(floats, n), after(floats, 2 * n), after(floats, 3 * n), after(floats, 4 * n),
        after(floats, 5 * n),
    )  # fmt: skip


@compiled_inline
def look_drawn(
    w: Weights, exploration: Exploration, graph: Graph, action: int, count: int, s: Scratch, look: Look
) -> bool:
    """What must be known of ``s.rows[:count]``, whose chances seen are in ``s``; whether the action is never seen."""
    for k in range(count):
        j, seen = s.rows[k], s.seen[k]
        known = is_known(graph, j)
        look.rows[k], look.seen[k] = j, seen
        look.chance[k] = look.others[k] = look.rest[k] = 0.0
        if known and graph.traits[j] & LOOP:
            continue  # nothing is estimated
        chance = chance_of(w, exploration, j)
        look.chance[k] = chance
        if known:
            continue
        look.others[k] = chance_seen_by_others(w, exploration, graph, j, chance, seen)
        look.rest[k] = chance_of_others(w, exploration, j, chance)
    return graph.traits[action] & LOOP == 0 and (
        graph.in_degrees[action] == 0 or chance_seen(w, exploration, graph, action) <= 0.0
    )


@compiled_inline
def enter_drawn(
    c: Certificate,
    w: Weights,
    exploration: Exploration,
    graph: Graph,
    action: int,
    count: int,
    variance: float,
    s: Scratch,
    look: Look,
) -> None:
    """``action`` was drawn and ``s.rows[:count]`` revealed, with ``s.losses``."""
    blind = look_drawn(w, exploration, graph, action, count, s, look)
    for k in range(count):
        look.least[k] = look.most[k] = s.losses[k]
    enter(c, graph, action, count, look, blind, variance)


# The doors: called from Python, with arrays.


@compiled
def looked(
    places: Any, mass: float, action: int, given: int, keyed: bool, key: int, loss: float, strong: bool,
    dominated: bool, rows: Actions, floats: Floats,
) -> tuple[int, bool, float]:  # fmt: skip
    """Look at a round before it is learned; losses as in ``round.estimated``, none where ``given < 0``: they got lost.

    Writes what was revealed to ``rows`` and ``floats`` (room for six numbers an action). Returns how many those are
    (negative where the losses are wrong), whether the action is never seen, and the variance of unseen own losses.
    """
    w, exploration = weights_in(floats_at(places[STATE])), exploration_in(floats_at(places[SHARES]), mass)
    graph = graph_in(index_at(places[PACKED]))
    s, look = (
        scratch_in(w.n, integers_at(places[ROWS]), floats_at(places[WORK])),
        look_of(pointer(rows), pointer(floats), w.n),
    )
    if given < 0:
        count = revealed(graph, action, s.rows)
    else:
        count, _, _ = feedback(graph, action, given, keyed, key, loss, s)
    if count < 0:
        return count, False, 0.0
    chances_seen(w, exploration, graph, count, s)
    blind = look_drawn(w, exploration, graph, action, count, s, look)
    for k in range(count):
        look.least[k], look.most[k] = (0.0, 1.0) if given < 0 else (s.losses[k], s.losses[k])
    return count, blind, variance_drawn(w, exploration, graph, strong, dominated)


@compiled
def entered(
    certificate: Floats, packed: Index, action: int, count: int, rows: Actions, floats: Floats, blind: bool,
    variance: float,
) -> None:  # fmt: skip
    """Enter a round that was looked at; ``floats`` has a sixth of its numbers for each of six things."""
    look = look_of(pointer(rows), pointer(floats), floats.size // 6)
    enter(certificate_in(pointer(certificate)), graph_in(pointer(packed)), action, count, look, blind, variance)
