"""A tournament is a mapping of games that all met the same."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.some_games import some_games, with_regret

from sidelight import Games, IncomparableGames, InvalidParameter, KnownBest, Tournament


def two() -> Tournament:
    return Tournament({"a": with_regret([1.0, 2.0, 6.0], "a"), "b": with_regret([3.0, 1.0, 5.0], "x")})


def test_it_is_a_mapping_in_the_order_given() -> None:
    games = two()
    assert list(games) == ["a", "b"]
    assert len(games) == 2
    assert isinstance(games["a"], Games)
    assert games["b"].name == "b"
    assert dict(games) == dict(games.items())
    with pytest.raises(KeyError, match=r"'c' did not play; a, b did"):
        games["c"]


def test_its_summary_has_a_row_for_each_learner() -> None:
    summary = two().summary()
    assert [(row.name, row.value) for row in summary.rows if row.statistic == "mean"] == [("a", 3), ("b", 3)]
    lines = str(summary).splitlines()
    assert lines[2].split()[:3] == ["regret", "99.9", "%"]
    assert lines[3].split()[0] == "a"
    assert lines[5].split()[0] == "b"
    assert summary._repr_html_().startswith("<table>")


def test_it_compares_by_name() -> None:
    assert two().compare("a", "b").better.value == pytest.approx(1 / 3)
    assert two().compare("b", "a").better.value == pytest.approx(2 / 3)


def test_its_repr_says_who_played() -> None:
    assert repr(two()) == "Tournament(a, b against a world; 3 seeds x 10 rounds)"


def test_a_round_trip_keeps_every_bit(tmp_path: Path) -> None:
    games = Tournament({"a": some_games(), "b": some_games(own_losses=some_games().own_losses / 3, sums={})})
    loaded = Tournament.load(games.save(tmp_path / "all.npz"))
    assert loaded == games
    assert list(loaded) == ["a", "b"]
    assert loaded["b"].provenance == games["b"].provenance
    assert np.array_equal(loaded["a"].sums["n_T(0)"], games["a"].sums["n_T(0)"])


@pytest.mark.parametrize(
    "changes",
    [{"world": "another"}, {"seeds": [0, 1, 7]}, {"rounds": 11, "checkpoints": [11]}, {"checkpoints": [5, 10]}],
)
def test_all_must_have_met_the_same(changes: dict[str, Any]) -> None:
    if changes.get("checkpoints") == [5, 10]:
        changes = {**changes, "own_losses": np.ones((3, 2)), "best": KnownBest()}
    other = with_regret([1.0, 2.0, 3.0], **changes)
    with pytest.raises(IncomparableGames):
        Tournament({"a": with_regret([1.0, 2.0, 3.0]), "b": other})


def test_nobody_is_no_tournament() -> None:
    with pytest.raises(InvalidParameter, match="at least one"):
        Tournament({})
    with pytest.raises(InvalidParameter, match="Games"):
        Tournament({"a": 3})  # type: ignore[dict-item]
