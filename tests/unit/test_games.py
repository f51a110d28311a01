"""Games say what their arrays say, compute the best once, and refuse what does not fit."""

import copy
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.some_games import some_games, with_regret

from sidelight import Games, InvalidParameter, KnownBest, NotRecorded, Remembered, TooLarge

OWN = np.array([[2.0, 5.0], [1.0, 3.0], [0.0, 7.0]])
BEST = np.array([[1.0, 3.0], [1.0, 4.0], [0.0, 2.0]])


def small(**changes: Any) -> Games:
    given: dict[str, Any] = {
        "name": "mine", "learner": "L", "world": "W", "n_actions": 2, "rounds": 8, "seeds": [0, 1, 2],
        "checkpoints": [4, 8], "own_losses": OWN, "own_means": OWN / 2, "plays": [[8, 0], [4, 4], [1, 7]],
        "best": KnownBest(BEST, BEST / 2, BEST / 4),
    }  # fmt: skip
    return Games(**given | changes)


class Counting:
    """Counts how often each question is asked."""

    def __init__(self, refuse: bool = False) -> None:
        self.asked: list[str] = []
        self.refuse = refuse

    def losses(self) -> NDArray[np.float64] | None:
        self.asked.append("losses")
        if self.refuse:
            raise TooLarge("10^12 losses; use pseudo_regret")
        return BEST

    def means(self) -> NDArray[np.float64] | None:
        self.asked.append("means")
        return None

    def moving_means(self) -> NDArray[np.float64] | None:
        self.asked.append("moving_means")
        return None


def test_regrets_are_differences() -> None:
    games = small()
    assert games.regret.tolist() == [[1, 2], [0, -1], [0, 5]]
    assert games.pseudo_regret.tolist() == [[0.5, 1], [0, -0.5], [0, 2.5]]
    assert games.dynamic_regret.tolist() == [[0.75, 1.75], [0.25, 0.5], [0, 3]]
    assert games.final().tolist() == [2, -1, 5]
    assert games.values("own_losses", at=4).tolist() == [2, 1, 0]
    assert games.mean() == 2
    assert games.mean(at=4) == pytest.approx(1 / 3)
    assert games.quantile(0.5) == 2
    assert games.quantile(0.75) == 3.5
    assert games.quantile(1, "own_losses", at=4) == 2


def test_recorded_sums_are_measures_too() -> None:
    games = small(sums={"Q": OWN * 10})
    assert games.mean("Q") == 50
    assert games.measures[-1] == "Q"
    assert games.sums["Q"].tolist() == (OWN * 10).tolist()


def test_the_best_is_asked_for_late_and_once() -> None:
    best = Counting()
    games = small(best=best)
    repr(games)
    games.final("own_losses")
    assert best.asked == []
    for _ in range(3):
        games.final()
    assert best.asked == ["losses"]


def test_games_that_share_a_memory_compute_their_best_once() -> None:
    best = Counting()
    shared = Remembered(best)
    assert [small(best=shared).mean(), small(name="other", best=shared).mean()] == [2, 2]
    assert best.asked == ["losses"]


def test_a_refusal_is_remembered_and_says_the_way_out() -> None:
    best = Counting(refuse=True)
    games = small(best=best)
    for _ in range(2):
        with pytest.raises(TooLarge, match="pseudo_regret"):
            games.regret  # noqa: B018
    assert best.asked == ["losses"]


@pytest.mark.parametrize("what", ["pseudo_regret", "dynamic_regret", "own_means"])
def test_a_world_without_means_is_named(what: str) -> None:
    with pytest.raises(NotRecorded, match="use regret"):
        small(own_means=None, best=KnownBest(BEST)).final(what)


def test_a_best_without_means_is_named() -> None:
    games = small(best=KnownBest(BEST))
    for what in ("pseudo_regret", "dynamic_regret"):
        with pytest.raises(NotRecorded, match="no means"):
            games.final(what)
    with pytest.raises(NotRecorded, match="losses of the best"):
        small(best=KnownBest()).regret  # noqa: B018


def test_a_best_of_another_shape_is_refused() -> None:
    with pytest.raises(InvalidParameter, match=r"best\.losses"):
        small(best=KnownBest(BEST[:2])).regret  # noqa: B018


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rounds": 7}, "checkpoints"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 8.0}, "rounds"),
        ({"checkpoints": [8, 8]}, "increase"),
        ({"checkpoints": [0, 8]}, "increase"),
        ({"checkpoints": [4.0, 8.0]}, "whole"),
        ({"seeds": [0, 1, 1]}, "repeats"),
        ({"seeds": []}, "seeds"),
        ({"seeds": [0, 1]}, "own_losses"),
        ({"own_losses": OWN[:, :1]}, "own_losses"),
        ({"own_losses": OWN * np.nan}, "finite"),
        ({"own_losses": [["a", "b"]] * 3}, "numbers"),
        ({"own_means": OWN.T}, "own_means"),
        ({"plays": [[8, 0], [4, 4], [1, 6]]}, "sum to 8"),
        ({"plays": [[9, -1], [4, 4], [1, 7]]}, "sum to 8"),
        ({"plays": [[8], [8], [8]]}, "plays"),
        ({"sums": {"Q": OWN[0]}}, "sums"),
        ({"sums": {"regret": OWN}}, "another name"),
        ({"sums": [OWN]}, "mapping"),
        ({"provenance": {"when": object()}}, "JSON"),
        ({"provenance": 3}, "mapping"),
        ({"name": ""}, "name"),
        ({"world": None}, "world"),
        ({"n_actions": True}, "n_actions"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidParameter, match=message):
        small(**changes)


def test_questions_that_have_no_answer_are_refused() -> None:
    games = small()
    with pytest.raises(InvalidParameter, match=r"regrets.*pseudo_regret"):
        games.final("regrets")
    with pytest.raises(InvalidParameter, match="nearest is 4"):
        games.mean(at=5)
    with pytest.raises(InvalidParameter, match=r"\.99, not 99"):
        games.quantile(99)
    with pytest.raises(InvalidParameter, match="confidence"):
        games.quantile(0.5, confidence=1.0)


def test_games_cannot_be_written_into() -> None:
    losses = OWN.copy()
    games = small(own_losses=losses)
    losses[0, 0] = 99
    assert games.own_losses[0, 0] == 2
    for array in (games.own_losses, games.seeds, games.regret, games.final(), games.best.losses()):
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(FrozenInstanceError):
        games.rounds = 9  # type: ignore[misc]
    with pytest.raises(TypeError):
        games.provenance["x"] = 1  # type: ignore[index]


def test_equality_is_about_numbers() -> None:
    games = small()
    assert games == small(provenance={"when": "later"})
    assert games == small(best=KnownBest(BEST, BEST / 2, BEST / 4))
    assert games != small(best=KnownBest(BEST + 1, BEST / 2, BEST / 4))
    assert games != small(best=KnownBest(BEST))
    assert games != small(own_losses=OWN + 1)
    assert games != small(plays=None)
    assert games != small(world="another")
    assert games != small(sums={"Q": OWN})
    assert small(sums={"Q": OWN}) != small(sums={"Q": OWN + 1})
    assert games != "games"
    with pytest.raises(TypeError):
        hash(games)


def test_copies_are_equal_and_safe() -> None:
    games = some_games()
    for twin in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        assert twin == games
        assert twin.provenance == games.provenance
        assert not twin.own_losses.flags.writeable


def test_the_repr_says_what_was_played() -> None:
    assert repr(small()) == "Games(mine: L against W; 3 seeds x 8 rounds, 2 checkpoints, 0.625 lost a round)"


def test_the_summary_has_tails_first() -> None:
    summary = with_regret(np.arange(1000.0)).summary()
    assert [row.statistic for row in summary.rows] == ["99.9 %", "99 %", "95 %", "90 %", "50 %", "mean", "sd"]
    tail = summary.rows[0]
    assert tail.value == pytest.approx(998.001)
    assert tail.high == np.inf
    assert all(row.low <= row.value <= row.high for row in summary.rows)
    assert summary.rows[5].value == 499.5
    assert summary.rows[6].value == pytest.approx(np.std(np.arange(1000), ddof=1))
    lines = str(summary).splitlines()
    assert "own losses minus those of the best fixed action" in lines[1]
    assert lines[3].split()[:3] == ["99.9", "%", "998"]
    assert lines[3].endswith("∞)")


def test_the_summary_is_a_table_in_notebooks() -> None:
    page = with_regret(np.arange(5.0), world="<b>wild</b>").summary()._repr_html_()
    assert page.startswith("<table>")
    assert "&lt;b&gt;wild" in page
    assert page.count("<tr>") == 8


def test_one_seed_says_next_to_nothing() -> None:
    """That it lies below the 99.9 % quantile is sure enough, and nothing else."""
    rows = {row.statistic: (row.low, row.high) for row in with_regret([3.0]).summary().rows}
    assert rows["99.9 %"] == (3.0, np.inf)
    assert rows["50 %"] == rows["mean"] == (-np.inf, np.inf)
    assert rows["sd"] == (0, np.inf)
