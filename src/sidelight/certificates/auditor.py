"""A certificate as it grows: the compiled state, and the entries it is made of."""

from __future__ import annotations

import math

import numpy as np

from sidelight.certificates.entry import Entry, Floats, Part
from sidelight.certificates.names import Names
from sidelight.errors import (
    ImpossibleChances,
    InvalidLog,
    InvalidLosses,
    LossMissing,
    LossNotRevealed,
    LossOutOfRange,
    SidelightError,
    WrongGraph,
)
from sidelight.graphs import Kind
from sidelight.kernels import certificate as state_of
from sidelight.kernels import certificate_below as kernel_below
from sidelight.kernels import certificate_limits as limits
from sidelight.kernels import certificate_log as kernel
from sidelight.kernels import losses_in
from sidelight.theory import phi

RATIO = 4.0  # of one scale to the next: at most a quarter of the best width is lost between two


def scales_of(count: int, sharp: bool = False) -> Floats:
    """1, 1/4, 1/16, ...; a sharp certificate puts one more between each two, for a mixture does not pay for many."""
    if sharp:
        return math.sqrt(RATIO) ** -np.arange(2 * count - 1, dtype=np.float64)
    return RATIO ** -np.arange(count, dtype=np.float64)


class Auditor:
    """Enters rounds of n actions, and says the limit after each."""

    def __init__(
        self,
        names: Names,
        delta: float,
        scales: int,
        *,
        self_aware: bool,
        tight: bool,
        sharp: bool,
        below: bool = False,
    ) -> None:
        n, grid = names.n, scales_of(scales, sharp)
        self.names, self.self_aware, self.tight = names, self_aware, tight
        # Half of delta is for unseen own losses, unless there are none; the rest is shared by actions and scales.
        of_action = delta / n if self_aware else delta / (2.0 * n)
        of_own = delta / (2.0 * n) if tight else delta / 2.0
        prices = np.array([phi(s) * s for s in grid])
        logs = math.log(grid.size / of_action), math.log(grid.size / of_own)
        self.state = state_of.fresh(n, grid, prices, *logs, tight=tight, sharp=sharp)
        of_gains = math.log(grid.size * n / delta)
        self._below = state_of.fresh(n, grid, prices, of_gains, 0.0, tight=False, sharp=sharp) if below else None
        self.lower = 0.0
        self._trees = np.zeros(limits.n_memory(n))
        limits.grown(self.state, self._trees)
        self._rows, self._work = kernel.scratch(n)
        self._by_action = np.zeros(n)

    def enter(self, entry: Entry) -> tuple[float, int]:
        """A round; the limit after it, and the action that it is for."""
        if entry.graph is None:
            return self._enter_blank(entry)
        if self.self_aware and entry.graph.kind is not Kind.SELF_AWARE:
            raise WrongGraph(f"{entry.where}: its graph has loopless actions; leave self_aware out, or give False")
        if entry.lost and self.tight:
            raise InvalidLog(
                f"{entry.where}: its losses are lost, and method='tight' guesses by losses seen; use method='fast', "
                "or leave them out, so that this round and those after it count 1 each"
            )
        keys, values = entry.losses if entry.losses is not None else (self._rows[:0], self._by_action[:0])
        given = -1 if entry.lost else values.size
        given_out = (keys, values, given, self._rows, self._work)
        if isinstance(entry.law, Part):
            law = entry.law
            count, wrong = kernel.enter_known(
                self.state, entry.graph.packed, entry.action, law.chances, law.seen, law.blind, law.variance, *given_out
            )
        else:
            assert entry.law is not None
            count, wrong = kernel.enter_round(self.state, entry.graph.packed, entry.law, entry.action, *given_out)
        if count < 0:
            raise self._refusal(count, wrong, entry)
        if self._below is not None:
            looked = self.names.n if self.tight else count
            place = entry.graph.packed, entry.action, looked
            self.lower = kernel_below.limit_below(self._below, *place, self._rows, self._work)
        return kernel.limit(self.state, self._trees, entry.action, self._rows, count, self._by_action)

    def best_below(self) -> int:
        """The action that the lower limit is for."""
        return 0 if self._below is None else kernel_below.best_below(self._below)

    def by_action(self) -> Floats:
        """The limit against each action."""
        limits.limits(self.state, self._by_action)
        return self._by_action.copy()

    def header(self, entry: int) -> float:
        """A number of the state's header."""
        return float(self.state[entry])

    def unseen(self, action: int) -> tuple[float, float]:
        """What unseen own losses add to the limit against an action, and what they would at 1 each."""
        added, charged = limits.unseen_limits(self.state, action)
        return added, charged

    def _enter_blank(self, entry: Entry) -> tuple[float, int]:
        """Nothing is known but that something was played: it counts 1, and no joint estimate holds from here on."""
        if self.tight:
            raise InvalidLog(
                f"{entry.where}: its losses are lost, and method='tight' cannot fill them; use method='fast'"
            )
        self.state[state_of.ROUNDS] += 1.0
        self.state[state_of.OWN] += 1.0
        self.state[state_of.VARIANCE] = math.inf
        if self._below is not None:
            self._below[state_of.ROUNDS] += 1.0
            self.lower -= 1.0
        return kernel.limit(self.state, self._trees, entry.action, self._rows, 0, self._by_action)

    def _refusal(self, code: int, wrong: int, entry: Entry) -> SidelightError:
        name = self.names.name
        keys, values = entry.losses if entry.losses is not None else (self._rows[:0], self._by_action[:0])
        played = f"{entry.where}: action {name(entry.action)!r}"
        if code in (kernel.NOT_A_CHANCE, kernel.WRONG_SUM, kernel.NEVER_PLAYED):
            return ImpossibleChances(f"{entry.where}: {self._flaw(code, entry)}")
        if code == losses_in.NOT_REVEALED:
            return LossNotRevealed(
                f"{played} does not reveal action {name(int(keys[wrong]))!r} in this round's graph, yet its "
                "loss is there; give the graph that was true, or leave the loss out"
            )
        if code == losses_in.TWICE:
            return InvalidLosses(f"{entry.where}: action {name(int(keys[wrong]))!r} has two losses")
        if code == losses_in.NOT_A_LOSS:
            return LossOutOfRange(f"{entry.where}: loss {float(values[wrong])!r} is outside [0, 1]")
        return LossMissing(
            f"{played} reveals action {name(wrong)!r}, whose loss is not there; give it, or no losses at all if "
            "they are awaited, or lost=True"
        )

    def _flaw(self, code: int, entry: Entry) -> str:
        law = np.asarray(entry.law)
        true = "log the law that the action was drawn from, without clipping or rounding"
        if code == kernel.NOT_A_CHANCE:
            bad = int(np.flatnonzero(~((law >= 0.0) & (law <= 1.0 + kernel.CLOSE)))[0])
            return f"the chance of action {self.names.name(bad)!r} is {float(law[bad])!r}; {true}"
        if code == kernel.WRONG_SUM:
            return f"chances sum to {float(law.sum())!r}, and must sum to 1 within {kernel.CLOSE:g}; {true}"
        return f"action {self.names.name(entry.action)!r} was played with chance 0; {true}"
