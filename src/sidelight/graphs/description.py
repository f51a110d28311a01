"""A feedback graph in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from sidelight.graphs.bracket import Bracket
    from sidelight.graphs.feedback_graph import FeedbackGraph

QUICK_SECONDS = 0.3
QUICK_EDGES = 5_000_000


def counted(count: int, thing: str) -> str:
    """``1 edge``, ``2 edges``."""
    return (
        f"{count} {thing}"
        if count == 1 or thing.endswith(("others", "observable", "revealed"))
        else f"{count} {thing}s"
    )


def action_counts(graph: FeedbackGraph) -> list[str]:
    """How many actions there are of each sort that occurs."""
    loops, strong, observable = graph.loops, graph.strongly_observable, graph.observable
    sorts = [
        (loops, "self-loop"),
        (strong & ~loops, "seen by all others"),
        (observable & ~strong, "weakly observable"),
        (~observable, "never revealed"),
    ]
    return [counted(int(mask.sum()), name) for mask, name in sorts if mask.any()]


def short(graph: FeedbackGraph) -> str:
    """The repr: size, kind, sorts of actions, and the storage where it is not the general one."""
    size = f"{counted(graph.n_actions, 'action')}, {counted(graph.n_edges, 'edge')}"
    storage = "" if graph.storage == "csr" else f"; {graph.storage}"
    labelled = "" if graph.labels is None else "; labelled"
    return f"FeedbackGraph({size}, {graph.kind}: {', '.join(action_counts(graph))}{storage}{labelled})"


def long(graph: FeedbackGraph) -> str:
    """Several lines: what it is, what it means for regret, degrees, numbers, how it is held."""
    degrees = graph.out_degrees
    fewest, most = int(degrees.min()), int(degrees.max())
    spread = f"{most}" if fewest == most else f"{fewest} to {most}, {degrees.mean():,.1f} on average"
    lines = [
        f"Feedback graph with {counted(graph.n_actions, 'action')} and {counted(graph.n_edges, 'edge')}"
        f" ({_share(graph.n_edges, graph.n_actions**2)} of all pairs)",
        f"  kind         {graph.kind}: {graph.kind.meaning}",
        f"  actions      {', '.join(action_counts(graph))}",
        f"  one play     reveals {spread}",
        *_number_lines(graph),
        f"  held as      {graph.storage}, {_memory(graph.nbytes)}; digest {graph.digest[:12]}",
    ]
    if graph.labels is not None:
        lines.append(
            "  labels       " + ", ".join(repr(label) for label in graph.labels[:6]) + _more(graph.n_actions - 6)
        )
    return "\n".join(lines)


def _number_lines(graph: FeedbackGraph) -> list[str]:
    """The numbers that decide the regret of this kind, each within a fraction of a second."""
    if graph.storage == "csr" and graph.n_edges > QUICK_EDGES:
        return ["  numbers      not computed for a graph this large; ask for them with a time_limit="]
    lines = [f"  alpha        {_bracket(graph.independence_number(QUICK_SECONDS))}  independence number"]
    if not graph.loops.all():
        lines.append(f"  alpha~       {_bracket(graph.loop_independence_number(QUICK_SECONDS))}  among self-loops")
    if not graph.loops.all() and bool(np.all(graph.observable)):
        lines.append(f"  d            {_bracket(graph.weak_domination_number(QUICK_SECONDS))}  weak domination number")
    return lines


def _share(part: int, whole: int) -> str:
    """A percentage that says 0 and 100 only where they are exact."""
    if part in (0, whole):
        return "none" if part == 0 else "100%"
    percent = 100 * part / whole
    return "<0.1%" if percent < 0.1 else ">99.9%" if percent > 99.9 else f"{percent:.1f}%"


def _bracket(bracket: Bracket) -> str:
    return f"{bracket.lower}" if bracket.exact else f"{bracket.lower} to {bracket.upper}"


def _memory(nbytes: int) -> str:
    for unit in ("bytes", "kB", "MB"):
        if nbytes < 1000:
            return f"{nbytes:.3g} {unit}"
        nbytes /= 1000  # type: ignore[assignment]
    return f"{nbytes:.3g} GB"


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""
