"""One game: a learner, a world, a seed. Compiled where both are of this library, interpreted where one is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from sidelight.arena.best import NAMES
from sidelight.arena.contract import Opponent, Player, decided_action, fixed_losses, shown_graph
from sidelight.arena.rounds import batches
from sidelight.arena.tallied import CERTIFICATE, Tallied
from sidelight.kernels import game, round
from sidelight.learners import LEARNERS, Informed, Uninformed
from sidelight.learners.roles import Role
from sidelight.worlds import World

Floats = NDArray[np.float64]
NO_AUDIT = np.zeros(16), np.zeros(1, np.int64), np.zeros(6)
NO_SCRIPT: NDArray[np.int64] = np.full(1, -1)
WORK_OF_A_CALL = 2e7  # rounds times what each reveals, roughly: a few tenths of a second between looks at the clock
Advance = Callable[[int], None]  # told how many rounds were played since the last time; may raise to cancel


class Record(NamedTuple):
    """What came of one game, at each checkpoint; plays at the end. Some worlds have no means.

    ``best`` has what the best would have paid, by the names of ``best.NAMES``, as far as that was summed on the way.
    """

    own_losses: Floats
    own_means: Floats | None
    plays: NDArray[np.int64] | None
    best: dict[str, Floats]
    sums: dict[str, Floats]
    skipped: int = 0


def played(template: Any, world: Any, bounds: bool, seed: int, points: NDArray[np.int64], advance: Advance) -> Record:
    """Play one game with a fresh learner; ``bounds``: add up what regret bounds are made of."""
    learner = template.fresh(seed)
    if is_compiled(learner, world):
        return played_compiled(learner, world, bounds, seed, points, advance)
    return played_interpreted(learner, world, seed, points, advance)


def is_compiled(learner: Any, world: Any) -> bool:
    """Whether both are of this library, and not what a user made of them, of which compiled loops would not know."""
    return type(learner) in LEARNERS.values() and type(world) is World


def played_compiled(
    learner: Informed | Uninformed,
    world: World,
    bounds: bool,
    seed: int,
    points: NDArray[np.int64],
    advance: Advance,
    script: NDArray[np.int64] | None = None,
) -> Record:
    """By the kernels that ``decide`` and ``learn`` call one round at a time; ``script`` has actions to play instead."""
    n = learner.n_actions
    tallied = Tallied(learner, bounds)
    actions = NO_SCRIPT if script is None else script
    memory = game.Memory(learner._state, *round.scratch(n), *learner._terms, *audit_memory(learner))  # type: ignore[arg-type]
    rules = game.Rules(
        learner._bias, learner._learns, int(Role.DRAW), tallied.mode, script is not None,
        learner.schedule is not None, learner.certified, learner.dominated,
    )  # fmt: skip
    world_sums = np.zeros(n if world.answers else 1)
    kept = game.Kept(np.zeros(2), np.zeros(n, np.int64), world_sums, *tallied.memory)
    played_so_far = world.packed(seed, 0, 0).memory  # a world that answers has one memory in all of the game
    longest, numbered = calls_of(world), bounds or learner.schedule is not None
    reached, best = [], []
    start = 0
    for checkpoint in points.tolist():
        for batch in batches(learner, world.graphs, seed, start, checkpoint, longest, numbered=numbered):
            packed = world.packed(seed, batch.first, batch.stop)._replace(memory=played_so_far)
            game.play_rounds(memory, rules, batch, packed, actions, seed, kept)
            advance(batch.stop - batch.first)
        reached.append(kept.sums.copy())
        best.append(world_sums.min())
        tallied.keep(checkpoint)
        start = checkpoint
    table = np.array(reached)
    return Record(
        table[:, game.OWN_LOSSES],
        None if world.answers else table[:, game.OWN_MEANS],
        kept.plays,
        {"losses": np.array(best)} if world.answers else {},
        tallied.kept(),
        learner.skipped,
    )


def audit_memory(learner: Informed | Uninformed) -> tuple[Floats, NDArray[np.int64], Floats]:
    """Where its certificate grows."""
    audit = learner._audit
    return NO_AUDIT if audit is None else (audit.state, audit.rows, audit.numbers)


def calls_of(world: World) -> int:
    """How many rounds one call may play."""
    revealed = float(np.mean(world.graph(0).out_degrees))
    usual = int(np.clip(WORK_OF_A_CALL / (10.0 + revealed + (world.n_actions if world.answers else 0)), 1000, 10**6))
    return usual if world.rounds_at_once is None else min(usual, world.rounds_at_once)


def played_interpreted(
    learner: Player, world: Opponent, seed: int, points: NDArray[np.int64], advance: Advance
) -> Record:
    """Round by round in Python. The order of the lines is the protocol: nobody sees what it should not yet see."""
    world = world.fresh(seed) if hasattr(world, "fresh") else world
    informed = bool(getattr(learner, "informed", False))
    tell, has_means = getattr(world, "played", None), callable(getattr(world, "means", None))
    plays, sums = np.zeros(world.n_actions, np.int64), np.zeros((2, world.n_actions))
    own_loss = own_mean = least = 0.0
    ends = set(points.tolist())
    reached: list[tuple[float, ...]] = []
    certificates: list[float] = []
    certified = bool(getattr(learner, "certified", False))
    for round_ in range(int(points[-1])):
        graph = shown_graph(world, round_, seed)
        losses = fixed_losses(world, round_, seed)
        means = fixed_losses(world, round_, seed, "means") if has_means else np.zeros(world.n_actions)
        decision = learner.decide(graph) if informed else learner.decide()
        action = decided_action(decision, world.n_actions)
        learner.learn(decision, losses[graph.reveals(action)], graph=graph)
        if tell is not None:
            tell(action)
        own_loss += losses[action]
        own_mean += means[action]
        least += means.min()
        sums += losses, means
        plays[action] += 1
        advance(1)
        if round_ + 1 in ends:
            reached.append((own_loss, own_mean, *sums.min(axis=1), least))
            certificates += [float(cast(Any, learner).certificate())] if certified else []
    own_losses, own_means, *best = np.array(reached).T
    known = dict(zip(NAMES if has_means else ("losses",), best, strict=False))
    return Record(
        own_losses,
        own_means if has_means else None,
        plays,
        known,
        {CERTIFICATE: np.array(certificates)} if certified else {},
    )
