"""A lower limit on regret, beside the upper one: the same factors on ``1 - loss``, in a state of their own.

The losses of j are the number of rounds less the sum of ``1 - loss``, which has a lower limit as losses have; own
losses that were not seen are at least 0. Lower limits of sums only grow, so the largest of all is kept as it comes.
"""

from sidelight.kernels.certificate import KNOWN, OWN, ROUNDS, Certificate, Look, certificate_in, credit, row_of
from sidelight.kernels.certificate_limits import lower_limit
from sidelight.kernels.certificate_log import scratch_in
from sidelight.kernels.compiled import compiled
from sidelight.kernels.memory import Actions, Floats, Index, pointer, whole
from sidelight.kernels.packed_graph import Graph, graph_in

MOST, WHICH = 11, 12  # header: the largest of all, and whose it is


@compiled
def enter_below(c: Certificate, graph: Graph, action: int, count: int, look: Look) -> None:
    """A round that revealed those of ``rows[:count]`` whose loss is not negative."""
    c.header[ROUNDS] += 1.0
    for k in range(count):
        if look.least[k] < 0.0:
            continue
        j = look.rows[k]
        row = row_of(c, j)
        if j == action:
            c.header[OWN] += look.least[k]
        if graph.in_degrees[j] == graph.n:
            row[KNOWN] += 1.0 - look.most[k]
        else:
            credit(c, row, (1.0 - look.most[k]) / look.seen[k])
        gained = row[KNOWN] + lower_limit(c, row)
        if gained > c.header[MOST]:
            c.header[MOST], c.header[WHICH] = gained, j


@compiled
def limit_below(state: Floats, packed: Index, action: int, count: int, rows: Actions, work: Floats) -> float:
    """Enter the round whose look is still in working memory; the lower limit after it. Called from Python."""
    c = certificate_in(pointer(state))
    enter_below(c, graph_in(pointer(packed)), action, count, scratch_in(c.n, pointer(rows), pointer(work)).look)
    return float(c.header[OWN] - c.header[ROUNDS] + c.header[MOST])


def best_below(state: Floats) -> int:
    """The action that the limit is for."""
    return whole(state[WHICH])
