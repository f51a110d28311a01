"""The price of not knowing: what parameters cost that know neither horizon nor graphs, beside the best in hindsight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import sidelight as sl
from benchmarks.rows import Row
from sidelight import FeedbackGraph, graphs

Floats = NDArray[np.float64]
T, K, SEEDS, DELTA = 10_000, 6, 300, 0.05
MULTIPLES = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # of the theorem's light tuning, among which the oracle chooses
CAPS = {"gamma": 0.5, "beta": 0.5, "eps": 0.25}


class Place(NamedTuple):
    """Where it is played: graphs over time, the numbers an oracle knows of them, and the actions worth playing."""

    graphs: Any
    learner: str
    known: FeedbackGraph
    candidates: tuple[int, ...] = tuple(range(K))


def mixed_loops() -> FeedbackGraph:
    """Half of the actions reveal themselves, and all others reveal the other half."""
    return FeedbackGraph.from_hidden(K, [(i, i) for i in range(0, K, 2)])


def flickering() -> Any:
    """A ring whose self-loops go and come: then all others reveal who has none."""
    process = graphs.LoopFlicker(graphs.ring(K), 0.3)
    return graphs.FromPool([process.at(round_, 1) for round_ in range(64)])


def places() -> dict[str, Place]:
    """Each with the learner that ``learner_for`` would choose."""
    gadgets = graphs.gadgets(K // 3)
    pool = flickering()
    return {
        "bandit": Place(graphs.bandit(K), "Exp3IX", graphs.bandit(K)),
        "ring": Place(graphs.ring(K), "Exp3IX", graphs.ring(K)),
        "cliques": Place(graphs.cliques([2, 2, 2]), "Exp3IX", graphs.cliques([2, 2, 2])),
        "interval": Place(graphs.prefix(K), "Exp3IX", graphs.prefix(K)),
        "loopless clique": Place(graphs.loopless_clique(K), "StrongIX", graphs.loopless_clique(K)),
        "mixed loops": Place(mixed_loops(), "StrongIX", mixed_loops()),
        "flickering loops": Place(pool, "StrongIX", pool.at(0, 0)),
        "revealing action": Place(graphs.revealing_action(K), "WeakIX", graphs.revealing_action(K)),
        "gadgets": Place(gadgets, "WeakIX", gadgets, tuple(i for i in range(K) if i % 3)),
    }


def segments(place: Place, starts: list[int], rows: list[dict[int, float]], usual: float, noise: str) -> Any:
    """Means by segment: the candidates named have theirs, other candidates the usual one, all else loses 1."""
    means = np.ones((len(starts), K))
    means[:, list(place.candidates)] = usual
    for row, known in zip(means, rows, strict=True):
        for k, mean in known.items():
            row[place.candidates[k]] = mean
    return sl.worlds.switching(starts, means, place.graphs, noise=noise)


WORLDS: dict[str, Callable[[Place], Any]] = {
    "stochastic": lambda place: segments(place, [0], [{1: 0.4}], 0.6, "bernoulli"),
    "switching": lambda place: segments(
        place, [0, T // 4, T // 2, 3 * T // 4], [{0: 0.4}, {1: 0.4}, {2: 0.4}, {3: 0.4}], 0.6, "bernoulli"
    ),
    "trap": lambda place: segments(place, [0, T // 2], [{0: 1.0, 1: 0.75}, {0: 0.0, 1: 1.0}], 1.0, "exact"),
    "giant": lambda place: segments(place, [0, T // 3], [{0: 0.0, 1: 1.0}, {0: 1.0, 1: 0.0}], 1.0, "exact"),
}


def tuned(place: Place, rule: str) -> dict[str, float]:
    return sl.theory.tuned(place.learner, K, T, DELTA, rule=rule, graph=place.known).parameters


def at_multiple(place: Place, multiple: float) -> sl.Learner:
    """The theorem's light tuning times this, within what the learner allows."""
    parameters = {name: value * multiple for name, value in tuned(place, "light").items()}
    if place.learner == "StrongIX":
        parameters["eta"] = min(0.5, parameters["eta"])
    return sl.LEARNERS[place.learner](K, **{k: min(v, CAPS.get(k, v)) for k, v in parameters.items()})


def contestants(place: Place) -> dict[str, sl.Learner]:
    """All but the oracle's candidates."""
    kind: Any = sl.LEARNERS[place.learner]
    return {
        "theorem": kind(K, **tuned(place, "default")),
        "adaptive": kind(K),
        "cautious": kind(K, tuning="cautious"),
        "doubling": kind(K, schedule="doubling"),
    }


class Outcome(NamedTuple):
    """Mean and 99 % quantile of regret."""

    mean: float
    tail: float


class Cell(NamedTuple):
    """One place and world: each contestant, the oracle among them, and its multiple."""

    place: str
    world: str
    outcomes: dict[str, Outcome]
    multiple: float

    @property
    def within(self) -> bool:
        """Whether the default's 99 % quantile is at most 1.5 times the oracle's; of a gain, at least 1 / 1.5 of it."""
        ours, best = self.outcomes["adaptive"].tail, self.outcomes["oracle"].tail
        return ours <= (1.5 * best if best > 0 else best / 1.5)


def outcome(games: sl.Games) -> Outcome:
    return Outcome(float(games.final().mean()), float(np.quantile(games.final(), 0.99)))


def cell(place_name: str, world_name: str, seeds: int = SEEDS) -> Cell:
    """Play one cell; the oracle is the best multiple in hindsight, by the very games that it is judged by."""
    place = places()[place_name]
    world = WORLDS[world_name](place)
    learners = contestants(place) | {f"x{m:g}": at_multiple(place, m) for m in MULTIPLES}
    games = sl.play(learners, world, T, seeds, checkpoints=1)
    outcomes = {name: outcome(games[name]) for name in learners}
    best = min(MULTIPLES, key=lambda m: outcomes[f"x{m:g}"].tail)
    known = {"oracle": outcomes[f"x{best:g}"]} | {name: outcomes[name] for name in contestants(place)}
    return Cell(place_name, world_name, known, best)


def rows() -> Iterator[Row]:
    """A line a cell."""
    missed = 0
    for world in WORLDS:
        for place in places():
            done = cell(place, world)
            missed += not done.within
            told = ", ".join(f"{name} {of.mean:.0f} / {of.tail:.0f}" for name, of in done.outcomes.items())
            ours, best = done.outcomes["adaptive"].tail, done.outcomes["oracle"].tail
            verdict = "within 1.5" if done.within else "MISSED"
            ratio = f"{ours / best:.2f}" if best > 0 else f"gain {ours / best:.2f}"
            yield Row(f"{world}, {place}: mean / 99 %", ours, "lost", note=f"{told}; x{done.multiple:g}; {ratio} {verdict}")
    yield Row("cells in which the default is not within 1.5 of the oracle", float(missed), f"of {len(WORLDS) * len(places())}")


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
