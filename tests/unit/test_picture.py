"""What a picture of a graph shows, and that it disturbs nothing."""

import sys
from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from sidelight import graphs as families
from sidelight.errors import InvalidParameter, MissingDependency
from sidelight.graphs import FeedbackGraph
from sidelight.graphs.picture import draw, svg
from sidelight.graphs.picture_paper import SORTS, sort_of
from sidelight.graphs.picture_summary import density

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.collections import PathCollection  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.patches import FancyArrowPatch  # noqa: E402
from matplotlib.transforms import Bbox  # noqa: E402

# 0 and 1 reveal themselves, 2 is revealed by all others, 3 by some, 4 by nobody.
ALL_SORTS = FeedbackGraph.from_edges(5, [(0, 0), (1, 1), (0, 2), (1, 2), (3, 2), (4, 2), (0, 3), (3, 0)])
EXAMPLES = {
    "all sorts": ALL_SORTS,
    "one": families.bandit(1),
    "one unseen": FeedbackGraph.from_edges(1, []),
    "ring": families.ring(8),
    "clique": families.loopless_clique(7),
    "gadgets": families.gadgets(3),
    "prefix": families.prefix(8),
    "prices": families.first_price(9, 4).with_labels([f"bid of {i} $" for i in range(9)]),
    "labelled": FeedbackGraph.from_neighbours({"a very long name indeed": ["b"], "b": ["b", "_$x^"], "_$x^": []}),
    "dense": families.erdos_renyi(40, 0.5),
    "large": families.erdos_renyi(300, 0.05, symmetric=False),
    "no edges": FeedbackGraph.from_edges(100, []),
}
every_example = pytest.mark.parametrize("graph", EXAMPLES.values(), ids=EXAMPLES.keys())


@pytest.fixture(autouse=True)
def _closed_figures() -> Iterator[None]:
    yield
    plt.close("all")


def own_axes(width: float = 5, height: float = 4) -> Axes:
    return Figure(figsize=(width, height)).add_axes((0, 0, 1, 0.9))


def nodes(ax: Axes) -> dict[str, PathCollection]:
    return {str(c.get_label()): c for c in ax.collections if isinstance(c, PathCollection)}


def places(collection: PathCollection) -> NDArray[np.float64]:
    return np.asarray(collection.get_offsets(), np.float64)


def legend_texts(ax: Axes) -> list[str]:
    legend = ax.get_legend()
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def arrows(ax: Axes) -> list[FancyArrowPatch]:
    return [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]


def test_sorts_have_shapes_and_colours_of_their_own() -> None:
    assert len({sort.marker for sort in SORTS}) == len({sort.colour for sort in SORTS}) == len(SORTS) == 4
    np.testing.assert_array_equal(sort_of(ALL_SORTS), [0, 0, 1, 2, 3])


def test_each_action_is_a_node_of_its_sort() -> None:
    drawn = nodes(draw(ALL_SORTS, own_axes()))
    assert {name: len(places(c)) for name, c in drawn.items()} == {
        "self-loop": 2, "seen by all others": 1, "weakly observable": 1, "never revealed": 1
    }  # fmt: skip
    assert len({np.asarray(c.get_facecolor()).tobytes() for c in drawn.values()}) == 4
    assert len({np.asarray(c.get_paths()[0].vertices).tobytes() for c in drawn.values()}) == 4


def test_each_self_loop_is_a_circle_at_its_node() -> None:
    ax = draw(ALL_SORTS, own_axes())
    loops = [np.asarray(loop.get_xydata(), np.float64)[0] for loop in ax.lines]
    np.testing.assert_array_equal(loops, places(nodes(ax)["self-loop"]))


def test_the_legend_lists_what_occurs_and_nothing_else() -> None:
    assert legend_texts(draw(ALL_SORTS, own_axes())) == [
        "2 self-loops", "1 seen by all others", "1 weakly observable", "1 never revealed", "reveals",
        "reveal each other",
    ]  # fmt: skip
    assert legend_texts(draw(families.gadgets(3), own_axes())) == ["3 self-loops", "6 weakly observable", "reveals"]
    assert legend_texts(draw(families.ring(8), own_axes())) == ["8 self-loops", "reveal each other"]
    assert legend_texts(draw(families.bandit(3), own_axes())) == ["3 self-loops"]
    assert draw(ALL_SORTS, own_axes(), legend=False).get_legend() is None


def test_an_arrow_runs_from_who_plays_to_what_is_revealed() -> None:
    positions = np.array([[0.0, 0.0], [1.0, 0.0]])
    (arrow,) = arrows(draw(FeedbackGraph.from_edges(2, [(1, 0)]), own_axes(), positions=positions))
    start, end = arrow._posA_posB  # type: ignore[attr-defined]
    assert (tuple(start), tuple(end)) == ((1, 0), (0, 0))
    assert arrow.get_arrowstyle().__class__.__name__ == "CurveFilledB"


def test_a_mutual_pair_has_heads_at_both_ends_unless_all_pairs_are_mutual() -> None:
    mixed = arrows(draw(FeedbackGraph.from_edges(3, [(0, 1), (1, 0), (1, 2)]), own_axes()))
    assert {a.get_arrowstyle().__class__.__name__ for a in mixed} == {"CurveFilledAB", "CurveFilledB"}
    mutual = arrows(draw(families.loopless_clique(4), own_axes()))
    assert {a.get_arrowstyle().__class__.__name__ for a in mutual} == {"Curve"}
    assert len(mutual) == 6


@every_example
def test_everything_drawn_is_inside_the_axes(graph: FeedbackGraph) -> None:
    ax = draw(graph)
    ax.figure.draw_without_rendering()  # type: ignore[union-attr]
    box = ax.get_window_extent().padded(2)
    extents = [artist.get_tightbbox() for artist in (*ax.texts, *ax.lines, *ax.patches, *ax.child_axes)]
    for c in nodes(ax).values():
        radius = float(c.get_sizes()[0]) ** 0.5 / 2 * ax.figure.dpi / 72
        extents += [Bbox([at - radius, at + radius]) for at in ax.transData.transform(places(c))]
    for inside in (*extents, *(legend.get_window_extent() for legend in (ax.get_legend(),) if legend)):
        assert inside is not None
        assert box.x0 <= inside.x0 <= inside.x1 <= box.x1
        assert box.y0 <= inside.y0 <= inside.y1 <= box.y1


@every_example
def test_nodes_do_not_overlap(graph: FeedbackGraph) -> None:
    drawn = nodes(ax := draw(graph))
    ax.figure.draw_without_rendering()  # type: ignore[union-attr]
    if drawn:
        centres = np.concatenate([ax.transData.transform(places(c)) for c in drawn.values()])
        width = max(float(c.get_sizes()[0]) ** 0.5 for c in drawn.values()) / 72 * ax.figure.dpi
        apart = np.linalg.norm(centres[:, None] - centres, axis=2) + 1e9 * np.eye(len(centres))
        assert apart.min() > 0.8 * width


def test_labels_are_written_as_they_are_and_shortened() -> None:
    texts = {text.get_text(): text for text in draw(EXAMPLES["labelled"], own_axes()).texts}
    assert set(texts) == {"a very long nam…", "b", "_$x^"}
    assert not any(text.get_parse_math() for text in texts.values())


def test_actions_without_labels_show_their_index() -> None:
    assert [text.get_text() for text in draw(families.ring(4), own_axes()).texts] == ["0", "1", "2", "3"]


def test_the_axes_given_are_used_and_returned() -> None:
    ax = own_axes()
    assert draw(ALL_SORTS, ax) is ax
    assert ALL_SORTS.plot(ax, title="mine").get_title() == "mine"
    assert plt.get_fignums() == []


def test_without_axes_pyplot_gets_a_figure() -> None:
    ax = ALL_SORTS.plot()
    assert plt.gcf() is ax.figure


def test_the_title_says_kind_and_size() -> None:
    assert draw(ALL_SORTS).get_title() == "Unobservable feedback graph: 5 actions, 8 edges"
    assert draw(families.bandit(1), own_axes(2)).get_title() == "Self-aware feedback graph\n1 action, 1 edge"
    assert draw(ALL_SORTS, own_axes(), title="").get_title() == ""


def test_positions_are_used() -> None:
    positions = np.array([[0, 0], [4, 0], [0, 3]])
    drawn = nodes(draw(families.bandit(3), own_axes(), positions=positions))
    np.testing.assert_array_equal(places(drawn["self-loop"]), positions)


@pytest.mark.parametrize("positions", [np.zeros((3, 2)), np.eye(3, 2) * 1e-12, [[0, 0], [0, 0], [1e9, 1]]])
def test_positions_may_coincide_and_have_any_scale(positions: ArrayLike) -> None:
    draw(families.full_information(3), positions=positions).figure.canvas.draw()


@pytest.mark.parametrize("graph", [ALL_SORTS, families.loopless_clique(10**6)])
def test_positions_of_the_wrong_shape_are_refused(graph: FeedbackGraph) -> None:
    with pytest.raises(InvalidParameter, match="positions must have shape"):
        draw(graph, own_axes(), positions=np.zeros((3, 3)))


def test_a_board_of_64_can_be_drawn_where_it_is_put() -> None:
    board = np.column_stack((np.arange(64) % 8, np.arange(64) // 8))
    assert len(arrows(draw(families.kings(8), own_axes(), positions=board))) == 210
    assert not arrows(draw(families.kings(8), own_axes()))


@pytest.mark.parametrize("graph", [families.loopless_clique(10**6), families.cliques([1000] * 1000)], ids=repr)
def test_a_million_actions_are_summarised(graph: FeedbackGraph) -> None:
    ax = draw(graph)
    ax.figure.canvas.draw()
    assert not arrows(ax)
    assert not nodes(ax)
    image, *_ = ax.child_axes
    assert np.asarray(image.images[0].get_array()).shape == (128, 128)


def test_a_summary_counts_each_sort_and_shows_both_degrees() -> None:
    ax = draw(families.gadgets(1000))
    _, bars, degrees = ax.child_axes
    assert [label.get_text() for label in bars.get_yticklabels()] == ["self-loop", "weakly observable"]
    assert [text.get_text() for text in bars.texts] == ["1,000", "2,000"]
    assert isinstance(degrees, Axes)
    assert legend_texts(degrees) == ["reveals k", "is revealed by k"]


def test_a_summary_on_small_axes_is_an_image_and_a_legend() -> None:
    ax = draw(families.gadgets(1000), own_axes(2.5, 2.5))
    assert len(ax.child_axes) == 1
    assert legend_texts(ax) == ["1,000 self-loops", "2,000 weakly observable"]


def test_density_has_rows_that_play_and_columns_that_are_revealed() -> None:
    graph = FeedbackGraph.from_edges(3, [(0, 1), (0, 2)])
    np.testing.assert_array_equal(density(graph)[0], graph.to_matrix())


@pytest.mark.parametrize("n", [256, 257, 1000])
def test_density_of_a_sample_is_that_of_all_rows(n: int) -> None:
    graph = families.cliques([n // 2, n - n // 2])
    exact, is_exact = density(graph.stored_as("csr"))
    sampled, _ = density(graph)
    assert is_exact
    np.testing.assert_allclose(np.delete(sampled, 64, 0), np.delete(exact, 64, 0), atol=0.01 if n > 256 else 0)


@every_example
def test_the_svg_is_one_element_and_always_the_same(graph: FeedbackGraph) -> None:
    first = svg(graph)
    assert first is not None
    assert first.startswith("<svg")
    assert ElementTree.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"
    with plt.style.context("dark_background"):
        assert svg(graph) == first


def test_the_svg_touches_neither_pyplot_nor_settings() -> None:
    before, open_before = dict(matplotlib.rcParams), plt.get_fignums()
    assert ALL_SORTS._repr_svg_() is not None
    assert plt.get_fignums() == open_before
    assert dict(matplotlib.rcParams) == before


def test_without_matplotlib_drawing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingDependency, match=r"pip install 'sidelight\[plot\]'"):
        ALL_SORTS.plot()
    assert ALL_SORTS._repr_svg_() is None
