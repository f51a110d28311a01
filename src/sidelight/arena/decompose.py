"""One run played again with all its arrays, and its regret taken apart: which term pays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.contract import fixed_losses, shown_graph
from sidelight.errors import InvalidParameter, NotRecorded, TooLarge
from sidelight.graphs.families.checks import seed_of, whole
from sidelight.learners import LEARNERS
from sidelight.theory import Decomposition, Run, implicit_decomposition, strong_decomposition, weak_decomposition

if TYPE_CHECKING:
    from sidelight.arena.games import Games

Floats = NDArray[np.float64]
MOST_CELLS = 10**7  # rounds times actions, of which several arrays are kept

PARTS: dict[str, Callable[[Run], Decomposition]] = {
    "Hedge": implicit_decomposition,
    "Exp3": implicit_decomposition,
    "Exp3Set": implicit_decomposition,
    "Exp3IX": implicit_decomposition,
    "Exp3G": weak_decomposition,
    "StrongIX": strong_decomposition,
    "WeakIX": weak_decomposition,
}


def decompose(learner: Any, world: Any, rounds: int, seed: int = 0) -> Decomposition:
    """The terms of the regret of one run, an entry a round each; the same game that ``play`` plays for this seed.

    >>> from sidelight import graphs, learners, worlds
    >>> world = worlds.bernoulli([0.2, 0.5, 0.5], graphs.bandit(3))
    >>> parts = decompose(learners.Exp3IX(3, eta=0.05, gamma=0.025), world, rounds=500)
    >>> sorted(parts.totals)
    ['comparator', 'draws', 'estimated regret', 'implicit bias', 'observations']
    """
    return parts_of(learner)(run_again(learner, world, rounds, seed))


def parts_of(learner: Any) -> Callable[[Run], Decomposition]:
    """How this learner's regret is taken apart."""
    name = type(learner).__name__
    if name not in PARTS or type(learner) is not LEARNERS.get(name):
        raise NotRecorded(f"the regret of {learner!r} is not taken apart; that of {', '.join(PARTS)} is")
    return PARTS[name]


def run_again(template: Any, world: Any, rounds: int, seed: int) -> Run:
    """All arrays of one game, played round by round."""
    n, seed = int(world.n_actions), seed_of(seed)
    rounds = whole("rounds", rounds, 1, 2**53)
    if rounds * n > MOST_CELLS:
        raise TooLarge(
            f"{rounds} rounds of {n} actions are more than are kept; take the first rounds={MOST_CELLS // n}"
        )
    learner = template.fresh(seed)
    world = world.fresh(seed) if hasattr(world, "fresh") else world
    tell = getattr(world, "played", None)
    weights, chances, lost = np.empty((3, rounds, n))
    rates = np.zeros((2, rounds))  # gamma and beta, which may change from round to round
    actions, skipped, graphs = np.empty(rounds, np.int64), np.zeros(rounds, np.bool_), []
    for t in range(rounds):
        graph = shown_graph(world, t, seed)
        shown = (graph,) if learner.informed else ()
        lost[t] = fixed_losses(world, t, seed)
        chances[t], before = learner.chances(*shown), learner.skipped
        decision = learner.decide(*shown)
        weights[t], skipped[t] = learner.weights, learner.skipped > before
        rates[:, t] = [learner.parameters.get(name, 0.0) for name in ("gamma", "beta")]
        learner.learn(decision, lost[t][graph.reveals(decision.action)], graph=graph)
        if tell is not None:
            tell(decision.action)
        actions[t] = decision.action
        graphs.append(graph)
    gamma, beta = rates if learner.algorithm.implicit else np.zeros((2, rounds))
    run = Run.of(weights, chances, lost, actions, graphs, gamma=gamma, skipped=skipped)
    return _with_bias(run, beta[:, None]) if type(learner).__name__ == "StrongIX" else run


def _with_bias(run: Run, beta: Floats) -> Run:
    """``beta / W`` on a loopless action with a chance above one half."""
    heavy = (run.chances > 0.5) & ~run.loops
    return replace(run, bias=np.divide(beta, run.seen, out=np.zeros_like(run.seen), where=heavy))


def decompose_games(games: Games, seed: int | None, rounds: int | None) -> Decomposition:
    """See ``Games.decompose``."""
    if games.parties is None:
        raise NotRecorded(
            "these games do not have their learner and world at hand, as they come from a file or a copy; "
            "use sidelight.arena.decompose(learner, world, rounds, seed)"
        )
    chosen = int(games.seeds[np.argmax(games.final())]) if seed is None else seed
    if chosen not in games.seeds:
        raise InvalidParameter(f"seed={seed!r} did not play; games.seeds has those that did")
    return decompose(*games.parties, games.rounds if rounds is None else rounds, chosen)
