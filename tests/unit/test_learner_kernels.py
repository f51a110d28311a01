"""The kernels of the learners, each against the sentence that says what it does."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learners_to_try import STORAGES
from tests.named_graphs import closed, random_digraph

import sidelight as sl
from sidelight import FeedbackGraph, graphs
from sidelight.kernels import losses_in, packed_graph, round, sum_tree, weights
from sidelight.kernels.chance_seen import revealing_masses
from sidelight.kernels.memory import Places
from sidelight.kernels.sum_tree import Tree, n_leaves, shares_of
from sidelight.learners.plans import EVENLY

Floats = NDArray[np.float64]


def plain(kernel: Any) -> Any:
    """The Python that a kernel was compiled from."""
    return getattr(kernel, "py_func", kernel)


# The tree.


def tree_of(leaves: Floats) -> Tree:
    """Summed without any kernel."""
    tree = Tree(np.zeros(2 * n_leaves(leaves.size)), n_leaves(leaves.size))
    tree.sums[tree.leaves : tree.leaves + leaves.size] = leaves
    for node in range(tree.leaves - 1, 0, -1):
        tree.sums[node] = tree.sums[2 * node] + tree.sums[2 * node + 1]
    return tree


def random_leaves(rng: np.random.Generator) -> Floats:
    leaves = rng.random(int(rng.integers(1, 40))) ** rng.choice([1, 10, 200])
    leaves[rng.integers(leaves.size)] *= rng.choice([0.0, 1.0, 1e17])
    return np.asarray(leaves)


def test_a_tree_has_room_for_all_and_not_twice_as_much() -> None:
    assert [n_leaves(n) for n in (1, 2, 3, 4, 5, 8, 9, 1023, 1024, 1025)] == [1, 2, 4, 4, 8, 8, 16, 1024, 1024, 2048]


def test_building_sums_every_parent() -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        expected = tree_of(random_leaves(rng))
        tree = Tree(expected.sums.copy(), expected.leaves)
        tree.sums[1 : tree.leaves] = -1.0
        plain(sum_tree.build)(tree)
        assert tree.sums[1:].tolist() == expected.sums[1:].tolist()


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 1.0])
def test_lifting_some_leaves_leaves_the_tree_as_if_built_anew(share: float) -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        leaves = random_leaves(rng)
        tree = tree_of(leaves)
        rows = np.sort(rng.permutation(leaves.size)[: max(1, int(share * leaves.size))])
        leaves[rows] = rng.random(rows.size)
        tree.sums[tree.leaves + rows] = leaves[rows]
        plain(sum_tree.lift_all)(tree, rows, rows.size, np.empty(leaves.size, np.int64))
        assert tree.sums[1:].tolist() == tree_of(leaves).sums[1:].tolist()


def test_the_majority_is_the_one_leaf_above_half_or_nobody() -> None:
    rng = np.random.default_rng(2)
    for given in ([1], [1, 1], [2, 1, 1], [1, 1, 2], [3, 3, 4], [3, 1, 1], [0, 0, 0, 9], [4, 0, 5, 0], [2, 2, 3, 0, 6]):
        heavy = [i for i, leaf in enumerate(given) if 2 * leaf > sum(given)]
        assert [plain(sum_tree.majority)(tree_of(np.array(given, np.float64)))] == (heavy or [-1])
    for _ in range(100):
        leaves_ = random_leaves(rng) ** 5 + 1e-300
        heavy = np.flatnonzero(leaves_ > 0.5 * math.fsum(leaves_)).tolist()
        assert [plain(sum_tree.majority)(tree_of(leaves_))] == (heavy or [-1])


def test_sums_of_ranges_and_of_all_but_one_lose_nothing() -> None:
    """To 1e-14 relative, also where one leaf is 1e17 times all others: those are not had by subtraction."""
    rng = np.random.default_rng(3)
    for _ in range(60):
        leaves = random_leaves(rng)
        tree = tree_of(leaves)
        first, stop = np.sort(rng.integers(0, leaves.size + 1, 2))
        between = plain(sum_tree.mass_between)(tree, first, stop)
        assert between == pytest.approx(math.fsum(leaves[first:stop]), rel=1e-14, abs=0.0)
        for i in range(leaves.size):
            others = math.fsum(np.delete(leaves, i))
            assert plain(sum_tree.mass_without)(tree, i) == pytest.approx(others, rel=1e-14, abs=0.0)


# Chances seen.


def all_forms(graph: FeedbackGraph) -> list[FeedbackGraph]:
    forms = []
    for storage in STORAGES:
        try:
            forms.append(graph.stored_as(storage))
        except sl.InvalidGraph:
            continue
    return forms


def some_graphs(rng: np.random.Generator, n: int) -> list[FeedbackGraph]:
    first, stop = np.sort(rng.integers(0, n + 1, (2, n)), axis=0)
    dense = ~random_digraph(rng, n, 0.1)
    dense[:, rng.integers(n)] = True
    columns = random_digraph(rng, n, 0.4)[:, rng.integers(0, min(3, n), n)]  # at most three different ones
    nearly = np.ones((n, n), bool)
    nearly[rng.permutation(n), np.arange(n)] = False  # all but one reveal it, itself or another
    return [
        FeedbackGraph.from_matrix(random_digraph(rng, n, rng.random())),
        FeedbackGraph.from_matrix(closed(columns)),
        FeedbackGraph.from_matrix(columns),
        FeedbackGraph.from_matrix(dense),
        FeedbackGraph.from_matrix(nearly),
        FeedbackGraph.from_cliques(rng.integers(0, 1 + n // 3, n)),
        FeedbackGraph.from_cliques(np.arange(n) // 2 if n % 2 == 0 else [0] * n, loops=n == 1),
        FeedbackGraph.from_cliques([0] * n, loops=n == 1),
        FeedbackGraph.from_intervals(first, stop),
        FeedbackGraph.from_intervals(np.sort(first), np.maximum(np.sort(stop), np.sort(first))),
        FeedbackGraph.from_intervals(np.arange(n), [n] * n),
        FeedbackGraph.from_intervals([0] * n, np.arange(n) + 1),
    ]


@pytest.mark.parametrize("n", [1, 2, 5, 17, 40])
def test_chances_seen_are_the_sums_over_all_who_reveal(n: int) -> None:
    """In every storage, one by one and many at once, to 1e-13 relative, however heavy one action is."""
    rng = np.random.default_rng(n)
    memo = np.full(n, -1.0)
    for graph in [graph for _ in range(4) for graph in some_graphs(rng, n)]:
        matrix = graph.to_matrix()
        leaves = rng.random(n)
        leaves[rng.integers(n)] *= rng.choice([1.0, 1e17])
        expected = np.array([math.fsum(leaves[matrix[:, j]]) for j in range(n)])
        some = np.sort(rng.permutation(n)[: rng.integers(0, n + 1)])
        for form in all_forms(graph):
            for actions in (some, np.arange(n), *np.arange(n)[:5, None]):
                masses = np.zeros(actions.size)
                revealing_masses(shares_of(leaves), form.packed, actions, masses, memo)
                np.testing.assert_allclose(masses, expected[actions], rtol=1e-13, err_msg=f"{form.storage} {matrix}")
            assert (memo == -1.0).all()


def test_columns_of_equal_fingerprints_are_compared_entry_by_entry() -> None:
    """With all random words equal, only the lengths of columns tell them apart."""
    rng = np.random.default_rng(4)
    for _ in range(30):
        matrix = random_digraph(rng, 12, 0.3)[:, rng.integers(0, 12, 12)]
        indptr = np.concatenate(([0], np.cumsum(matrix.sum(axis=0)))).astype(np.int32)
        indices = np.nonzero(matrix.T)[1].astype(np.int32)
        traits = np.zeros(12, np.int32)
        for words in (np.ones(12, np.int64), rng.integers(1, 2**40, 12)):
            classes = packed_graph.column_classes(indptr, indices, words, traits)
            for j, k in enumerate(classes):
                assert (matrix[:, j] == matrix[:, k]).all()


@pytest.mark.parametrize("n", [1, 2, 5, 17])
def test_what_an_action_reveals_is_its_row(n: int) -> None:
    rng = np.random.default_rng(n)
    for graph in some_graphs(rng, n):
        for form in all_forms(graph):
            for action in range(n):
                count, *_ = estimated(form, action, np.ones(n), mass=0.5)
                assert count[0] == graph.out_degrees[action]
                assert count[1] == graph.reveals(action).tolist()


# Estimates.


def state_with(leaves: Floats, eta: float = 1.0, gamma: float = 0.0, beta: float = 0.0) -> Floats:
    state = weights.fresh(leaves.size, eta, gamma, beta)
    state[weights.HEADER + leaves.size :] = tree_of(leaves).sums
    return state


def estimated(
    graph: FeedbackGraph, action: int, leaves: Floats, mass: float = 0.0, rule: int = 0, **parameters: float
) -> tuple[tuple[int, list[int]], list[float], int, float]:
    """What playing ``action`` with all losses 1 gives: count and rows, estimates, biased action, bias."""
    n = graph.n_actions
    rows, work = np.zeros(3 * n, np.int64), np.full(5 * n, -1.0)
    given = int(graph.out_degrees[action])
    work[:given] = 1.0
    places = Places(state_with(leaves, **parameters), EVENLY, graph.packed, rows, work)
    count, biased, bias, _, first = round.estimated(places.table, mass, rule, action, given, False, -1, 0.0, False)
    assert count == 0 or first == work[0]
    return (count, rows[:count].tolist()), work[:count].tolist(), biased, bias


@pytest.mark.parametrize("leaves", [[3.0, 1.0, 0.0, 0.0], [3.0 + 1e-13, 1.0, 0.0, 0.0], [3.0 - 1e-13, 1.0, 0.0, 0.0]])
def test_the_bias_is_for_more_than_one_half_strictly(leaves: list[float]) -> None:
    """With p_0 = 3/4 and half of the mass spread over four, p~_0 is 1/2, exactly."""
    graph = graphs.loopless_clique(4)
    *_, biased, bias = estimated(graph, 1, np.array(leaves), mass=0.5, rule=round.PESSIMISTIC, beta=0.25)
    if leaves[0] > 3.0:
        assert biased == 0
        assert bias == pytest.approx(0.25 / 0.5)
    else:
        assert biased == -1


@pytest.mark.parametrize("looped", [False, True])
@pytest.mark.parametrize("seen", [False, True])
def test_the_bias_is_for_loopless_actions_that_somebody_reveals(looped: bool, seen: bool) -> None:
    edges = [(1, 1), (2, 2), (3, 3)] + [(0, 0)] * looped + [(1, 0), (2, 0)] * seen
    graph = FeedbackGraph.from_edges(4, edges)
    leaves = np.array([97.0, 1.0, 1.0, 1.0])
    *_, biased, bias = estimated(graph, 1, leaves, mass=0.2, rule=round.PESSIMISTIC, beta=0.25)
    if seen and not looped:
        assert biased == 0
        assert bias == pytest.approx(0.25 / (0.8 * 0.02 + 0.2 * 2 / 4))
    else:
        assert biased == -1


def test_an_estimate_of_a_tiny_chance_is_as_large_as_it_should_be() -> None:
    _, estimates, *_ = estimated(graphs.bandit(2), 1, np.array([1.0, 1e-200]))
    assert estimates == pytest.approx([1e200])


# Losses.


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8])
def test_every_action_is_found_where_it_stands_and_no_other(size: int) -> None:
    rows = np.arange(1, 2 * size, 2)
    found = [losses_in.find(rows, size, action) for action in range(2 * size + 1)]
    assert found == [action // 2 if action % 2 and action < 2 * size else -1 for action in range(2 * size + 1)]


@pytest.mark.parametrize(
    ("keys", "values", "answer"),
    [
        ([5, 2, 9], [0.5, 0.0, 1.0], (3, 0)),
        ([2, 5, 9], [0.0, 0.5, 1.0], (3, 0)),
        ([2, 5, 9], [0.0, 1.1, 1.0], (losses_in.NOT_A_LOSS, 1)),
        ([2, 5, 9], [0.0, 0.5, -0.1], (losses_in.NOT_A_LOSS, 2)),
        ([2, 5, 9], [math.nan, 0.5, 0.1], (losses_in.NOT_A_LOSS, 0)),
        ([2, 5, 8], [0.0, 0.5, 1.0], (losses_in.NOT_REVEALED, 2)),
        ([2, 5, 9, 10], [0.0, 0.5, 1.0, 1.0], (losses_in.NOT_REVEALED, 3)),
        ([2, 9], [0.0, 0.5], (losses_in.MISSING, 5)),
        ([], [], (losses_in.MISSING, 2)),
        ([9, 2, 9], [0.0, 0.5, 1.0], (losses_in.TWICE, 2)),
    ],
)
def test_losses_by_action_are_matched_or_refused(keys: list[int], values: list[float], answer: tuple[int, int]) -> None:
    losses = np.full(5, -1.0)
    rows = np.array([2, 5, 9, 9, 9])
    given = np.array(keys, np.int64), np.array(values)
    assert losses_in.matched(rows, 3, *given, len(keys), losses) == answer
    if answer == (3, 0):
        assert losses[:3].tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("values", "answer"),
    [
        ([0.0, 0.5, 1.0], (3, 0)),
        ([0.0, 0.5], (losses_in.WRONG_COUNT, 3)),
        ([0.0, 1.5, 1.0], (losses_in.NOT_A_LOSS, 1)),
        ([0.0, 0.5, math.nan], (losses_in.NOT_A_LOSS, 2)),
    ],
)
def test_losses_in_order_are_taken_or_refused(values: list[float], answer: tuple[int, int]) -> None:
    losses = np.zeros(3)
    assert losses_in.aligned(np.array(values), len(values), 3, losses) == answer
    if answer == (3, 0):
        assert losses.tolist() == values
