"""How each learner with fixed parameters is bounded: the one table. Of schedules see ``bound_rows_scheduled``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, TypeVar

from sidelight.theory import (
    Bound,
    ImplicitSums,
    StrongSums,
    Sums,
    Term,
    Tuning,
    WeakSums,
    exp3_bound,
    exp3_p,
    exp3_p_bound,
    exp3_set_bound,
    hedge_bound,
    implicit_bound,
    strong_bound,
    weak_bound,
)

Told = Mapping[str, float]  # the sums of one run at one checkpoint
How = TypeVar("How")  # it was tuned: a ``Tuning`` or a ``Schedule``


class Size(NamedTuple):
    """How many actions, and rounds so far."""

    n_actions: int
    rounds: int


class Row(NamedTuple, Generic[How]):
    """How a learner is bounded: graph numbers before the run; recorded sums after it, if they are of any use."""

    needs: tuple[str, ...]
    before: Callable[[Sums, How, float], Bound]
    after: Callable[[Told, Size, How, float], Bound] | None = None


def _implicit(told: Told, size: Size, x: Tuning, delta: float) -> Bound:
    return implicit_bound(ImplicitSums(*size, told["q"]), x, delta)


def _strong(told: Told, size: Size, x: Tuning, delta: float) -> Bound:
    heavy = told["heavy"], told["heaviest"], told["inverse_seen"]
    return strong_bound(StrongSums(*size, told["q"], told["loopless"], *heavy, told["q"] > 0.0), x, delta)


def _weak(told: Told, size: Size, x: Tuning, delta: float) -> Bound:
    """The scales are those of a game in which every round has a loopless action: its length was known before it."""
    explored = told["domination"], told["skipped"], told["loopless"]
    loopless = told["shares"], told["products"], told["inverse_seen"]
    return weak_bound(WeakSums(*size, told["q"], *explored, *loopless, size.rounds, told["q"] > 0.0), x, delta)


def _exp3_p(sums: Sums, x: Tuning, delta: float) -> Bound:
    """At its published tuning only, which is made for one number of rounds."""
    if exp3_p(sums.n_actions, sums.rounds, delta).parameters != x.parameters:
        why = "none: there is one for exp3_p(n_actions, horizon, delta) at that horizon, with that delta"
        return Bound("Exp3P", (Term("all", math.inf, why),), delta)
    return exp3_p_bound(sums.n_actions, sums.rounds, delta)


ROWS: dict[str, Row[Tuning]] = {
    "Exp3IX": Row(
        ("loop_alpha", "acyclic"), lambda s, x, delta: implicit_bound(ImplicitSums.before(s, x), x, delta), _implicit
    ),
    "StrongIX": Row(
        ("loop_alpha", "acyclic", "loopless"),
        lambda s, x, delta: strong_bound(StrongSums.before(s, x), x, delta),
        _strong,
    ),
    "WeakIX": Row(
        ("loop_alpha", "acyclic", "domination", "loopless"),
        lambda s, x, delta: weak_bound(WeakSums.before(s, x), x, delta),
        _weak,
    ),
    "Hedge": Row((), lambda s, x, delta: hedge_bound(s.n_actions, s.rounds, x.eta, delta)),
    "Exp3": Row((), lambda s, x, delta: exp3_bound(s.n_actions, s.rounds, x.eta)),
    "Exp3Set": Row(("acyclic",), lambda s, x, delta: exp3_set_bound(s.n_actions, s.acyclic, x.eta)),
    "Exp3P": Row((), _exp3_p),
}
