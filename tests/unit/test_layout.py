"""Positions are deterministic, apart, and imitate hop distances; lines keep clear of third actions."""

import numpy as np
import pytest
from numpy.typing import ArrayLike

from sidelight import graphs as families
from sidelight.errors import InvalidParameter
from sidelight.graphs import FeedbackGraph
from sidelight.graphs.layout import (
    BENDS,
    Points,
    checked_positions,
    circle,
    free_directions,
    layout,
    majorised,
    routes,
    spacing,
)

GRAPHS = {
    "one": families.bandit(1),
    "isolated": families.bandit(10),
    "ring": families.ring(8),
    "star": families.star(7),
    "cliques": families.cliques([3, 3, 4]),
    "gadgets": families.gadgets(3),
    "prefix": families.prefix(8),
    "petersen": families.kneser(5, 2),
    "random": families.erdos_renyi(30, 0.1, symmetric=False, loops=0.5),
}
every_graph = pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS.keys())


def distances(points: Points) -> Points:
    return np.asarray(np.linalg.norm(points[:, None] - points, axis=2), np.float64)


@every_graph
def test_the_layout_is_finite_and_the_same_each_time(graph: FeedbackGraph) -> None:
    points = layout(graph)
    assert points.shape == (graph.n_actions, 2)
    assert np.isfinite(points).all()
    np.testing.assert_array_equal(points, layout(graph))


@every_graph
def test_no_two_actions_share_a_place(graph: FeedbackGraph) -> None:
    apart = distances(layout(graph)) + 9 * np.eye(graph.n_actions)
    assert apart.min() > 0.2


def test_a_ring_is_a_circle_in_order() -> None:
    points = layout(families.ring(9))
    radii = np.linalg.norm(points - points.mean(axis=0), axis=1)
    np.testing.assert_allclose(radii, radii[0], rtol=1e-3)
    steps = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    np.testing.assert_allclose(steps, steps[0], rtol=1e-3)


def test_a_path_is_straight_and_lies_flat() -> None:
    points = layout(families.path(6))
    np.testing.assert_allclose(points[:, 1], points[0, 1], atol=1e-3)
    np.testing.assert_allclose(np.diff(points[:, 0]), 1, atol=1e-3)


def test_the_hub_of_a_star_is_in_the_middle() -> None:
    points = layout(families.star(7))
    np.testing.assert_allclose(points[0], points[1:].mean(axis=0), atol=1e-3)


def test_components_do_not_overlap() -> None:
    points = layout(families.cliques([3, 3, 4, 1, 1]))
    parts = [points[:3], points[3:6], points[6:10], points[10:11], points[11:]]
    boxes = [(part.min(axis=0), part.max(axis=0)) for part in parts]
    for k, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[:k]:
            assert (high < other_low).any() or (other_high < low).any()


def test_majorisation_never_raises_the_stress() -> None:
    hops = np.abs(np.arange(7)[:, None] - np.arange(7)).astype(np.float64)

    def stress(points: Points) -> float:
        apart = distances(points)[np.triu_indices(7, 1)]
        wanted = hops[np.triu_indices(7, 1)]
        return float(((apart / wanted - 1) ** 2).sum())

    course = [stress(majorised(circle(7), hops, rounds)) for rounds in range(30)]
    assert (np.diff(course) <= 1e-9).all()
    assert course[-1] < course[0] / 2


def test_majorisation_survives_points_in_one_place() -> None:
    hops = 1.0 - np.eye(3)
    assert np.isfinite(majorised(np.zeros((3, 2)), hops)).all()


def test_a_mutual_pair_is_one_line() -> None:
    graph = FeedbackGraph.from_edges(4, [(0, 0), (0, 1), (1, 0), (2, 1), (1, 3)])
    lines = routes(graph, layout(graph))
    found = {(int(i), int(j)): bool(both) for i, j, both in zip(lines.tails, lines.heads, lines.mutual, strict=True)}
    assert found == {(0, 1): True, (2, 1): False, (1, 3): False}


def test_a_line_goes_around_an_action_in_its_way() -> None:
    graph = FeedbackGraph.from_edges(3, [(0, 1), (1, 2), (0, 2)])
    lines = routes(graph, np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]))
    bent = dict(zip(zip(lines.tails.tolist(), lines.heads.tolist(), strict=True), lines.bend, strict=True))
    assert bent[0, 1] == bent[1, 2] == 0
    assert bent[0, 2] in BENDS
    assert bent[0, 2] != 0


def test_arcs_to_higher_actions_run_above_and_to_lower_ones_below() -> None:
    graph = families.first_price(8, 3)
    lines = routes(graph, layout(graph), arcs=True)
    np.testing.assert_array_equal(lines.control[:, 1] > 0, lines.heads > lines.tails)


def test_free_directions_point_away_from_neighbours() -> None:
    graph = families.ring(8)
    points = layout(graph)
    angles = free_directions(points, routes(graph, points))
    outward = points - points.mean(axis=0)
    along = np.cos(angles) * outward[:, 0] + np.sin(angles) * outward[:, 1]
    np.testing.assert_allclose(along, np.linalg.norm(outward, axis=1), rtol=1e-3)


def test_spacing_of_one_place_is_one() -> None:
    assert spacing(np.zeros((1, 2))) == spacing(np.ones((3, 2))) == 1.0


@pytest.mark.parametrize(
    ("positions", "says"),
    [
        ([[0, 0], [1, 1]], r"shape \(3, 2\)"),
        ([[0, 0, 0]] * 3, r"shape \(3, 2\)"),
        ([[0, 0], [1, 1], [2, np.nan]], "finite"),
        ([["a", "b"]] * 3, "numbers"),
        ([[0, 0], [1], [2, 2]], "numbers"),
    ],
)
def test_positions_are_checked(positions: ArrayLike, says: str) -> None:
    with pytest.raises(InvalidParameter, match=says):
        checked_positions(positions, 3)
