"""Games are compared seed by seed, and only with their like."""

from typing import Any

import numpy as np
import pytest
from tests.some_games import with_regret

from sidelight import IncomparableGames, InvalidParameter, NotRecorded, compare

A = [1.0, 2.0, 3.0, 4.0, 5.0]
B = [2.0, 2.0, 5.0, 3.0, 9.0]


def test_differences_are_a_minus_b() -> None:
    told = compare(with_regret(A, "a"), with_regret(B, "b"))
    assert told.mean.value == pytest.approx(-1.2)
    assert told.quantiles[0.5].value == 0.0  # medians 3 and 3
    assert told.better.value == 0.6
    assert told.equal == 0.2
    assert (told.a, told.b, told.n_seeds) == ("a", "b", 5)


def test_shares_have_the_limits_of_clopper_and_pearson() -> None:
    """From their tables: 3 of 5 at 95 % is 14.7 to 94.7 %; none of 5 is 0 to 52.2 %."""
    told = compare(with_regret(A), with_regret(B))
    assert told.better[1:] == pytest.approx((0.1466, 0.9473), abs=1e-4)
    assert compare(with_regret(A), with_regret(A)).better == pytest.approx((0, 0, 0.5218), abs=1e-4)
    assert compare(with_regret(A), with_regret(np.add(A, 1))).better == pytest.approx((1, 0.4782, 1), abs=1e-4)


def test_what_both_met_alike_is_taken_out() -> None:
    """A shift by 1 under noise of 1000: seen in pairs without any doubt."""
    noise = np.random.default_rng(0).normal(0, 1000, 200)
    told = compare(with_regret(noise), with_regret(noise + 1))
    assert told.mean == pytest.approx((-1, -1, -1))
    assert told.quantiles[0.9] == pytest.approx((-1, -1, -1))


def test_tails_that_the_seeds_cannot_show_are_not_compared() -> None:
    values = np.random.default_rng(1).normal(size=(2, 100))
    told = compare(with_regret(values[0]), with_regret(values[1]))
    assert told.quantiles[0.999][1:] == (-np.inf, np.inf)
    assert np.isfinite(told.quantiles[0.9]).all()


def test_swapping_changes_signs() -> None:
    values = np.random.default_rng(2).exponential(size=(2, 60))
    one = compare(with_regret(values[0], "a"), with_regret(values[1], "b"))
    other = compare(with_regret(values[1], "b"), with_regret(values[0], "a"))
    assert one.mean == pytest.approx((-other.mean.value, -other.mean.high, -other.mean.low))
    assert one.quantiles[0.5].value == -other.quantiles[0.5].value
    assert one.better.value + other.better.value + one.equal == 1


def test_it_reads_as_a_table() -> None:
    told = compare(with_regret(A, "a"), with_regret(B, "b"))
    assert "a - b against a world" in repr(told)
    assert "below 0 a is better" in repr(told)
    assert "60.0 %" in repr(told)
    assert told._repr_html_().startswith("<table>")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seeds": [0, 1, 2, 3, 5]}, "same 5 seeds"),
        ({"seeds": [1, 0, 2, 3, 4]}, "same order"),
        ({"world": "another"}, "another"),
        ({"rounds": 20, "checkpoints": [20]}, "20"),
    ],
)
def test_games_of_other_worlds_or_seeds_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(IncomparableGames, match=message):
        compare(with_regret(A), with_regret(B, **changes))


def test_what_is_not_there_cannot_be_compared() -> None:
    with pytest.raises(NotRecorded):
        compare(with_regret(A), with_regret(B), "pseudo_regret")
    with pytest.raises(InvalidParameter, match="Games"):
        compare(with_regret(A), 3)  # type: ignore[arg-type]
