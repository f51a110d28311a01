"""Independence numbers: seconds of processor time beside igraph's, and brackets where nobody finishes.

Run with ``python benchmarks/independence.py [seconds for the open ones]``. Compilation is excluded: one
small graph is solved first. igraph is asked for the clique number of the complement, given ready-made.
"""

import sys
import time
from collections.abc import Callable
from itertools import combinations
from statistics import median

import igraph
import networkx as nx
import numpy as np
from numpy.typing import NDArray

from sidelight.graphs.bracket import Bracket
from sidelight.graphs.numbers.independence import clique_number, independence

Lists = tuple[NDArray[np.int64], NDArray[np.int32]]


def lists(graph: nx.Graph) -> Lists:
    """Sorted neighbour lists of a networkx graph."""
    matrix = nx.to_scipy_sparse_array(nx.convert_node_labels_to_integers(graph), dtype=np.int8).tocsr()
    matrix.sort_indices()
    return matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32)


def queens(n: int) -> nx.Graph:
    """Squares of an n x n board, joined when a queen goes from one to the other."""
    squares = [(i, j) for i in range(n) for j in range(n)]
    graph = nx.Graph()
    graph.add_nodes_from(squares)
    graph.add_edges_from(
        (a, b)
        for a, b in combinations(squares, 2)
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])
    )
    return graph


def paley(q: int) -> nx.Graph:
    """Residues of a prime, joined when they differ by a square."""
    squares = {x * x % q for x in range(1, q)}
    return nx.Graph((i, j) for i, j in combinations(range(q), 2) if (j - i) % q in squares)


def large_sparse(n: int, edges: int, seed: int = 1) -> Lists:
    """About so many random edges."""
    from scipy.sparse import coo_array

    ends = np.random.default_rng(seed).integers(0, n, (2, edges))
    ends = ends[:, ends[0] != ends[1]]
    both = np.concatenate([ends, ends[::-1]], axis=1)
    matrix = coo_array((np.ones(both.shape[1], np.int8), (both[0], both[1])), shape=(n, n)).tocsr()
    matrix.sort_indices()
    return matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32)


SHORT: dict[str, nx.Graph] = {
    "G(100, .5)": nx.gnp_random_graph(100, 0.5, seed=1),
    "G(200, .5)": nx.gnp_random_graph(200, 0.5, seed=1),
    "queens 10x10": queens(10),
    "8-cube": nx.hypercube_graph(8),
    "Paley 101": paley(101),
    "Kneser(7, 3)": nx.kneser_graph(7, 3),
    "Petersen": nx.petersen_graph(),
    "cycle of 1001": nx.cycle_graph(1001),
}
IGRAPH_TOO_SLOW = {"8-cube", "cycle of 1001"}

OPEN = [(200, 0.1, 1), (200, 0.1, 2), (200, 0.1, 3), (200, 0.05, 1), (200, 0.05, 2), (200, 0.05, 3),
        (300, 0.1, 1), (300, 0.05, 1), (1000, 0.01, 1), (1000, 0.01, 2)]  # fmt: skip


def processor_seconds(run: Callable[[], object]) -> float:
    """Of one call."""
    before = time.process_time()
    run()
    return time.process_time() - before


def short_table() -> None:
    """Where igraph finishes."""
    print(f"{'graph':<18}{'alpha':>8}{'sidelight s':>14}{'igraph s':>12}")
    for name, graph in SHORT.items():
        given = lists(graph)
        other = igraph.Graph.from_networkx(graph).complementer(loops=False)
        ours: list[float] = []
        theirs: list[float] = []
        answer = independence(*given)
        for _ in range(5):
            ours.append(processor_seconds(lambda given=given: independence(*given)))  # type: ignore[misc]
            if name not in IGRAPH_TOO_SLOW:
                theirs.append(processor_seconds(other.clique_number))
        beside = f"{median(theirs):12.5f}" if theirs else f"{'too slow':>12}"
        print(f"{name:<18}{shown(answer):>8}{median(ours):14.5f}{beside}", flush=True)


def open_table(seconds: float) -> None:
    """Where igraph, CP-SAT and HiGHS do not finish in 20 s."""
    print(f"\n{'graph':<22}{'alpha':>10}{'elapsed s':>12}")
    for n, p, seed in OPEN:
        given = lists(nx.gnp_random_graph(n, p, seed=seed))
        timed(f"G({n}, {p}) #{seed}", lambda given=given: independence(*given, time_limit=seconds))  # type: ignore[misc]
    given = large_sparse(1_000_000, 10_000_000)
    for limit in (1.0, 5.0):
        timed(f"n=1e6 m=1e7, {limit:g} s", lambda limit=limit: independence(*given, time_limit=limit))  # type: ignore[misc]
        timed(f"  clique, {limit:g} s", lambda limit=limit: clique_number(*given, time_limit=limit))  # type: ignore[misc]


def timed(name: str, run: Callable[[], Bracket]) -> None:
    """One line."""
    before = time.perf_counter()
    answer = run()
    print(f"{name:<22}{shown(answer):>10}{time.perf_counter() - before:12.2f}", flush=True)


def shown(answer: Bracket) -> str:
    """One number if it is known."""
    return str(answer.lower) if answer.exact else f"{answer.lower}..{answer.upper}"


if __name__ == "__main__":
    independence(*lists(nx.gnp_random_graph(30, 0.3, seed=1)))
    clique_number(*lists(nx.gnp_random_graph(400, 0.01, seed=1)))
    short_table()
    open_table(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)
