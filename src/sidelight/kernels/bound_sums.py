"""The sums of a run that regret bounds are made of, added up as it is played.

On a graph that never changes, and wherever a schedule follows Q anyway, that is done without a look at all actions
(``effective_actions``). With a dominating set everything is looked at, for those bounds sum over all loopless actions
anyway.
"""

from typing import NamedTuple

from sidelight.kernels.compiled import compiled
from sidelight.kernels.effective_actions import Terms, exact, follow, upper, with_biased
from sidelight.kernels.memory import Floats, after, whole
from sidelight.kernels.packed_graph import LOOP, Graph
from sidelight.kernels.round import Scratch, chance_seen, dominating_loopless
from sidelight.kernels.schedule import EPOCH, EXPLORED_LIMIT, LIMIT, LOOPLESS_LIMIT, PHASE
from sidelight.kernels.sum_tree import mass_of
from sidelight.kernels.weights import ETA, GAMMA, MIX, Exploration, Weights

NOTHING, FOLLOWED, LOOKED_AT = range(3)  # what is summed: nothing; Q followed; Q and all else by a look at every action
(Q, LOOPLESS, HEAVY, INVERSE_SEEN, SHARES, PRODUCTS, EXPLORED, DOMINATION,
 PAID_LOOPS, PAID_SHARES, INVERSE_EPS, STEP) = range(12)  # fmt: skip
SUMS = 12  # those of 1 / eps and eta / eps^2 are the largest of all rounds
OF_EPOCH, MOST_EPOCHS = 4, 128  # what is kept of an epoch of Algorithm 2: guesses, and the phase; epochs there can be


class Tally(NamedTuple):
    """Where sums are kept: of the whole run, and for each action (rounds it was heavy, or inverse chances seen)."""

    mode: int
    steady: bool  # the graph is the same in all of these rounds, or changes of it are seen: Q is followed
    sums: Floats
    by_action: Floats
    terms: Terms


@compiled
def tally_before(w: Weights, exploration: Exploration, graph: Graph, size: float, s: Scratch, tally: Tally) -> None:
    """What is known of a round once its law and graph are: before the draw."""
    sums = tally.sums
    sums[DOMINATION] += size
    sums[LOOPLESS] += 1.0 if graph.has_loopless else 0.0
    sums[EXPLORED] += exploration.mass
    if tally.mode == LOOKED_AT:
        q = exact(w, exploration, graph, s)
        sums[Q] += q
        sums[PAID_LOOPS] += w.header[GAMMA] * q
        look_at_loopless(w, graph, s, tally)
        if exploration.mass > 0.0 and graph.has_loopless:
            inverse_eps = 1.0 / w.header[MIX]
            sums[INVERSE_EPS] = max(sums[INVERSE_EPS], inverse_eps)
            sums[STEP] = max(sums[STEP], w.header[ETA] * inverse_eps * inverse_eps)
        return
    if graph.has_loops:
        sums[Q] += upper(w, exploration, graph, tally.terms) if tally.steady else exact(w, exploration, graph, s)
    heavy = dominating_loopless(w, exploration, graph)
    if heavy >= 0:
        sums[HEAVY] += 1.0
        sums[INVERSE_SEEN] += 1.0 / chance_seen(w, exploration, graph, heavy)
        tally.by_action[heavy] += 1.0


@compiled
def look_at_loopless(w: Weights, graph: Graph, s: Scratch, tally: Tally) -> None:
    """The weight of all loopless actions, and over their chances seen, which ``s.seen`` holds."""
    weight = shares = 0.0
    for j in range(w.n):
        if graph.traits[j] & LOOP == 0 and s.seen[j] > 0.0:
            p = mass_of(w.tree, j) / w.tree.sums[1]
            weight += p
            shares += p / s.seen[j]
            tally.by_action[j] += 1.0 / s.seen[j]
    tally.sums[SHARES] += shares
    tally.sums[PRODUCTS] += weight * shares
    tally.sums[PAID_SHARES] += w.header[ETA] * shares


@compiled
def tally_after(
    w: Weights, exploration: Exploration, graph: Graph, count: int, biased: int, round_: int, s: Scratch, tally: Tally
) -> None:
    """Follow what a round has changed: the weights of ``s.rows[:count]`` and of the biased action, if there is one."""
    if graph.has_loops:
        follow(w, exploration, graph, s.rows, with_biased(graph, s.rows, count, biased), round_, tally.terms)


@compiled
def note_epoch(h: Floats, epochs: Floats) -> None:
    """What the present epoch of Algorithm 2 began with, but for the guess of Q, which doubles with each phase."""
    row = after(epochs, OF_EPOCH * whole(h[EPOCH]))
    row[0], row[1], row[2], row[3] = h[LOOPLESS_LIMIT], h[EXPLORED_LIMIT], h[LIMIT], h[PHASE]
