"""The number a certificate says: limits from logarithms of factors, and the action that regret may be largest against.

With scales c_1 .. c_n and G_k the logarithm of the factors at scale k, the sum of losses L has
``G_k - c_k L <= ln(n/d)`` for all k, all rounds, with probability 1 - d. A sharp certificate uses that the mean of
``exp(G_k - c_k L)`` is at most 1/d, which implies a limit at least as good: no term alone can reach more than the sum.

To find the largest of K limits without a look at each, two trees hold the largest of each half: of what an action's
limit is if unseen own losses count 1 each, and if they are estimated together. The smaller of the two bounds a branch.
"""

from math import inf, log
from typing import NamedTuple

from sidelight.kernels.certificate import (
    ESTIMATED,
    ESTIMATED_HERE,
    KNOWN,
    LOG_ACTION,
    LOG_OWN,
    LOGS,
    OWN,
    OWN_HERE,
    SHARP,
    TIGHT,
    UNSEEN,
    UNSEEN_HERE,
    VARIANCE,
    VARIANCE_HERE,
    Certificate,
    certificate_in,
    row_of,
)
from sidelight.kernels.compiled import compiled
from sidelight.kernels.exponential import exp
from sidelight.kernels.memory import Floats, after, pointer
from sidelight.kernels.sum_tree import n_leaves

NOBODY = -1e300  # stands where no action does; finite, for infinity less infinity is not a number
STEPS = 6  # of Newton's method: every one of them is on the safe side already


class Branches(NamedTuple):
    """Two trees of largest values, an entry 1 each on top; leaf j stands at ``leaves + j``."""

    leaves: int
    charged: Floats
    estimated: Floats


@compiled
def branches_in(leaves: int, memory: Floats) -> Branches:
    """Take working memory (its pointer) of 4 x leaves numbers apart."""
    return Branches(leaves, memory, after(memory, 2 * leaves))


@compiled
def exponent(c: Certificate, row: Floats, k: int) -> float:
    """G_k: the logarithm of the factors of a row at scale k, guesses included."""
    more = row[LOGS + c.scales + k]
    return float(row[LOGS + k] + (c.grid[k] * more if c.header[TIGHT] != 0.0 else log(more)))


@compiled
def lower_limit(c: Certificate, row: Floats) -> float:
    """What an action has lost at least, beyond what is known; never below 0."""
    level, low = c.header[LOG_ACTION], 0.0
    for k in range(c.scales):
        low = max(low, (exponent(c, row, k) - level) / c.grid[k])
    if c.header[SHARP] == 0.0:
        return low
    for _ in range(STEPS):  # from below: the logarithm of the mean is convex and falls
        top = -inf
        for k in range(c.scales):
            top = max(top, exponent(c, row, k) - c.grid[k] * low)
        total, slope = 0.0, 0.0
        for k in range(c.scales):
            term = exp(exponent(c, row, k) - c.grid[k] * low - top)
            total += term
            slope += c.grid[k] * term
        low = max(low, low + (top + log(total) - level) * total / slope)
    return low


@compiled
def upper_limit(c: Certificate, variance: float) -> float:
    """By how much a sum may exceed its estimate whose variances sum up to this."""
    level, high = c.header[LOG_OWN], inf
    for k in range(c.scales):
        high = min(high, c.prices[k] * variance + level / c.grid[k])
    if c.header[SHARP] == 0.0 or high == inf:
        return high
    for _ in range(STEPS):  # from above: the logarithm of the mean is convex and rises
        top = -inf
        for k in range(c.scales):
            top = max(top, c.grid[k] * (high - c.prices[k] * variance))
        total, slope = 0.0, 0.0
        for k in range(c.scales):
            term = exp(c.grid[k] * (high - c.prices[k] * variance) - top)
            total += term
            slope += c.grid[k] * term
        high = min(high, high - (top + log(total) - level) * total / slope)
    return high


@compiled
def unseen_limit(c: Certificate) -> float:
    """What all unseen own losses sum up to at most, by their joint estimate."""
    return float(c.header[ESTIMATED] + upper_limit(c, c.header[VARIANCE]))


@compiled
def unseen_against(c: Certificate, row: Floats, together: float) -> float:
    """The same, but only what is regret against this action, and never more than 1 each."""
    charged = c.header[UNSEEN] - row[UNSEEN_HERE]
    if c.header[TIGHT] != 0.0 and charged > 0.0:
        together = row[ESTIMATED_HERE] + upper_limit(c, row[VARIANCE_HERE])
    return float(min(charged, together))


@compiled
def limit_against(c: Certificate, j: int, together: float) -> float:
    """The upper limit on regret against action j."""
    row = row_of(c, j)
    unseen = unseen_against(c, row, together)
    return float(c.header[OWN] - row[OWN_HERE] + unseen - row[KNOWN] - lower_limit(c, row))


@compiled
def grow(c: Certificate, b: Branches, j: int) -> None:
    """Set the leaves of action j, without those above them."""
    row = row_of(c, j)
    credited = row[OWN_HERE] + row[KNOWN] + lower_limit(c, row)
    b.charged[b.leaves + j] = -credited - row[UNSEEN_HERE]
    b.estimated[b.leaves + j] = -credited


@compiled
def lift_largest(b: Branches, j: int) -> None:
    """The leaves of j have changed: so may all above them."""
    node = (b.leaves + j) >> 1
    while node > 0:
        b.charged[node] = max(b.charged[2 * node], b.charged[2 * node + 1])
        b.estimated[node] = max(b.estimated[2 * node], b.estimated[2 * node + 1])
        node >>= 1


@compiled
def at_most(b: Branches, node: int, charge: float, together: float) -> float:
    """What no leaf below a node exceeds; of a leaf itself, what it says."""
    return float(min(charge + b.charged[node], together + b.estimated[node]))


@compiled
def largest(b: Branches, charge: float, together: float) -> tuple[float, int]:
    """The largest of all leaves, and which it is: down the better branch first, then wherever there may be more."""
    node = 1
    while node < b.leaves:
        node *= 2
        if at_most(b, node + 1, charge, together) > at_most(b, node, charge, together):
            node += 1
    best, which = at_most(b, node, charge, together), node - b.leaves
    node = 1
    while node > 0:
        here = at_most(b, node, charge, together)
        if here > best and node < b.leaves:
            node *= 2
            continue
        if here > best:
            best, which = here, node - b.leaves
        while node & 1:  # a right branch is done: so is what it hangs on
            node >>= 1
        node += 1 if node > 0 else 0
    return best, which


# The doors: called from Python, with arrays.


@compiled
def grown(state: Floats, memory: Floats) -> None:
    """Set the trees by the state."""
    c = certificate_in(pointer(state))
    b = branches_in(memory.size // 4, pointer(memory))
    for j in range(b.leaves):
        b.charged[b.leaves + j] = b.estimated[b.leaves + j] = NOBODY
    for j in range(c.n):
        grow(c, b, j)
    for node in range(b.leaves - 1, 0, -1):
        b.charged[node] = max(b.charged[2 * node], b.charged[2 * node + 1])
        b.estimated[node] = max(b.estimated[2 * node], b.estimated[2 * node + 1])


@compiled
def limits(state: Floats, into: Floats) -> tuple[float, int]:
    """The upper limit against each action; returns the largest, and the first action that has it. Costs K."""
    c = certificate_in(pointer(state))
    together = unseen_limit(c)
    which = 0
    for j in range(c.n):
        into[j] = limit_against(c, j, together)
        if into[j] > into[which]:
            which = j
    return into[which], which


@compiled
def unseen_limits(state: Floats, j: int) -> tuple[float, float]:
    """What unseen own losses add to the limit against j, and what they would if each counted 1."""
    c = certificate_in(pointer(state))
    row = row_of(c, j)
    return unseen_against(c, row, unseen_limit(c)), c.header[UNSEEN] - row[UNSEEN_HERE]


def n_memory(n: int) -> int:
    """How many numbers the trees of n actions take."""
    return 4 * n_leaves(n)
