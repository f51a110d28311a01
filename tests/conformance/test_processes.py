"""What every registered process of graphs over time promises.

Counts are compared with their exact binomial law; with the fixed seeds a correct process would have failed
any one of these checks with chance at most 1e-6 when they were chosen.
"""

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from sidelight import FeedbackGraph, InvalidGraph, InvalidParameter, Kind, SidelightError, graphs
from sidelight.graphs import PROCESSES, GraphProcess
from sidelight.graphs.roles import Role
from sidelight.kernels.randomness import address, uniforms

FALSE_ALARM = 1e-6
EXAMPLES = [
    pytest.param(registered.build(**example), id=f"{name} {k}")
    for name, registered in PROCESSES.items()
    for k, example in enumerate(registered.examples())
]
RANDOM = [p for p in EXAMPLES if not isinstance(p.values[0], (graphs.Fixed, graphs.Alternating, graphs.OneDense))]
ROUNDS = 12


def far_from(successes: int, trials: int, p: float) -> bool:
    return bool(binomtest(successes, trials, p).pvalue < FALSE_ALARM)


@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_is_documented_and_public(name: str) -> None:
    build = PROCESSES[name].build
    assert PROCESSES[name].name == name
    assert PROCESSES[name].examples()
    assert (build.__doc__ or "").strip().split("\n\n")[0].endswith(".")
    assert getattr(graphs, build.__name__) is build
    assert build.__name__ in graphs.__all__


@pytest.mark.parametrize("process", EXAMPLES)
def test_a_round_is_the_same_in_any_order_and_in_replay(process: GraphProcess) -> None:
    for seed in (0, 1, 2**63 - 1):
        replayed = list(process.replay(ROUNDS, seed))
        backwards = [process.at(t, seed) for t in reversed(range(ROUNDS))]
        assert replayed == backwards[::-1]
        assert [process.at(7, seed), process.at(7, seed)] == [replayed[7]] * 2
    assert list(process.replay(3)) == list(process.replay(3, seed=0))
    assert list(process.replay(0)) == []


@pytest.mark.parametrize("process", EXAMPLES)
def test_all_rounds_have_the_same_actions(process: GraphProcess) -> None:
    for seed in range(3):
        for graph in process.replay(ROUNDS, seed):
            assert isinstance(graph, FeedbackGraph)
            assert graph.n_actions == process.n_actions
            assert graph.labels is None
    assert process.at(10**12).n_actions == process.n_actions


@pytest.mark.parametrize("process", RANDOM)
def test_other_seeds_and_rounds_give_other_graphs(process: GraphProcess) -> None:
    if isinstance(process, graphs.DroppingEdges) and process.drop_chance == 1.0:
        assert len(set(process.replay(60, seed=4))) == 1, "all edges are gone in every round"
        return
    by_round = list(process.replay(60, seed=4))
    by_seed = [process.at(3, seed) for seed in range(60)]
    assert len(set(by_round)) >= 2
    assert len(set(by_seed)) >= 2
    assert by_round != list(process.replay(60, seed=5))


@pytest.mark.parametrize("process", EXAMPLES)
def test_rounds_and_seeds_are_checked(process: GraphProcess) -> None:
    for bad in (-1, 1.0, "0", None, True, 2**63, 2**64, 10**30):
        with pytest.raises(InvalidParameter, match="round"):
            process.at(bad)  # type: ignore[arg-type]
        with pytest.raises(InvalidParameter, match=r"seed|replay"):
            process.at(0, bad)  # type: ignore[arg-type]
    with pytest.raises(InvalidParameter, match="rounds="):
        process.replay(-1)
    assert process.at(2**63 - 1, 2**63 - 1) == process.at(2**63 - 1, 2**63 - 1)


@pytest.mark.parametrize("process", EXAMPLES)
def test_choices_are_the_graphs_of_the_rounds(process: GraphProcess) -> None:
    for first, count, seed in ((0, 1, 0), (3, 40, 5), (10**12, 7, 2)):
        graphs, which = process.choices(first, count, seed)
        assert which.tolist() == [int(which[k]) for k in range(count)]
        assert [graphs[g] for g in which] == [process.at(first + k, seed) for k in range(count)]
    assert process.varies_little == (len(process.choices(0, 500, 1).graphs) < 500)
    for bad in (-1, 1.5, "0", None, 2**63):
        with pytest.raises(InvalidParameter, match="first"):
            process.choices(bad, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("process", EXAMPLES)
def test_a_process_is_frozen(process: GraphProcess) -> None:
    for name in vars(process):
        with pytest.raises(AttributeError):
            setattr(process, name, None)


def fingerprints(seed: int) -> list[str]:
    return [
        graph.digest
        for registered in PROCESSES.values()
        for example in registered.examples()
        for graph in registered.build(**example).replay(4, seed)
    ]


def test_another_interpreter_draws_the_same_graphs() -> None:
    script = (
        "from sidelight.graphs import PROCESSES\n"
        "print([g.digest for r in PROCESSES.values() for e in r.examples() for g in r.build(**e).replay(4, 11)])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(fingerprints(11))


STRONGLY_OBSERVABLE = [
    graphs.ring(6),
    graphs.bandit(5),
    graphs.loopless_clique(5),
    graphs.apple_tasting(),
    graphs.prefix(6),
    graphs.full_information(1),
    FeedbackGraph.from_edges(3, [(0, 0), (1, 1), (0, 2), (1, 2)], labels=["a", "b", "c"]),
]


@pytest.mark.parametrize("base", STRONGLY_OBSERVABLE)
@pytest.mark.parametrize("q", [0.0, 0.4, 1.0])
def test_loop_flicker_keeps_a_graph_strongly_observable(base: FeedbackGraph, q: float) -> None:
    n = base.n_actions
    kept = base.to_matrix()
    flickered = 0
    for graph in graphs.LoopFlicker(base, q).replay(40, seed=2):
        assert graph.kind in (Kind.SELF_AWARE, Kind.STRONG)
        assert graph.labels == base.labels
        assert (graph.loops <= base.loops).all()
        lost = base.loops & ~graph.loops
        assert graph.in_degrees[lost].tolist() == [n - 1] * int(lost.sum())
        others = ~lost & base.loops
        np.testing.assert_array_equal(graph.to_matrix()[:, others], kept[:, others])
        flickered += int(lost.sum())
    if base.loops.any():
        assert not far_from(flickered, 40 * int(base.loops.sum()), q if n > 1 else 0.0)


def test_dropping_edges() -> None:
    base = graphs.erdos_renyi(20, 0.5, loops=0.5, seed=9)
    process = graphs.DroppingEdges(base, 0.3)
    n_others = base.n_edges - int(base.loops.sum())
    stayed = 0
    for graph in process.replay(50, seed=1):
        assert (graph.to_matrix() <= base.to_matrix()).all()
        np.testing.assert_array_equal(graph.loops, base.loops)
        stayed += graph.n_edges - int(base.loops.sum())
    assert not far_from(stayed, 50 * n_others, 0.7)
    without = graphs.DroppingEdges(base, 0.3, keep_loops=False)
    assert not far_from(sum(int(g.loops.sum()) for g in without.replay(50)), 50 * int(base.loops.sum()), 0.7)
    assert graphs.DroppingEdges(base, 0.0).at(3) == base
    named = graphs.DroppingEdges(base.with_labels(range(100, 120)), 1.0).at(3)
    assert named.labels == tuple(range(100, 120))
    assert named.n_edges == int(base.loops.sum())


def test_which_edges_are_dropped_does_not_depend_on_how_the_graph_was_drawn() -> None:
    """Even with the same seed: an edge that follows another at once in the matrix is dropped as often as any."""
    stayed, edges = 0, 0
    for seed in range(300):
        base = graphs.erdos_renyi(12, 0.3, symmetric=False, loops=False, seed=seed)
        before, after = base.to_edges() @ [12, 1], graphs.DroppingEdges(base, 0.3).at(0, seed).to_edges() @ [12, 1]
        close = before[1:][np.diff(before) == 1]
        stayed += int(np.isin(close, after).sum())
        edges += close.size
    assert not far_from(stayed, edges, 0.7)


def test_which_loops_flicker_does_not_depend_on_how_the_graph_was_drawn() -> None:
    """Even with the same seed, an action with a loop loses it with the chance given."""
    lost, loops = 0, 0
    for seed in range(200):
        base = graphs.erdos_renyi(20, 0.3, loops=0.5, seed=seed)
        graph = graphs.LoopFlicker(base, 0.3).at(0, seed)
        lost += int((base.loops & ~graph.loops).sum())
        loops += int(base.loops.sum())
    assert not far_from(lost, loops, 0.3)


def test_fresh_erdos_renyi_counts_over_rounds() -> None:
    process = graphs.FreshErdosRenyi(20, 0.25, symmetric=False, loops=0.1)
    drawn = list(process.replay(200, seed=8))
    n_loops = sum(int(g.loops.sum()) for g in drawn)
    assert not far_from(sum(g.n_edges for g in drawn) - n_loops, 200 * 20 * 19, 0.25)
    assert not far_from(n_loops, 200 * 20, 0.1)
    repeated = sum(int((a.to_matrix() & b.to_matrix())[~np.eye(20, dtype=bool)].sum()) for a, b in pairwise(drawn))
    assert not far_from(repeated, 199 * 20 * 19, 0.25**2)


def test_one_dense_round() -> None:
    dense, sparse = graphs.ring(6, loops=False), graphs.gadgets(2)
    process = graphs.OneDense(dense, sparse, 5)
    assert [g == dense for g in process.replay(10, seed=3)] == [t == 5 for t in range(10)]
    assert [g == sparse for g in process.replay(10, seed=4)] == [t != 5 for t in range(10)]


@pytest.mark.parametrize("every", [1, 2, 5])
def test_alternating_takes_turns(every: int) -> None:
    three = (graphs.ring(4), graphs.bandit(4), graphs.path(4))
    process = graphs.Alternating(three, every)
    assert list(process.replay(40)) == [three[t // every % 3] for t in range(40)]
    assert process.at(17, seed=9) == process.at(17)


def test_a_list_given_may_change_afterwards() -> None:
    listed = [graphs.ring(4), graphs.bandit(4)]
    process = graphs.Alternating(listed)
    before = list(process.replay(6))
    listed.reverse()
    assert list(process.replay(6)) == before


@pytest.mark.parametrize("chances", [None, (0.7, 0.2, 0.1), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.5, 0.0, 0.5)])
def test_pool_frequencies(chances: tuple[float, ...] | None) -> None:
    pool = (graphs.ring(4), graphs.bandit(4), graphs.path(4))
    drawn = list(graphs.FromPool(pool, chances).replay(3000, seed=6))
    for graph, p in zip(pool, chances or (1 / 3,) * 3, strict=True):
        assert not far_from(sum(g is graph for g in drawn), 3000, p)
    pairs = sum(a is pool[0] and b is pool[0] for a, b in pairwise(drawn))
    assert not far_from(pairs, 2999, (chances or (1 / 3,))[0] ** 2)


@pytest.mark.parametrize("direction", ["both", "out", "in"])
def test_the_centre_of_a_moving_star_is_even(direction: str) -> None:
    process = graphs.MovingStar(5, loops=True, direction=direction)
    centres = []
    for graph in process.replay(1000, seed=2):
        degrees = graph.in_degrees if direction == "in" else graph.out_degrees
        centre = int(np.argmax(degrees))
        swapped = np.arange(5)
        swapped[[0, centre]] = [centre, 0]
        assert graph == graphs.star(5, loops=True, direction=direction).relabelled(swapped)
        centres.append(centre)
    for k in range(5):
        assert not far_from(centres.count(k), 1000, 0.2)


def test_the_scout_moves_within_the_second_half() -> None:
    seen = [int(g.revealed_by(0)[0]) for g in graphs.MovingScout(6).replay(900, seed=2)]
    for k in (3, 4, 5):
        assert not far_from(seen.count(k), 900, 1 / 3)
    assert graphs.MovingScout(6).at(1) in [graphs.scout(6, k) for k in (3, 4, 5)]


def positions(process: graphs.MovingPoints, round_: int, seed: int) -> Any:
    """Step by step with reflections, from the addresses of starts and directions."""
    n = process.n_actions
    at = uniforms(address(seed, Role.POSITIONS, 0), 0, 2 * n).reshape(n, 2)
    angle = 2 * np.pi * uniforms(address(seed, Role.DIRECTIONS, 0), 0, n)
    step = process.speed * np.column_stack((np.cos(angle), np.sin(angle)))
    for _ in range(round_):
        at = at + step
        step = np.where((at < 0) | (at > 1), -step, step)
        at = np.where(at < 0, -at, np.where(at > 1, 2 - at, at))
    assert ((at >= 0) & (at <= 1)).all()
    return at


def test_moving_points_move_straight_and_are_mirrored() -> None:
    process = graphs.MovingPoints(8, 0.4, 0.07)
    for seed in range(3):
        for round_ in (0, 1, 5, 40, 200):
            at = positions(process, round_, seed)
            distance = np.sqrt(((at[:, None] - at) ** 2).sum(2))
            np.testing.assert_array_equal(process.at(round_, seed).to_matrix(), distance <= 0.4)
    assert process.at(0, 3) == graphs.random_geometric(8, 0.4, seed=3)


def test_moving_points_stay_in_the_square() -> None:
    """Within reach of the diagonal everybody sees everybody, in every round however late."""
    process = graphs.MovingPoints(8, 2**0.5 + 1e-9, 0.3)
    assert {process.at(t).n_edges for t in (0, 1, 10, 10**6, 10**12)} == {64}


def test_as_process() -> None:
    ring = graphs.ring(5)
    assert graphs.as_process(ring) == graphs.Fixed(ring)
    star = graphs.MovingStar(4)
    assert graphs.as_process(star) is star
    with pytest.raises(InvalidGraph, match="FeedbackGraph is needed, not str"):
        graphs.as_process("ring")  # type: ignore[arg-type]


a, b = graphs.bandit(2), graphs.bandit(3)
untyped: Any = graphs  # what a type checker would refuse is refused at run time too


@pytest.mark.parametrize(
    "make",
    [
        lambda: untyped.Fixed(None),
        lambda: untyped.Alternating([]),
        lambda: untyped.Alternating([a, b]),
        lambda: untyped.Alternating([a, a.with_labels(["x", "y"])]),
        lambda: untyped.Alternating([a, "b"]),
        lambda: untyped.Alternating(5),
        lambda: untyped.Alternating([a], 0),
        lambda: untyped.Alternating([a], 1.5),
        lambda: untyped.FromPool([a, a], [0.5]),
        lambda: untyped.FromPool([a, a], [0.5, 0.6]),
        lambda: untyped.FromPool([a, a], [1.5, -0.5]),
        lambda: untyped.FromPool([a, a], [0.5, float("nan")]),
        lambda: untyped.FromPool([a, a], ["half", "half"]),
        lambda: untyped.FromPool([a, a], []),
        lambda: untyped.FromPool([a], 1.0),
        lambda: untyped.FromPool([]),
        lambda: untyped.OneDense(a, b, 0),
        lambda: untyped.OneDense(a, a, -1),
        lambda: untyped.FreshErdosRenyi(0, 0.5),
        lambda: untyped.FreshErdosRenyi(3, 1.5),
        lambda: untyped.FreshErdosRenyi(3, 0.5, loops=2),
        lambda: untyped.MovingStar(1),
        lambda: untyped.MovingStar(4, direction="up"),
        lambda: untyped.MovingScout(1),
        lambda: untyped.MovingScout(5),
        lambda: untyped.MovingScout("6"),
        lambda: untyped.MovingScout(None),
        lambda: untyped.LoopFlicker(a, 1.1),
        lambda: untyped.LoopFlicker("ring", 0.5),
        lambda: untyped.DroppingEdges(a, float("nan")),
        lambda: untyped.DroppingEdges(None, 0.5),
        lambda: untyped.MovingPoints(3, 0.0),
        lambda: untyped.MovingPoints(3, 0.5, -0.1),
        lambda: untyped.MovingPoints(0, 0.5),
    ],
)
def test_a_process_checks_what_it_is_made_of(make: Callable[[], GraphProcess]) -> None:
    with pytest.raises(SidelightError):
        make()
