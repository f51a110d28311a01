"""Both certificates once more, from formulas alone: dense numpy, every sum written out, nothing kept but arrays.

``RoundOf`` is a round with all that an onlooker knows; ``report`` gives the limit against each action after each round.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import logsumexp

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass
class RoundOf:
    """Row i of ``edges`` says whose losses playing i reveals. ``lost``: what was revealed never came."""

    action: int
    chances: Floats
    losses: Floats
    edges: Mask
    lost: bool = False

    def modes(self, sharp: bool) -> tuple[Floats, Floats, Floats, Mask, Mask]:
        """W, the same without the action itself, 1 - p~, known while another is played, watched apart."""
        K = len(self.chances)
        seen, others, rest = np.zeros(K), np.zeros(K), np.zeros(K)
        known, apart = np.zeros(K, bool), np.zeros(K, bool)
        for j in range(K):
            who = np.flatnonzero(self.edges[:, j])
            without = who[who != j]
            seen[j], others[j] = self.chances[who].sum(), self.chances[without].sum()
            rest[j] = self.chances[np.arange(K) != j].sum()
            known[j] = without.size == K - 1
            # a^2/W' - a <= 1/W - 1 is the same as W' >= a, since W' <= a and W = W' + 1 - a
            by = others[j] - rest[j] ** 2 * seen[j] if sharp else others[j] - rest[j] * (1 - 1e-9)
            smaller = others[j] > 0 and by >= 0
            apart[j] = j not in who or known[j] or smaller
        return seen, others, rest, known, apart


def grid_of(scales: int, sharp: bool) -> Floats:
    grid: Floats = 2.0 ** -np.arange(2.0 * scales - 1) if sharp else 4.0 ** -np.arange(scales, dtype=np.float64)
    return grid


def phi(c: float) -> float:
    return (math.exp(c) - 1 - c) / c**2


class Sums:
    """What both certificates add up."""

    def __init__(self, K: int, grid: Floats) -> None:
        self.K, self.grid, scales = K, grid, grid.size
        self.own, self.unseen = 0.0, 0
        self.own_here, self.unseen_here, self.known = np.zeros(K), np.zeros(K), np.zeros(K)
        self.exponents = np.zeros((K, scales))
        self.estimate, self.variance = 0.0, 0.0
        self.estimate_here, self.variance_here = np.zeros(K), np.zeros(K)
        self.guesses = [[0.5] for _ in range(K)]

    def enter(self, r: RoundOf, tight: bool, sharp: bool, factor: float = 1.0) -> None:
        """A round; ``factor`` is what the chances seen are (wrongly) multiplied with."""
        seen, others, rest, known, apart = r.modes(sharp)
        seen, others = seen * factor, others * factor
        revealed = np.flatnonzero(r.edges[r.action])
        low = np.zeros(self.K) if r.lost else r.losses
        high = np.ones(self.K) if r.lost else r.losses
        i = r.action
        if r.edges[i, i]:
            self.own += high[i]
            self.own_here[i] += high[i] if apart[i] else 0.0
        else:
            self.unseen += 1
            self.unseen_here[i] += 1
        for j in range(self.K):
            shown = j in revealed
            if known[j]:
                self.known[j] += low[j] if shown and i != j else 0.0
            elif apart[j] and i == j:
                continue
            elif not tight:
                if shown:
                    y = low[j] * (rest[j] / others[j] if apart[j] else 1 / seen[j])
                    self.exponents[j] += np.log1p(self.grid * y)
            else:
                effective = (others[j] / rest[j] if rest[j] > 0 else 0.0) if apart[j] else seen[j]
                m = np.minimum(np.mean(self.guesses[j]), effective / (2 * self.grid))
                self.exponents[j] += self.grid * m
                if shown:
                    self.exponents[j] += np.log1p(self.grid * (r.losses[j] - m) / effective)
        for j in revealed.tolist():
            self.guesses[j].append(r.losses[j])
        self.enter_unseen(r, seen, revealed, high)

    def enter_unseen(self, r: RoundOf, seen: Floats, revealed: NDArray[np.int64], high: Floats) -> None:
        loopless = ~np.diagonal(r.edges)
        if not loopless.any():
            return
        can = loopless & (seen > 0)
        blind = loopless[r.action] and seen[r.action] == 0

        def moments(among: Mask) -> tuple[float, float]:
            shown = [k for k in revealed if among[k]]
            share = r.chances[among].sum()
            estimate = sum(r.chances[k] * high[k] / seen[k] for k in shown)
            return float(estimate), float(share + share * (r.chances[among] / seen[among]).sum())

        estimate, variance = moments(can)
        self.estimate += estimate + blind
        self.variance += variance
        for j in range(self.K):
            estimate, variance = moments(can & (np.arange(self.K) != j))
            self.estimate_here[j] += estimate + (blind and r.action != j)
            self.variance_here[j] += variance


def lower(exponents: Floats, grid: Floats, level: float, sharp: bool) -> float:
    """A lower limit of a sum of losses."""
    best = max(0.0, float(((exponents - level) / grid).max()))
    if not sharp:
        return best

    def beyond(x: float) -> float:
        return float(logsumexp(exponents - grid * x)) - level

    return float(brentq(beyond, best, best + level / grid[-1] + 1.0, xtol=1e-13)) if beyond(best) > 1e-12 else best


def upper(variance: float, grid: Floats, level: float, sharp: bool) -> float:
    """By how much a sum exceeds its estimate at most."""
    prices = np.array([phi(s) * s for s in grid])
    best = float((prices * variance + level / grid).min())
    if not sharp:
        return best

    def beyond(x: float) -> float:
        return float(logsumexp(grid * (x - prices * variance))) - level

    return float(brentq(beyond, 0.0, best, xtol=1e-13)) if beyond(best) > 1e-12 else best


def report(
    rounds: list[RoundOf], delta: float, scales: int, *,
    tight: bool = False, sharp: bool = False, self_aware: bool = False, factor: float = 1.0,
) -> Iterator[Floats]:  # fmt: skip
    """The limit against each action, after each round."""
    K = len(rounds[0].chances)
    sums = Sums(K, grid_of(scales, sharp))
    scales = sums.grid.size
    of_action = math.log(scales / (delta / K if self_aware else delta / (2 * K)))
    of_own = math.log(scales / (delta / (2 * K) if tight else delta / 2))
    for r in rounds:
        sums.enter(r, tight, sharp, factor)
        limits = np.zeros(K)
        for j in range(K):
            estimate, variance = (
                (sums.estimate_here[j], sums.variance_here[j]) if tight else (sums.estimate, sums.variance)
            )
            charged = sums.unseen - sums.unseen_here[j]
            unseen = min(charged, estimate + upper(variance, sums.grid, of_own, sharp)) if charged else 0.0
            low = lower(sums.exponents[j], sums.grid, of_action, sharp)
            limits[j] = sums.own - sums.own_here[j] + unseen - sums.known[j] - low
        yield limits
