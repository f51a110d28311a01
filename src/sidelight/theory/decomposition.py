"""Regret taken apart: terms that add up to it exactly, in every round, so that one sees which of them paid.

Three ways: the identity behind Exp3-IX's bound, the six terms of Algorithm 1 and the four of Algorithm 2 (Luo, Tong,
Zhang and Zhang 2023; what they write with an inequality is an equality).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sidelight.errors import UnknownAction
from sidelight.theory.run import Floats, Run


@dataclass(frozen=True, eq=False)
class Decomposition:
    """Named terms, an entry a round each; ``comparator`` is the fixed action that regret is against.

    >>> parts = Decomposition(3, {"draws": np.array([0.5, -0.25]), "mixing": np.array([0.0, 0.25])})
    >>> parts.total, parts.totals
    (0.5, {'draws': 0.25, 'mixing': 0.25})
    >>> parts
    Decomposition(against action 3, regret 0.50: draws=0.25, mixing=0.25)
    >>> print(parts.explain())
    regret against action 3: 0.50
      draws   0.25
      mixing  0.25
    """

    comparator: int
    by_round: dict[str, Floats]

    @property
    def totals(self) -> dict[str, float]:
        """Each term summed over all rounds."""
        return {name: float(values.sum()) for name, values in self.by_round.items()}

    @property
    def total(self) -> float:
        """The regret."""
        return float(sum(self.totals.values()))

    def explain(self) -> str:
        """A line a term."""
        numbers = {name: f"{value:.2f}" for name, value in self.totals.items()}
        names, width = max(map(len, numbers)), max(map(len, numbers.values()))
        lines = [f"  {name:<{names}}  {value:>{width}}" for name, value in numbers.items()]
        return "\n".join([f"regret against action {self.comparator}: {self.total:.2f}", *lines])

    def __repr__(self) -> str:
        """The regret and the total of each term."""
        terms = ", ".join(f"{name}={value:.2f}" for name, value in self.totals.items())
        return f"Decomposition(against action {self.comparator}, regret {self.total:.2f}: {terms})"


def implicit_decomposition(run: Run, comparator: int | None = None) -> Decomposition:
    """The five terms of Exp3-IX, for graphs in which every action reveals itself.

    *estimated regret* ``<p - e_j, l^>``; *draws* ``l_i - <p, l>``; *comparator* ``l^_j - l_j``; *observations*
    ``sum_i (W_i - 1{seen}) p_i l_i / (W_i + gamma)``; *implicit bias* ``gamma sum_i p_i l_i / (W_i + gamma)``.
    """
    j = _comparator(run, comparator)
    weighted = run.weights * _over(run.losses, run.seen + run.gamma)
    return Decomposition(j, {
        "estimated regret": _inner(_against(run, j), run.estimates),
        "draws": run.own_losses - _inner(run.weights, run.losses),
        "comparator": run.estimates[:, j] - run.losses[:, j],
        "observations": _inner(run.seen - run.revealed, weighted),
        "implicit bias": (run.gamma * weighted).sum(axis=1),
    })  # fmt: skip


def strong_decomposition(run: Run, comparator: int | None = None) -> Decomposition:
    """The six terms of Algorithm 1, the last in two: the regret on estimates with their bias, and the bias itself.

    1 *draws*; 2 *mixing* ``<p~ - p, l>``; 3 *unbiased* ``<p - e_j, l - E l^>`` on loopless actions, 0 where each is
    seen by somebody; 4 *deviation* ``<p - e_j, E l^ - l^>`` on loopless actions; 5 *self-loops*
    ``<p - e_j, l - l^>`` on the others; 6 *estimated regret* ``<p - e_j, l^ + b>`` and *bias* ``-<p - e_j, b>``.
    """
    j = _comparator(run, comparator)
    against = _against(run, j)
    loopless, loops = against * ~run.loops, against * run.loops
    expected = run.seen * _over(run.losses, run.seen + run.gamma * run.loops)
    return Decomposition(j, {
        "draws": run.own_losses - _inner(run.chances, run.losses),
        "mixing": _inner(run.chances - run.weights, run.losses),
        "unbiased": _inner(loopless, run.losses - expected),
        "deviation": _inner(loopless, expected - run.estimates),
        "self-loops": _inner(loops, run.losses - run.estimates),
        "estimated regret": _inner(against, run.estimates + run.bias),
        "bias": -_inner(against, run.bias),
    })  # fmt: skip


def weak_decomposition(run: Run, comparator: int | None = None) -> Decomposition:
    """The four terms of Algorithm 2, and the regret of rounds that were skipped.

    a *draws*; b *exploration* ``<p~ - p, l>``; c *estimates* ``<p - e_j, l - l^>``; d *estimated regret*
    ``<p - e_j, l^>``; *skipped rounds* ``l_i - l_j``.
    """
    j = _comparator(run, comparator)
    against, learned = _against(run, j), ~run.skipped
    return Decomposition(j, {
        "draws": learned * (run.own_losses - _inner(run.chances, run.losses)),
        "exploration": learned * _inner(run.chances - run.weights, run.losses),
        "estimates": learned * _inner(against, run.losses - run.estimates),
        "estimated regret": learned * _inner(against, run.estimates),
        "skipped rounds": run.skipped * (run.own_losses - run.losses[:, j]),
    })  # fmt: skip


def _comparator(run: Run, comparator: int | None) -> int:
    if comparator is None:
        return run.best
    if not 0 <= comparator < run.weights.shape[1]:
        raise UnknownAction(f"comparator={comparator!r} must be an action, 0 to {run.weights.shape[1] - 1}")
    return int(comparator)


def _against(run: Run, j: int) -> Floats:
    """``p - e_j``."""
    difference = run.weights.copy()
    difference[:, j] -= 1.0
    return difference


def _inner(left: Floats, right: Floats) -> Floats:
    """A scalar product a round."""
    products: Floats = np.einsum("ti,ti->t", left, right)
    return products


def _over(above: Floats, below: Floats) -> Floats:
    """A quotient, 0 where an action is never seen."""
    quotient: Floats = np.divide(above, below, out=np.zeros_like(above), where=below > 0.0)
    return quotient
