"""The price list in the documents is what its command prints: one cell of it is played again."""

from pathlib import Path

import pytest
from benchmarks.not_knowing import as_table, cell
from numba import config

PAGE = Path(__file__).parents[2] / "docs" / "theory" / "not-knowing.md"


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="three thousand games want compiled loops")
@pytest.mark.parametrize(("place", "world"), [("interval", "stochastic"), ("mixed loops", "giant")])
def test_a_cell_of_the_price_list_is_true(place: str, world: str) -> None:
    row = as_table([cell(place, world)]).splitlines()[-1]
    assert row in PAGE.read_text().splitlines()
