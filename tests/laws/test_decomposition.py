"""Regret taken apart adds up to the regret, in every round, against every action, on runs of the library's learners."""

from typing import Any

import numpy as np
import pytest
from tests.enumerated_rounds import edges_of, losses_of, rounds_of

import sidelight as sl
from sidelight import FeedbackGraph, InvalidLosses, InvalidParameter, UnknownAction
from sidelight.theory import Decomposition, Run, implicit_decomposition, strong_decomposition, weak_decomposition

N, ROUNDS = 5, 60


def play(learner: Any, kind: str, seed: int, forced: bool) -> Run:
    """A game on changing graphs against random losses; actions drawn by the learner, or forced upon it."""
    rng = np.random.default_rng(seed)
    graphs = [FeedbackGraph.from_matrix(edges_of(rng, N, kind)) for _ in range(ROUNDS)]
    losses = np.array([losses_of(rng, N) for _ in range(ROUNDS)])
    losses[:, 0] *= 0.1  # so that one action comes to dominate
    informed = isinstance(learner, sl.Informed)
    rows: dict[str, list[Any]] = {
        name: [] for name in ("weights", "chances", "actions", "estimates", "bias", "skipped")
    }
    for graph, lost in zip(graphs, losses, strict=True):
        given = (graph,) if informed else ()
        rows["weights"].append(learner.weights)
        rows["chances"].append(learner.chances(*given))
        decision = learner.decide(*given, action=int(rng.integers(N)) if forced else None)
        made = learner.learn(decision, lost[graph.reveals(decision.action)], graph=graph)
        rows["actions"].append(decision.action)
        rows["skipped"].append(made.skipped)
        for name in ("estimates", "bias"):
            rows[name].append([getattr(made, name).get(i, 0.0) for i in range(N)])
    gamma = learner.parameters["gamma"]
    bias = rows["bias"]
    mine = rows.pop("estimates")
    run = Run.of(losses=losses, graphs=graphs, gamma=gamma, **rows)
    assert np.allclose(run.estimates, mine, rtol=1e-9)
    assert np.allclose(run.bias, bias)
    return run


def assert_adds_up(run: Run, take_apart: Any) -> None:
    for j in range(N):
        parts: Decomposition = take_apart(run, j)
        by_round = np.sum(list(parts.by_round.values()), axis=0)
        scale = 1.0 + np.abs(list(parts.by_round.values())).max()
        assert np.allclose(by_round, run.own_losses - run.losses[:, j], rtol=0, atol=1e-12 * scale)
        assert parts.total == pytest.approx(run.regret(j), abs=1e-10 * scale)
    assert take_apart(run).comparator == run.best
    assert run.regret() == max(run.regret(j) for j in range(N))


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_exp3_ix(seed: int, forced: bool) -> None:
    run = play(sl.Exp3IX(N, eta=0.3, gamma=0.1, seed=seed), "self-aware", seed, forced)
    assert_adds_up(run, implicit_decomposition)
    assert_adds_up(run, strong_decomposition)  # without exploration and loopless actions the six are those five


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_six_terms_of_algorithm_1_are_an_equality(seed: int, forced: bool) -> None:
    run = play(sl.StrongIX(N, eta=0.4, gamma=0.1, beta=0.3, seed=seed), "strong", seed, forced)
    assert_adds_up(run, strong_decomposition)
    parts = strong_decomposition(run)
    assert np.allclose(parts.by_round["unbiased"], 0.0, atol=1e-12)
    assert run.bias.any()
    assert np.abs(parts.by_round["bias"]).max() > 0.0


@pytest.mark.filterwarnings("ignore:WeakIX skipped")
@pytest.mark.parametrize("eps", [0.05, 0.3])
@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_four_terms_of_algorithm_2_and_what_was_skipped(seed: int, forced: bool, eps: float) -> None:
    run = play(sl.WeakIX(N, eta=0.2, gamma=0.1, eps=eps, seed=seed), "observable", seed, forced)
    assert_adds_up(run, weak_decomposition)
    parts = weak_decomposition(run)
    assert run.skipped.any() == (eps == 0.3)
    for name, values in parts.by_round.items():
        assert not values[run.skipped if name != "skipped rounds" else ~run.skipped].any()


def enumerated(kind: str, mixing: bool) -> list[tuple[Run, np.ndarray[Any, Any]]]:
    """For each of many rounds the run that plays every action once, and the chances with which it would be."""
    runs = []
    for r in rounds_of(30, 300, kind, mixing=mixing):
        weights, chances, losses = (np.tile(row, (r.n, 1)) for row in (r.weights, r.chances, r.losses))
        graph = FeedbackGraph.from_matrix(r.edges)
        runs.append((Run.of(weights, chances, losses, np.arange(r.n), graph, gamma=r.gamma), r.chances))
    return runs


def test_terms_that_are_only_luck_have_mean_zero_and_the_others_their_sign() -> None:
    for run, chances in enumerated("self-aware", mixing=False):
        mean = {name: chances @ values for name, values in implicit_decomposition(run).by_round.items()}
        assert mean["draws"] == pytest.approx(0.0, abs=1e-12)
        assert mean["observations"] == pytest.approx(0.0, abs=1e-12)
        assert mean["comparator"] <= 1e-12
        assert 0.0 <= mean["implicit bias"] <= run.gamma * run.q[0] + 1e-12
    for run, chances in enumerated("strong", mixing=True):
        by_round = strong_decomposition(run).by_round
        assert chances @ by_round["draws"] == pytest.approx(0.0, abs=1e-12)
        assert chances @ by_round["deviation"] == pytest.approx(0.0, abs=1e-9)
        assert np.abs(by_round["unbiased"]).max() < 1e-9


def test_sums_of_a_run_for_its_bound() -> None:
    """Two rounds on a loopless pair, one on loops, by hand."""
    pair, loops = FeedbackGraph.from_edges(2, [(0, 1), (1, 0)]), FeedbackGraph.from_edges(2, [(0, 0), (1, 1)])
    p = [[0.5, 0.5], [0.8, 0.2], [0.8, 0.2]]
    run = Run.of(p, p, [[0.0, 1.0]] * 3, [0, 0, 1], [pair, pair, loops], gamma=0.2)
    strong = run.strong_sums()
    assert (strong.loopless, strong.heavy, strong.heaviest, strong.loops) == (2, 1, 1, True)
    assert strong.inverse_seen == pytest.approx(5.0)
    assert strong.q == pytest.approx(0.8 + 0.2 / 0.4)
    assert Run.of([[0.51, 0.49]], [[0.51, 0.49]], [[0.0, 1.0]], [0], pair).strong_sums().heavy == 1
    weak = run.weak_sums(4.0)
    assert (weak.loopless, weak.planned, weak.domination, weak.skipped) == (2, 3, 4.0, 0)
    assert weak.shares == pytest.approx(2 + 0.8 / 0.2 + 0.2 / 0.8)
    assert weak.products == pytest.approx(weak.shares)
    assert weak.inverse_seen == pytest.approx(2 + 5)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"actions": [0]}, InvalidParameter),
        ({"chances": [[1.0]]}, InvalidParameter),
        ({"losses": [[0.0, 1.5], [0.0, 0.0]]}, InvalidLosses),
        ({"losses": [[0.0, float("nan")], [0.0, 0.0]]}, InvalidLosses),
        ({"graphs": [FeedbackGraph.from_edges(2, [(0, 0)])]}, InvalidParameter),
    ],
)
def test_arrays_that_do_not_fit_are_refused(change: dict[str, Any], error: type[Exception]) -> None:
    whole: dict[str, Any] = {
        "weights": [[0.5, 0.5]] * 2,
        "chances": [[0.5, 0.5]] * 2,
        "losses": [[0.0, 1.0]] * 2,
        "actions": [0, 1],
        "graphs": sl.graphs.bandit(2),
    }
    run = Run.of(**whole)
    with pytest.raises(UnknownAction):
        implicit_decomposition(run, 2)
    with pytest.raises(error):
        Run.of(**whole | change)
