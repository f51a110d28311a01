"""Compiled searches and the same source as plain Python take the same steps."""

import os
import subprocess
import sys

import numpy as np
from scipy.sparse import csr_array

from sidelight.graphs.numbers.independence_clock import Clock
from sidelight.graphs.numbers.independence_complement import largest_clique
from sidelight.graphs.numbers.independence_parts import Graph, settle_dominated
from sidelight.graphs.numbers.independence_search import BranchAndBound, Swaps

SIZES = ((9, 0.5), (20, 0.3), (30, 0.2), (40, 0.15), (70, 0.1))


def account() -> list[list[int]]:
    """Everything a few small searches come to, their step counts included."""
    answers = []
    for n, chance in SIZES:
        upper = np.triu(np.random.default_rng(n).random((n, n)) < chance, 1)
        matrix = csr_array(upper | upper.T)
        matrix.sort_indices()
        graph = Graph(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32))
        search = BranchAndBound(graph, 0)
        search.run(200)
        swaps = Swaps(graph, np.zeros(n, np.int64))
        swaps.run(1000, n)
        swaps.run(1000, n)
        answers.append([search.size, search.nodes, *(search.witness if search.witness is not None else [])])
        answers.append([swaps.size, swaps.idle, *swaps.witness])
        answers.append(list(largest_clique(graph, Clock(100.0)).witness))
        answers.append(list(settle_dominated(graph, Clock(100.0))))
    return [[int(number) for number in answer] for answer in answers]


def test_compiled_is_plain() -> None:
    plain = subprocess.run(
        [sys.executable, "-W", "error", __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.strip() == str(account())


if __name__ == "__main__":
    sys.stdout.write(str(account()) + "\n")
