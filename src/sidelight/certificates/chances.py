"""The law an action was drawn from, as logged: of all actions, or of what was revealed, with chances seen."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from sidelight.certificates.entry import Floats, Part
from sidelight.certificates.names import Names
from sidelight.errors import ImpossibleChances
from sidelight.graphs import FeedbackGraph, Kind

CLOSE = 1e-9  # logged numbers agree within
TRUE_LAW = "log the law that the action was drawn from, without clipping or rounding"


def all_chances(row: Mapping[str, Any], graph: FeedbackGraph, names: Names) -> Floats:
    """One for each action. That they can be a law is looked at when the round is entered."""
    given = row["chances"]
    try:
        if isinstance(given, Mapping):
            chances = np.zeros(names.n)
            for name, chance in given.items():
                chances[names.index(name)] = 0.0 if chance is None else chance
        else:
            chances = np.array(given, np.float64)
    except (TypeError, ValueError):
        raise ImpossibleChances(f"chances must be numbers, one for each action, not {given!r:.60}") from None
    if chances.shape != (names.n,):
        raise ImpossibleChances(f"{chances.size} chances for {names.n} actions; give one for each")
    if isinstance(row.get("chances_seen"), Mapping):
        _agree(_by_index(row["chances_seen"], names, "chances_seen"), chances, graph, names)
    return chances


def part_of(row: Mapping[str, Any], action: int, graph: FeedbackGraph, names: Names) -> Part:
    """Chances and chances seen of what was revealed and of the action."""
    chances, seen = _by_index(row["chances"], names, "chances"), _by_index(row["chances_seen"], names, "chances_seen")
    revealed = graph.reveals(action).tolist()
    for what, given in (("chances", chances), ("chances_seen", seen)):
        for j in (*revealed, action):
            if j not in given:
                raise ImpossibleChances(
                    f"{what} have no entry for action {names.name(j)!r}; give those of what was revealed and of the "
                    "action played"
                )
    if not chances[action] > 0.0:
        raise ImpossibleChances(f"action {names.name(action)!r} was played with chance {chances[action]!r}; {TRUE_LAW}")
    for j in (*revealed, action):
        _possible(j, chances, seen, action, graph, names)
    loopless = not graph.loops[action]
    return Part(
        np.array([chances[j] for j in revealed], np.float64),
        np.array([seen[j] for j in revealed], np.float64),
        bool(loopless and seen[action] <= 0.0),
        _variance(row, chances, seen, graph),
    )


def _by_index(given: Any, names: Names, what: str) -> dict[int, float]:
    if not isinstance(given, Mapping):
        raise ImpossibleChances(f"{what} must be a mapping from action to number where not all are given")
    found = {}
    for name, value in given.items():
        if value is None:
            continue
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not 0.0 <= number <= 1.0 + CLOSE:
            raise ImpossibleChances(f"{what} of action {name!r} is {value!r}, and must be a number from 0 to 1")
        found[names.index(name)] = number
    return found


def _possible(
    j: int, chances: dict[int, float], seen: dict[int, float], action: int, graph: FeedbackGraph, names: Names
) -> None:
    """Refuse a chance seen that no law gives with these chances."""
    loop, revealers = bool(graph.loops[j]), int(graph.in_degrees[j])
    least = max(
        chances[action] if graph.has_edge(action, j) else 0.0,
        chances[j] if loop else 0.0,
        1.0 if revealers == graph.n_actions else 0.0,
        1.0 - chances[j] if revealers == graph.n_actions - 1 and not loop else 0.0,
    )
    most = 0.0 if revealers == 0 else 1.0 if loop else 1.0 - chances[j]
    if not least - CLOSE <= seen[j] <= most + CLOSE or (graph.has_edge(action, j) and seen[j] <= 0.0):
        raise ImpossibleChances(
            f"the chance to see action {names.name(j)!r} is {seen[j]!r}, and must be from {least:.12g} to {most:.12g} "
            f"by the graph and the chances beside it; {TRUE_LAW}"
        )


def _agree(seen: dict[int, float], chances: Floats, graph: FeedbackGraph, names: Names) -> None:
    """Refuse logged chances seen that are not those of the logged chances."""
    for j, logged in seen.items():
        worked_out = float(chances[graph.revealed_by(j)].sum())
        if abs(logged - worked_out) > CLOSE:
            raise ImpossibleChances(
                f"the chance to see action {names.name(j)!r} is logged as {logged!r}, and is {worked_out!r} by chances "
                "and graph; one of the three is wrong"
            )


def _variance(row: Mapping[str, Any], chances: dict[int, float], seen: dict[int, float], graph: FeedbackGraph) -> float:
    """At most, of the joint estimate of unseen own losses.

    On strongly observable graphs W is 1 - p~ for loopless actions, so P + P R <= 3, and 1/W more for the one whose
    chance is above one half, which is always revealed or played. Else ``least_seen`` says it, a lower limit on the
    chances seen of all loopless actions.
    """
    if graph.kind is Kind.SELF_AWARE:
        return 0.0
    if graph.kind is Kind.STRONG:
        heavy = [j for j, chance in chances.items() if chance > 0.5 and not graph.loops[j]]
        return 3.0 + sum(1.0 / seen[j] if j in seen and seen[j] > 0.0 else math.inf for j in heavy)
    least = row.get("least_seen")
    return math.inf if least is None or not 0.0 < float(least) <= 1.0 else 1.0 + 1.0 / float(least)
