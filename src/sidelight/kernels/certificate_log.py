"""A round of a log enters a certificate: chances seen are worked out from chances and graph, not taken on trust."""

from typing import NamedTuple

import numpy as np

from sidelight.kernels.certificate import OWN, TIGHT, UNSEEN, Look, certificate_in, enter
from sidelight.kernels.certificate_limits import branches_in, grow, largest, lift_largest, limits, unseen_limit
from sidelight.kernels.certificate_tight import enter_tight
from sidelight.kernels.chance_seen import mass_of_revealers, masses_of_revealers
from sidelight.kernels.compiled import compiled
from sidelight.kernels.losses_in import matched
from sidelight.kernels.memory import Actions, Floats, Index, after, pointer
from sidelight.kernels.packed_graph import LOOP, Graph, graph_in, revealed
from sidelight.kernels.sum_tree import Tree, build, lift, mass_of, mass_without, n_leaves

INTEGERS, FLOATS = 2, 10  # of working memory for each action, besides a tree
# What may be wrong with a row, besides what may be wrong with its losses
NOT_A_CHANCE, WRONG_SUM, NEVER_PLAYED = -11, -12, -13
CLOSE = 1e-9  # chances sum to 1 within


class Scratch(NamedTuple):
    """Working memory taken apart."""

    look: Look
    memo: Floats  # -1 everywhere between uses
    spare: Floats  # three numbers an action
    tree: Tree


def scratch(n: int) -> tuple[Actions, Floats]:
    """Working memory for n actions."""
    work = np.full(FLOATS * n + 2 * n_leaves(n), -1.0)
    work[FLOATS * n :] = 0.0
    return np.zeros(INTEGERS * n, np.int64), work


@compiled
def scratch_in(n: int, rows: Actions, work: Floats) -> Scratch:
    """Take working memory (its pointers) apart."""
    look = Look(
        rows, work, after(work, n), after(work, 2 * n), after(work, 3 * n), after(work, 4 * n), after(work, 5 * n)
    )
    return Scratch(look, after(work, 6 * n), after(work, 7 * n), Tree(after(work, FLOATS * n), n_leaves(n)))


@compiled
def planted(chances: Floats, action: int, tree: Tree) -> int:
    """Put the chances into the tree; 0, or what is wrong with them."""
    for j in range(chances.size):
        if not 0.0 <= chances[j] <= 1.0 + CLOSE:
            return NOT_A_CHANCE
        tree.sums[tree.leaves + j] = chances[j]
    build(tree)
    if abs(tree.sums[1] - 1.0) > CLOSE:
        return WRONG_SUM
    return 0 if chances[action] > 0.0 else NEVER_PLAYED


@compiled
def mass_of_other_revealers(tree: Tree, graph: Graph, j: int, seen: float) -> float:
    """Sum over all who reveal j but j itself: by subtraction while that loses nothing, else without j in the tree.

    The tree is a function of its leaves, so it has the same bits afterwards.
    """
    mass = mass_of(tree, j)
    if graph.traits[j] & LOOP == 0:
        return seen
    if mass <= 0.5 * seen:
        return seen - mass
    tree.sums[tree.leaves + j] = 0.0
    lift(tree, j)
    others = mass_of_revealers(tree, graph, j)
    tree.sums[tree.leaves + j] = mass
    lift(tree, j)
    return float(others)


@compiled
def look_at(graph: Graph, count: int, s: Scratch) -> None:
    """Chances of all sorts for each of ``rows[:count]``."""
    look, tree = s.look, s.tree
    masses_of_revealers(tree, graph, look.rows, count, look.seen, s.memo)
    for k in range(count):
        j = look.rows[k]
        look.chance[k] = mass_of(tree, j)
        look.others[k] = mass_of_other_revealers(tree, graph, j, look.seen[k])
        look.rest[k] = mass_without(tree, j)


@compiled
def variance_of_unseen(graph: Graph, s: Scratch) -> float:
    """P + P R: the variance at most of the joint estimate of unseen own losses. Uses the rows of ``s``."""
    if not graph.has_loopless:
        return 0.0
    count = 0
    for j in range(graph.n):
        if graph.traits[j] & LOOP == 0 and graph.in_degrees[j] > 0 and mass_of(s.tree, j) > 0.0:
            s.look.rows[count] = j
            count += 1
    masses_of_revealers(s.tree, graph, s.look.rows, count, s.look.seen, s.memo)
    share = ratio = 0.0
    for k in range(count):
        if s.look.seen[k] > 0.0:
            share += mass_of(s.tree, s.look.rows[k])
            ratio += mass_of(s.tree, s.look.rows[k]) / s.look.seen[k]
    return share + share * ratio


@compiled
def losses_into(look: Look, count: int, keys: Actions, values: Floats, given: int) -> tuple[int, int]:
    """Losses matched with what was revealed, or its worst if they got lost (``given < 0``)."""
    if given < 0:
        for k in range(count):
            look.least[k], look.most[k] = 0.0, 1.0
        return count, 0
    found, wrong = matched(look.rows, count, keys, values, given, look.least)
    for k in range(max(found, 0)):
        look.most[k] = look.least[k]
    return found, wrong


@compiled
def spread_out(n: int, count: int, s: Scratch) -> None:
    """From losses of ``rows[:count]`` to losses by action, -1 where there is none; rows become all actions."""
    look = s.look
    for j in range(n):
        s.spare[j] = -1.0
    for k in range(count):
        s.spare[look.rows[k]] = look.least[k]
    for j in range(n):
        look.rows[j] = j
        look.least[j] = look.most[j] = s.spare[j]


# The doors: called from Python, with arrays.


@compiled
def enter_round(
    state: Floats, packed: Index, chances: Floats, action: int,
    keys: Actions, values: Floats, given: int, rows: Actions, work: Floats,
) -> tuple[int, int]:  # fmt: skip
    """A round whose chances are all known. Returns how many losses were revealed, or what is wrong and where.

    Nothing is changed where something is wrong. ``given < 0`` says that the losses got lost.
    """
    c, graph = certificate_in(pointer(state)), graph_in(pointer(packed))
    s = scratch_in(c.n, pointer(rows), pointer(work))
    flaw = planted(chances, action, s.tree)
    if flaw < 0:
        return flaw, 0
    variance = variance_of_unseen(graph, s) if c.header[TIGHT] == 0.0 else 0.0
    count = revealed(graph, action, s.look.rows)
    count, wrong = losses_into(s.look, count, pointer(keys), pointer(values), given)
    if count < 0:
        return count, wrong
    blind = graph.traits[action] & LOOP == 0 and mass_of_revealers(s.tree, graph, action) <= 0.0
    if c.header[TIGHT] != 0.0:
        spread_out(c.n, count, s)
        look_at(graph, c.n, s)
        enter_tight(c, graph, action, s.look, blind, s.spare)
    else:
        look_at(graph, count, s)
        enter(c, graph, action, count, s.look, blind, variance)
    return count, 0


@compiled
def enter_known(
    state: Floats, packed: Index, action: int, chances: Floats, seen: Floats, blind: bool, variance: float,
    keys: Actions, values: Floats, given: int, rows: Actions, work: Floats,
) -> tuple[int, int]:  # fmt: skip
    """The same for Certificate 1, where chances and chances seen are given for what was revealed, in that order."""
    c, graph = certificate_in(pointer(state)), graph_in(pointer(packed))
    s = scratch_in(c.n, pointer(rows), pointer(work))
    count = revealed(graph, action, s.look.rows)
    count, wrong = losses_into(s.look, count, pointer(keys), pointer(values), given)
    if count < 0:
        return count, wrong
    for k in range(count):
        loop = graph.traits[s.look.rows[k]] & LOOP != 0
        others = seen[k] - (chances[k] if loop else 0.0)
        s.look.seen[k], s.look.chance[k] = seen[k], chances[k]
        s.look.others[k] = others if others >= 1e-12 else 0.0
        s.look.rest[k] = 1.0 - chances[k]
    enter(c, graph, action, count, s.look, blind, variance)
    return count, 0


@compiled
def limit(state: Floats, memory: Floats, action: int, rows: Actions, count: int, into: Floats) -> tuple[float, int]:
    """The certificate after a round of ``action`` that revealed the first ``count`` of ``rows``, and its action.

    ``memory`` holds the trees (``grown``), which follow. Certificate 2 changes all actions, and looks at each.
    """
    c = certificate_in(pointer(state))
    if c.header[TIGHT] != 0.0:
        return limits(state, into)
    b = branches_in(memory.size // 4, pointer(memory))
    grow(c, b, action)
    lift_largest(b, action)
    for k in range(count):
        grow(c, b, rows[k])
        lift_largest(b, rows[k])
    most, which = largest(b, c.header[UNSEEN], unseen_limit(c))
    return c.header[OWN] + most, which
