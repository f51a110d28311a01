"""Import, building and asking at a million actions."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from statistics import median

import numpy as np

import sidelight as sl
from benchmarks.rows import Row, fresh_process, processor_seconds

PEERS = "import numpy, scipy.sparse, numba"
N_ACTIONS, N_EDGES = 10**6, 10**7


def rows() -> Iterator[Row]:
    """In the order of a newcomer's day."""
    yield Row("import sidelight beyond numpy, scipy.sparse, numba", import_cost(), at_most=0.35)
    yield from building()
    for name, graph in (
        ("loopless clique", sl.graphs.loopless_clique(N_ACTIONS)),
        ("1000 cliques of 1000", sl.graphs.cliques([1000] * 1000)),
        ("prices", sl.graphs.posted_price(N_ACTIONS, N_ACTIONS // 3)),
    ):
        yield Row(f"memory of a million actions: {name}", graph.nbytes / 1e6, "MB", at_most=20.0)


def import_cost() -> float:
    """Processor seconds of a fresh process, less those of one that imports the peers only."""
    probe = "import time\n{}\nbefore = time.process_time()\nimport sidelight\nprint(time.process_time() - before)"
    runs = [fresh_process(probe.format(PEERS)) for _ in range(6)]
    return median(float(printed) for printed in runs[1:])


def building() -> Iterator[Row]:
    """A CSR graph of a million actions and ten million edges, and what it is asked first."""
    sl.FeedbackGraph.from_edges(3, np.array([[0, 1], [1, 2], [2, 0]])).dominating_set()  # compile
    edges = np.random.default_rng(0).integers(0, N_ACTIONS, (N_EDGES, 2))
    # Somebody reveals everybody, so that there is a dominating set to find.
    edges[:N_ACTIONS] = np.column_stack(((np.arange(N_ACTIONS) + 1) % N_ACTIONS, np.arange(N_ACTIONS)))
    before = _resident()
    made: list[sl.FeedbackGraph] = []
    seconds = processor_seconds(lambda: made.append(sl.FeedbackGraph.from_edges(N_ACTIONS, edges)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
    graph = made[0]
    yield Row("from_edges, 10^6 actions and 10^7 edges", seconds, at_most=3.0)
    yield Row("  memory on top, in edge arrays", peak / edges.nbytes, "x", at_most=5.0)
    yield Row("  kind", processor_seconds(lambda: graph.kind), at_most=0.5, note=graph.kind.value)
    yield Row("  digest", processor_seconds(lambda: graph.digest))
    found: list[int] = []
    seconds = processor_seconds(lambda: found.append(graph.dominating_set().size))
    yield Row("  greedy dominating set", seconds, at_most=5.0, note=f"{found[0]} actions")


def _resident() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()
