"""An upper limit on regret from what a round revealed: the state of a certificate, and Certificate 1 a round at a time.

For an action j and a scale c > 0 the product of ``1 + c y`` over the rounds, y being the loss of j over the chance that
it is seen, and 0 where it is not, exceeds ``exp(c * sum of losses)`` by more than 1/d with probability at most d,
whenever one looks. So the logarithm of the product, less ln(1/d), over c is a lower limit on the losses of j, and
what was lost less that limit is an upper limit on the regret against j. Proof: docs/theory/certificates.md.

The state is one array: a header, the scales c, what a unit of variance costs at each, then a row an action. A round
changes the rows of what it revealed, and nothing else.
"""

from math import log
from typing import NamedTuple

import numpy as np

from sidelight.kernels.compiled import compiled, compiled_inline
from sidelight.kernels.memory import Actions, Floats, after, whole
from sidelight.kernels.packed_graph import LOOP, Graph

# Header. OWN: own losses that were seen; UNSEEN: rounds where they were not; ESTIMATED and VARIANCE: their estimate,
# and its variance at most; LOG_ACTION and LOG_OWN: ln(1/d) for an action's losses and for unseen own ones, per scale.
N, SCALES, TIGHT, SHARP, ROUNDS, OWN, UNSEEN, ESTIMATED, VARIANCE, LOG_ACTION, LOG_OWN = range(11)
HEADER = 16
# Of an action: losses known without any estimate, own losses and unseen rounds that are no regret against it; for
# Certificate 2 sum and number of its losses seen, and unseen own losses of the others, estimated, with their variance.
KNOWN, OWN_HERE, UNSEEN_HERE, GUESS, GUESSES, ESTIMATED_HERE, VARIANCE_HERE = range(7)
LOGS = 7  # then for each scale the logarithm of the factors so far,
# and for each scale a product not yet in it (Certificate 1), or the sum of guesses (Certificate 2)
FULL = 2.0**300  # a product beyond it becomes a logarithm
ALMOST = 1.0 - 1e-9  # sums of the same chances may differ by rounding
MOST_CREDIT = 1e200  # a larger y would overflow; less credit is never wrong


class Certificate(NamedTuple):
    """A state taken apart: sizes, and where its pieces stand in memory."""

    n: int
    scales: int
    header: Floats
    grid: Floats
    prices: Floats
    actions: Floats


class Look(NamedTuple):
    """What must be known of each of ``rows[:count]``, the actions revealed, to enter a round.

    Its loss, at least and at most (not the same where it got lost); p~; W, the chance that it is seen; the chance
    that it is seen while something else is played; the chance that something else is played.
    """

    rows: Actions
    least: Floats
    most: Floats
    chance: Floats
    seen: Floats
    others: Floats
    rest: Floats


@compiled
def certificate_in(state: Floats) -> Certificate:
    """Take a state (its pointer) apart."""
    n, scales = whole(state[N]), whole(state[SCALES])
    grid = after(state, HEADER)
    prices = after(grid, scales)
    return Certificate(n, scales, state, grid, prices, after(prices, scales))


def fresh(n: int, grid: Floats, prices: Floats, log_action: float, log_own: float, tight: bool, sharp: bool) -> Floats:
    """The state before the first round. ``grid`` falls, and begins with at most 1."""
    rows = np.zeros((n, LOGS + 2 * grid.size))
    rows[:, LOGS + grid.size :] = 0.0 if tight else 1.0
    rows[:, GUESS], rows[:, GUESSES] = 0.5, 1.0
    header = np.zeros(HEADER)
    header[N], header[SCALES], header[TIGHT], header[SHARP] = n, grid.size, tight, sharp
    header[LOG_ACTION], header[LOG_OWN] = log_action, log_own
    return np.concatenate((header, grid, prices, rows.ravel()))


@compiled_inline
def row_of(c: Certificate, j: int) -> Floats:
    """Where action j stands."""
    return after(c.actions, j * (LOGS + 2 * c.scales))


@compiled_inline
def is_known(graph: Graph, j: int) -> bool:
    """Whether all others reveal j: while something else is played its loss is no matter of chance."""
    return graph.in_degrees[j] - (graph.traits[j] & LOOP) == graph.n - 1


@compiled_inline
def leaves_own(c: Certificate, loop: bool, known: bool, others: float, rest: float, seen: float) -> bool:
    """Whether j is watched while something else is played, leaving out the rounds where it is played itself.

    It must be, where its own loss cannot be seen. Else where the variance of the estimate is no larger, which is where
    all others that are ever played reveal it; a sharp certificate looks at second moments, which is what it pays for.
    Whichever is chosen is right, for it is known before the draw.
    """
    if known or not loop:
        return True
    if c.header[SHARP] != 0.0:
        return others > 0.0 and rest * rest * seen <= others
    return others > 0.0 and others >= rest * ALMOST


@compiled_inline
def credit(c: Certificate, row: Floats, y: float) -> None:
    """Multiply 1 + c y to the product of each scale. That of the first is largest, and says when logarithms are due."""
    y = min(y, MOST_CREDIT)
    products = after(row, LOGS + c.scales)
    for k in range(c.scales):
        products[k] *= 1.0 + c.grid[k] * y
    if products[0] > FULL:
        for k in range(c.scales):
            row[LOGS + k] += log(products[k])
            products[k] = 1.0


@compiled_inline
def enter_own(c: Certificate, graph: Graph, action: int, blind: bool, variance: float) -> None:
    """What a round adds whatever it revealed. ``blind``: the action played had no chance to be seen at all."""
    c.header[ROUNDS] += 1.0
    c.header[VARIANCE] += variance
    if graph.traits[action] & LOOP == 0:
        c.header[UNSEEN] += 1.0
        row_of(c, action)[UNSEEN_HERE] += 1.0
        if blind:
            c.header[ESTIMATED] += 1.0


@compiled_inline
def enter(c: Certificate, graph: Graph, action: int, count: int, look: Look, blind: bool, variance: float) -> None:
    """Certificate 1: a round in which ``action`` was played. Costs what it revealed."""
    enter_own(c, graph, action, blind, variance)
    for k in range(count):
        j = look.rows[k]
        row = row_of(c, j)
        loop, known = graph.traits[j] & LOOP != 0, is_known(graph, j)
        apart = leaves_own(c, loop, known, look.others[k], look.rest[k], look.seen[k])
        if j == action:
            c.header[OWN] += look.most[k]
            if apart:  # no regret against j where j is played
                row[OWN_HERE] += look.most[k]
                continue
        if known:
            row[KNOWN] += look.least[k]
        elif apart:
            credit(c, row, look.least[k] * (look.rest[k] / look.others[k]))
        else:
            credit(c, row, look.least[k] / look.seen[k])
        if not loop:
            c.header[ESTIMATED] += look.chance[k] * look.most[k] / look.seen[k]
