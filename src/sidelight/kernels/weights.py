"""Exponential weights: chances proportional to ``exp(-eta * total)``, where the totals are the truth.

The state of a learner is one array: a short header, the total of each action (the sum of its estimates so far), then a
sum-tree over ``exp(-eta * total - reference)``. Totals add up and never under- or overflow; weights are derived. A
weight may fall to 1e-438, where no tree can hold it, and come back: its total knows.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.compiled import compiled, compiled_inline
from sidelight.kernels.exponential import exp
from sidelight.kernels.memory import Actions, Floats, after, floats_at, pointer, whole
from sidelight.kernels.randomness import address, uniform
from sidelight.kernels.sum_tree import Tree, build, drawn, lift, lift_all, mass_of, n_leaves

# The header. The five from ETA on are what a ticket was drawn by; a schedule changes them, and keeps numbers of its own
# from SCHEDULE on (see ``schedule``).
N, ETA, GAMMA, BETA, MIX, REFERENCE, MOST, SKIPPED, SCHEDULE = range(9)
DRAWN_BY = slice(ETA, REFERENCE + 1)
HEADER = 48
STATE, SHARES, PACKED, ROWS, WORK, TERMS, TOUCHED = range(7)  # at the places that a learner hands to its doors
TOO_MUCH = -1.0  # in place of a mass of exploration
LOWEST = 2.0**-200  # when all weights together leave this range they are measured from a new reference
HIGHEST = 2.0**200


class Weights(NamedTuple):
    """A state taken apart: how many actions, and where its three pieces stand in memory."""

    n: int
    header: Floats
    totals: Floats
    tree: Tree


class Exploration(NamedTuple):
    """What is mixed into the weights: ``mass`` in all, evenly where the tree of shares has no leaves."""

    mass: float
    shares: Tree


def fresh(n: int, eta: float, gamma: float, beta: float, mix: float = 0.0, most: float = 1.0) -> Floats:
    """The state before the first round: all totals zero, all weights equal.

    ``mix`` is explored for each unit of size that an exploration has, up to ``most`` in all.
    """
    state = np.zeros(HEADER + n + 2 * n_leaves(n))
    state[N], state[ETA], state[GAMMA], state[BETA], state[MIX], state[MOST] = n, eta, gamma, beta, mix, most
    refresh(state)
    return state


@compiled
def weights_in(state: Floats) -> Weights:
    """Take a state (its pointer) apart."""
    n = whole(state[N])
    return Weights(n, state, after(state, HEADER), Tree(after(state, HEADER + n), n_leaves(n)))


@compiled
def exploration_in(shares: Floats, mass: float) -> Exploration:
    """Read how exploration is spread: an array of shares with the number of leaves in front."""
    return Exploration(mass, Tree(shares, whole(shares[0])))


@compiled_inline
def mass_on(w: Weights, size: float) -> float:
    """How much is explored where the exploration has this size; TOO_MUCH for a round that is to be skipped."""
    mass = w.header[MIX] * size
    return TOO_MUCH if mass > w.header[MOST] else min(mass, 1.0)


@compiled_inline
def reweigh(w: Weights, i: int) -> None:
    """Set the leaf of action i by its total."""
    w.tree.sums[w.tree.leaves + i] = exp(-w.header[ETA] * w.totals[i] - w.header[REFERENCE])


@compiled
def reweigh_all(w: Weights) -> None:
    """Set the whole tree by the totals."""
    eta, reference, leaves = w.header[ETA], w.header[REFERENCE], after(w.tree.sums, w.tree.leaves)
    for i in range(w.n):
        leaves[i] = exp(-eta * w.totals[i] - reference)
    build(w.tree)


@compiled
def rebase(w: Weights) -> None:
    """Measure weights from the largest of them, so that it is 1. What had flushed to 0 may come back here."""
    lowest = w.totals[0]
    for i in range(w.n):
        lowest = min(lowest, w.totals[i])
    w.header[REFERENCE] = -w.header[ETA] * lowest
    reweigh_all(w)


@compiled_inline
def rebase_if_needed(w: Weights) -> None:
    """Keep the sum of all weights where floating point is at ease; costs O(K), but only once in a long while."""
    if not LOWEST <= w.tree.sums[1] <= HIGHEST:
        rebase(w)


@compiled
def add_to_total(w: Weights, i: int, estimate: float) -> None:
    """Add an estimate to the total of one action."""
    w.totals[i] += estimate
    reweigh(w, i)
    lift(w.tree, i)


@compiled_inline
def add_to_totals(w: Weights, rows: Actions, count: int, estimates: Floats, nodes: Actions, spare: Floats) -> None:
    """Add an estimate to the total of each of the sorted ``rows[:count]``."""
    if count == 1:
        if estimates[0] != 0.0:
            add_to_total(w, rows[0], estimates[0])
        return
    eta, reference, leaves = w.header[ETA], w.header[REFERENCE], after(w.tree.sums, w.tree.leaves)
    for k in range(count):
        w.totals[rows[k]] += estimates[k]
        spare[k] = -eta * w.totals[rows[k]] - reference
    for k in range(count):
        spare[k] = exp(spare[k])
    for k in range(count):
        leaves[rows[k]] = spare[k]
    if count > 0:
        lift_all(w.tree, rows, count, nodes)


@compiled
def chance_of(w: Weights, exploration: Exploration, i: int) -> float:
    """p~ of action i: its weight, mixed with exploration."""
    mass, shares = exploration
    spread = 1.0 / w.n if shares.leaves == 0 else mass_of(shares, i)
    return float((1.0 - mass) * (mass_of(w.tree, i) / w.tree.sums[1]) + mass * spread)


@compiled_inline
def drawn_action(w: Weights, exploration: Exploration, u: float) -> int:
    """The action at ``u`` in [0, 1): explore with chance ``mass``, else go by the weights.

    One random number serves both: given the side of ``mass`` it fell on, it is uniform there.
    """
    mass, shares = exploration
    if u >= mass:
        return drawn(w.tree, (u - mass) / (1.0 - mass) * w.tree.sums[1])
    if shares.leaves == 0:
        return min(whole(u / mass * w.n), w.n - 1)
    return drawn(shares, u / mass * shares.sums[1])


# The doors: called from Python, with arrays.


@compiled
def decided(places: Any, mass: float, seed: int, role: int, round_: int) -> tuple[int, float]:
    """Draw an action by the state and shares at ``places``. Returns it and its chance."""
    w, exploration = weights_in(floats_at(places[STATE])), exploration_in(floats_at(places[SHARES]), mass)
    i = drawn_action(w, exploration, uniform(address(seed, role, round_), 0))
    return i, chance_of(w, exploration, i)


@compiled
def chance(state: Floats, shares: Floats, mass: float, i: int) -> float:
    """p~ of one action."""
    return chance_of(weights_in(pointer(state)), exploration_in(pointer(shares), mass), i)


@compiled
def refresh(state: Floats) -> None:
    """Set the tree by header and totals."""
    reweigh_all(weights_in(pointer(state)))


@compiled
def all_chances(state: Floats, shares: Floats, mass: float) -> Floats:
    """p~ of every action, computed from the totals, so that the smallest are there too."""
    w, exploration = weights_in(pointer(state)), exploration_in(pointer(shares), mass)
    lowest = w.totals[0]
    for i in range(w.n):
        lowest = min(lowest, w.totals[i])
    chances = np.empty(w.n)
    for i in range(w.n):
        chances[i] = exp(-w.header[ETA] * (w.totals[i] - lowest))
    chances /= chances.sum()
    if mass > 0.0:
        for i in range(w.n):
            spread = 1.0 / w.n if exploration.shares.leaves == 0 else mass_of(exploration.shares, i)
            chances[i] = (1.0 - mass) * chances[i] + mass * spread
    return chances


@compiled
def swap(state: Floats, positions: NDArray[np.int64], values: Floats, backwards: bool) -> None:
    """Exchange entries of the state with ``values``, from the first to the last or ``backwards``.

    Going backwards through what was overwritten brings an earlier state back and leaves in ``values`` what it takes
    to go forwards again. The tree follows.
    """
    w = weights_in(pointer(state))
    everything = 4 * positions.size > w.n
    for step in range(positions.size):
        e = positions.size - 1 - step if backwards else step
        values[e], state[positions[e]] = state[positions[e]], values[e]
        everything = everything or positions[e] < HEADER
    if everything:
        reweigh_all(w)
        return
    for position in positions:
        reweigh(w, position - HEADER)
        lift(w.tree, position - HEADER)
