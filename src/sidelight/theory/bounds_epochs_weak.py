"""The bound of Algorithm 2 with doubling: epochs of guesses for its exploration, phases of guesses for Q within them.

Weights start anew in each epoch and go on through its phases, with a smaller eta. Proof: docs/theory/bounds.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sidelight.errors import InvalidParameter
from sidelight.theory.bound import Bound, Term
from sidelight.theory.bounds_adaptive import bound_of
from sidelight.theory.checks import actions, confidence, rounds
from sidelight.theory.schedules import Epoch, Guesses, weak_phase


class WeakEpoch(NamedTuple):
    """One epoch as it was played: its number, the guesses that it began with, the number of its last phase."""

    number: int
    guesses: Guesses
    last_phase: int = 0

    @property
    def of_phases(self) -> list[Guesses]:
        """The guesses of each phase: that of Q doubles."""
        first = self.guesses
        return [first._replace(q_sum=first.q_sum * 2.0**k) for k in range(self.last_phase + 1)]


def weak_epochs_bound(n_actions: int, horizon: int, delta: float, epochs: Sequence[WeakEpoch]) -> Bound:
    """Algorithm 2 after ``horizon`` rounds in these epochs: those without a round may be left out.

    >>> from sidelight.theory import Guesses
    >>> played = [WeakEpoch(0, Guesses()), WeakEpoch(1, Guesses(16.0, 16.0), last_phase=1)]
    >>> [term.name for term in weak_epochs_bound(5, 20, 0.05, played).terms]
    ['draws', 'epoch 0', 'epoch 1']
    """
    numbers = [epoch.number for epoch in epochs]
    if not numbers or numbers != sorted(set(numbers)):
        raise InvalidParameter(f"epochs have the numbers {numbers}, and must have increasing ones, at least one")
    n, draws = actions(n_actions), math.sqrt(rounds(horizon) * math.log(2.0 / confidence(delta)) / 2.0)
    formula = "2 eps D + sqrt(2 N L / eps) + loopless comparator + self-loops + ln K / eta_last + second moments"
    each = [Term(f"epoch {epoch.number}", _cost(n, delta, epoch), formula) for epoch in epochs]
    return bound_of("WeakIX with doubling", n, delta, [Term("draws", draws, "sqrt(T ln(2 / delta) / 2)"), *each])


def weak_epochs_cost(n_actions: int, delta: float, epochs: Sequence[WeakEpoch]) -> float:
    """All of ``weak_epochs_bound`` but the draws; one number, so that it can be kept beside a run's other sums."""
    n, share = actions(n_actions), confidence(delta)
    return math.fsum(_cost(n, share, epoch) for epoch in epochs) if n > 1 else 0.0


@lru_cache(maxsize=4096)  # the same ones come again, from one checkpoint and run to the next
def _cost(n: int, delta: float, epoch: WeakEpoch) -> float:
    """Of one epoch: what is explored and skipped, three deviations of loopless actions, its phases, its weights."""
    phases = [weak_phase(n, delta, epoch.number, k, guesses) for k, guesses in enumerate(epoch.of_phases)]
    first, last, log_actions = phases[0], phases[-1], math.log(n)
    eps, log_confidence = first.tuning.eps, first.log_confidence
    with_union, most = log_confidence + log_actions, epoch.guesses.loopless / eps  # sums of R, P R and 1/W at most
    scale = min(eps, math.sqrt(with_union / ((math.e - 2.0) * most)))
    return math.fsum([
        2.0 * eps * epoch.guesses.domination,
        math.sqrt(2.0 * most * log_confidence),
        (math.e - 2.0) * scale * most + with_union / scale,
        first.tuning.eta / 2.0 * ((math.e - 1.0) * most + log_confidence / eps**2),
        *(_self_loops(phase, log_actions) for phase in phases),
        log_actions / last.tuning.eta,
    ])  # fmt: skip


def _self_loops(phase: Epoch, log_actions: float) -> float:
    """Of one phase, which ends with the round in which its sum of Q passes the guess: gamma Q is at most 1."""
    gamma, share, log_confidence = phase.tuning.gamma, phase.tuning.eta / phase.tuning.gamma, phase.log_confidence
    used = gamma * phase.budget + 1.0
    return (1.5 + 0.5 * share) * used + ((1.5 + 0.25 * share) * log_confidence + 0.5 * log_actions) / gamma
