"""A learner as what JSON can hold, and back, bit for bit.

Written is what is true (totals, header, open tickets, journal); what is derived (the sum-tree, plans of exploration)
is made again on the way back by the same arithmetic.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import InvalidLabels, InvalidSnapshot
from sidelight.graphs import FeedbackGraph
from sidelight.graphs.plain import array_from_plain, array_to_plain, graph_from_plain, graph_to_plain
from sidelight.kernels import schedule, scheduled, weights
from sidelight.kernels.sum_tree import n_leaves
from sidelight.learners.decision import Decision
from sidelight.learners.plans import EVENLY, Plan

if TYPE_CHECKING:
    from sidelight.learners.deciding import Informed, Uninformed
    from sidelight.learners.learner import Learner

FORMAT = 2
Floats = NDArray[np.float64]


def written(learner: Learner) -> dict[str, Any]:
    """The snapshot, with a checksum, so that a damaged one is refused rather than believed."""
    graphs: list[FeedbackGraph] = []
    shares: list[Floats] = []
    tickets = learner._tickets
    tickets.tidy()
    try:
        content = {
            "format": FORMAT,
            "learner": type(learner).__name__,
            "n_actions": learner.n_actions,
            "arguments": learner._arguments(),
            "origin": learner.origin,
            "chosen": learner.chosen,
            "seed": learner.seed,
            "strict": learner.strict,
            "ticket_memory": tickets.memory,
            "graph": _number_of(learner.graph, graphs),
            "state": array_to_plain(learner._state[: weights.HEADER + learner.n_actions]),
            "terms": _terms_to_plain(learner),
            "round": tickets.round,
            "version": tickets.version,
            "owner": tickets.owner,
            "forgotten": tickets.forgotten,
            "given_up": list(tickets.given_up),
            "open": [_ticket_to_plain(ticket, graphs, shares) for ticket in tickets.open.values()],
            "journal": [array_to_plain(entries) for entries in tickets.journal.entries()],
            "certificate": None
            if learner._audit is None
            else learner._audit.to_plain(lambda graph: _number_of(graph, graphs)),
            "graphs": [],
            "shares": [],
        }
        content["graphs"] = [graph_to_plain(graph) for graph in graphs]
        content["shares"] = [array_to_plain(array) for array in shares]
    except InvalidLabels as error:
        raise InvalidSnapshot(f"{error}; use graph.with_labels(...) before giving the graph to the learner") from error
    return {**content, "checksum": _checksum(content)}


def _terms_to_plain(learner: Learner) -> dict[str, Any] | None:
    """Q as it was followed, where it is: it was within a tenth, and is to go on by the same bits."""
    if learner.schedule is None or learner._state[schedule.REMEMBERED] == 0.0:
        return None
    leaves = n_leaves(learner.n_actions)
    return array_to_plain(learner._terms[0][leaves : leaves + learner.n_actions])


def _number_of(graph: FeedbackGraph | None, graphs: list[FeedbackGraph]) -> int | None:
    """Which of the graphs written this is; each is written once in each storage, for sums differ in the last bits."""
    if graph is None:
        return None
    for number, known in enumerate(graphs):
        if known is graph or (known.storage == graph.storage and known == graph):
            return number
    graphs.append(graph)
    return len(graphs) - 1


def _number_among(shares: list[Floats], one: Floats) -> int | None:
    """Which of the explorations written this is; tickets that explore alike have one together."""
    if one.size == 1:
        return None
    for number, known in enumerate(shares):
        if known is one or np.array_equal(known, one):
            return number
    shares.append(one)
    return len(shares) - 1


def _ticket_to_plain(
    ticket: tuple[Decision, int, Plan], graphs: list[FeedbackGraph], shares: list[Floats]
) -> dict[str, Any]:
    (action, chance, round_, _), version, (graph, spread, mass, skipped, own_bytes, _) = ticket
    return {
        "action": action,
        "chance": chance,
        "round": round_,
        "version": version,
        "graph": _number_of(graph, graphs),
        "shares": _number_among(shares, spread),
        "mass": mass,
        "skipped": skipped,
        "own_bytes": own_bytes,
    }


def _checksum(content: Mapping[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def checked(snapshot: Any) -> dict[str, Any]:
    """The content of a whole snapshot of a format that is known here, or an error that says what it is instead."""
    if not isinstance(snapshot, Mapping) or "format" not in snapshot or "checksum" not in snapshot:
        raise InvalidSnapshot("this is not a snapshot; hand restore() what learner.snapshot() returned, or its JSON")
    if snapshot["format"] != FORMAT:
        raise InvalidSnapshot(
            f"the snapshot has format {snapshot['format']!r}, and this version of sidelight reads {FORMAT}"
        )
    content = {name: value for name, value in snapshot.items() if name != "checksum"}
    try:
        whole = _checksum(content) == snapshot["checksum"]
    except (TypeError, ValueError):
        whole = False
    if not whole:
        raise InvalidSnapshot("the snapshot is damaged: its checksum does not match; use an earlier one")
    return content


def revived(kind: type[Informed | Uninformed], content: Mapping[str, Any]) -> Informed | Uninformed:
    """The learner that wrote this, or an error if no learner can have written it."""
    try:
        return _revived(kind, content)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise InvalidSnapshot(f"no learner wrote this snapshot, although its checksum is right: {error!r}") from error


def _revived(kind: type[Informed | Uninformed], content: Mapping[str, Any]) -> Informed | Uninformed:
    graphs = [graph_from_plain(plain) for plain in content["graphs"]]
    explorations = [array_from_plain(plain) for plain in content["shares"]]
    learner = kind(
        content["n_actions"],
        **content["arguments"],
        graph=None if content["graph"] is None else graphs[content["graph"]],
        seed=content["seed"],
        strict=content["strict"],
        ticket_memory=content["ticket_memory"],
    )
    learner.origin, learner.chosen = str(content["origin"]), str(content["chosen"])
    truth = array_from_plain(content["state"])
    if truth.shape != (weights.HEADER + learner.n_actions,) or truth[weights.N] != learner.n_actions:
        raise ValueError(f"the state is not one of {learner.n_actions} actions")  # kernels would go beyond it
    if truth[weights.SCHEDULE] != learner._state[weights.SCHEDULE]:
        raise ValueError("the state is not one of a learner on this schedule")
    learner._resume(truth)
    if content["terms"] is not None:
        terms = array_from_plain(content["terms"])
        if learner.schedule is None or terms.shape != (learner.n_actions,):
            raise ValueError("the terms of Q are not of this learner")
        leaves = n_leaves(learner.n_actions)
        learner._terms[0][leaves : leaves + terms.size] = terms
        scheduled.rebuild(learner._state, *learner._terms)
    tickets = learner._tickets
    tickets.round, tickets.version, tickets.owner = content["round"], content["version"], content["owner"]
    tickets.forgotten, tickets.given_up = content["forgotten"], dict.fromkeys(content["given_up"])
    for plain in content["open"]:
        graph = None if plain["graph"] is None else graphs[plain["graph"]]
        shares = EVENLY if plain["shares"] is None else explorations[plain["shares"]]
        decision = Decision(plain["action"], plain["chance"], plain["round"], tickets.owner)
        _refuse_beyond(learner.n_actions, decision.action, shares)
        plan = Plan(graph, shares, plain["mass"], plain["skipped"], plain["own_bytes"])
        tickets.reopen(decision, plain["version"], plan)
    versions, positions, values = (np.asarray(array_from_plain(entries)) for entries in content["journal"])
    if positions.size and not (positions.min() >= 0 and positions.max() < truth.size):
        raise ValueError("the journal speaks of places that are not there")
    tickets.journal.refill(versions, positions, values)
    if (learner._audit is None) != (content["certificate"] is None):
        raise ValueError("the certificate is not of this learner")
    if learner._audit is not None:
        learner._audit.resume(content["certificate"], graphs, tickets.round)
        tickets.hold(learner._audit.held)
    return learner


def _refuse_beyond(n: int, action: int, shares: NDArray[np.float64]) -> None:
    """Kernels would read what is not theirs."""
    evenly = shares is EVENLY
    leaves = n_leaves(n)
    if not 0 <= action < n or not (evenly or (shares.size == 2 * leaves and shares[0] == leaves)):
        raise ValueError(f"an open decision is not one of {n} actions")
