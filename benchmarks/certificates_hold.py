"""How often a certificate fails at any round, beside the chance it is allowed: thousands of whole runs a cell.

Each run is played by the loop of ``sl.play``, a round at a time; after each the limit against every action is held
against the regret against that action. An adversary that stakes all on one action shows that the looking can fail: told
the truth it reaches the allowed chance and no more, told half the chance it passes it by far.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

import sidelight as sl
from benchmarks.rows import Row
from sidelight.arena.comparing import share_interval
from sidelight.arena.one_game import NO_SCRIPT, audit_memory
from sidelight.arena.rounds import batches
from sidelight.arena.tallied import Tallied
from sidelight.graphs import GraphProcess, processes
from sidelight.kernels import certificate as layout
from sidelight.kernels import game, round
from sidelight.kernels import world as kernel
from sidelight.kernels.certificate import Look, certificate_in, enter
from sidelight.kernels.certificate_limits import limits
from sidelight.kernels.memory import pointer
from sidelight.kernels.packed_graph import graph_in
from sidelight.kernels.randomness import address, uniform
from sidelight.kernels.weights import chance_of, exploration_in, mass_on, weights_in
from sidelight.learners.roles import Role
from sidelight.theory import phi

Floats = NDArray[np.float64]
DELTA, RUNS, ROUNDS = 0.2, 2000, 2000
ROUNDING = 1e-9


@dataclass(frozen=True)
class Cell:
    """A learner, and a world on its graphs; ``likeliest``: whatever is most likely to be played loses 1, all else 0."""

    name: str
    learner: Any
    world: Any
    likeliest: bool = False


def cells(rounds: int = ROUNDS) -> list[Cell]:
    """Oblivious worlds and such that answer; fixed parameters and schedules; graphs that stay and that change."""
    g, w = sl.graphs, sl.worlds
    k: Any = {"certify": True, "delta": DELTA}
    ring, clique = g.ring(5), g.loopless_clique(4)
    flicker = processes.FromPool(list(processes.LoopFlicker(g.full_information(5), 0.5).replay(20)))
    turns = processes.Alternating([clique, g.bandit(4), g.FeedbackGraph.from_hidden(4, [(0, 0), (1, 2), (2, 1)])])
    weak = processes.Alternating([g.revealing_action(5), g.path(5, loops=False), g.ring(5)])
    known: Any = {"likeliest": True}
    return [
        Cell("Exp3IX adaptive, bandit, one better", sl.Exp3IX(4, **k), w.bernoulli([0.3, 0.6, 0.6, 0.6], g.bandit(4))),
        Cell("Exp3IX fixed, ring, repetition", sl.Exp3IX(5, 0.1, 0.05, **k), w.punish_repetition(ring)),
        Cell("Exp3 doubling, bandit, favourite", sl.Exp3(3, schedule="doubling", **k),
             w.punish_favourite(g.bandit(3), 20)),
        Cell("Exp3P fixed, bandit, switching", sl.Exp3P(3, 0.05, 0.1, 0.02, **k),
             w.switching([0, rounds // 2], [[0.6, 0.4, 0.8], [0.6, 0.8, 0.2]], g.bandit(3))),
        Cell("StrongIX adaptive, no loops, likeliest", sl.StrongIX(4, **k), _blank(clique), **known),
        Cell("StrongIX doubling, in turn, likeliest", sl.StrongIX(4, schedule="doubling", **k),
             _blank(turns), **known),
        Cell("StrongIX fixed, flickering, waves", sl.StrongIX(5, 0.05, 0.05, 0.05, **k),
             w.sinusoidal(flicker, 0.4, 200)),
        Cell("WeakIX adaptive, in turn, favourite", sl.WeakIX(5, **k), w.punish_favourite(weak, 50)),
        Cell("Exp3G fixed, one reveals, likeliest", sl.Exp3G(5, 0.05, 0.2, **k),
             _blank(g.revealing_action(5)), **known),
        Cell("Uniform, graphs in turn, repetition", sl.Uniform(5, **k), w.punish_repetition(weak)),
    ]  # fmt: skip


def _blank(graph: sl.FeedbackGraph | GraphProcess) -> sl.worlds.World:
    """To be written into, a round at a time."""
    return sl.worlds.deterministic(np.zeros(graph.n_actions), graph)


def _watched(
    memory: game.Memory, rules: game.Rules, batch: game.Batch, packed: kernel.Packed, script: NDArray[np.int64],
    seed: int, kept: game.Kept, writable: Floats, totals: Floats, into: Floats,
) -> int:  # fmt: skip
    """Number of rounds in which some action's limit was below the regret against it."""
    w = weights_in(pointer(memory.state))
    world = kernel.world_in(pointer(packed.settings), pointer(packed.rows), pointer(packed.memory))
    failures, g, stretch = 0, 0, 0
    for t in range(batch.first, batch.stop):
        which = batch.which
        if batch.places.shape[0] > 1:
            which = batch.which[t - batch.first :]
            g = which[0]
        if writable.size > 1:
            mass = max(mass_on(w, batch.sizes[g]), 0.0)
            exploration = exploration_in(pointer(batch.shares[batch.places[g, 1] :]), mass)
            likeliest = 0
            for j in range(w.n):
                writable[1 + j] = 0.0
                if chance_of(w, exploration, j) > chance_of(w, exploration, likeliest):
                    likeliest = j
            writable[1 + likeliest] = 1.0
        stretch = kernel.stretch_at(world, t, stretch)
        turn = kernel.turn_at(world, seed, t, stretch)
        for j in range(w.n):
            totals[j] += kernel.loss_of(world, turn, j)
        one = game.Batch(
            t, t + 1, batch.packed, batch.places, which, batch.shares, batch.sizes, batch.numbers, batch.strong
        )
        game.play_rounds(memory, rules, one, packed, script, seed, kept)
        limits(memory.certificate, into)
        over = -np.inf
        for j in range(w.n):
            over = max(over, kept.sums[game.OWN_LOSSES] - totals[j] - into[j])
        failures += over > ROUNDING
    return failures


watched = numba.njit(nogil=True)(_watched)


def run(cell: Cell, seed: int, rounds: int) -> tuple[bool, float]:
    """Whether the certificate failed at any round of a run, and by how much it was above the regret in the end."""
    learner, world = cell.learner.fresh(seed), cell.world
    n = learner.n_actions
    tallied = Tallied(learner, False)
    memory = game.Memory(learner._state, *round.scratch(n), *learner._terms, *audit_memory(learner))  # type: ignore[call-arg]
    rules = game.Rules(
        learner._bias, learner._learns, int(Role.DRAW), tallied.mode, False, learner.schedule is not None, True,
        learner.dominated,
    )  # fmt: skip
    kept = game.Kept(np.zeros(2), np.zeros(n, np.int64), np.zeros(n), *tallied.memory)
    packed, writable = world.packed(seed, 0, rounds), np.zeros(1)
    if cell.likeliest:
        writable = packed.rows.copy()
        rows = writable.view()
        rows.setflags(write=False)
        packed = packed._replace(rows=rows)
    totals, into, failures = np.zeros(n), np.zeros(n), 0
    for batch in batches(learner, world.graphs, seed, 0, rounds, rounds):
        failures += watched(memory, rules, batch, packed, NO_SCRIPT, seed, kept, writable, totals, into)
    return failures > 0, float(into.max() - (kept.sums[game.OWN_LOSSES] - totals.min()))


def failed(cell: Cell, runs: int, rounds: int) -> tuple[int, float]:
    """In how many runs it failed at any round; and by how much it was above the regret in the end, on average."""
    found = [run(cell, seed, rounds) for seed in range(runs)]
    return sum(failure for failure, _ in found), float(np.mean([above for _, above in found]))


def _all_in(
    state: Floats, packed: NDArray[np.int32], rounds: int, chance: float, told: float, delta: float, seed: int,
    rows: NDArray[np.int64], floats: Floats, into: Floats,
) -> bool:  # fmt: skip
    """Two actions, bandit feedback; the second is drawn with a small chance, and the first loses nothing.

    Whenever the second is drawn its factor is to be just large enough to break its limit. Returns whether it was.
    """
    c, graph = certificate_in(pointer(state)), graph_in(pointer(packed))
    look = Look(
        pointer(rows), pointer(floats), pointer(floats[1:]), pointer(floats[2:]), pointer(floats[3:]),
        pointer(floats[4:]), pointer(floats[5:]),
    )  # fmt: skip
    scale, lost, own = c.grid[0], 0.0, 0.0
    for t in range(rounds):
        loss = 0.0
        for _ in range(4):
            loss = min(1.0, 1.0001 * told / scale * (np.exp(scale * (lost + loss)) / delta - 1.0))
        lost += loss
        action = 1 if uniform(address(seed, 0, t), 0) < chance else 0
        rows[0] = action
        floats[:2] = loss if action == 1 else 0.0
        floats[2:4] = told if action == 1 else 1.0 - told
        floats[4], floats[5] = 0.0, 1.0 - floats[2]
        enter(c, graph, action, 1, look, False, 0.0)
        if action == 1:
            own += loss
            limits(state, into)
            if into[1] < own - lost - ROUNDING:
                return True
    return False


all_in = numba.njit(nogil=True)(_all_in)


def broken(runs: int, told: float, chance: float = 1e-4) -> int:
    """In how many runs the limit was broken by staking all on one action and one scale, which then have all of delta.

    It is drawn with ``chance``, and the certificate is told ``told`` times that.
    """
    grid = np.ones(1)
    prices = np.array([phi(scale) * scale for scale in grid])
    rounds, count = int(-np.log1p(-DELTA) / (told * chance)), 0
    for seed in range(runs):
        state = layout.fresh(2, grid, prices, float(np.log(1.0 / DELTA)), 0.0, tight=False, sharp=False)
        work = np.zeros(1, np.int64), np.zeros(6), np.zeros(2)
        count += all_in(state, sl.graphs.bandit(2).packed, rounds, chance, told * chance, DELTA, seed, *work)
    return count


def tight_failed(cell: Cell, runs: int, rounds: int) -> int:
    """In how many runs the tight certificate of the log failed at any round, against the best action."""
    return sum(_tight_fails(cell, seed, rounds) for seed in range(runs))


def _tight_fails(cell: Cell, seed: int, rounds: int) -> bool:
    learner = cell.learner.fresh(seed)
    world = sl.worlds.punish_likeliest(learner, cell.world.graphs) if cell.likeliest else cell.world
    world = world.fresh(seed)
    log, own, totals, true = [], 0.0, np.zeros(learner.n_actions), []
    for t in range(rounds):
        graph = world.graph(t, seed)
        shown = (graph,) if learner.informed else ()
        chances, decision, losses = learner.chances(*shown), learner.decide(*shown), world.losses(t, seed)
        seen = graph.reveals(decision.action)
        learner.learn(decision, losses[seen], graph=graph)
        if hasattr(world, "played"):
            world.played(decision.action)
        log.append({"action": decision.action, "chances": chances, "losses": losses[seen], "graph": graph})
        own, totals = own + losses[decision.action], totals + losses
        true.append(own - totals.min())
    values = sl.certify(log, None, DELTA, method="tight").values
    return bool((values < np.array(true) - ROUNDING).any())


def share_row(work: str, failures: int, runs: int, note: str = "") -> Row:
    """A share with its 95 % interval, held to delta."""
    _, low, high = share_interval(failures, runs, 0.95)
    return Row(work, failures / runs, "of runs", at_most=DELTA, note=f"95 % interval {low:.4f} .. {high:.4f}{note}")


def rows() -> Iterator[Row]:
    """Each cell, the tight certificate on some of them with fewer runs, and the adversary that stakes all."""
    for cell in cells():
        failures, above = failed(cell, RUNS, ROUNDS)
        yield share_row(f"fails: {cell.name}", failures, RUNS, f"; in the end {above:.0f} above the regret")
    for cell in cells()[1:9:3]:
        yield share_row(f"tight: {cell.name}", tight_failed(cell, 200, 200), 200)
    for told, what in ((1.0, "the chance"), (0.5, "half of it")):
        count = broken(20_000, told)
        share, low, high = share_interval(count, 20_000, 0.95)
        note = f"95 % interval {low:.4f} .. {high:.4f}; may be {DELTA:g} if told the truth"
        yield Row(f"fails: all staked, told {what}", share, "of runs", note=note)
