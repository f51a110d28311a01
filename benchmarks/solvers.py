"""Yardsticks: what others need for the independence number of the same graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sidelight as sl

Solver = Callable[[], int]
SECONDS = 20.0


def undirected(graph: sl.FeedbackGraph) -> NDArray[np.int64]:
    """Each undirected edge once, without loops."""
    edges = np.sort(graph.to_edges(), axis=1)
    return np.unique(edges[edges[:, 0] < edges[:, 1]], axis=0)


def igraph_solver(graph: sl.FeedbackGraph) -> Solver:
    """Largest clique of the complement, which is igraph's faster way; the complement is made beforehand."""
    import igraph

    given = igraph.Graph(n=graph.n_actions, edges=undirected(graph).tolist())
    complement = given.complementer(loops=False)
    return lambda: int(complement.clique_number())


def cp_sat_solver(graph: sl.FeedbackGraph) -> Solver:
    """CP-SAT with one worker and a clause for each edge."""
    from ortools.sat.python import cp_model

    edges = undirected(graph).tolist()

    def solve() -> int:
        model = cp_model.CpModel()
        chosen = [model.new_bool_var(str(i)) for i in range(graph.n_actions)]
        for i, j in edges:
            model.add_bool_or(~chosen[i], ~chosen[j])
        model.maximize(sum(chosen))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = SECONDS
        status = solver.solve(model)
        return round(solver.objective_value) if status == cp_model.OPTIMAL else -1

    return solve


def highs_solver(graph: sl.FeedbackGraph) -> Solver:
    """HiGHS with a row for each edge."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    edges = undirected(graph)
    rows = np.repeat(np.arange(len(edges)), 2)
    matrix = csr_array((np.ones(edges.size), (rows, edges.ravel())), shape=(len(edges), graph.n_actions))

    def solve() -> int:
        answer: Any = milp(
            -np.ones(graph.n_actions),
            constraints=LinearConstraint(matrix, ub=1.0),
            bounds=Bounds(0, 1),
            integrality=np.ones(graph.n_actions),
            options={"time_limit": SECONDS},
        )
        return round(-answer.fun) if answer.status == 0 else -1

    return solve
