"""Every engine keeps the contract, and all give the same numbers, bit for bit."""

from collections.abc import Callable

import numpy as np
import pytest

from sidelight.lab import EXAMPLE, parse_spec
from sidelight.lab.cells import cells_of
from sidelight.lab.chunks import Chunk, Columns, play_chunk
from sidelight.lab.engines import ENGINES, Task, made_engine
from sidelight.testing.engines import CHECKS, all_of


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_an_engine_keeps_the_contract(name: str, check: Callable[..., None]) -> None:
    check(lambda workers: made_engine(name, workers))


def played(name: str, workers: int, chunks: list[Chunk]) -> list[Columns]:
    with made_engine(name, workers) as engine:
        found = all_of(engine, [Task(chunk.digest, play_chunk, chunk) for chunk in chunks])
    assert [found[chunk.digest].error for chunk in chunks] == [None] * len(chunks)
    return [found[chunk.digest].value for chunk in chunks]


def test_all_engines_give_the_same_numbers() -> None:
    spec = parse_spec(EXAMPLE.replace("[1000, 4000]", "[150]"))
    chunks = [Chunk(cell, (0, 1, 2)) for cell in cells_of(spec)]
    reference = [play_chunk(chunk, lambda: None) for chunk in chunks]
    assert len({bytes(columns["regret"]) for columns in reference}) == len(chunks)
    for name in ENGINES:
        for workers in (1, 3):
            for mine, theirs in zip(reference, played(name, workers, chunks), strict=True):
                assert list(mine) == list(theirs)
                assert all(np.array_equal(mine[column], theirs[column], equal_nan=True) for column in mine)
