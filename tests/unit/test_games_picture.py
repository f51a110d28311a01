"""Pictures of games show what the numbers say, for few seeds and many, and in any style."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.some_games import some_games, with_regret

from sidelight import Games, KnownBest, MissingDependency, NotRecorded, Tournament
from sidelight.arena.picture_style import COLOURS, looks

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def panels(ax: Any) -> tuple[Any, Any]:
    """The sum over rounds, and the survival curve."""
    rounds, survival = ax.child_axes
    return rounds, survival


def test_the_survival_curve_is_the_share_at_x_or_above() -> None:
    _, survival = panels(with_regret([3.0, 1.0, 2.0, 2.0]).plot())
    stairs = survival.lines[0]
    assert stairs.get_drawstyle() == "steps-pre"
    assert stairs.get_xdata().tolist() == [1, 2, 2, 3]
    assert stairs.get_ydata().tolist() == [1, 0.75, 0.5, 0.25]
    assert survival.get_yscale() == "log"


def test_the_mean_is_drawn_from_round_nothing() -> None:
    games = some_games(30, 5)
    rounds, _ = panels(games.plot())
    mean = next(line for line in rounds.lines if line.get_label() == "mean")
    assert mean.get_xdata().tolist() == [0, *games.checkpoints.tolist()]
    assert np.allclose(mean.get_ydata(), [0, *games.regret.mean(axis=0)])
    tail = next(line for line in rounds.lines if line.get_label() == "largest seed")
    assert tail.get_ydata()[-1] == games.final().max()
    assert [band.get_label() for band in rounds.collections] == ["90 % of seeds", "50 % of seeds"]


def test_few_seeds_are_drawn_each() -> None:
    rounds, _ = panels(some_games(5, 5).plot())
    assert not rounds.collections
    assert sum(line.get_linewidth() == 0.7 and line.get_xdata().size > 0 for line in rounds.lines) == 5


def test_axes_say_what_and_in_which_unit() -> None:
    rounds, survival = panels(some_games(30, 5).plot(what="pseudo_regret"))
    assert rounds.get_ylabel() == "pseudo regret [losses]"
    assert rounds.get_xlabel() == "round"
    assert survival.get_xlabel().startswith("x: pseudo regret [losses] after")
    assert panels(some_games(30, 5).plot(what="Q"))[0].get_ylabel() == "Q"


@pytest.mark.parametrize("n_seeds", [1, 5, 120])
@pytest.mark.parametrize("n_checkpoints", [1, 2, 30])
@pytest.mark.parametrize("n_learners", [1, 2, 9])
def test_every_size_is_drawn_without_a_warning(n_seeds: int, n_checkpoints: int, n_learners: int) -> None:
    games = {f"learner {k}": some_games(n_seeds, n_checkpoints) for k in range(n_learners)}
    Tournament(games).plot().figure.canvas.draw()


@pytest.mark.parametrize("values", [[0.0] * 30, [-5e6, -1e6, -3.0], [1000.1, 1000.2, 1000.3]])
def test_odd_values_are_drawn(values: list[float]) -> None:
    _, survival = panels(with_regret(values).plot())
    survival.figure.canvas.draw()
    labels = [label.get_text() for label in survival.get_xticklabels() if label.get_text()]
    assert len(set(labels)) == len(labels)


def test_a_learner_has_one_colour_and_one_marker_in_both_panels() -> None:
    games = Tournament({name: some_games(30, 5) for name in "abc"})
    rounds, survival = panels(games.plot())
    for name, look in zip(games, looks(games), strict=True):
        mean = next(line for line in rounds.lines if line.get_label() == name)
        assert (mean.get_color(), mean.get_marker()) == look
    assert [(line.get_color(), line.get_marker()) for line in survival.lines[:6:2]] == looks(games)


def test_colours_stand_out_from_white_and_from_black() -> None:
    """At least 2.8 to 1 on both, as the guidelines for contrast reckon (3 to 1 for lines, which are wide here)."""
    for colour in filter(None, COLOURS):
        parts = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
        light = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4) @ (0.2126, 0.7152, 0.0722)
        assert min(1.05 / (light + 0.05), (light + 0.05) / 0.05) >= 2.8, colour


def test_words_take_the_colour_of_a_dark_style() -> None:
    with plt.style.context("dark_background"):
        rounds, _ = panels(Tournament({str(k): some_games(30, 5) for k in range(5)}).plot())
        assert rounds.xaxis.label.get_color() == "white"
        assert looks("abcde")[4].colour == "white"


def test_axes_given_are_drawn_on_and_returned(tmp_path: Path) -> None:
    figure, axes = plt.subplots(1, 2, figsize=(5, 4))
    assert some_games(30, 5).plot(axes[0]) is axes[0]
    rounds, survival = panels(axes[0])
    assert rounds.get_position().y0 > survival.get_position().y0
    figure.savefig(tmp_path / "narrow.png", bbox_inches="tight")


@pytest.mark.parametrize("size", [(4.6, 6.4), (9.6, 3.9)])
def test_the_last_number_of_an_axis_stays_on_the_page(size: tuple[float, float]) -> None:
    figure = plt.figure(figsize=size)
    losses = np.random.default_rng(0).random((30, 2)) * 90_000
    games = Games("mine", "a learner", "a world", 2, 100_000, range(30), [50_000, 100_000], losses,  # type: ignore[arg-type]
                  best=KnownBest(losses=np.zeros((30, 2))))  # fmt: skip
    for panel in panels(games.plot(figure.add_axes((0, 0, 1, 1)))):
        figure.canvas.draw()
        shown = [label for label in panel.get_xticklabels() if label.get_position()[0] <= panel.get_xlim()[1]]
        assert max(label.get_window_extent().x1 for label in shown) <= figure.bbox.x1


def test_titles() -> None:
    assert panels(some_games(30).plot())[0].get_title(loc="left") == "mine against a world, 30 seeds"
    assert panels(some_games(30).plot(title=""))[0].get_title(loc="left") == ""
    long = panels(some_games(30, world="w" * 300).plot())[0].get_title(loc="left")
    assert len(long) < 130
    assert long.endswith("..., 30 seeds")


def test_what_cannot_be_said_cannot_be_drawn() -> None:
    with pytest.raises(NotRecorded):
        some_games(best=KnownBest()).plot()
    assert not plt.get_fignums()


def test_a_missing_matplotlib_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingDependency, match=r"sidelight\[plot\]"):
        some_games().plot()


def test_bounds_are_drawn_beside_regret() -> None:
    import sidelight as sl

    world = sl.worlds.bernoulli([0.3, 0.5, 0.5], sl.graphs.bandit(3))
    games = sl.play(sl.Exp3IX(3, eta=0.1, gamma=0.05), world, 200, seeds=3, checkpoints=4, record="bounds")
    bounds = games.bounds(0.1)
    rounds, _ = panels(games.plot(bounds=0.1))
    lines = {line.get_label(): line for line in rounds.lines}
    assert bounds.after is not None
    assert lines["bound in advance (0.9)"].get_ydata().tolist() == bounds.before.max(axis=0).tolist()
    assert lines["bound, own sums (0.9)"].get_ydata().tolist() == bounds.after.max(axis=0).tolist()
    last = sl.play(sl.Hedge(3, eta=0.1), world.with_graphs(sl.graphs.full_information(3)), 200, checkpoints=1)
    rounds, _ = panels(last.plot(bounds=last.bounds(0.1)))
    assert [line.get_label() for line in rounds.lines].count("bound in advance (0.9)") == 1
    assert not any("own sums" in str(line.get_label()) for line in rounds.lines)
    nowhere = sl.play(sl.Exp3P(3, eta=0.1, gamma=0.1, beta=0.1), world, 200, checkpoints=1)
    rounds, _ = panels(nowhere.plot(bounds=0.1))
    assert not any("bound" in str(line.get_label()) for line in rounds.lines)
    with pytest.raises(sl.InvalidParameter, match="bounds= is about regret"):
        games.plot(what="own_losses", bounds=0.1)
