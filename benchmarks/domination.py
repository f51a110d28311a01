"""Weak domination numbers of boards, and the fractional one with its proof."""

from __future__ import annotations

from collections.abc import Iterator

import sidelight as sl
from benchmarks.rows import Row, processor_seconds


def rows() -> Iterator[Row]:
    """Exact d of queens without self-loops; delta* where symmetry helps and where it does not."""
    sl.graphs.queens(4).weak_domination_number()  # compile
    for side in (6, 7, 8, 9):
        graph = sl.graphs.queens(side)
        found: list[sl.Bracket] = []
        seconds = processor_seconds(lambda graph=graph, found=found: found.append(graph.weak_domination_number(60)))  # type: ignore[misc]
        yield Row(f"d of queens {side} x {side}", seconds, note=f"d = {found[0].value}")
    for name, graph in (
        ("queens 20 x 20", sl.graphs.queens(20)),
        ("ring of 10^6 without loops", sl.graphs.ring(10**6, loops=False)),
        ("G(1000, .01) without loops", sl.graphs.erdos_renyi(1000, 0.01, loops=False, seed=2)),
    ):
        seconds = processor_seconds(lambda graph=graph: graph.fractional_domination())  # type: ignore[misc]
        value, proof = graph.fractional_domination().value, graph.fractional_packing().value
        yield Row(f"delta* of {name}", seconds, note=f"{proof:.9g} <= delta* <= {value:.9g}")
