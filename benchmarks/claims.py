"""What theory says of whole games, measured: heavy tails and the bias that cuts them, and the exponents of regret."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

import sidelight as sl
from benchmarks.rows import Row

Floats = NDArray[np.float64]
DELTA = 0.05


def rows() -> Iterator[Row]:
    """The trap, the giant, and the two lower bounds."""
    yield from trap()
    yield from giant()
    yield slope(
        "weak lower bound, d = 4, WeakIX: exponent of mean regret (2/3)", weak, (8_000, 32_000, 128_000, 512_000), 100
    )
    yield slope(
        "strong lower bound, K = 8 bandit, StrongIX: exponent (1/2)", strong, (2_000, 8_000, 32_000, 128_000), 200
    )
    yield from better_than_uniform()


def final_regret(learner: sl.Learner, world: sl.worlds.World, rounds: int, seeds: int) -> Floats:
    """One number a seed."""
    return sl.play(learner, world, rounds, seeds, checkpoints=1).final()


def trap(rounds: int = 40_000, seeds: int = 1000) -> Iterator[Row]:
    """How often Exp3 loses a quarter of all rounds, and Exp3-IX."""
    world = sl.worlds.exp3_trap(rounds)
    gamma = float(np.sqrt(np.log(2) / (4 * rounds)))
    for learner in (sl.Exp3(2, eta=float(np.sqrt(np.log(2) / rounds))), sl.Exp3IX(2, eta=2 * gamma, gamma=gamma)):
        regret = final_regret(learner, world, rounds, seeds)
        name = type(learner).__name__
        share = float((regret >= rounds / 4).mean())
        note = f"mean {regret.mean():.0f}, 99 % {np.quantile(regret, 0.99):.0f}, worst {regret.max():.0f}"
        yield Row(f"trap, T = {rounds}: {name} loses T / 4 or more", share, "of seeds", note=note)


def giant_regret(rounds: int, seeds: int, *, bias: bool) -> Floats:
    """Algorithm 1 on the sleeping giant with every rate T^(-1/2), with its pessimistic bias and without."""
    rate = rounds**-0.5
    learner = sl.StrongIX(2, eta=rate, gamma=rate, beta=rate if bias else 0.0)
    return final_regret(learner, sl.worlds.sleeping_giant(rounds), rounds, seeds)


def giant(horizons: Sequence[int] = (10_000, 40_000, 160_000), seeds: int = 1000) -> Iterator[Row]:
    """The 99 % quantile grows like T^(3/4) without the bias, and stays far below zero with it."""
    without = {rounds: giant_regret(rounds, seeds, bias=False) for rounds in horizons}
    for rounds in horizons:
        with_bias = giant_regret(rounds, seeds, bias=True)
        tail, calm = (float(np.quantile(regret, 0.99)) for regret in (without[rounds], with_bias))
        note = f"{tail / rounds**0.75:.2f} T^(3/4); with the bias {calm:.0f}, at most {with_bias.max():.0f}"
        yield Row(f"giant, T = {rounds}: 99 % of regret without the bias", tail, "lost", note=note)
    low, middle, high = exponent([without[rounds] for rounds in horizons], horizons, lambda r: np.quantile(r, 0.99))
    yield Row("giant: exponent of that quantile (3/4)", middle, "", note=f"95 % interval {low:.3f} .. {high:.3f}")


def weak(rounds: int) -> tuple[sl.Learner, sl.worlds.World]:
    """Algorithm 2 as tuned for four gadgets."""
    world = sl.worlds.weak_lower_bound(4, rounds)
    tuning = sl.theory.tuned("WeakIX", 12, rounds, DELTA, graph=world.graph(0))
    return sl.WeakIX(12, **tuning.parameters), world


def strong(rounds: int) -> tuple[sl.Learner, sl.worlds.World]:
    """Algorithm 1 as tuned for bandit feedback."""
    world = sl.worlds.strong_lower_bound(sl.graphs.bandit(8), rounds, c=1.0)
    tuning = sl.theory.tuned("StrongIX", 8, rounds, DELTA, graph=world.graph(0))
    return sl.StrongIX(8, **tuning.parameters), world


def slope(
    name: str, setting: Callable[[int], tuple[sl.Learner, sl.worlds.World]], horizons: Sequence[int], seeds: int
) -> Row:
    """Another world for each horizon, as lower bounds have it."""
    regrets = [final_pseudo_regret(*setting(rounds), rounds, seeds) for rounds in horizons]
    low, middle, high = exponent(regrets, horizons, np.mean)
    means = ", ".join(f"{regret.mean():.0f}" for regret in regrets)
    return Row(name, middle, "", note=f"95 % interval {low:.3f} .. {high:.3f}; regret {means}")


def final_pseudo_regret(learner: sl.Learner, world: sl.worlds.World, rounds: int, seeds: int) -> Floats:
    """By the means: less noisy, and what lower bounds speak of."""
    return sl.play(learner, world, rounds, seeds, checkpoints=1).final("pseudo_regret")


def exponent(
    regrets: Sequence[Floats], horizons: Sequence[int], of: Callable[[Floats], float]
) -> tuple[float, float, float]:
    """Slope of the logarithm of a statistic against that of T, with its 95 % interval from resampled seeds."""
    random = np.random.default_rng(0)
    logs = np.log(horizons)

    def fitted(samples: Sequence[Floats]) -> float:
        return float(np.polyfit(logs, np.log([max(float(of(sample)), 1.0) for sample in samples]), 1)[0])

    again = [fitted([random.choice(regret, regret.size) for regret in regrets]) for _ in range(500)]
    return float(np.quantile(again, 0.025)), fitted(regrets), float(np.quantile(again, 0.975))


def better_than_uniform(rounds: int = 20_000, seeds: int = 100) -> Iterator[Row]:
    """Every learner on a graph that its theory covers: mean regret as a share of that of playing blindly."""
    random = np.random.default_rng(5)
    means = np.sort(random.random(8))
    for name, graph, learner in covered(rounds):
        world = sl.worlds.bernoulli(means, graph)
        blind, ours = (
            sl.play(one, world, rounds, seeds, checkpoints=1).final().mean() for one in (sl.Uniform(8), learner)
        )
        yield Row(f"{name}: regret beside Uniform's", float(ours / blind), "", at_most=1.0)


def covered(rounds: int) -> Iterator[tuple[str, sl.FeedbackGraph, sl.Learner]]:
    """A learner as theory tunes it, and a graph of eight actions that its theory covers."""
    for name, graph in {
        "Hedge": sl.graphs.full_information(8),
        "Exp3": sl.graphs.bandit(8),
        "Exp3Set": sl.graphs.ring(8),
        "Exp3IX": sl.graphs.ring(8),
        "Exp3P": sl.graphs.bandit(8),
        "ELPP": sl.graphs.ring(8),
        "Exp3G": sl.graphs.loopless_clique(8),
        "StrongIX": sl.graphs.loopless_clique(8),
        "WeakIX": sl.graphs.revealing_action(8),
    }.items():
        tuning = sl.theory.tuned(name, 8, rounds, DELTA, graph=graph)
        yield name, graph, sl.learners.LEARNERS[name](8, **tuning.parameters)
