"""At a million actions a round gives the right estimates, and takes memory for what it reveals and no more."""

import math
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from sidelight import Exp3IX, FeedbackGraph, StrongIX, graphs
from sidelight.learners import Decision, Learned

N = 10**6
ETA, GAMMA, BETA = 0.3, 0.1, 0.2
PLACES = np.arange(N)


def ring() -> FeedbackGraph:
    """Each reveals itself and the nine that follow."""
    revealed = (PLACES[:, None] + np.arange(10)) % N
    return FeedbackGraph.from_edges(N, np.column_stack((np.repeat(PLACES, 10), revealed.ravel())))


def thousand_cliques() -> FeedbackGraph:
    return graphs.cliques([1000] * 1000)


def prices() -> FeedbackGraph:
    """A price that is bought at tells of all lower ones, and of itself."""
    return FeedbackGraph.from_intervals(np.zeros(N, np.int64), PLACES + 1)


def losses_for(graph: FeedbackGraph, action: int) -> np.ndarray:
    return 0.5 + 0.5 * np.cos(graph.reveals(action) + action)


def round_of(learner: Exp3IX | StrongIX, graph: FeedbackGraph, action: int) -> Learned:
    decision: Decision = learner.decide(action=action)
    return learner.learn(decision, losses_for(graph, action), graph=graph)


@pytest.mark.parametrize(
    ("build", "columns", "plays"),
    [
        (ring, lambda j: (np.arange(j - 9, j + 1)) % N, [3, 7, 999_999, 5, 500_000, 4]),
        (thousand_cliques, lambda j: np.arange(j // 1000 * 1000, j // 1000 * 1000 + 1000), [7, 999_999, 1_500, 9]),
        (prices, lambda j: np.arange(j, N), [20, 300, 0, 25]),
    ],
    ids=["ring of ten", "thousand cliques", "prices"],
)
def test_a_round_costs_what_it_reveals(
    build: Callable[[], FeedbackGraph], columns: Callable[[int], np.ndarray], plays: list[int]
) -> None:
    graph = build()
    learner = Exp3IX(N, eta=3000.0 * ETA, gamma=GAMMA)
    late = learner.decide(action=plays[0])
    for action in plays:
        round_of(learner, graph, action)
    learner.learn(late, losses_for(graph, plays[0]), graph=graph)
    chances = learner.chances()
    late = learner.decide(action=plays[1])
    losses = losses_for(graph, plays[0])
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    learned = learner.learn(learner.decide(action=plays[0]), losses, graph=graph)
    again = learner.learn(late, losses_for(graph, plays[1]), graph=graph)
    most = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    assert most < 30_000 + 200 * (losses.size + len(again.estimates))  # bytes, where the weights alone take 8,000,000
    for made, action in ((learned, plays[0]), (again, plays[1])):
        told = losses_for(graph, action)
        for k in sorted({0, 1, told.size // 2, told.size - 1} & set(range(told.size))):
            j = int(made.revealed[k])
            seen = math.fsum(chances[columns(j)])
            assert made.estimates[j] == pytest.approx(told[k] / (seen + GAMMA), rel=1e-11)


@pytest.mark.parametrize("storage", ["cliques", "complement"])
def test_a_loopless_clique_reveals_nearly_all(storage: str) -> None:
    hidden = np.column_stack((PLACES, PLACES))
    whole = FeedbackGraph.from_cliques(np.zeros(N, np.int64), loops=False)
    graph = whole if storage == "cliques" else FeedbackGraph.from_hidden(N, hidden)
    learner = StrongIX(N, eta=ETA, gamma=GAMMA, beta=BETA)
    heavy = np.ones(N - 1)
    for _ in range(60):
        learner.learn(learner.decide(action=0), heavy, graph=graph)
    chances = learner.chances()
    others = math.fsum(chances[1:])
    learned = learner.learn(learner.decide(action=1), heavy / 2, graph=graph)
    assert chances[0] > 0.5
    assert learned.bias == {0: pytest.approx(BETA / others, rel=1e-11)}
    assert learned.estimates[0] == pytest.approx(0.5 / others, rel=1e-11)
    assert learned.estimates[777] == pytest.approx(0.5 / (1.0 - chances[777]), rel=1e-11)
