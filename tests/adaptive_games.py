"""The three algorithms with rates of their own for each round, many runs at once, by plain loops from the formulas.

They share nothing with the library, so that a shared mistake would show.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
World = Callable[[int, NDArray[np.int64], np.random.Generator], Floats]  # round, last played: losses, runs x actions
LAZY = 1.1


@dataclass
class Played:
    """What each run has paid, an entry a run."""

    regret: Floats
    paid: Floats
    last: Floats
    measured: Floats
    sums: dict[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True)
class Rules:
    """``log_confidence``: L of the rates, 0 for light ones. ``sign``: -1 learns the opposite of what it should."""

    log_confidence: float = 0.0
    sign: float = 1.0
    pessimism: float = 1.0


def implicit(matrices: Floats, world: World, runs: int, rounds: int, rules: Rules = Rules(), seed: int = 1) -> Played:
    """Exp3-IX, ``gamma_t = sqrt(C / (4 C + sum of Q))``, ``eta_t = 2 gamma_t``."""
    constant = (math.log(matrices.shape[1]) + 2 * rules.log_confidence) / 2.5
    return _played(matrices, world, runs, rounds, rules, seed, constant, strong=False)


def strong(matrices: Floats, world: World, runs: int, rounds: int, rules: Rules = Rules(), seed: int = 1) -> Played:
    """Algorithm 1, ``x_t = sqrt(C / (4 C + sum of v))`` in three places."""
    constant = 2.765 * math.log(matrices.shape[1]) + 3.015 * rules.log_confidence
    return _played(matrices, world, runs, rounds, rules, seed, constant, strong=True)


def _played(
    matrices: Floats, world: World, runs: int, rounds: int, x: Rules, seed: int, constant: float, *, strong: bool
) -> Played:
    rng, n = np.random.default_rng(seed), matrices.shape[1]
    totals, all_losses, own, paid = np.zeros((runs, n)), np.zeros((runs, n)), np.zeros(runs), np.zeros(runs)
    budget, renewed = np.full(runs, 4 * constant), np.full(runs, 4 * constant)
    rate, last, row = np.full(runs, 0.5), np.zeros(runs, np.int64), np.arange(runs)
    for t in range(rounds):
        edges = matrices[t % len(matrices)]
        loops = np.diagonal(edges)
        grown = budget > LAZY * renewed
        renewed = np.where(grown, budget, renewed)
        rate = np.minimum(0.5, np.sqrt(constant / renewed))
        eta, gamma = (rate, rate) if strong else (2 * rate, rate)
        log_weights = -eta[:, None] * totals * x.sign
        p = np.exp(log_weights - log_weights.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        chances = (1 - rate[:, None]) * p + rate[:, None] / n if strong else p
        losses = world(t, last, rng)
        last = (rng.random((runs, 1)) > np.cumsum(chances, axis=1)).sum(axis=1).clip(max=n - 1)
        own += losses[row, last]
        all_losses += losses
        seen = chances @ edges
        if not loops.all():  # what holds almost all is seen by the sum of the others
            seen = np.maximum(seen, 1e-300)
        totals += losses * edges[last] / (seen + gamma[:, None] * loops)
        q = (p * loops / (seen + gamma[:, None])).sum(axis=1)
        v = q
        if strong:
            heavy = (chances > 0.5) & (loops == 0)
            totals += x.pessimism * np.where(heavy, rate[:, None] / seen, 0.0)
            v = 1 + 4 * (not loops.all()) + 9 * heavy.any(axis=1) + 2 * q
        paid += rate * v
        budget += v
    return Played(own - all_losses.min(axis=1), paid, rate, budget - 4 * constant)


def weak(
    matrices: Floats, vectors: Floats, world: World, runs: int, rounds: int, x: Rules = Rules(), seed: int = 1
) -> Played:
    """Algorithm 2; ``vectors`` has what reveals all loopless actions, a row a matrix, of 0 where all are loops."""
    rng, n = np.random.default_rng(seed), matrices.shape[1]
    log_n, conf = math.log(n), x.log_confidence
    constant = math.sqrt(2 * conf) + 2 * math.sqrt((math.e - 2) * (conf + log_n)) + math.sqrt(2 * (math.e - 1) * log_n)
    first, row = 4 * (1.5 * conf + 0.5 * log_n), np.arange(runs)
    totals, all_losses, inverse = np.zeros((3, runs, n))
    own, q_sum, last = np.zeros(runs), np.zeros(runs), np.zeros(runs, np.int64)
    count = explored = skipped = mixed = inverse_eps = largest_step = 0.0
    least_eps, eps = 1.0, 0.25
    gamma = eta = np.full(runs, 0.5)
    sums: dict[str, Any] = {name: np.zeros(runs) for name in ("paid_loops", "paid_shares", "products")}
    for t in range(rounds):
        edges, vector = matrices[t % len(matrices)], vectors[t % len(matrices)]
        loops, size = np.diagonal(edges), float(vector.sum())
        losses = world(t, last, rng)
        if size:
            count, explored = count + 1, explored + size
            eps = min(0.5, count / (4 * explored), (constant / 2) ** (2 / 3) * count ** (1 / 3) * explored ** (-2 / 3))
            inverse_eps += 1 / eps
        gamma = np.minimum(0.5, np.sqrt((1.5 * conf + 0.5 * log_n) / (1.5 * (first + q_sum) + 1)))
        eta = np.minimum(gamma, np.sqrt(2 * log_n / (8 + (math.e - 1) * inverse_eps + q_sum)))
        log_weights = -eta[:, None] * totals * x.sign
        p = np.exp(log_weights - log_weights.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        skip = eps * size > 0.5 + 1e-9
        chances = p if skip else (1 - eps * size) * p + eps * vector
        last = (rng.random((runs, 1)) > np.cumsum(chances, axis=1)).sum(axis=1).clip(max=n - 1)
        own += losses[row, last]
        all_losses += losses
        if skip:
            skipped += 1
            continue
        seen = chances @ edges
        totals += losses * edges[last] / (seen + gamma[:, None] * loops)
        q = (p * loops / (seen + gamma[:, None])).sum(axis=1)
        q_sum += q
        sums["paid_loops"] += gamma * q
        if size:
            mixed += eps * size
            least_eps, largest_step = min(least_eps, eps), max(largest_step, float(eta.max()) / eps**2)
            share = (p * (1 - loops)).sum(axis=1)
            over = (p * (1 - loops) / seen).sum(axis=1)
            sums["paid_shares"] += eta * over
            sums["products"] += share * over
            inverse += (1 - loops) / seen
    sums |= {"inverse_seen": inverse.max(axis=1), "last_gamma": gamma, "last_eta": eta}
    same = {"explored": mixed, "skipped": skipped, "least_eps": least_eps, "largest_step": largest_step}
    sums |= {name: np.full(runs, value) for name, value in same.items()}
    return Played(own - all_losses.min(axis=1), np.zeros(runs), gamma, q_sum, sums)
