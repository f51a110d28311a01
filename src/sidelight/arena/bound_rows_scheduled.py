"""How each learner on a schedule is bounded: the one table.

What a schedule measured and paid is in the sums of a run. Before it, rates are no smaller than if every round had
measured all that it can, and with those Q is at most what the graphs allow.
"""

from __future__ import annotations

import math

from sidelight.arena.bound_rows import Row, Size, Told
from sidelight.errors import InvalidParameter
from sidelight.learners.schedules import ADAPTIVE, DOUBLING, LIGHT, Schedule
from sidelight.theory import (
    Bound,
    ImplicitSums,
    StrongSums,
    Sums,
    Term,
    Tuning,
    WeakAdaptiveSums,
    exp3_adaptive_bound,
    exp3_adaptive_closed,
    exp3_epochs_bound,
    exp3_first_budget,
    hedge_adaptive_bound,
    hedge_adaptive_closed,
    hedge_epochs_bound,
    implicit_adaptive,
    implicit_adaptive_bound,
    implicit_adaptive_closed,
    implicit_epoch,
    implicit_epochs_bound,
    most_epochs,
    strong_adaptive,
    strong_adaptive_bound,
    strong_adaptive_closed,
    strong_epoch,
    strong_epochs_bound,
    weak_adaptive_bound,
)
from sidelight.theory.bounds_adaptive import LAZY

LOOPS = ("loop_alpha", "acyclic")
MIXED = 0.5  # the most that Algorithm 1 explores


# Exp3-IX.


def _most_q(sums: Sums, least: Tuning) -> float:
    """Of all rounds, as a schedule measures it, for rates that never fall below these."""
    return LAZY * ImplicitSums.before(sums, least).q


def _all_cells(sums: Sums) -> float:
    """What a sum of Q without exploration cannot be above, whatever the graphs."""
    return LAZY * sums.n_actions * sums.rounds


def _implicit_before(sums: Sums, x: Schedule, delta: float) -> Bound:
    rule, rate_delta = x.tuning or LIGHT, delta if x.delta is None else x.delta
    most = _most_q(sums, implicit_adaptive(sums.n_actions, _all_cells(sums), rate_delta, rule))
    return implicit_adaptive_closed(sums.n_actions, sums.rounds, delta, most, rule, tuned_for=rate_delta)


def _implicit(told: Told, size: Size, x: Schedule, delta: float) -> Bound:
    return implicit_adaptive_bound(*size, delta, told["rate"], told["paid"])


def _implicit_epochs_before(sums: Sums, x: Schedule, delta: float) -> Bound:
    share, first = tuned_for(x, delta), implicit_epoch(sums.n_actions, delta, 0).budget
    least = implicit_epoch(sums.n_actions, share, most_epochs(_all_cells(sums), first)).tuning
    return implicit_epochs_bound(sums.n_actions, sums.rounds, share, most_epochs(_most_q(sums, least), first))


def _implicit_epochs(told: Told, size: Size, x: Schedule, delta: float) -> Bound:
    return implicit_epochs_bound(*size, tuned_for(x, delta), int(told["epoch"]))


# Algorithm 1.


def _most_measured(sums: Sums, least: float) -> float:
    """By Algorithm 1, for rates that never fall below this."""
    q = StrongSums.before(sums, Tuning("StrongIX", MIXED, least, least)).q
    return sums.rounds + 13.0 * sums.loopless + 2.0 * LAZY * q


def _all_measured(sums: Sums) -> float:
    return 14.0 * sums.rounds + 2.0 * _all_cells(sums) / (1.0 - MIXED)


def _strong_before(sums: Sums, x: Schedule, delta: float) -> Bound:
    rule, rate_delta = x.tuning or LIGHT, delta if x.delta is None else x.delta
    most = _most_measured(sums, strong_adaptive(sums.n_actions, _all_measured(sums), rate_delta, rule).eta)
    return strong_adaptive_closed(
        sums.n_actions, sums.rounds, delta, most, rule, tuned_for=rate_delta,
        loops=sums.loop_alpha > 0.0, loopless=sums.loopless > 0.0,
    )  # fmt: skip


def _strong(told: Told, size: Size, x: Schedule, delta: float) -> Bound:
    met = {"loops": told["q"] > 0.0, "loopless": told["loopless"] > 0.0}
    return strong_adaptive_bound(*size, delta, told["rate"], told["paid"], **met)


def _strong_epochs_before(sums: Sums, x: Schedule, delta: float) -> Bound:
    share, first = tuned_for(x, delta), strong_epoch(sums.n_actions, delta, 0).budget
    least = strong_epoch(sums.n_actions, share, most_epochs(_all_measured(sums), first)).tuning.eta
    return strong_epochs_bound(sums.n_actions, sums.rounds, share, most_epochs(_most_measured(sums, least), first))


def _strong_epochs(told: Told, size: Size, x: Schedule, delta: float) -> Bound:
    return strong_epochs_bound(*size, tuned_for(x, delta), int(told["epoch"]))


# Algorithm 2.


def _weak_before(sums: Sums, x: Schedule, delta: float) -> Bound:
    why = "none before the run: it depends on the order of the graphs; there is one from the run's own sums"
    return Bound(f"WeakIX, {x.name}", (Term("all", math.inf, why),) if sums.n_actions > 1 else (), delta)


def _weak(told: Told, size: Size, x: Schedule, delta: float) -> Bound:
    paid = told["paid_loops"], told["paid_shares"], told["products"], told["inverse_seen"]
    least_eps = 1.0 / told["inverse_eps"] if told["inverse_eps"] > 0.0 else 1.0
    last = told["last_gamma"], told["last_eta"], least_eps, told["largest_step"]
    met = told["q"] > 0.0, told["inverse_eps"] > 0.0
    return weak_adaptive_bound(WeakAdaptiveSums(*size, told["explored"], told["skipped"], *paid, *last, *met), delta)


def _weak_epochs(told: Told, size: Size, x: Schedule, delta: float) -> Bound:
    draws = math.sqrt(size.rounds * math.log(2.0 / tuned_for(x, delta)) / 2.0)
    terms = (
        Term("draws", draws, "sqrt(T ln(2 / delta) / 2)"),
        Term("epochs", told["epochs_cost"], "what weak_epochs_bound has for each epoch that was played"),
    )
    return Bound("WeakIX with doubling", terms if size.n_actions > 1 else (), delta)


def tuned_for(x: Schedule, delta: float) -> float:
    """The delta of the epochs, which their bound is for."""
    if x.delta != delta:
        raise InvalidParameter(
            f"delta={delta:g} is not what the epochs were tuned for; with schedule='doubling' there is a bound for "
            f"delta={x.delta:g} only: ask for that, or play again with delta={delta:g}"
        )
    return delta


# Those who came before.


def _exp3_adaptive(name: str) -> Row[Schedule]:
    return Row(
        ("acyclic",),
        lambda s, x, delta: exp3_adaptive_closed(s.n_actions, LAZY * s.acyclic, name),
        lambda told, size, x, delta: exp3_adaptive_bound(size.n_actions, told["rate"], told["paid"], name),
    )


def _exp3_doubling(name: str) -> Row[Schedule]:
    return Row(
        ("acyclic",),
        lambda s, x, delta: exp3_epochs_bound(
            s.n_actions, most_epochs(LAZY * s.acyclic, exp3_first_budget(s.n_actions)), name
        ),
        lambda told, size, x, delta: exp3_epochs_bound(size.n_actions, int(told["epoch"]), name),
    )


SCHEDULED_ROWS: dict[tuple[str, str], Row[Schedule]] = {
    ("Exp3IX", ADAPTIVE): Row(LOOPS, _implicit_before, _implicit),
    ("Exp3IX", DOUBLING): Row(LOOPS, _implicit_epochs_before, _implicit_epochs),
    ("StrongIX", ADAPTIVE): Row((*LOOPS, "loopless"), _strong_before, _strong),
    ("StrongIX", DOUBLING): Row((*LOOPS, "loopless"), _strong_epochs_before, _strong_epochs),
    ("WeakIX", ADAPTIVE): Row((), _weak_before, _weak),
    ("WeakIX", DOUBLING): Row((), _weak_before, _weak_epochs),
    ("Hedge", ADAPTIVE): Row(
        (),
        lambda s, x, delta: hedge_adaptive_closed(s.n_actions, s.rounds, delta),
        lambda told, size, x, delta: hedge_adaptive_bound(*size, told["rate"], told["paid"], delta),
    ),
    ("Hedge", DOUBLING): Row((), lambda s, x, delta: hedge_epochs_bound(s.n_actions, s.rounds, delta)),
    ("Exp3", ADAPTIVE): _exp3_adaptive("Exp3"),
    ("Exp3", DOUBLING): _exp3_doubling("Exp3"),
    ("Exp3Set", ADAPTIVE): _exp3_adaptive("Exp3Set"),
    ("Exp3Set", DOUBLING): _exp3_doubling("Exp3Set"),
}
