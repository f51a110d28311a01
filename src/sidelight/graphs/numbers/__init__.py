"""alpha, alpha~, d, delta*, m and kappa of any storage.

The questions stand in ``by_storage``, with the answer for a graph given edge by edge; the shapes that have
better answers give them in ``of_cliques``, ``of_intervals`` and ``of_complement``.
"""

from sidelight.graphs.numbers import of_cliques, of_complement, of_intervals
from sidelight.graphs.numbers.by_storage import (
    clique_partition_number,
    dominating_set,
    fractional_domination,
    fractional_revealing,
    independence_number,
    largest_acyclic,
    loop_independence_number,
    weak_domination_number,
)
from sidelight.graphs.numbers.fractional import Fractional

__all__ = [
    "Fractional",
    "clique_partition_number",
    "dominating_set",
    "fractional_domination",
    "fractional_revealing",
    "independence_number",
    "largest_acyclic",
    "loop_independence_number",
    "of_cliques",
    "of_complement",
    "of_intervals",
    "weak_domination_number",
]
