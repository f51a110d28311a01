"""A certificate in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidelight.certificates.certificate import Certificate


def told(c: Certificate) -> str:
    """A line each: what holds, since when it is about this action, and where its width comes from."""
    return "\n".join(filter(None, (_claim(c), _since(c), _least(c), _unseen(c), _open(c), _lost(c))))


def _claim(c: Certificate) -> str:
    holds = f"With confidence {100.0 * (1.0 - c.delta):g} %, playing action {c.best_action} always would have"
    did = "gained at most {} more" if c.rewards else "saved at most {}"
    if c.value < 0.0:
        did = "gained at least {} less" if c.rewards else "cost at least {} more"
    return f"{holds} {did.format(f'{abs(c.value):,.1f}')} over {_these(c.rounds)}."


def _since(c: Certificate) -> str:
    if c.since is None:
        return ""
    return f"That is the largest of all limits; action {c.best_action} has it since round {c.since + c.first_round:,}."


def _least(c: Certificate) -> str:
    if c.lower is None:
        return ""
    holds = f"With confidence {100.0 * (1.0 - c.delta):g} % by itself, regret is at least {c.lower[-1]:,.1f}"
    action = c.best_below if c.labels is None else c.labels[c.best_below]
    return f"{holds}: action {action} would have been better by that." if c.lower[-1] > 0.0 else f"{holds}."


def _unseen(c: Certificate) -> str:
    if c.unseen_rounds == 0:
        return ""
    start, stop = (r + c.first_round for r in c.unseen_stretch)
    what = "own reward" if c.rewards else "own loss"
    how = "estimated together" if c.unseen_estimated else "each counted as large as it can be"
    last = min(stop, c.rounds + c.first_round) - 1
    return (
        f"{_counted(c.unseen_rounds, 'round')} did not show the {what}, half of them or more from round {start:,} to "
        f"{last:,}; they add {c.unseen_part:,.1f} to the limit, {how}."
    )


def _open(c: Certificate) -> str:
    if c.open_rounds == 0:
        return ""
    first = c.rounds - c.open_rounds + c.first_round
    return (
        f"Round {first:,} awaits its {_column(c)}; until they are there it counts as the worst it can be, and so does "
        f"every round after it: {c.open_rounds:,} in all."
    )


def _lost(c: Certificate) -> str:
    if c.lost_rounds == 0:
        return ""
    return f"{_counted(c.lost_rounds, 'round')} lost the {_column(c)}, and counted as the worst they can have been."


def _column(c: Certificate) -> str:
    return "rewards" if c.rewards else "losses"


def _these(rounds: int) -> str:
    return "this 1 round" if rounds == 1 else f"these {rounds:,} rounds"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
