"""Schedules by name: parameters that need neither a horizon nor a graph, for they follow what was measured.

A schedule is a row of numbers (``kernels/schedule.py`` says what they mean). The constants are those that minimise the
explicit bounds of ``theory``; for learners without a guarantee in high probability, those of their expected regret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sidelight.errors import InvalidParameter
from sidelight.kernels import schedule as kernel
from sidelight.kernels import scheduled, weights
from sidelight.kernels.tuning import log_actions
from sidelight.theory.checks import confidence, one_of
from sidelight.theory.schedules import ADAPTIVE_RULES, EVENTS

if TYPE_CHECKING:
    from sidelight.learners.learner import Learner

THEOREM, ADAPTIVE, DOUBLING = "theorem", "adaptive", "doubling"
SCHEDULES = (THEOREM, ADAPTIVE, DOUBLING)
LIGHT, CAUTIOUS = ADAPTIVE_RULES


class Row(NamedTuple):
    """The numbers of one schedule, in the order in which the header of a state has them."""

    per_round: float = 0.0
    per_loopless: float = 0.0
    per_heavy: float = 0.0
    per_q: float = 0.0
    per_actions: float = 0.0
    per_confidence: float = 0.0
    events: float = 0.0
    first: float = 1.0  # budget, as a multiple of C; with 4 the first rate is one half, and none is larger
    to_eta: float = 1.0
    to_gamma: float = 0.0
    to_beta: float = 0.0
    to_mix: float = 0.0


_IMPLICIT = Row(per_q=1.0, per_actions=1.0 / 2.5, per_confidence=2.0 / 2.5, events=EVENTS["Exp3IX"], first=4.0,
                to_eta=2.0, to_gamma=1.0)  # fmt: skip
_STRONG = Row(1.0, 4.0, 9.0, 2.0, 2.765, 3.015, EVENTS["StrongIX"], first=4.0,
              to_gamma=1.0, to_beta=1.0, to_mix=1.0)  # fmt: skip
_WEAK = Row(per_q=1.0, events=EVENTS["WeakIX"])
_PAPER = {"Exp3IX": _IMPLICIT, "StrongIX": _STRONG, "WeakIX": _WEAK}  # these differ by their confidence alone


def _unbiased(per_actions: float) -> dict[str, Row]:
    """Those who follow Q without confidence."""
    row = Row(per_q=1.0, per_actions=per_actions, first=4.0)
    return {"Exp3": row, "Exp3Set": row}


ROWS: dict[str, dict[str, Row]] = {
    ADAPTIVE: {"Hedge": Row(per_round=1.0, per_actions=4.0), **_unbiased(1.0), **_PAPER},
    DOUBLING: {"Hedge": Row(per_round=1.0, per_actions=8.0), **_unbiased(2.0), **_PAPER},
}
MEASURES = {
    "Hedge": "the number of rounds",
    "Exp3": "the sum of Q, the effective number of actions",
    "Exp3Set": "the sum of Q, the effective number of actions",
    "Exp3IX": "the sum of Q, the effective number of actions",
    "StrongIX": "V, the sum of 1 + 4 [some action is loopless] + 9 [one of them has a chance above one half] + 2 Q",
    "WeakIX": "rounds with a loopless action, what was explored in them, and the sum of Q",
}


class Schedule(NamedTuple):
    """How the parameters of a learner change.

    ``tuning`` and ``delta``, the chance with which the guarantee may fail, are None where there is no such thing.
    """

    name: str
    tuning: str | None
    delta: float | None

    @property
    def asked(self) -> dict[str, Any]:
        """As it is asked for."""
        return {
            name: value for name, value in zip(("schedule", "tuning", "delta"), self, strict=True) if value is not None
        }

    @property
    def shown(self) -> dict[str, Any]:
        """The same without what makes no difference to how it plays, or is usual."""
        delta = {"delta": self.delta} if self.confident else {}
        tuning = {"tuning": self.tuning} if self.tuning == CAUTIOUS else {}
        return {"schedule": self.name, **tuning, **delta}

    @property
    def confident(self) -> bool:
        """Whether delta is part of the rates."""
        return self.delta is not None and self.tuning != LIGHT


def has_schedule(learner: str) -> bool:
    """Whether this learner knows schedules other than the theorem's."""
    return learner in ROWS[ADAPTIVE]


def checked_schedule(learner: str, name: Any, tuning: Any, delta: Any) -> Schedule:
    """The schedule that is meant, or an error that says which there are."""
    if not has_schedule(learner):
        raise InvalidParameter(
            f"{learner} has no schedule={name!r}; give horizon=, for how many rounds its theorem is to tune it, "
            f"or take one of {', '.join(ROWS[ADAPTIVE])}"
        )
    row = ROWS[one_of("schedule", name, (ADAPTIVE, DOUBLING))][learner]
    known = ADAPTIVE_RULES if name == ADAPTIVE and row.events else ()
    if tuning is not None and not known:
        raise InvalidParameter(f"tuning={tuning!r} is not for schedule={name!r} of {learner}, which has one only")
    if known and tuning not in (None, *known):
        allowed = ", ".join(map(repr, known))
        raise InvalidParameter(
            f"tuning={tuning!r} must be one of {allowed}; those of the theorem need horizon= as well"
        )
    share = confidence(delta)
    return Schedule(name, (tuning or LIGHT) if known else None, share if row.events else None)


def begin(learner: Learner, schedule: Schedule) -> None:
    """Write the row into the header of the learner's state, and set the first rates."""
    name, state = type(learner).__name__, learner._state
    row = ROWS[schedule.name][name]
    weak = name == "WeakIX"
    kinds = {ADAPTIVE: (kernel.ADAPTIVE, kernel.WEAK_ADAPTIVE), DOUBLING: (kernel.DOUBLING, kernel.WEAK_DOUBLING)}
    state[weights.SCHEDULE] = kinds[schedule.name][weak]
    state[kernel.PER_ROUND : kernel.PER_ROUND + len(row)] = row
    state[kernel.LOG_ACTIONS] = log_actions(float(learner.n_actions))
    state[kernel.DELTA] = schedule.delta if schedule.confident else 0.0
    scheduled.started(state)


def measured(learner: Learner) -> dict[str, float]:
    """What a schedule has summed up so far; nothing for fixed parameters. Algorithm 2 has several rates, tells none."""
    if learner.schedule is None:
        return {}
    places = {"measured": kernel.TOTAL, "epoch": kernel.EPOCH, "changes": kernel.CHANGES}
    if learner._state[weights.SCHEDULE] < kernel.WEAK_ADAPTIVE:
        places |= {"paid": kernel.PAID, "rate": kernel.RATE}
    return {name: float(learner._state[place]) for name, place in places.items()}


def words_of(schedule: Schedule) -> str:
    """Where the parameters come from, in a line."""
    tuning = "" if schedule.tuning is None else f", {schedule.tuning} tuning"
    delta = f", delta={schedule.delta:g}" if schedule.confident else ""
    return f"{schedule.name}{tuning}{delta}"


HOW = {
    ADAPTIVE: "adaptive: parameters are taken anew whenever what they follow has grown by a tenth",
    DOUBLING: "doubling: when the budget of an epoch is used up, weights start anew with twice as much",
}
TUNINGS = {
    LIGHT: "light: for typical rounds; the confidence is left out of the rates",
    CAUTIOUS: "cautious: with confidence 1 - delta in the rates; follows a drifting best action faster",
}


def explained(learner: Learner, schedule: Schedule) -> list[tuple[str, str]]:
    """The schedule in words, and where it stands."""
    tuning = [] if schedule.tuning is None else [("tuning", TUNINGS[schedule.tuning])]
    stands = _stands_weak(learner) if type(learner).__name__ == "WeakIX" else _stands(learner)
    epoch = "" if schedule.name == ADAPTIVE else f"epoch {learner._state[kernel.EPOCH]:,.0f}; "
    changes = f"parameters changed {learner._state[kernel.CHANGES]:,.0f} times"
    follows = MEASURES[type(learner).__name__]
    return [
        ("schedule", HOW[schedule.name]),
        ("follows", follows),
        *tuning,
        ("stands at", f"{epoch}{changes}; {stands}"),
    ]


def _stands(learner: Learner) -> str:
    """What was measured, of the whole game (of this epoch, if there are any), and when parameters change."""
    state = learner._state
    first = kernel.first_budget(state) if state[weights.SCHEDULE] == kernel.ADAPTIVE else 0.0
    spent, limit = state[kernel.SPENT] - first, state[kernel.LIMIT] - first
    return f"{spent:,.1f} measured, they change beyond {limit:,.1f}"


def _stands_weak(learner: Learner) -> str:
    """What three sums set the rates of Algorithm 2, and when each changes them."""
    state = learner._state
    first = kernel.first_q(state) if state[weights.SCHEDULE] == kernel.WEAK_ADAPTIVE else 0.0
    sums = {
        "rounds": (state[kernel.LOOPLESS], state[kernel.LOOPLESS_LIMIT]),
        "explored": (state[kernel.EXPLORED], state[kernel.EXPLORED_LIMIT]),
        "sum of Q": (state[kernel.SPENT] - first, state[kernel.LIMIT] - first),
    }
    return "they change beyond " + ", ".join(
        f"{name} {limit:,.1f} (now {now:,.1f})" for name, (now, limit) in sums.items()
    )


GUARANTEES = {
    ADAPTIVE: "regret of order sqrt(ln K x what was measured)",
    DOUBLING: "regret of at most what the bounds of its epochs add up to",
}
IN_EXPECTATION = {"Exp3", "Exp3Set"}


def guarantee_of(learner: str, schedule: Schedule) -> str:
    """What holds for parameters that change."""
    if learner == "Hedge":
        return "expected losses within about sqrt(T ln K) of the best action's, for every sequence of losses"
    if learner in IN_EXPECTATION:
        return "expected regret of order sqrt(ln K x what was measured); nothing with high probability"
    if learner == "WeakIX" and schedule.name == ADAPTIVE:
        return "a bound with high probability from the run's own sums, which games.bounds() has; none before it"
    return f"{GUARANTEES[schedule.name]} with high probability, against any adversary; games.bounds() has the numbers"
