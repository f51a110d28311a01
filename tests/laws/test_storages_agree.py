"""How a graph is held never changes an answer, and every answer agrees with a search through all subsets."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sidelight import Bracket, FeedbackGraph, InvalidGraph, UnobservableGraph
from sidelight.graphs.numbers import of_complement, of_intervals
from sidelight.graphs.storage import STORAGES

Matrix = NDArray[np.bool_]
Given = tuple[FeedbackGraph, Matrix]
law = settings(derandomize=True, deadline=None, max_examples=80)
GENEROUS = 60.0


@st.composite
def of_cliques(draw: st.DrawFn) -> Given:
    n = draw(st.integers(1, 7))
    part = np.array(draw(st.lists(st.integers(-2, 2), min_size=n, max_size=n)))
    loops = draw(st.booleans())
    m = part[:, None] == part
    if not loops:
        np.fill_diagonal(m, False)
    return FeedbackGraph.from_cliques(part, loops=loops), m


@st.composite
def of_ranges(draw: st.DrawFn) -> Given:
    """Any ranges, or ranges that avoid their own action, or that hold it."""
    n = draw(st.integers(1, 7))
    shape = draw(st.sampled_from(["any", "loopless", "looped"]))
    first, stop = [], []
    for i in range(n):
        lo, hi = {"any": (0, n), "loopless": draw(st.sampled_from([(0, i), (i + 1, n)])), "looped": (0, i)}[shape]
        a = draw(st.integers(lo, hi))
        first.append(a)
        stop.append(draw(st.integers(i + 1 if shape == "looped" else a, n if shape == "looped" else hi)))
    m = np.array([[first[i] <= j < stop[i] for j in range(n)] for i in range(n)])
    return FeedbackGraph.from_intervals(first, stop), m


@st.composite
def of_any(draw: st.DrawFn) -> Given:
    n = draw(st.integers(1, 7))
    cells = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    m = np.array(cells).reshape(n, n)
    if draw(st.booleans()):
        return FeedbackGraph.from_matrix(m), m
    return FeedbackGraph.from_hidden(n, np.argwhere(~m)), m


@st.composite
def nearly_all(draw: st.DrawFn) -> Given:
    n = draw(st.integers(1, 7))
    hidden = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=2 * n))
    m = np.ones((n, n), np.bool_)
    for i, j in hidden:
        m[i, j] = False
    return FeedbackGraph.from_hidden(n, hidden), m


SHAPES = {"cliques": of_cliques(), "intervals": of_ranges(), "any": of_any(), "complement": nearly_all()}
graphs = st.one_of(*SHAPES.values())


def everywhere(g: FeedbackGraph) -> Iterator[FeedbackGraph]:
    """The same graph in each storage that can hold it, its own at least."""
    for storage in STORAGES:
        try:
            yield g.stored_as(storage)
        except InvalidGraph:
            assert storage not in (g.storage, "csr", "complement")


@pytest.mark.parametrize("shape", SHAPES)
@given(data=st.data())
@law
def test_all_that_is_public_agrees(shape: str, data: st.DataObject) -> None:
    original, m = data.draw(SHAPES[shape])
    n = len(m)
    reference = FeedbackGraph.from_matrix(m)
    for g in [original, *everywhere(original), *everywhere(reference)]:
        assert [g.reveals(i).tolist() for i in range(n)] == [np.flatnonzero(row).tolist() for row in m]
        assert [g.revealed_by(j).tolist() for j in range(n)] == [np.flatnonzero(row).tolist() for row in m.T]
        assert [[g.has_edge(i, j) for j in range(n)] for i in range(n)] == m.tolist()
        assert g.loops.tolist() == np.diag(m).tolist()
        assert g.out_degrees.tolist() == m.sum(1).tolist()
        assert g.in_degrees.tolist() == m.sum(0).tolist()
        assert (g.n_edges, g.kind, g.digest, hash(g)) == (
            m.sum(),
            reference.kind,
            reference.digest,
            hash(reference),
        )
        assert g.observable.tolist() == m.any(0).tolist()
        strong = np.diag(m) | ((m | np.eye(n, dtype=bool)).all(0) & m.any(0))
        assert g.strongly_observable.tolist() == strong.tolist()
        assert g == reference
        np.testing.assert_array_equal(g.to_matrix(), m)
        np.testing.assert_array_equal(g.to_edges(), np.argwhere(m))
        np.testing.assert_array_equal(g.to_scipy().toarray(), m)
        assert [row.tolist() for row in g.to_neighbours()] == [np.flatnonzero(row).tolist() for row in m]


@given(graphs, st.data())
@law
def test_operations_agree(pair: Given, data: st.DataObject) -> None:
    original, m = pair
    n = len(m)
    order = np.array(data.draw(st.permutations(range(n))))
    chosen = order[: data.draw(st.integers(1, n))]
    mask = np.isin(np.arange(n), chosen)
    other = FeedbackGraph.from_matrix(np.random.default_rng(n).random((n, n)) < 0.3)
    for g in everywhere(original):
        named = g.with_labels(list("abcdefg"[:n]))
        np.testing.assert_array_equal(g.induced(chosen).to_matrix(), m[np.ix_(chosen, chosen)])
        np.testing.assert_array_equal(g.induced(np.sort(chosen)).to_matrix(), m[np.ix_(mask, mask)])
        assert g.induced(mask) == g.induced(np.sort(chosen))
        assert named.induced(chosen).labels == tuple("abcdefg"[i] for i in chosen)
        renamed = named.relabelled(order)
        for i in range(n):
            assert renamed.label(order[i]) == "abcdefg"[i]
            assert [renamed.has_edge(order[i], order[j]) for j in range(n)] == m[i].tolist()
        np.testing.assert_array_equal((g | other).to_matrix(), m | other.to_matrix())
        assert g | g == g
        assert named.union(other).labels == other.union(named).labels == named.labels


def independent(m: Matrix, members: NDArray[np.int64]) -> bool:
    among = m[np.ix_(members, members)].copy()
    np.fill_diagonal(among, False)
    return not among.any()


def acyclic(m: Matrix, members: NDArray[np.int64]) -> bool:
    among = m[np.ix_(members, members)].copy()
    np.fill_diagonal(among, False)
    while among.size:
        sinks = ~among.any(1)
        if not sinks.any():
            return False
        among = among[np.ix_(~sinks, ~sinks)]
    return True


def partition_of_cliques(m: Matrix, part: NDArray[np.int64]) -> bool:
    return bool((m | np.eye(len(m), dtype=bool))[part[:, None] == part].all())


def dominates(m: Matrix, members: NDArray[np.int64]) -> bool:
    return bool((np.diag(m) | m[members].any(0)).all())


def subsets(n: int) -> list[NDArray[np.int64]]:
    return [np.array(chosen, np.int64) for k in range(n + 1) for chosen in combinations(range(n), k)]


def fewest_cliques(m: Matrix) -> int:
    """By induction over sets of actions as bits: the lowest action leaves in a clique of mutual edges."""
    n = len(m)
    mutual = (m & m.T) | np.eye(n, dtype=bool)
    cliques = [sum(1 << i for i in s.tolist()) for s in subsets(n) if mutual[np.ix_(s, s)].all() and s.size]
    fewest = [0] * 2**n
    for left in range(1, 2**n):
        lowest = left & -left
        fewest[left] = 1 + min(fewest[left ^ c] for c in cliques if c & lowest and c & left == c)
    return fewest[-1]


def check_brackets(g: FeedbackGraph, m: Matrix, *, exact: bool) -> None:
    every = subsets(len(m))
    loops = np.flatnonzero(np.diag(m))
    largest = {
        "independence_number": max(s.size for s in every if independent(m, s)),
        "loop_independence_number": max(s.size for s in every if independent(m, s) and np.isin(s, loops).all()),
        "largest_acyclic": max(s.size for s in every if acyclic(m, s)),
    }
    valid = {"largest_acyclic": acyclic}
    for name, value in largest.items():
        bracket: Bracket = getattr(g, name)(time_limit=GENEROUS)
        assert bracket.lower <= value <= bracket.upper, (name, g.storage)
        assert bracket.exact or not exact, (name, g.storage)
        assert bracket.witness.size == bracket.lower
        assert np.unique(bracket.witness).size == bracket.lower
        assert valid.get(name, independent)(m, bracket.witness), (name, g.storage)
    assert np.isin(g.loop_independence_number().witness, loops).all()
    cliques = g.clique_partition_number(time_limit=GENEROUS)
    assert cliques.lower <= fewest_cliques(m) <= cliques.upper, g.storage
    assert cliques.exact or not exact
    assert cliques.witness.shape == (len(m),)
    assert np.unique(cliques.witness).size == cliques.upper
    assert partition_of_cliques(m, cliques.witness)


def check_domination(g: FeedbackGraph, m: Matrix, *, exact: bool) -> float:
    if not (m.any(0)).all():
        for ask in (g.weak_domination_number, g.dominating_set, g.fractional_domination, g.fractional_packing):
            with pytest.raises(UnobservableGraph):
                ask()
        return 0.0
    loopless = ~np.diag(m)
    fewest = min(s.size for s in subsets(len(m)) if dominates(m, s))
    bracket = g.weak_domination_number(time_limit=GENEROUS)
    assert bracket.lower <= fewest <= bracket.upper, g.storage
    assert bracket.exact or not exact
    assert bracket.witness.size == bracket.upper
    assert dominates(m, bracket.witness)
    greedy = g.dominating_set()
    assert dominates(m, greedy)
    assert (np.diff(greedy) > 0).all()
    assert greedy.size >= fewest
    cover, value = g.fractional_domination()
    packing, proven = g.fractional_packing()
    assert value == pytest.approx(proven, abs=1e-7)
    assert (cover >= 0).all()
    assert (packing >= 0).all()
    assert (cover @ m >= 1 - 1e-9)[loopless].all(), g.storage
    assert (m @ packing <= 1 + 1e-9).all(), g.storage
    assert (packing[~loopless] == 0).all()
    assert cover.sum() == pytest.approx(value)
    assert packing.sum() == pytest.approx(proven)
    assert value <= fewest + 1e-9
    return float(value)


@pytest.mark.parametrize("shape", SHAPES)
@given(data=st.data())
@law
def test_the_six_numbers_agree(shape: str, data: st.DataObject) -> None:
    original, m = data.draw(SHAPES[shape])
    values = set()
    for g in [original, *everywhere(original)]:
        check_brackets(g, m, exact=True)
        values.add(round(check_domination(g, m, exact=True), 6))
    assert len(values) == 1


@pytest.mark.parametrize("shape", ["intervals", "complement"])
@given(data=st.data())
@law
def test_the_ways_for_large_sizes_hold_at_small_ones(shape: str, data: st.DataObject) -> None:
    g, m = data.draw(SHAPES[shape])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(of_intervals, "FEW_EDGES", -1)
        patch.setattr(of_complement, "FEW_EDGES", -1)
        check_brackets(g, m, exact=False)
        check_domination(g, m, exact=False)


@given(graphs)
@law
def test_relabelling_actions_changes_no_number(pair: Given) -> None:
    g, m = pair
    backwards = g.relabelled(np.arange(len(m))[::-1])
    for name in ("independence_number", "largest_acyclic", "clique_partition_number", "loop_independence_number"):
        assert getattr(backwards, name)() == getattr(g, name)(), name
