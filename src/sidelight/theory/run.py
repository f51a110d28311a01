"""One run with all its arrays, and the sums and terms that only make sense with the losses of all actions known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.errors import InvalidLosses, InvalidParameter
from sidelight.graphs import FeedbackGraph
from sidelight.theory.run_sums import ImplicitSums, StrongSums, WeakSums

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Run:
    """What happened, a row a round: made by ``Run.of``.

    ``weights`` p, ``chances`` p~, ``seen`` W, ``estimates`` l^ (without any bias), ``bias`` b, ``losses``, ``actions``,
    ``loops``: who reveals itself; ``revealed``: whose losses were; ``skipped``: rounds that were not learned from;
    ``gamma``: one for all rounds, or a column of one each.
    """

    weights: Floats
    chances: Floats
    seen: Floats
    estimates: Floats
    bias: Floats
    losses: Floats
    actions: NDArray[np.int64]
    loops: Mask
    revealed: Mask
    skipped: Mask
    gamma: float | Floats

    @classmethod
    def of(
        cls,
        weights: ArrayLike,
        chances: ArrayLike,
        losses: ArrayLike,
        actions: ArrayLike,
        graphs: FeedbackGraph | Sequence[FeedbackGraph],
        *,
        gamma: float | Floats = 0.0,
        estimates: ArrayLike | None = None,
        bias: ArrayLike | None = None,
        skipped: ArrayLike | None = None,
    ) -> Run:
        """From the arrays of a game (rounds x actions) and its graphs, one for all rounds or one each.

        Estimates are those of implicit exploration, ``l / (W + gamma)`` on self-loops and ``l / W`` elsewhere, unless
        the learner's own are given; gamma may be one a round. Skipped rounds are estimated as 0.
        """
        gamma = float(gamma) if np.ndim(gamma) == 0 else np.reshape(gamma, (-1, 1))
        p, mixed, lost = (np.asarray(array, np.float64) for array in (weights, chances, losses))
        played = np.asarray(actions, np.int64)
        _refuse_shapes(p, mixed, lost, played)
        each = _matrices(graphs, len(p))
        loops = np.array([matrix.diagonal() for matrix in each], np.bool_).reshape(p.shape)
        seen = np.array([row @ matrix for row, matrix in zip(mixed, each, strict=True)]).reshape(p.shape)
        revealed = np.array([matrix[i] for matrix, i in zip(each, played, strict=True)], np.bool_).reshape(p.shape)
        left_out = np.zeros(len(p), np.bool_) if skipped is None else np.asarray(skipped, np.bool_)
        if estimates is None:
            below = np.where(revealed, seen + gamma * loops, 1.0)
            made = np.where(revealed & ~left_out[:, None], lost / below, 0.0)
        else:
            made = np.asarray(estimates, np.float64).reshape(p.shape)
        added = np.zeros(p.shape) if bias is None else np.asarray(bias, np.float64).reshape(p.shape)
        return cls(p, mixed, seen, made, added, lost, played, loops, revealed, left_out, gamma)

    @property
    def own_losses(self) -> Floats:
        """The loss paid in each round."""
        own: Floats = self.losses[np.arange(len(self.actions)), self.actions]
        return own

    def regret(self, comparator: int | None = None) -> float:
        """Own losses over those of one action, by default the best."""
        totals = self.losses.sum(axis=0)
        return float(self.own_losses.sum() - totals[self.best if comparator is None else comparator])

    @property
    def best(self) -> int:
        """The action with the least losses in sum."""
        return int(np.argmin(self.losses.sum(axis=0)))

    @property
    def q(self) -> Floats:
        """Q of each round: over self-loops, p / (W + gamma)."""
        return _summed(self.weights, self.seen + self.gamma, self.loops)

    def implicit_sums(self) -> ImplicitSums:
        """What ``implicit_bound`` needs."""
        return ImplicitSums(self._n, len(self.q), float(self.q.sum()))

    def strong_sums(self) -> StrongSums:
        """What ``strong_bound`` needs."""
        heavy = (self.chances > 0.5) & ~self.loops
        inverse = _summed(np.ones_like(self.seen), self.seen, heavy)
        rounds_of = heavy.sum(axis=0)
        return StrongSums(
            self._n, len(self.q), float(self.q.sum()), float((~self.loops).any(axis=1).sum()),
            float(heavy.sum()), float(rounds_of.max(initial=0)), float(inverse.sum()), bool(self.loops.any()),
        )  # fmt: skip

    def weak_sums(self, domination_sum: float, planned: float | None = None) -> WeakSums:
        """What ``weak_bound`` needs; ``domination_sum`` is over rounds not skipped, ``planned`` their number."""
        played = ~self.skipped
        loopless = ~self.loops[played]
        weights, seen = self.weights[played], self.seen[played]
        share = (weights * loopless).sum(axis=1)
        inverse = _summed(weights, seen, loopless)
        per_action = np.divide(1.0, seen, out=np.zeros_like(seen), where=loopless & (seen > 0.0)).sum(axis=0)
        return WeakSums(
            self._n, len(played), float(self.q[played].sum()), domination_sum, float(self.skipped.sum()),
            float(loopless.any(axis=1).sum()), float(inverse.sum()), float((share * inverse).sum()),
            float(per_action.max(initial=0.0)), float(len(played) if planned is None else planned),
            bool(self.loops.any()),
        )  # fmt: skip

    @property
    def _n(self) -> int:
        return int(self.weights.shape[1])


def _summed(above: Floats, below: Floats, where: Mask) -> Floats:
    """Sum over actions of ``above / below`` where asked for; what is never seen counts as nothing."""
    ratios = np.divide(above, below, out=np.zeros_like(above), where=where & (below > 0.0))
    total: Floats = ratios.sum(axis=1)
    return total


def _matrices(graphs: FeedbackGraph | Sequence[FeedbackGraph], rounds: int) -> list[Any]:
    """Dense 0/1 matrices, each made once."""
    if isinstance(graphs, FeedbackGraph):
        return [graphs.to_matrix()] * rounds
    if len(graphs) != rounds:
        raise InvalidParameter(f"graphs= has {len(graphs)} graphs for {rounds} rounds; give one each, or one for all")
    made: dict[str, Any] = {}
    for graph in graphs:
        if graph.digest not in made:
            made[graph.digest] = graph.to_matrix()
    return [made[graph.digest] for graph in graphs]


def _refuse_shapes(p: Floats, mixed: Floats, losses: Floats, actions: NDArray[np.int64]) -> None:
    if p.ndim != 2 or not p.shape == mixed.shape == losses.shape or actions.shape != p.shape[:1]:
        raise InvalidParameter(
            f"weights {p.shape}, chances {mixed.shape} and losses {losses.shape} must be rounds x actions each, "
            f"and actions {actions.shape} of one entry a round"
        )
    if not bool(((losses >= 0.0) & (losses <= 1.0)).all()):
        raise InvalidLosses("losses must be from 0 to 1, those of actions that were not revealed too")
