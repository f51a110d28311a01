"""Losses as they come in: matched with what was revealed, and nothing taken on trust."""

from sidelight.kernels.compiled import compiled
from sidelight.kernels.memory import Actions, Floats

# What may be wrong with losses; instead of a count.
NOT_REVEALED, MISSING, NOT_A_LOSS, TWICE, WRONG_COUNT = -1, -2, -3, -4, -5


@compiled
def find(rows: Actions, count: int, action: int) -> int:
    """Where ``action`` stands in the sorted ``rows[:count]``, or -1."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if rows[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low if low < count and rows[low] == action else -1


@compiled
def matched(rows: Actions, count: int, keys: Actions, values: Floats, given: int, losses: Floats) -> tuple[int, int]:
    """Losses in the order of the sorted ``rows[:count]``: (count, 0), or what is wrong and with which entry."""
    for k in range(given):
        if not 0.0 <= values[k] <= 1.0:
            return NOT_A_LOSS, k
    for k in range(count):
        losses[k] = -1.0
    for k in range(given):
        at = k if k < count and rows[k] == keys[k] else find(rows, count, keys[k])
        if at < 0:
            return NOT_REVEALED, k
        if losses[at] >= 0.0:
            return TWICE, k
        losses[at] = values[k]
    if given < count:
        for k in range(count):
            if losses[k] < 0.0:
                return MISSING, rows[k]
    return count, 0


@compiled
def aligned(values: Floats, given: int, count: int, losses: Floats) -> tuple[int, int]:
    """Losses that are in the order of what was revealed already: (count, 0), or what is wrong and where."""
    if given != count:
        return WRONG_COUNT, count
    for k in range(count):
        if not 0.0 <= values[k] <= 1.0:
            return NOT_A_LOSS, k
        losses[k] = values[k]
    return count, 0
