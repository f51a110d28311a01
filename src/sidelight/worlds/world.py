"""What a learner plays against: a graph and a loss for each action, in each round, for each seed.

Losses are a pure function of (seed, round, action): all learners meet the same world, whatever they do, and a million
actions need no table. Worlds that answer to what was played keep a memory, a fresh one in each game.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph, as_process
from sidelight.graphs.bracket import read_only
from sidelight.graphs.families.checks import round_of, seed_of
from sidelight.graphs.processes.base import GraphProcess
from sidelight.kernels import world as kernel
from sidelight.kernels.randomness import address, uniform
from sidelight.kernels.world import Packed
from sidelight.worlds.digest import digest_of
from sidelight.worlds.in_play import InPlay
from sidelight.worlds.registry import WORLDS
from sidelight.worlds.roles import Role

Floats = NDArray[np.float64]
NO_MEMORY: Floats = np.zeros(1)
NO_ROWS: Floats = read_only(np.zeros(1))
LOSSES_AT_ONCE = 2**23  # of a table, as 64-bit numbers in memory
NOISES = {"exact": kernel.EXACT, "bernoulli": kernel.BERNOULLI, "beta": kernel.BETA_NOISE}


class Stretches(NamedTuple):
    """Means that stay the same for a while: the first round of each stretch, and its row of means."""

    starts: NDArray[np.int64]
    means: Floats


class Secret(NamedTuple):
    """In each game one of ``candidates``, drawn anew, has its means lowered by ``advantage``."""

    candidates: NDArray[np.int64]
    advantage: float


@dataclass(frozen=True, eq=False, repr=False)
class World:
    """Means of one of a few shapes, noise on them, and a graph for each round. Made by the functions of this room.

    ``horizon`` is the number of rounds that a construction was made for, where it depends on one; it may be played
    for fewer or more.

    >>> from sidelight import graphs, worlds
    >>> world = worlds.bernoulli([0.4, 0.5, 0.5], graphs.bandit(3))
    >>> world.means(0), world.losses(7, seed=3)
    (array([0.4, 0.5, 0.5]), array([1., 0., 1.]))
    """

    name: str
    graphs: GraphProcess
    noise: str = "bernoulli"
    stretches: Stretches | None = None
    table: NDArray[np.generic] | None = None
    shape: int = kernel.ROWS
    settings: dict[int, float] = field(default_factory=dict)
    secret: Secret | None = None
    flipped_until: int = 0
    horizon: int | None = None

    @property
    def n_actions(self) -> int:
        """Number of actions, the same in every round."""
        return self.graphs.n_actions

    @property
    def answers(self) -> bool:
        """Whether losses depend on what was played before."""
        return self.shape >= kernel.REPEATED

    @property
    def most_rounds(self) -> int | None:
        """How many rounds there are; None if there is no end."""
        return None if self.table is None else len(self.table)

    def graph(self, round_: int, seed: int = 0) -> FeedbackGraph:
        """Who reveals whom in a round."""
        return self.graphs.at(round_, seed)

    def losses(self, round_: int, seed: int = 0) -> Floats:
        """The losses of all actions in a round; of a world that answers, if nothing was played before."""
        return self._of_a_round(round_, seed, noisy=True)

    def means(self, round_: int, seed: int = 0) -> Floats:
        """The expected losses of all actions in a round."""
        return self._of_a_round(round_, seed, noisy=False)

    def fresh(self, seed: int) -> World | InPlay:
        """What plays one game: itself, or if it answers one with a memory of its own that is told what was played."""
        return InPlay(self, seed_of(seed)) if self.answers else self

    def _of_a_round(self, round_: int, seed: int, *, noisy: bool) -> Floats:
        round_, seed = round_of(round_), seed_of(seed)
        out = np.empty(self.n_actions)
        kernel.all_of_a_round(*self.packed(seed, round_, round_ + 1), seed, round_, noisy, out)
        return out

    def secret_action(self, seed: int) -> int | None:
        """The action whose means are lowered in this game, if there is one."""
        if self.secret is None:
            return None
        candidates = self.secret.candidates
        return int(candidates[int(uniform(address(seed, Role.SECRET, 0), 0) * candidates.size)])

    def best_action(self, seed: int = 0) -> int | None:
        """The first action whose mean is least in every round of a game; None where there is no such action.

        >>> from sidelight import graphs, worlds
        >>> worlds.bernoulli([0.4, 0.2, 0.5], graphs.bandit(3)).best_action()
        1
        """
        if self.stretches is None or self.flipped_until:
            return None
        means = self.stretches_of(seed_of(seed)).means
        always = np.flatnonzero((means == means.min(axis=1, keepdims=True)).all(axis=0))
        return int(always[0]) if always.size else None

    def stretches_of(self, seed: int) -> Stretches:
        """The means of this game, the secret action's lowered."""
        if self.stretches is None:
            raise InvalidParameter(f"the means of {self!r} do not come in stretches; ask for means(round)")
        if self.secret is None:
            return self.stretches
        means = self.stretches.means.copy()
        means[:, self.secret_action(seed)] -= self.secret.advantage
        return self.stretches._replace(means=means)

    def packed(self, seed: int, first: int, stop: int) -> Packed:
        """What a compiled loop needs for rounds ``first .. stop - 1`` of a game, with a memory of its own."""
        settings = self._settings
        rows = self._rows
        if self.table is not None:
            self.refuse_beyond(stop)
            settings = settings.copy()
            settings[kernel.FIRST] = first
            rows = read_only(np.ascontiguousarray(self.table[first:stop], np.float64).reshape(-1))
        elif self.secret is not None:
            rows = _in_one(self.stretches_of(seed))
        return Packed(settings, rows, self._fresh_memory() if self.answers else NO_MEMORY)

    @property
    def rounds_at_once(self) -> int | None:
        """How many rounds may be packed together, so that a table on disk is never read whole; None for any number."""
        return None if self.table is None else max(1, LOSSES_AT_ONCE // self.n_actions)

    def refuse_beyond(self, stop: int) -> None:
        """Refuse rounds that a table has no losses for."""
        if self.most_rounds is not None and stop > self.most_rounds:
            raise InvalidParameter(f"{self!r} has losses for {self.most_rounds} rounds; play at most that many")

    def _fresh_memory(self) -> Floats:
        memory = np.zeros(kernel.IN_BLOCK + self.n_actions)
        memory[[kernel.LAST, kernel.FAVOURITE]] = -1.0
        return memory

    @cached_property
    def kept(self) -> dict[object, Any]:
        """What others have computed about this world and may need again."""
        return {}

    @cached_property
    def _settings(self) -> Floats:
        settings = np.zeros(kernel.HEADER)
        settings[kernel.MEANS], settings[kernel.NOISE] = self.shape, NOISES[self.noise]
        settings[kernel.N], settings[kernel.ROLE] = self.n_actions, Role.LOSS
        settings[kernel.STRETCHES] = 0 if self.stretches is None else self.stretches.starts.size
        settings[kernel.FLIPPED_UNTIL] = self.flipped_until
        for name, value in self.settings.items():
            settings[name] = value
        return settings

    @cached_property
    def _rows(self) -> Floats:
        return NO_ROWS if self.stretches is None else _in_one(self.stretches)

    def with_graphs(self, graphs: FeedbackGraph | GraphProcess) -> World:
        """The same losses, revealed by another graph, or by those of a process."""
        others = as_process(graphs)
        if others.n_actions != self.n_actions:
            raise InvalidParameter(
                f"graphs={graphs!r} must have {self.n_actions} actions, as the losses of this world have"
            )
        return replace(self, graphs=others)

    @cached_property
    def digest(self) -> str:
        """Name of the content: equal for worlds of equal losses and graphs, however they were made."""
        shape = self.shape, self.noise, sorted(self.settings.items()), self.flipped_until
        return digest_of(*shape, self.stretches, self.secret, self.table, self.graphs)

    def explain(self) -> str:
        """What this world is, what it shows and where it comes from, in words."""
        kind = WORLDS.get(self.name)
        story = "" if kind is None else _without_examples(inspect.getdoc(kind.build) or "")
        return f"{self!r}\n\n{story}".strip()

    def __repr__(self) -> str:
        """What it is, on what graphs, and the beginning of its digest."""
        flipped = f", turned round in the first {self.flipped_until:,} rounds" if self.flipped_until else ""
        made_for = f", made for {self.horizon:,} rounds" if self.horizon else ""
        what = f"{self.n_actions} actions, {self.noise} losses{flipped}{made_for}"
        return f"<{self.name} {self.digest[:8]}: {what}, {self.graphs!r}>"


def _in_one(stretches: Stretches) -> Floats:
    return read_only(np.concatenate((stretches.starts.astype(np.float64), stretches.means.ravel())))


def _without_examples(documentation: str) -> str:
    return documentation.partition(">>>")[0].strip()
