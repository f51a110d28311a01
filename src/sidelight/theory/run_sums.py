"""The sums of one run that its bound is made of: as measured, or the most they can be before the run."""

from __future__ import annotations

from dataclasses import dataclass

from sidelight.theory.exploration import most_q
from sidelight.theory.sums import Sums
from sidelight.theory.tuning import Tuning

HALF = 0.5 + 1e-9  # the most exploration that a round of Algorithm 2 is played with


@dataclass(frozen=True)
class ImplicitSums:
    """Of a run of Exp3-IX: ``q`` is the sum of Q."""

    n_actions: int
    rounds: int
    q: float

    @classmethod
    def before(cls, sums: Sums, tuning: Tuning) -> ImplicitSums:
        """The most they can be."""
        return cls(sums.n_actions, sums.rounds, _most_q_sum(sums, tuning, 0.0))


@dataclass(frozen=True)
class StrongSums:
    """Of a run of Algorithm 1.

    ``q``: sum of Q; ``loopless``: rounds with a loopless action (N); ``heavy``: rounds in which one of them had a
    chance above one half (n_T); ``heaviest``: the most of those that were of one action (max n_T(j));
    ``inverse_seen``: sum over them of one over its chance seen (IW); ``loops``: whether there ever was a self-loop.
    """

    n_actions: int
    rounds: int
    q: float
    loopless: float
    heavy: float
    heaviest: float
    inverse_seen: float
    loops: bool = True

    @classmethod
    def before(cls, sums: Sums, tuning: Tuning) -> StrongSums:
        """The most they can be."""
        n, heavy = sums.n_actions, sums.loopless
        inverse = heavy * n / ((n - 1.0) * tuning.eta) if n > 1 else 0.0
        q = _most_q_sum(sums, tuning, tuning.eta)
        return cls(n, sums.rounds, q, sums.loopless, heavy, heavy, inverse, loops=sums.loop_alpha > 0.0)


@dataclass(frozen=True)
class WeakSums:
    """Of a run of Algorithm 2; all but ``skipped`` over the rounds that were not skipped.

    ``q``: sum of Q; ``domination``: sum of ``|D|``; ``loopless``: rounds with a loopless one (N); ``shares``: sum of R,
    weights over chances seen of loopless actions; ``products``: sum of P R, with P their weight; ``inverse_seen``:
    the largest sum, over one loopless action's rounds, of one over its chance seen; ``loops``: whether there ever was
    a self-loop; ``planned``: N as known before the run, which sets two scales of the proof; else the number of rounds.
    """

    n_actions: int
    rounds: int
    q: float
    domination: float
    skipped: float
    loopless: float
    shares: float
    products: float
    inverse_seen: float
    planned: float
    loops: bool = True

    @classmethod
    def before(cls, sums: Sums, tuning: Tuning) -> WeakSums:
        """The most they can be. Exploration and skipped rounds together cost at most ``2 eps sum |D|``."""
        each = tuning.eps * sums.domination / sums.rounds
        safe = sums.steady and each <= HALF
        q = _most_q_sum(sums, tuning, min(each, 0.5) if safe else 0.5)
        most = sums.loopless / tuning.eps if sums.loopless > 0.0 else 0.0
        skipped = 0.0 if safe else tuning.eps * sums.domination
        return cls(
            sums.n_actions, sums.rounds, q, sums.domination, skipped, sums.loopless, most, most, most, sums.loopless,
            loops=sums.loop_alpha > 0.0,
        )  # fmt: skip


def _most_q_sum(sums: Sums, tuning: Tuning, mixed: float) -> float:
    """Of all rounds: every form is concave, so that the average round stands for all."""
    each = most_q(
        sums.n_actions,
        tuning.gamma,
        mixed=mixed,
        loop_alpha=min(sums.loop_alpha, sums.alpha) / sums.rounds,
        acyclic=sums.acyclic / sums.rounds,
        symmetric=sums.symmetric,
    )
    return sums.rounds * each.value
