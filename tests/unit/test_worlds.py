"""Each constructor of a world does what it says and refuses what it cannot mean."""

from __future__ import annotations

import pickle
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sidelight import (
    FeedbackGraph,
    InvalidFile,
    InvalidGraph,
    InvalidParameter,
    Kind,
    NotExact,
    graphs,
    learners,
    play,
    worlds,
)
from sidelight.kernels import world as kernel
from sidelight.worlds import World
from sidelight.worlds.lower_bounds import blind_actions

BANDIT = graphs.bandit(3)


def rows_of(world: World, rounds: range, seed: int = 0) -> list[list[float]]:
    return [world.means(t, seed).tolist() for t in rounds]


# What changes when.


def test_segments_begin_where_they_are_said_to() -> None:
    rows = np.array([[0.0, 0.1, 0.2], [0.3, 0.4, 0.5], [0.6, 0.7, 0.8], [1.0, 0.9, 0.0]])
    world = worlds.switching([0, 1, 5, 10**12], rows, BANDIT, noise="exact")
    at = {0: 0, 1: 1, 4: 1, 5: 2, 6: 2, 10**12 - 1: 2, 10**12: 3, 10**12 + 7: 3}
    for round_, k in at.items():
        np.testing.assert_array_equal(world.means(round_), rows[k])
        np.testing.assert_array_equal(world.losses(round_, seed=9), rows[k])
    games = play(learners.Uniform(3), world, rounds=20, seeds=3, checkpoints=20)
    sums = np.array([rows[0], *[rows[1]] * 4, *[rows[2]] * 15]).cumsum(axis=0)
    np.testing.assert_allclose(games.own_losses - games.regret, np.tile(sums.min(axis=1), (3, 1)), rtol=1e-12)


@pytest.mark.parametrize("horizon", [3, 7, 9, 10, 11, 3000])
def test_the_giant_sleeps_for_a_third_and_the_trap_for_a_half(horizon: int) -> None:
    giant, trap = worlds.sleeping_giant(horizon), worlds.exp3_trap(horizon, advantage=0.3)
    for t in {0, horizon // 3 - 1, horizon // 3, horizon // 2 - 1, horizon // 2, horizon - 1}:
        assert giant.losses(t).tolist() == ([0.0, 1.0] if t + 1 <= horizon / 3 else [1.0, 0.0])
        assert trap.losses(t).tolist() == ([1.0, 0.7] if t + 1 <= horizon / 2 else [0.0, 1.0])
    assert giant.graph(0) == graphs.loopless_clique(2)
    assert trap.graph(0) == graphs.bandit(2)
    assert (giant.horizon, trap.horizon) == (horizon, horizon)


def test_constrained_blocks_grow_and_gaps_stay() -> None:
    world = worlds.constrained([0.2, 0.0, 0.1], BANDIT)
    lengths = [int(1.6**k) for k in range(20)]
    ends = np.cumsum(lengths)
    level, t = 0.1, 0
    for end in ends[:12]:
        for round_ in {t, int(end) - 1}:
            np.testing.assert_allclose(world.means(round_), [level + 0.2, level, level + 0.1])
        level, t = (0.8 if level == 0.1 else 0.1), int(end)
    assert world.best_action() == 1
    assert world.means(10**12 - 1).min() in (0.1, 0.8)


@pytest.mark.parametrize("period", [1.0, 7.0, 12.5, 1000.0])
def test_waves_are_waves_in_late_rounds_too(period: float) -> None:
    world = worlds.sinusoidal(graphs.bandit(5), 0.3, period)
    for round_ in (0, 1, 13, 10**6 + 1, 10**12 + 3, 2**53 - 1):
        turned = float(round_ % int(2 * period)) / period  # a whole number of periods does nothing
        expected = 0.5 + 0.3 * np.sin(2 * np.pi * (turned + np.arange(5) / 5))
        np.testing.assert_allclose(world.means(round_), expected, atol=1e-12)
    assert worlds.sinusoidal(graphs.bandit(4), 0.5, 4.0).means(1)[0] == 1.0


@pytest.mark.parametrize("noise", ["bernoulli", "beta", "exact"])
def test_a_corrupted_loss_is_one_minus_what_it_would_have_been(noise: str) -> None:
    plain = worlds.switching([0, 4], [[0.1, 0.3, 0.5], [0.9, 0.2, 0.0]], BANDIT, noise=noise)
    turned = worlds.corrupted(plain, 6)
    for seed in (0, 3):
        for t in range(10):
            losses, means = plain.losses(t, seed), plain.means(t, seed)
            np.testing.assert_array_equal(turned.losses(t, seed), 1 - losses if t < 6 else losses)
            np.testing.assert_array_equal(turned.means(t, seed), 1 - means if t < 6 else means)
    assert "turned round in the first 6 rounds" in repr(turned)
    assert worlds.corrupted(plain, 0).digest == plain.digest


def test_a_corrupted_table_is_turned_too() -> None:
    table = np.arange(12).reshape(4, 3) / 11.0
    world = worlds.corrupted(worlds.table(table, BANDIT), 2)
    seen = [world.losses(t) for t in range(4)]
    np.testing.assert_array_equal(seen, np.vstack((1 - table[:2], table[2:])))


# Secrets and lower bounds.


def test_the_strong_lower_bound_hides_in_a_largest_independent_set() -> None:
    graph = graphs.ring(9)
    world = worlds.strong_lower_bound(graph, horizon=10_000, c=0.5)
    advantage = 0.5 * np.sqrt(4 / 10_000)
    found = set()
    for seed in range(60):
        means, secret = world.means(0, seed), world.secret_action(seed)
        assert secret is not None
        found.add(secret)
        inside = np.flatnonzero(means < 1.0)
        assert inside.size == 4
        assert not any(j in graph.reveals(int(i)) for i in inside for j in inside if i != j)
        assert means[secret] == 0.5 - advantage
        assert set(np.delete(means[inside], np.searchsorted(inside, secret))) == {0.5}
        assert world.best_action(seed) == secret
        np.testing.assert_array_equal(world.means(10**9, seed), means)
    assert found == set(inside)
    assert worlds.strong_lower_bound(graph, horizon=1).means(0).min() == 0.25
    assert worlds.strong_lower_bound(graph, 100, independent=[5, 0]).secret_action(0) in (0, 5)


def test_a_set_that_was_not_found_in_time_is_no_world() -> None:
    hard = graphs.erdos_renyi(300, 0.1, seed=3)
    with pytest.raises(NotExact, match="would depend on the clock; give more time_limit=, or independent="):
        worlds.strong_lower_bound(hard, 1000, time_limit=1e-3)


@pytest.mark.parametrize("d", [1, 2, 5, 40])
def test_the_weak_lower_bound_on_gadgets_is_that_of_the_books(d: int) -> None:
    world = worlds.weak_lower_bound(d, horizon=64_000, c=0.5)
    graph = world.graph(0)
    assert graph == graphs.gadgets(d)
    assert graph.weak_domination_number().value == d
    assert world.secret is not None
    assert world.secret.candidates.tolist() == [j for j in range(3 * d) if j % 3]
    assert world.secret.advantage == pytest.approx(min(0.25, 0.5 * (d / 64_000) ** (1 / 3)))
    means = world.means(0, seed=3)
    assert (means[::3] == 1.0).all()
    assert sorted(means[means < 1.0])[1:] == [0.5] * (2 * d - 1)


@pytest.mark.parametrize("seed", range(8))
def test_blind_actions_are_as_theory_wants_them(seed: int) -> None:
    """Weakly observable, none reveals another, and nobody reveals more than max(2, ln K) of them."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(6, 40))
    matrix = rng.random((n, n)) < rng.uniform(0.02, 0.3)
    np.fill_diagonal(matrix, rng.random(n) < 0.3)
    chosen, most = blind_actions(FeedbackGraph.from_matrix(matrix))
    assert not matrix[np.ix_(chosen, chosen)].any()
    seen = matrix[:, chosen].sum(axis=1)
    assert most == seen.max(initial=0) <= max(2, np.log(n))
    for j in chosen:
        assert not matrix[j, j]
        assert 0 < matrix[:, j].sum() < n - 1
    addable = [
        j
        for j in np.setdiff1d(np.arange(n), chosen)
        if not matrix[j, j] and 0 < matrix[:, j].sum() < n - 1
        if not (matrix[j, chosen].any() or matrix[chosen, j].any())
        if (seen + matrix[:, j]).max() <= max(2, int(np.log(n)))
    ]
    assert not addable, "another one could have been chosen"


def test_the_weak_lower_bound_on_another_graph() -> None:
    graph = graphs.revealing_action(8)
    world = worlds.weak_lower_bound(graph, horizon=1000)
    assert graph.kind is Kind.WEAK
    assert world.secret is not None
    assert world.secret.candidates.size == 2
    assert (world.means(0) == 1.0).sum() == 6


def test_the_uninformed_lower_bound_has_one_scout_a_round() -> None:
    world = worlds.uninformed_lower_bound(8, horizon=32_000)
    assert world.secret is not None
    assert world.secret.candidates.tolist() == [0, 1, 2, 3]
    assert world.secret.advantage == pytest.approx(0.5 * (8 / 32_000) ** (1 / 3))
    scouts = set()
    for t in range(60):
        graph = world.graph(t, 1)
        revealing = [i for i in range(8) if graph.reveals(i).size > 1]
        assert len(revealing) == 1
        assert graph.weak_domination_number().value == 1
        assert not graph.loops[:4].any()
        assert graph.loops[4:].all()
        scouts.add(revealing[0])
    assert scouts == {4, 5, 6, 7}
    assert world.means(0)[4:].tolist() == [1.0] * 4


# Tables.


def random_table(rounds: int = 500, n: int = 3) -> NDArray[np.float64]:
    return np.random.default_rng(2).random((rounds, n))


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16, np.int8, np.uint64, np.bool_, ">f8", "<f4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_table_of_any_kind_of_numbers_is_read_as_it_is(kind: Any, order: Any) -> None:
    given = np.asarray(random_table().round() if np.dtype(kind).kind in "iub" else random_table(), kind, order=order)
    world = worlds.table(given, BANDIT)
    np.testing.assert_array_equal([world.losses(t, 5) for t in range(500)], given.astype(np.float64))
    games = play(learners.Uniform(3), world, rounds=500, seeds=2, checkpoints=7)
    best = given.astype(np.float64).cumsum(axis=0).min(axis=1)[games.checkpoints - 1]
    np.testing.assert_allclose(games.own_losses - games.regret, np.tile(best, (2, 1)), rtol=1e-12)


def test_a_table_read_in_blocks_is_the_table() -> None:
    given = random_table()
    world = worlds.table(given, BANDIT)
    whole, parts = np.zeros(3), np.zeros(3)
    least = kernel.add_all(*world.packed(0, 0, 500), 0, 0, 500, True, whole)
    pieces = [(0, 1), (1, 2), (2, 100), (100, 499), (499, 500)]
    by_parts = sum(kernel.add_all(*world.packed(0, a, b), 0, a, b, True, parts) for a, b in pieces)
    np.testing.assert_array_equal(whole, parts)
    np.testing.assert_allclose(whole, given.sum(axis=0))
    assert least == pytest.approx(by_parts) == pytest.approx(given.min(axis=1).sum())


def test_a_mapped_file_is_never_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = np.random.default_rng(0).integers(0, 2, (400_000, 8)).astype(np.float32)
    path = tmp_path / "losses.npy"
    np.save(path, given)
    monkeypatch.setattr("sidelight.worlds.given.LOSSES_A_LOOK", 2**16)
    tracemalloc.start()
    world = worlds.table(path, graphs.bandit(8))
    np.testing.assert_array_equal(world.losses(399_999), given[-1])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(world.table, np.memmap)
    assert peak < given.nbytes / 5
    in_memory = worlds.table(given, graphs.bandit(8))
    assert world.digest == in_memory.digest
    rounds = 3000
    ours, theirs = (play(learners.Exp3IX(8, 0.1, 0.05), w, rounds, seeds=2) for w in (world, in_memory))
    np.testing.assert_array_equal(ours.own_losses, theirs.own_losses)
    np.testing.assert_array_equal(ours.regret, theirs.regret)
    assert world.rounds_at_once == 2**20
    monkeypatch.setattr("sidelight.worlds.world.LOSSES_AT_ONCE", 8 * 700)
    asked: list[int] = []
    packed = World.packed

    def watched(world: World, seed: int, first: int, stop: int) -> Any:
        asked.append(stop - first)
        return packed(world, seed, first, stop)

    monkeypatch.setattr(World, "packed", watched)
    games = play(learners.Exp3IX(8, 0.1, 0.05), world, rounds, seeds=2, workers=1, checkpoints=1)
    assert max(asked) == 700, "read a piece at a time"
    np.testing.assert_array_equal(games.own_losses[:, -1], ours.own_losses[:, -1])
    assert worlds.bernoulli([0.5] * 8, graphs.bandit(8)).rounds_at_once is None


def test_a_table_is_kept_from_changes() -> None:
    given = random_table()
    world = worlds.table(given, BANDIT)
    before = world.losses(3)
    given[3] = 7.0
    np.testing.assert_array_equal(world.losses(3), before)
    still = random_table()
    still.setflags(write=False)
    assert worlds.table(still, BANDIT).table is still, "what cannot be changed need not be copied"


def test_a_table_in_a_parquet_file(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    given = random_table(20)
    path = tmp_path / "losses.parquet"
    polars.DataFrame(given, schema=["a", "b", "c"]).write_parquet(path)
    world = worlds.table(path, BANDIT)
    np.testing.assert_array_equal([world.losses(t) for t in range(20)], given)
    np.testing.assert_array_equal(worlds.table(polars.read_parquet(path), BANDIT).losses(7), given[7])


def test_a_table_ends() -> None:
    world = worlds.table(random_table(5), BANDIT)
    assert world.most_rounds == 5
    for act in (lambda: world.losses(5), lambda: world.means(5), lambda: play(learners.Uniform(3), world, 6)):
        with pytest.raises(InvalidParameter, match="has losses for 5 rounds; play at most that many"):
            act()


def with_entry(row: int, column: int, value: float) -> NDArray[np.float64]:
    table = random_table()
    table[row, column] = value
    return table


@pytest.mark.parametrize(
    ("losses", "says"),
    [
        (with_entry(301, 2, np.nan), r"losses\[301, 2\]=nan \(row, column\) must be from 0 to 1"),
        (with_entry(0, 1, 1.0000001), r"losses\[0, 1\]=1.0000001 "),
        (with_entry(499, 0, -1e-300), r"losses\[499, 0\]=-1e-300 "),
        (with_entry(4, 0, np.inf), r"losses\[4, 0\]=inf .*losses_from_costs"),
        (np.full((3, 3), 2, np.int64), r"losses\[0, 0\]=2 "),
        (random_table(5, 4), r"shape \(5, 4\), and the graph 3 actions"),
        (np.zeros((0, 3)), r"shape \(0, 3\).*at least one"),
        (np.zeros(3), r"shape \(3,\)"),
        (np.zeros((2, 3), object), "numbers, not of object"),
        (np.zeros((2, 3), np.complex128), "numbers, not of complex128"),
        ([["a", "b", "c"]], "numbers, not of <U1"),
        ([[0.1, 0.2, 0.3], [0.1]], "a row for each round"),
        (None, "numbers, not of object"),
    ],
    ids=str,
)
def test_a_bad_table_is_refused_by_row_and_column(losses: Any, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidelight.worlds.given.LOSSES_A_LOOK", 30)
    with pytest.raises(InvalidParameter, match=says):
        worlds.table(losses, BANDIT)


def test_a_file_that_is_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npy").write_text("not an array")
    (tmp_path / "empty.npy").write_bytes(b"")
    np.savez(tmp_path / "two.npz", a=np.zeros(3))
    np.save(tmp_path / "objects.npy", np.array([[{}]], object), allow_pickle=True)
    for name in ("text.npy", "empty.npy", "objects.npy", "two.npz"):
        with pytest.raises(InvalidFile, match=r"is not an \.npy file that can be mapped"):
            worlds.table(tmp_path / name, BANDIT)
    with pytest.raises(FileNotFoundError):
        worlds.table(str(tmp_path / "none.npy"), BANDIT)


# Refusals.

FLICKER = graphs.LoopFlicker(graphs.ring(4), 0.2)
BAD = [
    (lambda: worlds.bernoulli([0.5, 0.5], BANDIT), r"means has shape \(2,\), and the graph 3 actions"),
    (lambda: worlds.bernoulli([0.5, 0.5, 1.5], BANDIT), r"means\[2\]=1.5 must be from 0 to 1"),
    (lambda: worlds.bernoulli([0.5, float("nan"), 0.5], BANDIT), r"means\[1\]=nan"),
    (lambda: worlds.bernoulli("abc", BANDIT), "means='abc' must be numbers"),
    (lambda: worlds.bernoulli([[0.5], [0.5, 0.5]], BANDIT), "must be numbers"),
    (lambda: worlds.bernoulli([1j, 0, 0], BANDIT), "no kind of number"),
    (lambda: worlds.beta([0.5] * 3, BANDIT, concentration=0), r"concentration=0 must be a number above 0"),
    (lambda: worlds.beta([0.5] * 3, BANDIT, concentration=1e-9), 'at least 1e-06: below 1e-6 say noise="bernoulli"'),
    (lambda: worlds.beta([0.5] * 3, BANDIT, concentration=1e20), r"at most 1e\+15"),
    (lambda: worlds.beta([0.5] * 3, BANDIT, concentration=float("nan")), "concentration=nan"),
    (lambda: worlds.beta([0.5] * 3, BANDIT, concentration=True), "concentration=True"),
    (lambda: worlds.switching([0, 5], [[0.5] * 3], BANDIT), r"shape \(1, 3\), and there are 2 starts and 3 actions"),
    (lambda: worlds.switching([1, 5], [[0.5] * 3] * 2, BANDIT), "begin with round 0"),
    (lambda: worlds.switching([], [], BANDIT), "begin with round 0"),
    (lambda: worlds.switching([0, 5, 5], [[0.5] * 3] * 3, BANDIT), r"starts\[2\]=5 must be after starts\[1\]=5"),
    (lambda: worlds.switching([0, 5.5], [[0.5] * 3] * 2, BANDIT), r"starts\[0\]=.* must be a whole number"),
    (lambda: worlds.switching([0, 5], [[0.5] * 3, [0.5, 2.0, 0]], BANDIT), r"means\[1\]\[1\]=2.0 must be from 0 to 1"),
    (lambda: worlds.switching([0], [[0.5] * 3], BANDIT, noise="loud"), "noise='loud' must be one of 'exact', 'bern"),
    (lambda: worlds.switching([0], [[0.5] * 3], BANDIT, noise=None), "noise=None must be one of"),  # type: ignore[arg-type]
    (lambda: worlds.constrained([0.0, 0.1, 0.3], BANDIT), "3 numbers from 0 to 0.2"),
    (lambda: worlds.constrained([0.0, 0.1], BANDIT), "3 numbers from 0 to 0.2"),
    (lambda: worlds.constrained([0.0, 0.1, float("nan")], BANDIT), "3 numbers from 0 to 0.2"),
    (lambda: worlds.sinusoidal(BANDIT, 0.6, 10), "amplitude=0.6 .* at most 0.5: losses lie around 1/2"),
    (lambda: worlds.sinusoidal(BANDIT, 0.4, 0), "period=0 must be positive"),
    (lambda: worlds.corrupted(worlds.punish_repetition(BANDIT), 5), "does not answer to what is played"),
    (lambda: worlds.exp3_trap(9).with_graphs(BANDIT), "must have 2 actions, as the losses of this world have"),
    (lambda: worlds.corrupted(BANDIT, 5), "must be a world of this library"),  # type: ignore[arg-type]
    (lambda: worlds.corrupted(worlds.corrupted(worlds.exp3_trap(9), 5), 5), "corrupted already"),
    (lambda: worlds.corrupted(worlds.exp3_trap(9), -1), "rounds=-1 must be"),
    (lambda: worlds.strong_lower_bound(graphs.full_information(3), 100), "no two actions that do not reveal one ano"),
    (lambda: worlds.strong_lower_bound(FLICKER, 100), r"changes.*strong_lower_bound\(...\).with_graphs\(process\)"),
    (lambda: worlds.strong_lower_bound(graphs.ring(6), 100, independent=[0, 1]), "must be actions that do not reveal"),
    (lambda: worlds.strong_lower_bound(graphs.ring(6), 100, independent=[0, 0]), "must be actions that do not reveal"),
    (lambda: worlds.strong_lower_bound(graphs.ring(6), 100, independent=[0, 6]), "each of independent=6"),
    (lambda: worlds.strong_lower_bound(graphs.ring(6), 0), "horizon=0 must be"),
    (lambda: worlds.strong_lower_bound(graphs.ring(6), 9, c=0), "c=0 must be .* the advantage is c times the rate"),
    (lambda: worlds.weak_lower_bound(graphs.ring(6), 100), "must be weakly observable; on others strong_lower_bound"),
    (lambda: worlds.weak_lower_bound(FLICKER, 100), "changes, and weak_lower_bound is made for one graph"),
    (lambda: worlds.weak_lower_bound(0, 100), "graph=0 must be at least 1"),
    (lambda: worlds.weak_lower_bound("2", 100), "graph='2' must be a whole number"),  # type: ignore[arg-type]
    (lambda: worlds.weak_lower_bound(graphs.directed_cycle(3), 100), "no two loopless actions"),
    (lambda: worlds.uninformed_lower_bound(5, 100), "must be even"),
    (lambda: worlds.uninformed_lower_bound(2, 100), "n_actions=2 must be at least 4"),
    (lambda: worlds.exp3_trap(1), "horizon=1 must be"),
    (lambda: worlds.exp3_trap(10, graph=graphs.bandit(3)), "must have 2 actions"),
    (lambda: worlds.exp3_trap(10, advantage=1.5), "advantage=1.5"),
    (lambda: worlds.sleeping_giant(2), "horizon=2 must be"),
    (lambda: worlds.sleeping_giant(10**13), "horizon=10000000000000 must be"),
    (lambda: worlds.punish_favourite(BANDIT, 0), "block=0 must be"),
    (lambda: worlds.punish_likeliest(learners.Exp3IX, BANDIT), "must be a learner with fresh, decide, learn, chances"),
    (lambda: worlds.punish_likeliest(3, BANDIT), "it lacks fresh, decide"),
    (lambda: worlds.punish_likeliest(learners.Exp3IX(4, 0.1, 0.1), BANDIT), "has 4 actions, and the graph 3"),
]


@pytest.mark.parametrize(("make", "says"), BAD, ids=[says for _, says in BAD])
def test_what_cannot_be_meant_is_refused_by_name(make: Any, says: str) -> None:
    with pytest.raises(InvalidParameter, match=says):
        make()


def test_a_graph_must_be_one() -> None:
    for make in (worlds.punish_repetition, lambda graph: worlds.bernoulli([0.5], graph)):
        with pytest.raises(InvalidGraph):
            make(np.eye(3))  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [-1, 1.5, "0", None, True, 2**63])
def test_rounds_and_seeds_are_checked(bad: Any) -> None:
    world = worlds.bernoulli([0.5] * 3, BANDIT)
    for act in (world.losses, world.means, world.graph):
        with pytest.raises(InvalidParameter, match="round_="):
            act(bad)
        with pytest.raises(InvalidParameter, match="seed="):
            act(0, bad)
    with pytest.raises(InvalidParameter, match="seed="):
        worlds.punish_repetition(BANDIT).fresh(bad)


def test_a_world_survives_pickling() -> None:
    for world in (worlds.strong_lower_bound(graphs.ring(7), 100), worlds.sinusoidal(FLICKER, 0.3, 9)):
        again = pickle.loads(pickle.dumps(world))
        assert repr(again) == repr(world)
        np.testing.assert_array_equal(again.losses(5, 4), world.losses(5, 4))


def test_the_digest_is_of_what_a_world_does() -> None:
    """Equal for equal worlds however they were made, and another for any change."""
    base = worlds.bernoulli([0.1, 0.2, 0.3], BANDIT)
    assert base.digest == worlds.bernoulli(np.array([0.1, 0.2, 0.3]), graphs.Fixed(BANDIT.stored_as("csr"))).digest
    others = [
        worlds.bernoulli([0.1, 0.2, 0.4], BANDIT),
        worlds.beta([0.1, 0.2, 0.3], BANDIT),
        worlds.beta([0.1, 0.2, 0.3], BANDIT, concentration=9),
        worlds.deterministic([0.1, 0.2, 0.3], BANDIT),
        worlds.bernoulli([0.1, 0.2, 0.3], graphs.full_information(3)),
        worlds.corrupted(base, 5),
        worlds.corrupted(base, 6),
        worlds.switching([0, 3], [[0.1, 0.2, 0.3]] * 2, BANDIT),
        worlds.table(np.array([[0.1, 0.2, 0.3]]), BANDIT),
        base.with_graphs(graphs.DroppingEdges(BANDIT, 0.1)),
        base.with_graphs(graphs.DroppingEdges(BANDIT, 0.2)),
        worlds.punish_repetition(BANDIT),
        worlds.punish_favourite(BANDIT, 2),
        worlds.punish_favourite(BANDIT, 3),
    ]
    digests = [world.digest for world in (base, *others)]
    assert len(set(digests)) == len(digests)


def test_a_million_actions_need_no_table() -> None:
    n = 1_000_000
    world = worlds.strong_lower_bound(graphs.bandit(n), horizon=10**9)
    secret = world.secret_action(4)
    assert secret is not None
    assert np.flatnonzero(world.means(3, 4) < 0.5).tolist() == [secret]
    assert 0.499 < world.losses(3, 4).mean() < 0.501
