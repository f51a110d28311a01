"""Edges between labels, and graphs of others whose edges have weights."""

import igraph
import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidelight import FeedbackGraph, InvalidEdge, InvalidLabels, UnobservableGraph

TRIPS = [("paris", "lyon"), ("lyon", "lyon"), ("lyon", "nice")]
LABELS = st.one_of(st.text(max_size=3), st.integers(), st.tuples(st.integers(), st.booleans()), st.none())


def test_actions_come_as_they_first_appear() -> None:
    g = FeedbackGraph.from_labelled_edges(TRIPS)
    assert g.labels == ("paris", "lyon", "nice")
    assert g.to_edges().tolist() == [[0, 1], [1, 1], [1, 2]]


def test_given_labels_decide_the_order_and_may_be_more() -> None:
    g = FeedbackGraph.from_labelled_edges(TRIPS, labels=["nice", "lyon", "paris", "metz"])
    assert g.to_edges().tolist() == [[1, 0], [1, 1], [2, 1]]
    assert g.n_actions == 4


@settings(derandomize=True, deadline=None)
@given(st.lists(st.tuples(LABELS, LABELS), min_size=1), st.data())
def test_there_and_back(edges: list[tuple[object, object]], data: st.DataObject) -> None:
    g = FeedbackGraph.from_labelled_edges(edges)
    assert set(g.to_labelled_edges()) == set(edges)
    order = data.draw(st.permutations(g.labels or ()))
    again = FeedbackGraph.from_labelled_edges(g.to_labelled_edges(), labels=order)
    assert set(again.to_labelled_edges()) == set(edges)


@pytest.mark.parametrize(
    ("edges", "labels", "error", "says"),
    [
        ([("a", "b", "c")], None, InvalidEdge, "pair of labels"),
        (["ab"], None, InvalidEdge, "list"),
        ([("a", ["b"])], None, InvalidLabels, "hashed"),
        ([("a", "b")], ["a"], InvalidEdge, "not among the labels"),
        ([("a", ["b"])], ["a"], InvalidEdge, "not among the labels"),
        ([("a", "b")], ["a", "b", "a"], InvalidLabels, "both action 0 and action 2"),
        ([], None, ValueError, "between 1"),
        (3, None, ValueError, "list"),
    ],
)
def test_what_is_refused(edges: object, labels: list[str] | None, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        FeedbackGraph.from_labelled_edges(edges, labels=labels)  # type: ignore[arg-type]


def test_plain_edges_with_names_point_to_this_door() -> None:
    with pytest.raises(InvalidEdge, match="from_labelled_edges"):
        FeedbackGraph.from_edges(3, TRIPS)


def test_weights_are_refused_or_left_aside() -> None:
    club = networkx.karate_club_graph()
    with pytest.raises(InvalidEdge, match="weight=None"):
        FeedbackGraph.from_networkx(club)
    assert FeedbackGraph.from_networkx(club, weight=None).n_edges == 2 * club.number_of_edges()
    weighted = igraph.Graph(n=2, edges=[(0, 1)], directed=True)
    weighted.es["weight"] = [0.5]
    with pytest.raises(InvalidEdge, match="weight=None"):
        FeedbackGraph.from_igraph(weighted)
    assert FeedbackGraph.from_igraph(weighted, weight=None).to_edges().tolist() == [[0, 1]]


def test_an_action_nobody_reveals_is_called_by_its_label() -> None:
    g = FeedbackGraph.from_labelled_edges(TRIPS)
    for ask in (g.weak_domination_number, g.dominating_set, g.fractional_domination, g.fractional_packing):
        with pytest.raises(UnobservableGraph, match="'paris'"):
            ask()
