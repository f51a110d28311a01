"""Certificate 2: tighter, for a look at all actions in each round.

Losses are compared with a guess, the mean of those seen before, so that what an action's factors pay for is how far
its losses are from the guess and not how large they are; and unseen own losses are estimated for each action without
its own.
"""

from math import log

from sidelight.kernels.certificate import (
    ESTIMATED_HERE,
    GUESS,
    GUESSES,
    KNOWN,
    LOGS,
    OWN,
    OWN_HERE,
    VARIANCE_HERE,
    Certificate,
    Look,
    enter_own,
    is_known,
    leaves_own,
    row_of,
)
from sidelight.kernels.compiled import compiled
from sidelight.kernels.memory import Floats, after
from sidelight.kernels.packed_graph import LOOP, Graph


@compiled
def without(total: float, terms: Floats, n: int, j: int) -> float:
    """The sum of all terms but the j-th: by subtraction while that loses nothing."""
    if terms[j] <= 0.5 * total:
        return float(total - terms[j])
    others = 0.0
    for i in range(n):
        others += 0.0 if i == j else terms[i]
    return others


@compiled
def enter_unseen(c: Certificate, graph: Graph, action: int, look: Look, blind: bool, spare: Floats) -> None:
    """The estimate of unseen own losses, and its variance, for each action without that action's own part."""
    shares, ratios, estimates = spare, after(spare, c.n), after(spare, 2 * c.n)
    share = ratio = estimate = 0.0
    for i in range(c.n):
        counts = graph.traits[i] & LOOP == 0 and look.seen[i] > 0.0
        shares[i] = look.chance[i] if counts else 0.0
        ratios[i] = shares[i] / look.seen[i] if counts else 0.0
        estimates[i] = ratios[i] * max(look.most[i], 0.0)
        share += shares[i]
        ratio += ratios[i]
        estimate += estimates[i]
    for j in range(c.n):
        row = row_of(c, j)
        left = without(share, shares, c.n, j)
        row[VARIANCE_HERE] += left + left * without(ratio, ratios, c.n, j)
        row[ESTIMATED_HERE] += without(estimate, estimates, c.n, j)
        if blind and j != action:
            row[ESTIMATED_HERE] += 1.0


@compiled
def compare(c: Certificate, row: Floats, effective: float, loss: float, plays: bool) -> None:
    """Factors ``1 + c (l - m) / W`` where the loss is seen, with guesses m such that none is below one half.

    ``effective`` is W, or what it is while something else is played; a negative loss was not seen. Where the round does
    not count against this action because it is played itself (``plays``), nothing changes.
    """
    if plays:
        return
    guess = row[GUESS] / row[GUESSES]
    for k in range(c.scales):
        m = min(guess, effective / (2.0 * c.grid[k]))
        row[LOGS + c.scales + k] += m
        if loss >= 0.0:
            row[LOGS + k] += log(1.0 + c.grid[k] * (loss - m) / effective)


@compiled
def enter_tight(c: Certificate, graph: Graph, action: int, look: Look, blind: bool, spare: Floats) -> None:
    """A round in which ``action`` was played; ``look`` has an entry an action, with loss -1 where none was seen."""
    enter_own(c, graph, action, blind, 0.0)
    if graph.has_loopless:
        enter_unseen(c, graph, action, look, blind, spare)
    for j in range(c.n):
        row, loss = row_of(c, j), look.least[j]
        loop, known = graph.traits[j] & LOOP != 0, is_known(graph, j)
        apart = leaves_own(c, loop, known, look.others[j], look.rest[j], look.seen[j])
        if j == action and loop:
            c.header[OWN] += loss
            row[OWN_HERE] += loss if apart else 0.0
        if known:
            row[KNOWN] += loss if j != action else 0.0
        elif apart:
            compare(c, row, look.others[j] / look.rest[j] if look.rest[j] > 0.0 else 0.0, loss, j == action)
        else:
            compare(c, row, look.seen[j], loss, False)
        if loss >= 0.0:
            row[GUESS] += loss
            row[GUESSES] += 1.0
