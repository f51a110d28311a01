"""One round of the one loop, the four choices being arguments: chances, estimates, bias, exponential weights.

In the words of Luo, Tong, Zhang and Zhang (2023). Algorithm 1: ``drawn_action`` (in ``weights``) mixes the weights
with uniform exploration of mass eta and draws; ``estimate`` builds l^ and b; ``apply`` is the step of mirror descent,
which for the negative entropy is exponential weights. Algorithm 2: the exploration is eps on each node of a
dominating set, and there is no bias.
"""

from typing import Any, NamedTuple

import numpy as np

from sidelight.kernels.chance_seen import mass_of_revealers, masses_of_revealers
from sidelight.kernels.compiled import compiled, compiled_inline
from sidelight.kernels.losses_in import aligned, find, matched
from sidelight.kernels.memory import Actions, Floats, after, floats_at, index_at, integers_at, pointer
from sidelight.kernels.packed_graph import LOOP, Graph, graph_in, revealed
from sidelight.kernels.sum_tree import majority
from sidelight.kernels.weights import (
    BETA,
    GAMMA,
    PACKED,
    ROWS,
    SHARES,
    STATE,
    WORK,
    Exploration,
    Weights,
    add_to_total,
    add_to_totals,
    chance_of,
    exploration_in,
    rebase_if_needed,
    weights_in,
)

NO_BIAS, PESSIMISTIC, OPTIMISTIC = range(3)
AT_ONCE, LATER, LATE, NEVER = range(4)  # when estimates are applied; LATE ones are made in an earlier state
# An action forced although its chance underflowed: the estimate stays a number, and the action as good as dead.
SMALLEST_CHANCE = 1e-290
INTEGERS, FLOATS = 3, 5  # of scratch memory for each action


class Scratch(NamedTuple):
    """Working memory, an entry an action each: the actions estimated, then what belongs to each of them."""

    rows: Actions
    nodes: Actions
    keys: Actions
    estimates: Floats
    losses: Floats
    seen: Floats
    spare: Floats
    memo: Floats  # -1 everywhere between uses


def scratch(n: int) -> tuple[Actions, Floats]:
    """Working memory for n actions."""
    return np.zeros(INTEGERS * n, np.int64), np.full(FLOATS * n, -1.0)


@compiled
def scratch_in(n: int, rows: Actions, work: Floats) -> Scratch:
    """Take scratch arrays (their pointers) apart."""
    return Scratch(
        rows, after(rows, n), after(rows, 2 * n),
        work, after(work, n), after(work, 2 * n), after(work, 3 * n), after(work, 4 * n),
    )  # fmt: skip


@compiled_inline
def chances_seen(w: Weights, exploration: Exploration, graph: Graph, count: int, s: Scratch) -> None:
    """W of each of ``rows[:count]``: the chance that its loss is revealed this round."""
    mass, shares = exploration
    masses_of_revealers(w.tree, graph, s.rows, count, s.seen, s.memo)
    total = w.tree.sums[1]
    for k in range(count):
        s.seen[k] = (1.0 - mass) * (s.seen[k] / total)
    if mass <= 0.0:
        return
    if shares.leaves == 0:
        for k in range(count):
            s.seen[k] += mass * graph.in_degrees[s.rows[k]] / w.n
    else:
        masses_of_revealers(shares, graph, s.rows, count, s.spare, s.memo)
        for k in range(count):
            s.seen[k] += mass * s.spare[k]


@compiled
def chance_seen(w: Weights, exploration: Exploration, graph: Graph, j: int) -> float:
    """W of one action."""
    mass, shares = exploration
    by_weights = (1.0 - mass) * (mass_of_revealers(w.tree, graph, j) / w.tree.sums[1])
    if shares.leaves == 0:
        return float(by_weights + mass * graph.in_degrees[j] / w.n)
    return float(by_weights + mass * mass_of_revealers(shares, graph, j))


@compiled_inline
def dominating_loopless(w: Weights, exploration: Exploration, graph: Graph) -> int:
    """j_t of Algorithm 1: the one loopless action with p~ > 1/2 (strictly), or -1.

    Mixing with even exploration never lifts an action over one half, so its weight is more than half as well.
    """
    if not graph.has_loopless:
        return -1
    j = majority(w.tree)
    if j < 0 or graph.traits[j] & LOOP or graph.in_degrees[j] == 0:
        return -1
    return j if chance_of(w, exploration, j) > 0.5 else -1


@compiled
def estimate_gains(w: Weights, exploration: Exploration, graph: Graph, count: int, s: Scratch) -> int:
    """Of gains 1 - l, each raised by beta / W, all actions included; negative, for totals are of losses."""
    for k in range(count):
        s.nodes[k] = s.rows[k]
    for j in range(w.n):
        s.rows[j] = j
    chances_seen(w, exploration, graph, w.n, s)
    for j in range(w.n):
        s.estimates[j] = 0.0 if graph.in_degrees[j] == 0 else -w.header[BETA] / max(s.seen[j], SMALLEST_CHANCE)
    for k in range(count):
        j = s.nodes[k]
        s.estimates[j] -= (1.0 - s.losses[k]) / max(s.seen[j], SMALLEST_CHANCE)
    return w.n


@compiled_inline
def estimate(
    w: Weights, exploration: Exploration, graph: Graph, bias_rule: int, count: int, s: Scratch
) -> tuple[int, int, float]:
    """Estimate from the losses of ``rows[:count]``, without changing the weights.

    Returns how many estimates there are now (all actions, for learners of gains), the biased action or -1, its bias.
    """
    if bias_rule == OPTIMISTIC:
        return estimate_gains(w, exploration, graph, count, s), -1, 0.0
    chances_seen(w, exploration, graph, count, s)
    gamma = w.header[GAMMA]
    for k in range(count):
        implicit = gamma if graph.traits[s.rows[k]] & LOOP else 0.0
        s.estimates[k] = s.losses[k] / max(s.seen[k] + implicit, SMALLEST_CHANCE)
    if bias_rule == PESSIMISTIC:
        # A heavy loopless action is seen only when something else is played: think the worse of it meanwhile.
        j = dominating_loopless(w, exploration, graph)
        if j >= 0:
            return count, j, w.header[BETA] / chance_seen(w, exploration, graph, j)
    return count, -1, 0.0


@compiled_inline
def apply(w: Weights, count: int, biased: int, bias: float, s: Scratch) -> None:
    """The step from p_t to p_{t+1}: estimates, and the bias if there is one, are added to the totals."""
    add_to_totals(w, s.rows, count, s.estimates, s.nodes, s.spare)
    if biased >= 0:
        add_to_total(w, biased, bias)
    rebase_if_needed(w)


# The doors: called from Python, with arrays.


@compiled_inline
def feedback(
    graph: Graph, action: int, given: int, keyed: bool, key: int, loss: float, s: Scratch
) -> tuple[int, int, float]:
    """Whose losses ``action`` revealed in ``s.rows``, the losses in ``s.losses``: how many, and the own one or -1.

    A negative count says what is wrong with the losses given, the second number with which entry.
    """
    count = revealed(graph, action, s.rows)
    if keyed and given == 1:
        s.keys[0], s.estimates[0] = key, loss
    if keyed:
        count, wrong = matched(s.rows, count, s.keys, s.estimates, given, s.losses)
    else:
        count, wrong = aligned(s.estimates, given, count, s.losses)
    own = s.losses[find(s.rows, count, action)] if count >= 0 and graph.traits[action] & LOOP else -1.0
    return count, wrong, own


@compiled
def estimated(
    places: Any,
    mass: float,
    bias_rule: int,
    action: int,
    given: int,
    keyed: bool,
    key: int,
    loss: float,
    when: int,
) -> tuple[int, int, float, float, float]:
    """The estimates that playing ``action`` gives; applied if that is to be AT_ONCE, or the state stays as it is.

    At ``places`` stand state, shares, packed graph, ``rows`` with room for three numbers an action, and ``work`` with
    room for five. Losses come in as ``rows[2K:]`` (their actions, if ``keyed``) and ``work[:given]``; a single one as
    ``key`` and ``loss``. The actions estimated go out in ``rows[:count]``, their estimates in ``work[:count]``. Returns
    count, the biased action or -1, its bias, the own loss or -1 where it was not seen, and the first estimate. A
    negative count says what is wrong with the losses, the second number with which entry; nothing is applied then.
    """
    w, exploration = weights_in(floats_at(places[STATE])), exploration_in(floats_at(places[SHARES]), mass)
    graph = graph_in(index_at(places[PACKED]))
    s = scratch_in(w.n, integers_at(places[ROWS]), floats_at(places[WORK]))
    count, wrong, own = feedback(graph, action, given, keyed, key, loss, s)
    if count < 0:
        return count, wrong, 0.0, 0.0, 0.0
    count, biased, bias = estimate(w, exploration, graph, bias_rule, count, s)
    if when == AT_ONCE:
        apply(w, count, biased, bias, s)
    return count, biased, bias, own, s.estimates[0]


@compiled
def applied(state: Floats, rows: Actions, work: Floats, count: int, biased: int, bias: float) -> None:
    """Apply what ``estimated`` left in ``rows`` and ``work``."""
    w = weights_in(pointer(state))
    apply(w, count, biased, bias, scratch_in(w.n, pointer(rows), pointer(work)))
