"""Independence numbers beside a yardstick, and brackets where none of igraph, CP-SAT and HiGHS finishes in 20 s.

The yardstick of each row is the quickest of the three on that graph, found once by trying all of them; trying them
anew each time would take minutes, since some never finish.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

import sidelight as sl
from benchmarks.rows import Row, side_by_side
from benchmarks.solvers import cp_sat_solver, highs_solver, igraph_solver

EXACT = {
    "G(100, .5)": (sl.graphs.erdos_renyi(100, 0.5, seed=1), "igraph"),
    "G(200, .5)": (sl.graphs.erdos_renyi(200, 0.5, seed=1), "igraph"),
    "queens 10 x 10": (sl.graphs.queens(10), "CP-SAT"),
    "8-cube": (sl.graphs.hypercube(8), "HiGHS"),
    "Paley 101": (sl.graphs.paley(101), "igraph"),
    "Kneser(7, 3)": (sl.graphs.kneser(7, 3), "igraph"),
}
SOLVERS = {"igraph": igraph_solver, "CP-SAT": cp_sat_solver, "HiGHS": highs_solver}
OPEN = {
    "G(200, .1)": (200, 0.1),
    "G(200, .05)": (200, 0.05),
    "G(1000, .01)": (1000, 0.01),
}
SECONDS = 20.0


def rows() -> Iterator[Row]:
    """Exact ones with their yardstick, then what is known after 20 s of the others."""
    for name, (graph, peer) in EXACT.items():
        yield exact_row(name, graph, peer)
    for name, (n, p) in OPEN.items():
        for seed in (1, 2):
            yield open_row(f"{name} #{seed}", sl.graphs.erdos_renyi(n, p, seed=seed))


def exact_row(name: str, graph: sl.FeedbackGraph, peer: str) -> Row:
    """Both must agree, and the first call of each is not counted."""
    solve = SOLVERS[peer](graph)
    number = fresh(graph).independence_number(SECONDS).value
    assert solve() == number, f"{peer} finds another number than {number}"
    ours, theirs = side_by_side(lambda: fresh(graph).independence_number(SECONDS), solve)
    return Row(f"alpha of {name}", ours, "s", peer, theirs, 2.0, f"alpha = {number}")


def fresh(graph: sl.FeedbackGraph) -> sl.FeedbackGraph:
    """The same graph, nothing remembered."""
    return graph.with_labels(None)


def open_row(name: str, graph: sl.FeedbackGraph) -> Row:
    """Elapsed seconds and the bracket they bought; the witness is checked."""
    before = time.perf_counter()
    bracket = graph.independence_number(SECONDS)
    seconds = time.perf_counter() - before
    among = graph.induced(bracket.witness)
    assert among.n_edges == int(np.count_nonzero(among.loops))
    number = f"{bracket.lower}" if bracket.exact else f"{bracket.lower}..{bracket.upper}"
    return Row(f"alpha of {name}, at most {SECONDS:g} s", seconds, "s elapsed", note=f"alpha = {number}")
