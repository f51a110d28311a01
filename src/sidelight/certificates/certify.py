"""The door: from a log to a certificate."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.certificates.auditor import Auditor
from sidelight.certificates.blocks import Blocks
from sidelight.certificates.certificate import Certificate
from sidelight.certificates.names import Names
from sidelight.certificates.order import Ordered
from sidelight.certificates.reading import Reader
from sidelight.certificates.scale import Scale
from sidelight.certificates.sources import rows_of
from sidelight.errors import InvalidLog, InvalidParameter, MissingGraph
from sidelight.graphs import FeedbackGraph, Kind
from sidelight.kernels import certificate as state_of
from sidelight.theory.checks import confidence

METHODS = ("fast", "tight")
MOST_SCALES = 64
Graphs = FeedbackGraph | Mapping[Any, FeedbackGraph]


def certify(
    log: Any,
    graph: Graphs | None = None,
    delta: float = 0.05,
    method: str = "fast",
    scales: int = 9,
    self_aware: bool | None = None,
    *,
    sharp: bool = False,
    lower: bool = False,
    loss_range: tuple[float, float] | None = None,
    reward_range: tuple[float, float] | None = None,
    labels: Iterable[Hashable] | None = None,
    first_round: int = 0,
) -> Certificate:
    """An upper limit on the regret after each round of a log, all true at once with probability ``1 - delta``.

    ``log`` is a pandas or polars frame, the path of a Parquet or JSON-lines file, or rows one after the other. A row
    has ``action``, ``chances`` (the law it was drawn from) and ``losses`` (by action, of exactly what was revealed);
    ``edges`` or ``graph`` where the graph changes. Rewards stand in ``rewards``, with ``reward_range``. What else a
    row may say, of late and lost losses too: docs/guide/certificates.md.

    ``method="tight"`` gives smaller numbers for a look at all actions in each round, and ``sharp=True``, with either,
    for more arithmetic. Choose before looking: the smallest of several is no certificate. ``self_aware`` says, in
    advance, that every action reveals itself in every round; None: by ``graph``. ``lower=True`` gives a lower limit
    besides, of the same confidence by itself.

    >>> import sidelight as sl
    >>> rows = [{"action": k % 2, "chances": [0.5, 0.5], "losses": {0: 0.0, 1: 1.0}} for k in range(1000)]
    >>> print(sl.certify(rows, sl.graphs.full_information(2)).explain())
    With confidence 95 %, playing action 0 always would have saved at most 500.0 over these 1,000 rounds.
    That is the largest of all limits; action 0 has it since round 0.
    """
    level = confidence(delta)
    scale = Scale.of(loss_range, reward_range)
    _one_of("method", method, METHODS)
    count, first = _whole("scales", scales, 1, MOST_SCALES), _whole("first_round", first_round, 0, 2**62)
    aware = (
        graph.kind is Kind.SELF_AWARE if self_aware is None and isinstance(graph, FeedbackGraph) else bool(self_aware)
    )
    if graph is not None and not isinstance(graph, (FeedbackGraph, Mapping)):
        raise MissingGraph(f"graph must be a FeedbackGraph, or a mapping of them by name, not {type(graph).__name__}")
    rows = rows_of(log)
    start = next(rows, None)
    if start is None:
        raise InvalidLog("the log has no rows, and nothing can be said of no rounds")
    names = _names(*start, graph, labels)
    auditor = Auditor(
        names, level, count, self_aware=aware, tight=method == "tight", sharp=bool(sharp), below=bool(lower)
    )
    audit = _Audit(auditor, Ordered(Reader(names, graph, scale, method == "fast"), first), bool(lower))
    audit.take(*start)
    for where, row in rows:
        audit.take(where, row)
    return audit.certificate(level, method, bool(sharp), scale)


class _Audit:
    """What is kept besides the state: the values, who they were for, where own losses were not seen."""

    def __init__(self, auditor: Auditor, ordered: Ordered, below: bool) -> None:
        self.auditor, self.ordered, self.below = auditor, ordered, below
        self.values = array("d")
        self.lower = array("d")
        self.unseen = Blocks()
        self.best, self.since, self.lost = -1, 0, 0

    def take(self, where: str, row: Mapping[str, Any]) -> None:
        for entry in self.ordered.take(where, row):
            value, best = self.auditor.enter(entry)
            at = len(self.values)
            if best != self.best:
                self.best, self.since = best, at
            self.lost += entry.lost
            if entry.graph is not None and not entry.graph.loops[entry.action]:
                self.unseen.add(at)
            self.values.append(value)
            if self.below:
                self.lower.append(self.auditor.lower)

    def certificate(self, delta: float, method: str, sharp: bool, scale: Scale) -> Certificate:
        ordered, done = self.ordered, len(self.values)
        if done == 0 and ordered.known > 0 and ordered.missing_first:
            raise InvalidLog(
                f"round {ordered.first} is not in the log, so no round can be entered; give first_round= if "
                "rounds count from another number"
            )
        values = _with_open(self.values, ordered.open, 1.0) * scale.width
        lower = _with_open(self.lower, ordered.open, -1.0) * scale.width if self.below else None
        best = max(self.best, 0)
        added, charged = self.auditor.unseen(best)
        by_action = (self.auditor.by_action() + ordered.open) * scale.width
        for numbers in (values, by_action, *(() if lower is None else (lower,))):
            numbers.setflags(write=False)
        return Certificate(
            values=values,
            by_action=by_action,
            lower=lower,
            best_below=self.auditor.best_below(),
            delta=delta,
            method=method,
            sharp=sharp,
            best=best,
            since=self.since,
            first_round=ordered.first,
            labels=self.auditor.names.labels,
            own_losses_seen=self.auditor.header(state_of.OWN) * scale.width,
            unseen_rounds=int(self.auditor.header(state_of.UNSEEN)),
            unseen_part=added * scale.width,
            unseen_estimated=added < charged,
            unseen_stretch=self.unseen.shortest(0.5),
            open_rounds=ordered.open,
            lost_rounds=self.lost,
            rewards=scale.rewards,
            rounds=values.size,
        )


def _with_open(numbers: array[float], open_: int, step: float) -> NDArray[np.float64]:
    """The numbers so far, then a step more for each open round."""
    done = np.array(numbers)
    last = done[-1] if done.size else 0.0
    return np.concatenate((done, last + step * np.arange(1, open_ + 1)))


def _names(where: str, row: Mapping[str, Any], graph: Graphs | None, labels: Any) -> Names:
    """How many actions there are, and what they are called: by the graph, the labels, or the first row."""
    own = row.get("graph")
    known = graph if isinstance(graph, FeedbackGraph) else own if isinstance(own, FeedbackGraph) else None
    if known is None and isinstance(graph, Mapping):
        known = next(iter(graph.values()), None)
    if known is not None:
        return Names(known.n_actions, known.labels if labels is None else labels)
    if labels is not None:
        given = tuple(labels)
        return Names(len(given), given)
    chances = row.get("chances")
    if chances is None or isinstance(chances, (Mapping, str)) or not hasattr(chances, "__len__"):
        raise MissingGraph(f"{where} does not say how many actions there are; give graph= or labels=")
    return Names(len(chances), None)


def _one_of(name: str, given: Any, allowed: tuple[str, ...]) -> None:
    if given not in allowed:
        raise InvalidParameter(f"{name}={given!r} must be one of {', '.join(map(repr, allowed))}")


def _whole(name: str, given: Any, low: int, high: int) -> int:
    try:
        number = operator.index(given)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise InvalidParameter(f"{name}={given!r} must be a whole number from {low} to {high}")
    return number
