"""The compiled loop, actions forced, ends where 60 digits and the dense reference say that it ends."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from tests import gold_traces
from tests.agreement.test_gold_traces import agree, names
from tests.reference import Dense

import sidelight as sl
from sidelight.arena.one_game import played_compiled
from sidelight.graphs import GraphProcess
from sidelight.kernels.randomness import address, uniform
from sidelight.learners.roles import Role

Trace = dict[str, Any]
TRACES = gold_traces.all_traces()
GENERATED = [gold_traces.in_rounds(trace) for trace in gold_traces.in_files("certificates")]
pytestmark = pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")


@dataclass(frozen=True)
class Recorded(GraphProcess):
    """A graph for each round, as somebody wrote it down."""

    graphs: tuple[sl.FeedbackGraph, ...]

    @property
    def n_actions(self) -> int:
        return self.graphs[0].n_actions

    def _graph(self, round_: int, seed: int) -> sl.FeedbackGraph:
        return self.graphs[round_]


def weights_after(trace: Trace, rounds: int, *, bounds: bool = False) -> tuple[list[float], dict[str, Any]]:
    """What a game of so many rounds leaves, and the sums it kept."""
    graphs = tuple(sl.FeedbackGraph.from_edges(trace["K"], given["edges"]) for given in trace["rounds"])
    losses = np.array([[float(loss) for loss in given["loss"]] for given in trace["rounds"]])
    learner = gold_traces.learner_of(trace)
    if isinstance(learner, sl.WeakIX):
        for graph, given in zip(graphs, trace["rounds"], strict=True):
            learner._plans[graph.digest, graph.storage] = learner._given_plan(graph, given["D"])
    script = np.array([given["play"] for given in trace["rounds"]])
    world = sl.worlds.table(losses, Recorded(graphs))
    record = played_compiled(learner, world, bounds, 0, np.array([rounds]), lambda played: None, script)
    assert record.own_losses[0] == pytest.approx(losses[np.arange(rounds), script[:rounds]].sum())
    assert record.plays.tolist() == np.bincount(script[:rounds], minlength=trace["K"]).tolist()
    return learner.weights.tolist(), record.sums


@pytest.mark.parametrize("trace", TRACES, ids=names(TRACES))
def test_a_trace_after_every_round(trace: Trace) -> None:
    for rounds, expected in enumerate(trace["expected"], start=1):
        agree(weights_after(trace, rounds)[0], expected["p_next"], 1e-12)


@pytest.mark.parametrize("trace", GENERATED, ids=names(GENERATED))
def test_a_long_run_and_its_sums(trace: Trace) -> None:
    weights, sums = weights_after(trace, len(trace["rounds"]), bounds=True)
    agree(weights, trace["final_p_next"], 1e-12)
    if trace["sum_Q"] is not None and trace["algorithm"] != "exp3g":
        np.testing.assert_allclose(sums["q"], float(trace["sum_Q"]), rtol=1e-11)
    if trace["algorithm"] == "strong":
        assert sums["heavy"].tolist() == [len(trace["rounds_in_T"])]


GRAPHS = {
    "ring": sl.graphs.ring(9),
    "cliques": sl.graphs.cliques([4, 3, 2]),
    "prices": sl.graphs.posted_price(9, 4),
    "loopless": sl.graphs.loopless_clique(9),
    "mixed": sl.FeedbackGraph.from_hidden(9, [(0, 0), (1, 2), (2, 1), (4, 4)]),
}
PARAMETERS = {
    "Exp3IX": {"eta": 0.1, "gamma": 0.05},
    "StrongIX": {"eta": 0.1, "gamma": 0.05, "beta": 0.1},
    "Exp3Set": {"eta": 0.1},
}
GAMES = [(name, family) for name in PARAMETERS for family in GRAPHS if name == "StrongIX" or GRAPHS[family].loops.all()]


def drawn(dense: Dense, mass: float, u: float) -> int:
    """The draw of the library: a number below the mass of exploration explores evenly, the rest is for the weights."""
    if u < mass:
        return int(u / mass * dense.K)
    return int(np.searchsorted(np.cumsum(dense.p), (u - mass) / (1 - mass), "right"))


@pytest.mark.parametrize(("name", "family"), GAMES)
def test_a_whole_game_of_the_dense_reference(name: str, family: str) -> None:
    """The reference draws by the same numbers and learns by itself: 300 rounds, three seeds."""
    graph, parameters = GRAPHS[family], PARAMETERS[name]
    matrix = graph.to_matrix()
    world = sl.worlds.beta(np.linspace(0.2, 0.8, 9), graph, concentration=4.0)
    games = sl.play(getattr(sl, name)(9, **parameters), world, 300, seeds=[0, 1, 7], checkpoints=3)
    for row, seed in enumerate(games.seeds.tolist()):
        dense, own = Dense(name, 9, parameters), []
        for round_ in range(300):
            ticket, losses = dense.decide(), world.losses(round_, seed)
            mass = parameters["eta"] if name == "StrongIX" else 0.0
            action = drawn(dense, mass, uniform(address(seed, Role.DRAW, round_), 0))
            dense.learn(dense.estimate(ticket, action, losses, matrix))
            own.append(losses[action])
        np.testing.assert_allclose(games.own_losses[row], np.cumsum(own)[games.checkpoints - 1], rtol=1e-12)
