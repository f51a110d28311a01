"""Certificates: known numbers of 22 digits, and the dense reference."""

from typing import Any

import numpy as np
import pytest
from tests.gold_traces import in_files, learner_of
from tests.logs import KINDS, rounds_at_random, rows_of
from tests.reference_certificates import report

import sidelight as sl
from sidelight.certificates.auditor import Auditor
from sidelight.certificates.entry import Entry
from sidelight.certificates.names import Names
from sidelight.graphs.storage import STORAGES
from sidelight.kernels import certificate as layout


@pytest.mark.parametrize("gold", in_files("certificates"), ids=lambda gold: gold["name"])
def test_certificate_1_has_its_gold_values(gold: dict[str, Any]) -> None:
    graph = sl.FeedbackGraph.from_edges(gold["K"], gold["fixed_edges"])
    learner, rows = learner_of(gold), []
    for play, losses in zip(gold["plays"], gold["losses"], strict=True):
        informed = {"graph": graph, "explore": gold["D"]} if isinstance(learner, sl.WeakIX) else {}
        chances = learner.chances(**informed)
        decision = learner.decide(**informed, action=play)
        revealed = {int(j): float(losses[j]) for j in graph.reveals(play)}
        learner.learn(decision, revealed, graph=graph)
        rows.append({"action": play, "chances": chances, "losses": revealed})
    grid = [float(c) for c in gold["grid"]]
    assert grid == [4.0**-k for k in range(len(grid))]
    for expected in gold["expected"]:
        found = sl.certify(
            rows[: expected["t"]], graph, float(gold["delta"]), scales=len(grid), self_aware=gold["self_aware"]
        )
        assert found.value == pytest.approx(float(expected["certificate"]), abs=1e-9)
        assert found.by_action == pytest.approx([float(x) for x in expected["R_bar"]], abs=1e-9)


@pytest.mark.parametrize("sharp", [False, True], ids=["plain", "sharp"])
@pytest.mark.parametrize("method", ["fast", "tight"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_certificate_is_what_the_dense_reference_says(kind: str, method: str, sharp: bool) -> None:
    rng = np.random.default_rng([KINDS.index(kind), method == "tight", sharp])
    for case in range(6):
        K, scales = int(rng.integers(1 if kind != "strong" else 2, 8)), int(rng.integers(1, 8))
        lost = 0.2 if method == "fast" and case % 2 else 0.0
        rounds = rounds_at_random(rng, K, 60, kind, fixed=case % 3 == 0, lost=lost)
        aware = kind == "self-aware"
        expected = np.array(list(report(rounds, 0.1, scales, tight=method == "tight", sharp=sharp, self_aware=aware)))
        found = sl.certify(rows_of(rounds), None, 0.1, method, scales, self_aware=aware, sharp=sharp)
        assert found.values == pytest.approx(expected.max(axis=1), abs=1e-8, rel=1e-9)
        assert found.by_action == pytest.approx(expected[-1], abs=1e-8, rel=1e-9)
        assert found.by_action[found.best] == found.by_action.max()


@pytest.mark.parametrize("method", ["fast", "tight"])
def test_all_storages_say_the_same(method: str) -> None:
    rng = np.random.default_rng(5)
    for shape in (sl.graphs.cliques([3, 2, 4]), sl.graphs.loopless_clique(9), sl.graphs.full_information(9)):
        rounds = rounds_at_random(rng, 9, 80, "self-aware")
        for r in rounds:
            r.edges = shape.to_matrix()
            r.chances = np.full(9, 1e-4) if r.action % 2 else np.full(9, 1 / 9)
            r.chances[r.action] += 1 - r.chances.sum()
        rows = rows_of(rounds, graphs=False)
        found = []
        for storage in STORAGES:
            try:
                found.append(sl.certify(rows, shape.stored_as(storage), method=method).values)
            except sl.errors.InvalidGraph:
                assert storage not in ("csr", "complement")
        for values in found[1:]:
            assert values == pytest.approx(found[0], rel=1e-9, abs=1e-9)


def test_a_heavy_action_loses_no_digits() -> None:
    """What others reveal is a sum over them, not a difference of two numbers near 1."""
    K, tiny = 4, 1e-13
    edges = np.eye(K, dtype=bool) | (np.arange(K)[:, None] == 1)
    rounds = rounds_at_random(np.random.default_rng(3), K, 30, "self-aware")
    for k, r in enumerate(rounds):
        r.edges, r.action = edges, 1 if k % 3 == 0 else 0
        r.chances = np.full(K, tiny)
        r.chances[0] = 1 - (K - 1) * tiny
        r.losses = np.full(K, 0.7)
    expected = list(report(rounds, 0.05, 9, self_aware=True))[-1]
    found = sl.certify(rows_of(rounds), None, self_aware=True)
    assert found.by_action == pytest.approx(expected, rel=1e-11)


def test_many_actions_are_searched_without_a_look_at_each() -> None:
    """The search down the trees finds the largest of all limits, charged or estimated."""
    rng = np.random.default_rng(8)
    K = 300
    graph = sl.graphs.revealing_action(K)
    rounds = rounds_at_random(rng, K, 400, "self-aware")
    for r in rounds:
        r.edges = graph.to_matrix()
        r.chances = np.full(K, 0.5 / (K - 1))
        r.chances[0] = 0.5
        r.action = int(rng.choice(K, p=r.chances))
        r.losses = (rng.random(K) < np.linspace(0.1, 0.9, K)).astype(float)
    rows = rows_of(rounds, graphs=False)
    for t in (1, 2, 50, 399, 400):
        found = sl.certify(rows[:t], graph)
        assert found.value == pytest.approx(found.by_action.max(), abs=1e-9)


@pytest.mark.parametrize("sharp", [False, True], ids=["plain", "sharp"])
@pytest.mark.parametrize("method", ["fast", "tight"])
def test_unseen_own_losses_are_estimated_as_in_the_reference(method: str, sharp: bool) -> None:
    """Most rounds do not show the own loss, losses are small, and rounds enough that the estimate beats 1 for each."""
    rng = np.random.default_rng(6)
    K, T = 4, 500
    edges = np.zeros((K, K), bool)
    edges[0], edges[1, 2] = True, True
    edges[:, 3] = False  # nobody can see action 3
    rounds = rounds_at_random(rng, K, T, "self-aware")
    for r in rounds:
        r.edges, r.chances = edges, 0.85 * rng.dirichlet(np.ones(K)) + 0.15 * np.array([0.6, 0.2, 0.1, 0.1])
        r.action, r.losses = int(rng.choice(K, p=r.chances)), 0.1 * rng.random(K)
        r.lost = bool(method == "fast" and rng.random() < 0.05)
    expected = np.array(list(report(rounds, 0.5, 4, tight=method == "tight", sharp=sharp)))
    found = sl.certify(rows_of(rounds), None, 0.5, method, 4, sharp=sharp)
    assert found.unseen_estimated
    assert found.values == pytest.approx(expected.max(axis=1), rel=1e-9, abs=1e-8)
    assert found.by_action == pytest.approx(expected[-1], rel=1e-9, abs=1e-8)


def test_products_become_logarithms_again_and_again() -> None:
    rng = np.random.default_rng(2)
    rounds = rounds_at_random(rng, 3, 100, "self-aware", fixed=True)
    for r in rounds:
        r.edges, r.action = np.eye(3, dtype=bool), int(rng.integers(3))
        r.chances = np.array([1e-9, 1e-7, 1 - 1e-9 - 1e-7])
        r.losses = np.ones(3)
    found = sl.certify(rows_of(rounds), None, self_aware=True)
    assert found.by_action == pytest.approx(list(report(rounds, 0.05, 9, self_aware=True))[-1], rel=1e-11)


def test_what_is_left_beside_a_heavy_loopless_action_loses_no_digits() -> None:
    """P and R without the heavy action are sums over the others, which are tiny."""
    graph, tiny = sl.graphs.loopless_clique(4), 1e-11
    auditor = Auditor(Names(4, None), 0.1, 5, self_aware=False, tight=True, sharp=False)
    law = np.array([1 - 3 * tiny, tiny, tiny, tiny])
    keys = graph.reveals(0)
    auditor.enter(Entry("row 0", 0, graph, law, (keys, np.ones(3))))
    row = auditor.state[layout.HEADER + 2 * 5 :].reshape(4, -1)[0]
    share, ratio = 3 * tiny, 3 * tiny / (1 - tiny)
    assert row[layout.VARIANCE_HERE] == pytest.approx(share + share * ratio, rel=1e-12, abs=0.0)
    assert row[layout.ESTIMATED_HERE] == pytest.approx(ratio, rel=1e-12, abs=0.0)
