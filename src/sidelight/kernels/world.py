"""Losses as a pure function of (seed, round, action), so that no table is needed and all learners meet the same world.

What a world *means* comes from rows of numbers, one for each stretch of rounds (a table is the case of one round each)
or from waves; *noise* is laid on it by address; worlds that answer to what was played keep a memory.
"""

from typing import NamedTuple

import numpy as np

from sidelight.kernels.compiled import compiled
from sidelight.kernels.memory import Floats, after, pointer
from sidelight.kernels.noise import beta
from sidelight.kernels.randomness import address, uniform

ROWS, TABLE, WAVES, REPEATED, LEADER = range(5)  # means: a row a stretch; a row a round; sines; answers to play
EXACT, BERNOULLI, BETA_NOISE = range(3)
MEANS, NOISE, N, STRETCHES, CONCENTRATION, FLIPPED_UNTIL, AMPLITUDE, PERIOD, ROLE, FIRST = range(10)
HEADER = 10
LAST, FAVOURITE, IN_BLOCK = range(3)  # of a world's memory; then how often each action was played in this block


class Packed(NamedTuple):
    """A world as the arrays that compiled loops read.

    ``rows`` can never be written into, that of a mapped file neither: to compiled code that is another type, and
    loops are to be compiled for one.
    """

    settings: Floats
    rows: Floats
    memory: Floats


class World(NamedTuple):
    """A packed world taken apart: settings, the first round of each stretch, a row of means for each, memory."""

    n: int
    means: int
    noise: int
    settings: Floats
    starts: Floats
    rows: Floats
    memory: Floats


class Turn(NamedTuple):
    """One round of a world: where its randomness is, which row holds, and whether losses are turned round."""

    round: int
    place: int
    row: Floats
    flipped: bool


@compiled
def world_in(settings: Floats, rows: Floats, memory: Floats) -> World:
    """Take a packed world (pointers) apart; ``rows`` begin with the first rounds of their stretches."""
    n, stretches = int(settings[N]), int(settings[STRETCHES])
    return World(n, int(settings[MEANS]), int(settings[NOISE]), settings, rows, after(rows, stretches), memory)


@compiled
def stretch_at(world: World, round_: int, stretch: int) -> int:
    """Which stretch this round is in, looked for from a known earlier one; in a table, which row it has."""
    if world.means == TABLE:
        return round_ - int(world.settings[FIRST])
    while stretch + 1 < world.settings[STRETCHES] and world.starts[stretch + 1] <= round_:
        stretch += 1
    return stretch


@compiled
def turn_at(world: World, seed: int, round_: int, stretch: int) -> Turn:
    """The world as it is in this round, before anybody plays."""
    place = address(seed, int(world.settings[ROLE]), round_)
    return Turn(round_, place, after(world.rows, stretch * world.n), round_ < world.settings[FLIPPED_UNTIL])


@compiled
def upright_mean(world: World, turn: Turn, j: int) -> float:
    """The mean loss of an action, before losses are turned round."""
    if world.means <= TABLE:
        return turn.row[j]
    if world.means == WAVES:
        period = world.settings[PERIOD]
        phase = (turn.round % period) / period + j / world.n  # the remainder first: it is exact in late rounds too
        return 0.5 + world.settings[AMPLITUDE] * np.sin(2.0 * np.pi * phase)
    if world.means == REPEATED:
        return 1.0 if world.memory[LAST] == j else 0.0
    return 1.0 if world.memory[FAVOURITE] == j else 0.5


@compiled
def mean_of(world: World, turn: Turn, j: int) -> float:
    """The mean loss of an action in this round."""
    mean = upright_mean(world, turn, j)
    return 1.0 - mean if turn.flipped else mean


@compiled
def loss_of(world: World, turn: Turn, j: int) -> float:
    """The loss of an action in this round; where it is turned round, one minus what it would have been."""
    loss = upright_mean(world, turn, j)
    if world.noise == BERNOULLI:
        loss = 1.0 if uniform(turn.place, j) < loss else 0.0
    elif world.noise == BETA_NOISE:
        loss = beta(loss, world.settings[CONCENTRATION], turn.place, j)
    return 1.0 - loss if turn.flipped else loss


@compiled
def answer(world: World, round_: int, action: int) -> None:
    """A world that answers to what is played takes note of it; others have no memory to change."""
    if world.means == REPEATED:
        world.memory[LAST] = action
    elif world.means == LEADER:
        counts = after(world.memory, IN_BLOCK)
        counts[action] += 1.0
        if (round_ + 1) % int(world.settings[PERIOD]) == 0:
            favourite = 0
            for j in range(world.n):
                if counts[j] > counts[favourite]:
                    favourite = j
            for j in range(world.n):
                counts[j] = 0.0
            world.memory[FAVOURITE] = favourite


# The doors: called from Python, with arrays.


@compiled
def all_of_a_round(
    settings: Floats, rows: Floats, memory: Floats, seed: int, round_: int, noisy: bool, out: Floats
) -> None:
    """The losses (or only their means, if not ``noisy``) of all actions in one round."""
    world = world_in(pointer(settings), pointer(rows), pointer(memory))
    turn = turn_at(world, seed, round_, stretch_at(world, round_, 0))
    for j in range(world.n):
        out[j] = loss_of(world, turn, j) if noisy else mean_of(world, turn, j)


@compiled
def add_all(
    settings: Floats, rows: Floats, memory: Floats, seed: int, first: int, stop: int, noisy: bool, totals: Floats
) -> float:
    """Add the losses (or means) of rounds ``first .. stop - 1`` to each action's total.

    Returns the sum over rounds of the least of them.
    """
    world = world_in(pointer(settings), pointer(rows), pointer(memory))
    stretch = stretch_at(world, first, 0)
    least = 0.0
    for round_ in range(first, stop):
        stretch = stretch_at(world, round_, stretch)
        turn = turn_at(world, seed, round_, stretch)
        lowest = np.inf
        for j in range(world.n):
            value = loss_of(world, turn, j) if noisy else mean_of(world, turn, j)
            totals[j] += value
            lowest = min(lowest, value)
        least += lowest
    return least


@compiled
def answered(settings: Floats, rows: Floats, memory: Floats, round_: int, action: int) -> None:
    """Tell the world what was played."""
    answer(world_in(pointer(settings), pointer(rows), pointer(memory)), round_, action)
