"""The game, compiled: rounds of a learner against a world, by the same kernels as one decision at a time.

The order of the protocol is the order of the lines: the world is fixed, the action is drawn, losses are revealed, the
learner learns, and a world that answers is told.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.bound_sums import (
    FOLLOWED,
    LOOKED_AT,
    NOTHING,
    SUMS,
    Tally,
    note_epoch,
    tally_after,
    tally_before,
)
from sidelight.kernels.certificate import certificate_in
from sidelight.kernels.certificate_drawn import enter_drawn, look_of, variance_drawn
from sidelight.kernels.compiled import compiled
from sidelight.kernels.effective_actions import see, terms_in
from sidelight.kernels.memory import Actions, Floats, Index, after, pointer
from sidelight.kernels.packed_graph import graph_in, revealed
from sidelight.kernels.randomness import address, uniform
from sidelight.kernels.round import apply, chances_seen, estimate, scratch_in
from sidelight.kernels.schedule import after_round, before_round
from sidelight.kernels.scheduled import learned, measure, terms_of
from sidelight.kernels.weights import SKIPPED, drawn_action, exploration_in, mass_on, weights_in
from sidelight.kernels.world import REPEATED, Packed, answer, loss_of, mean_of, stretch_at, turn_at, world_in

Masks = NDArray[np.bool_]
OWN_LOSSES, OWN_MEANS = range(2)  # what is summed up in every game


class Rules(NamedTuple):
    """What of a learner never changes in a game."""

    bias: int
    learns: bool
    role: int
    tally: int
    scripted: bool
    scheduled: bool
    certified: bool
    dominated: bool  # see ``certificate_drawn``


class Memory(NamedTuple):
    """A learner's state, and working memory."""

    state: Floats
    rows: Actions
    work: Floats
    terms: Floats
    touched: Actions
    certificate: Floats
    looked_at: Actions
    look: Floats


class Batch(NamedTuple):
    """Rounds ``first .. stop - 1`` and their graphs.

    Round t is on graph ``which[t - first]`` (all on the first, if there is one only): ``places`` says where each
    graph begins in ``packed``, and where its exploration begins in ``shares``, if it has one of its own, and
    ``masses`` how much of it there is, negative where the round is played by the weights alone and not learned from.
    """

    first: int
    stop: int
    packed: Index
    places: Actions
    which: Index
    shares: Floats
    sizes: Floats
    numbers: Floats
    strong: Masks


class Kept(NamedTuple):
    """What is added up: own losses and means, plays, an answering world's losses, and what bounds are made of."""

    sums: Floats
    plays: Actions
    world_sums: Floats
    bound_sums: Floats
    by_action: Floats
    terms: Floats
    touched: Actions
    epochs: Floats


@compiled
def play_rounds(
    memory: Memory, rules: Rules, batch: Batch, packed: Packed, script: Actions, seed: int, kept: Kept
) -> None:
    """Play the rounds of a batch; with a script its actions, however unlikely."""
    w = weights_in(pointer(memory.state))
    s = scratch_in(w.n, pointer(memory.rows), pointer(memory.work))
    followed = terms_of(w, pointer(memory.terms), pointer(memory.touched))
    world = world_in(pointer(packed.settings), pointer(packed.rows), pointer(packed.memory))
    first, _, _, places, which, _, sizes, numbers, strong = batch
    stretch = stretch_at(world, first, 0)
    graphs, explorations = pointer(batch.packed), pointer(batch.shares)
    one_graph = places.shape[0] == 1
    graph = graph_in(after(graphs, places[0, 0]))
    g, mass = 0, mass_on(w, sizes[0])
    exploration = exploration_in(after(explorations, places[0, 1]), max(mass, 0.0))
    own = terms_in(w.n, pointer(kept.terms), pointer(kept.touched), after(pointer(kept.bound_sums), SUMS))
    terms = followed if rules.scheduled else own
    steady = one_graph or rules.scheduled  # so that Q is followed
    tally = Tally(rules.tally, steady, pointer(kept.bound_sums), pointer(kept.by_action), terms)
    if not rules.scheduled:
        see(terms, numbers[0], max(mass, 0.0))
    certificate = certificate_in(pointer(memory.certificate))
    look = look_of(pointer(memory.looked_at), pointer(memory.look), w.n)
    counts, world_sums, epochs = pointer(kept.plays), pointer(kept.world_sums), pointer(kept.epochs)
    own_losses, own_means = kept.sums[OWN_LOSSES], kept.sums[OWN_MEANS]
    for t in range(first, batch.stop):
        if not one_graph:
            g = which[t - first]
            graph = graph_in(after(graphs, places[g, 0]))
        if not one_graph or rules.scheduled:
            if rules.scheduled and rules.learns:
                before_round(w, sizes[g])
            mass = mass_on(w, sizes[g])
            exploration = exploration_in(after(explorations, places[g, 1]), max(mass, 0.0))
            if rules.scheduled and mass >= 0.0:
                see(terms, numbers[g], mass)
        learns = rules.learns and mass >= 0.0
        stretch = stretch_at(world, t, stretch)
        turn = turn_at(world, seed, t, stretch)
        if rules.scheduled and rules.tally == LOOKED_AT:
            note_epoch(w.header, epochs)
        if rules.tally != NOTHING and mass >= 0.0:
            tally_before(w, exploration, graph, sizes[g], s, tally)
        u = uniform(address(seed, rules.role, t), 0)
        action = script[t] if rules.scripted else drawn_action(w, exploration, u)
        own_losses += loss_of(world, turn, action)
        own_means += mean_of(world, turn, action)
        counts[action] += 1
        if mass < 0.0:
            w.header[SKIPPED] += 1.0
        if learns and rules.scheduled:
            measure(w, exploration, graph, terms)
        if learns or rules.certified:
            count = revealed(graph, action, s.rows)
            for k in range(count):
                s.losses[k] = loss_of(world, turn, s.rows[k])
        if rules.certified:
            chances_seen(w, exploration, graph, count, s)
            variance = variance_drawn(w, exploration, graph, strong[g], rules.dominated)
            enter_drawn(certificate, w, exploration, graph, action, count, variance, s, look)
        if learns:
            count, biased, bias = estimate(w, exploration, graph, rules.bias, count, s)
            if rules.scheduled:
                learned(w, exploration, graph, (count, biased, bias), t, s, terms)
                after_round(w)
            else:
                apply(w, count, biased, bias, s)
                if rules.tally == FOLLOWED and one_graph:
                    tally_after(w, exploration, graph, count, biased, t, s, tally)
        if world.means >= REPEATED:
            for j in range(world.n):
                world_sums[j] += loss_of(world, turn, j)
            answer(world, t, action)
    kept.sums[OWN_LOSSES], kept.sums[OWN_MEANS] = own_losses, own_means
