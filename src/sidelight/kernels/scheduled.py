"""Rounds of a learner on a schedule: the round of ``round``, and what a schedule does within it and after it."""

from typing import Any

from sidelight.kernels import schedule
from sidelight.kernels.compiled import compiled
from sidelight.kernels.effective_actions import Terms, exact, follow, see, terms_in, upper, with_biased
from sidelight.kernels.memory import Floats, after, floats_at, index_at, integers_at, pointer
from sidelight.kernels.packed_graph import Graph, graph_in, revealed
from sidelight.kernels.round import AT_ONCE, LATE, NEVER, Scratch, apply, estimate, feedback, scratch_in
from sidelight.kernels.sum_tree import build
from sidelight.kernels.weights import (
    PACKED,
    ROWS,
    SHARES,
    STATE,
    TERMS,
    TOUCHED,
    WORK,
    Exploration,
    Weights,
    exploration_in,
    weights_in,
)


@compiled
def terms_of(w: Weights, floats: Floats, integers: Any) -> Terms:
    """The terms of Q; what they remember stands in the header, where snapshots find it."""
    return terms_in(w.n, floats, integers, after(w.header, schedule.REMEMBERED))


@compiled
def measure(w: Weights, exploration: Exploration, graph: Graph, terms: Terms) -> None:
    """What the round adds, Q followed."""
    schedule.measure(w, exploration, graph, upper(w, exploration, graph, terms) if graph.has_loops else 0.0)


@compiled
def learned(
    w: Weights, exploration: Exploration, graph: Graph, made: tuple[int, int, float], round_: int, s: Scratch,
    terms: Terms,
) -> None:  # fmt: skip
    """Apply the estimates made, and follow what that changes in Q."""
    count, biased, bias = made
    apply(w, count, biased, bias, s)
    if graph.has_loops:
        follow(w, exploration, graph, s.rows, with_biased(graph, s.rows, count, biased), round_, terms)


# The doors: called from Python, with arrays.


@compiled
def estimated(
    places: Any,
    mass: float,
    bias_rule: int,
    action: int,
    given: int,
    keyed: bool,
    key: int,
    loss: float,
    when: int,
    number: float,
    round_: int,
) -> tuple[int, int, float, float, float]:
    """As in ``round``, and measured; AT_ONCE the round also ends. ``number`` is of the graph and exploration.

    A LATE ticket is measured by a look at every action, for terms are of the present.
    """
    w, exploration = weights_in(floats_at(places[STATE])), exploration_in(floats_at(places[SHARES]), mass)
    graph = graph_in(index_at(places[PACKED]))
    s = scratch_in(w.n, integers_at(places[ROWS]), floats_at(places[WORK]))
    terms = terms_of(w, floats_at(places[TERMS]), integers_at(places[TOUCHED]))
    count, wrong, own = feedback(graph, action, given, keyed, key, loss, s)
    if count < 0:
        return count, wrong, 0.0, 0.0, 0.0
    if when == LATE:
        schedule.measure(w, exploration, graph, exact(w, exploration, graph, s) if graph.has_loops else 0.0)
        revealed(graph, action, s.rows)
    elif when != NEVER:
        see(terms, number, mass)
        measure(w, exploration, graph, terms)
    count, biased, bias = estimate(w, exploration, graph, bias_rule, count, s)
    if when == AT_ONCE:
        learned(w, exploration, graph, (count, biased, bias), round_, s, terms)
        schedule.after_round(w)
    return count, biased, bias, own, s.estimates[0]


@compiled
def applied(
    places: Any, mass: float, count: int, biased: int, bias: float, when: int, number: float, round_: int
) -> None:
    """Apply what ``estimated`` left in ``rows`` and ``work``; the round has yet to end."""
    w, exploration = weights_in(floats_at(places[STATE])), exploration_in(floats_at(places[SHARES]), mass)
    graph = graph_in(index_at(places[PACKED]))
    s = scratch_in(w.n, integers_at(places[ROWS]), floats_at(places[WORK]))
    terms = terms_of(w, floats_at(places[TERMS]), integers_at(places[TOUCHED]))
    see(terms, number, mass)
    if when == LATE:  # explored as it was then, so that terms made by it would not be of the present
        w.header[schedule.REMEMBERED] = 0.0
        apply(w, count, biased, bias, s)
    else:
        learned(w, exploration, graph, (count, biased, bias), round_, s, terms)


@compiled
def started(state: Floats) -> None:
    """Set the rates of the first round."""
    schedule.start(weights_in(pointer(state)))


@compiled
def due_before(state: Floats, size: float) -> int:
    """What ``counted`` will do."""
    return schedule.due_before(pointer(state), size)


@compiled
def counted(state: Floats, size: float) -> int:
    """Before a round on a graph that is known."""
    return schedule.before_round(weights_in(pointer(state)), size)


@compiled
def due_after(state: Floats) -> int:
    """What ``ended`` will do."""
    return schedule.due_after(pointer(state))


@compiled
def ended(state: Floats) -> int:
    """After a round that was learned from."""
    return schedule.after_round(weights_in(pointer(state)))


@compiled
def rebuild(state: Floats, floats: Floats, integers: Any) -> None:
    """Sum up terms whose leaves were set."""
    build(terms_of(weights_in(pointer(state)), pointer(floats), pointer(integers)).tree)
