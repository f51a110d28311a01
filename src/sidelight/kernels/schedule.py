"""Schedules: rates that follow what was measured, for a learner that knows neither the horizon nor the graphs.

Each round is measured by what it adds beside the rate in a regret bound; what was measured so far sets the rate,
``sqrt(C / V)``, of which eta, gamma, beta and the mass of exploration are multiples.

- *Adaptive*: V is all that was measured, and totals stay. Rates are taken anew when V has grown by a tenth, so that the
  look at all actions which new weights cost is rare.
- *Doubling*: V is the budget of an epoch; when that is used up weights start anew, with a budget twice as large.

Learners that explore a dominating set (Algorithm 2) have rates of their own, from the rounds with a loopless action,
the sizes of what they explore and Q; they look at the first two before a round, for they know its graph.

The numbers stand in the header of a state, so that a snapshot carries them. Formulas are in ``tuning``.
"""

import math

from sidelight.kernels import tuning
from sidelight.kernels.compiled import compiled
from sidelight.kernels.memory import Floats
from sidelight.kernels.packed_graph import Graph
from sidelight.kernels.round import dominating_loopless
from sidelight.kernels.weights import (
    BETA,
    ETA,
    GAMMA,
    MIX,
    SCHEDULE,
    Exploration,
    Weights,
    rebase,
)

FIXED, ADAPTIVE, DOUBLING, WEAK_ADAPTIVE, WEAK_DOUBLING = range(5)  # in the header at SCHEDULE
SAME, RETUNED, RESTARTED = range(3)  # what a round does to the rates

# The row of a learner: what a round measures, what stands over the rate, and what the rate makes.
(PER_ROUND, PER_LOOPLESS, PER_HEAVY, PER_Q, PER_ACTIONS, PER_CONFIDENCE, EVENTS, FIRST,
 TO_ETA, TO_GAMMA, TO_BETA, TO_MIX, LOG_ACTIONS, DELTA) = range(SCHEDULE + 1, SCHEDULE + 15)  # fmt: skip
# What is kept: this round's measure, V, where V makes rates change, the rate; the epoch and its phase, the sums of all
# measures and of rate times measure, how often rates changed, and the version at which the last epoch began.
(MEASURED, SPENT, LIMIT, RATE, EPOCH, PHASE, TOTAL, PAID, CHANGES, STARTED) = range(SCHEDULE + 15, SCHEDULE + 25)
# Algorithm 2 alone: rounds with a loopless action, sizes of exploration, 1 / eps over those rounds; and their limits.
LOOPLESS, EXPLORED, INVERSE, LOOPLESS_LIMIT, EXPLORED_LIMIT, MOMENTS_LIMIT = range(SCHEDULE + 25, SCHEDULE + 31)
REMEMBERED = SCHEDULE + 31  # four numbers of ``effective_actions``, which follows Q

GROWTH = 1.1  # of what was measured, before adaptive rates are taken anew
FIRST_GUESS = 8.0  # of Algorithm 2


@compiled
def log_confidence(h: Floats) -> float:
    """L of the rates: of the whole run, or of this epoch's share of delta. Delta is 0 where rates leave it out."""
    if h[DELTA] <= 0.0:
        return 0.0
    share = h[DELTA]
    if h[SCHEDULE] == DOUBLING:
        share = tuning.epoch_confidence(h[DELTA], h[EPOCH])
    elif h[SCHEDULE] == WEAK_DOUBLING:
        share = tuning.phase_confidence(h[DELTA], h[EPOCH], h[PHASE])
    return math.log(h[EVENTS] / share)


@compiled
def constant(h: Floats) -> float:
    """C: what stands over the rate in the bound."""
    return h[PER_ACTIONS] * h[LOG_ACTIONS] + h[PER_CONFIDENCE] * log_confidence(h)


@compiled
def first_budget(h: Floats) -> float:
    """V_0."""
    return float(h[FIRST] * constant(h))


@compiled
def first_q(h: Floats) -> float:
    """A_0 of Algorithm 2."""
    return tuning.loop_first_sum(h[LOG_ACTIONS], log_confidence(h))


@compiled
def retune(w: Weights) -> None:
    """Take the rate anew, and the weights that it makes of the totals."""
    h = w.header
    measured = h[LIMIT] if h[SCHEDULE] == DOUBLING else h[SPENT]
    rate = math.sqrt(constant(h) / measured)
    h[RATE], h[ETA], h[GAMMA], h[BETA] = rate, h[TO_ETA] * rate, h[TO_GAMMA] * rate, h[TO_BETA] * rate
    if h[TO_MIX] > 0.0:
        h[MIX] = h[TO_MIX] * rate
    if h[SCHEDULE] == ADAPTIVE:
        h[LIMIT] = GROWTH * measured
    renew(w)


@compiled
def retune_weak(w: Weights) -> None:
    """Gamma and eta of Algorithm 2 anew; eps has been."""
    h = w.header
    confidence = log_confidence(h)
    if h[SCHEDULE] == WEAK_ADAPTIVE:
        h[GAMMA] = tuning.loop_gamma(h[LOG_ACTIONS], confidence, h[SPENT])
        h[ETA] = tuning.weak_eta(h[GAMMA], h[LOG_ACTIONS], weak_moments(h))
        h[LOOPLESS_LIMIT], h[EXPLORED_LIMIT] = GROWTH * h[LOOPLESS], GROWTH * h[EXPLORED]
        h[LIMIT], h[MOMENTS_LIMIT] = GROWTH * h[SPENT], GROWTH * weak_moments(h)
    else:
        h[GAMMA] = tuning.loop_gamma(h[LOG_ACTIONS], confidence, h[LIMIT])
        moments = tuning.weak_second_moments(h[LOOPLESS_LIMIT] / h[MIX], h[LIMIT])
        h[ETA] = tuning.weak_eta(h[GAMMA], h[LOG_ACTIONS], moments)
    renew(w)


@compiled
def weak_moments(h: Floats) -> float:
    """What stands beside eta / 2 in the bound of Algorithm 2, this round included as far as it is known."""
    q_sum = h[SPENT] - first_q(h)
    return FIRST_GUESS + tuning.weak_second_moments(h[INVERSE], q_sum)


@compiled
def set_eps(h: Floats, loopless: float, explored: float) -> None:
    """Eps of Algorithm 2: for so many rounds with a loopless action, and such a sum of sizes."""
    share = log_confidence(h)
    h[MIX] = tuning.weak_eps(tuning.weak_constant(h[LOG_ACTIONS], share), loopless, explored)


@compiled
def renew(w: Weights) -> None:
    """Weights by the totals and the present eta; Q is to be summed anew."""
    w.header[CHANGES] += 1.0
    w.header[REMEMBERED] = 0.0
    rebase(w)


@compiled
def restart(w: Weights) -> None:
    """A new epoch: all weights equal."""
    h = w.header
    for i in range(w.n):
        w.totals[i] = 0.0
    h[EPOCH] += 1.0
    h[PHASE] = h[SPENT] = 0.0


# The four moments of a schedule: at the start, before a round whose graph is known, within it, and after it.


@compiled
def start(w: Weights) -> None:
    """The rates of the first round."""
    h = w.header
    if h[SCHEDULE] == ADAPTIVE:
        h[SPENT] = first_budget(h)
        retune(w)
    elif h[SCHEDULE] == DOUBLING:
        h[LIMIT] = first_budget(h)
        retune(w)
    elif h[SCHEDULE] == WEAK_ADAPTIVE:
        h[SPENT] = first_q(h)
        set_eps(h, 0.0, 0.0)
        retune_weak(w)
    elif h[SCHEDULE] == WEAK_DOUBLING:
        h[LOOPLESS_LIMIT] = h[EXPLORED_LIMIT] = h[LIMIT] = FIRST_GUESS
        set_eps(h, FIRST_GUESS, FIRST_GUESS)
        retune_weak(w)
    h[CHANGES] = 0.0


@compiled
def due_before(h: Floats, size: float) -> int:
    """What a round with an exploration of this size will do to the rates before it is played."""
    loopless, explored = h[LOOPLESS] + (1.0 if size > 0.0 else 0.0), h[EXPLORED] + size
    over = loopless > h[LOOPLESS_LIMIT] or explored > h[EXPLORED_LIMIT]
    if h[SCHEDULE] == WEAK_DOUBLING:
        return RESTARTED if over else SAME
    if h[SCHEDULE] == WEAK_ADAPTIVE:
        over = over or h[SPENT] > h[LIMIT] or weak_moments(h) > h[MOMENTS_LIMIT]
        return RETUNED if over else SAME
    return SAME


@compiled
def before_round(w: Weights, size: float) -> int:
    """Count a round in whose graph an exploration of this size is needed, 0 if there are self-loops only."""
    h = w.header
    if h[SCHEDULE] < WEAK_ADAPTIVE:
        return SAME
    due = due_before(h, size)
    if due == RESTARTED:
        restart(w)
        double_guesses(h, size)
    if size > 0.0:
        h[LOOPLESS] += 1.0
        h[EXPLORED] += size
    if due == RETUNED:
        set_eps(h, h[LOOPLESS], h[EXPLORED])
    if size > 0.0:
        h[INVERSE] += 1.0 / h[MIX]
    if due != SAME:
        retune_weak(w)
    return due


@compiled
def double_guesses(h: Floats, size: float) -> None:
    """Each guess that is broken, as often as it takes for one round of this size."""
    if h[LOOPLESS] + 1.0 > h[LOOPLESS_LIMIT]:
        h[LOOPLESS_LIMIT] *= 2.0
    if h[EXPLORED] + size > h[EXPLORED_LIMIT]:
        h[EXPLORED_LIMIT] *= 2.0
    while size > h[EXPLORED_LIMIT]:
        h[EXPLORED_LIMIT] *= 2.0
    h[LOOPLESS] = h[EXPLORED] = 0.0
    set_eps(h, h[LOOPLESS_LIMIT], h[EXPLORED_LIMIT])


@compiled
def measure(w: Weights, exploration: Exploration, graph: Graph, q: float) -> None:
    """What a round adds beside the rate in the bound, by its law and graph: not yet counted."""
    h = w.header
    measured = h[PER_ROUND] + h[PER_Q] * q
    if graph.has_loopless:
        measured += h[PER_LOOPLESS]
        if h[PER_HEAVY] > 0.0 and dominating_loopless(w, exploration, graph) >= 0:
            measured += h[PER_HEAVY]
    h[MEASURED] = measured


@compiled
def due_after(h: Floats) -> int:
    """What the round that was measured will do to the rates."""
    if h[SCHEDULE] == WEAK_ADAPTIVE or not h[SPENT] + h[MEASURED] > h[LIMIT]:
        return SAME
    return RESTARTED if h[SCHEDULE] == DOUBLING else RETUNED


@compiled
def after_round(w: Weights) -> int:
    """Count the round that was measured and learned from."""
    h = w.header
    due = due_after(h)
    h[SPENT] += h[MEASURED]
    h[TOTAL] += h[MEASURED]
    h[PAID] += h[RATE] * h[MEASURED]
    if due == SAME:
        return SAME
    if h[SCHEDULE] == WEAK_DOUBLING:
        h[PHASE] += 1.0
        h[SPENT] = 0.0
        h[LIMIT] *= 2.0
        retune_weak(w)
        return RETUNED
    if due == RESTARTED:
        restart(w)
        h[LIMIT] *= 2.0
    retune(w)
    return due
