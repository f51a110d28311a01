"""The tuning of each learner for a known horizon: its theorem's, or this library's default with explicit constants.

The rules of the three algorithms with implicit exploration:

- ``default`` minimises, term by term, the bounds of ``theory.bounds`` at confidence 1 - delta;
- ``light`` is the same with L = 0: the bounds hold with it too, weaker by a factor of about sqrt(L / ln K), and the
  typical regret is better;
- ``paper`` is that of Luo, Tong, Zhang and Zhang (2023), with the repairs told in docs/theory/tunings.md.

The others have one rule, their ``published`` one. ``tuned`` finds all that a learner needs by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from sidelight.errors import InvalidParameter, WrongGraph
from sidelight.graphs import FeedbackGraph, Kind
from sidelight.kernels import tuning as formulas
from sidelight.theory.checks import actions, confidence, one_of, parameter, rounds
from sidelight.theory.sums import SECONDS, Sums
from sidelight.theory.tuning import Tuning, at_cap

RULES = ("default", "light", "paper")
IX_RULES = (*RULES, "published")
PUBLISHED = "published"


def _log_confidence(events: int, delta: float, rule: str) -> float:
    """L: logarithm of the number of events over delta; the light tuning leaves it out."""
    return 0.0 if rule == "light" else math.log(events / confidence(delta))


def hedge(n_actions: int, horizon: int) -> Tuning:
    """``eta = sqrt(8 ln K / T)``: full information.

    >>> hedge(10, 10_000)
    Tuning(Hedge, eta=0.0429193; published)
    """
    return Tuning("Hedge", math.sqrt(8.0 * _log(n_actions) / rounds(horizon)), rule=PUBLISHED)


def exp3(n_actions: int, horizon: int) -> Tuning:
    """``eta = sqrt(2 ln K / (K T))``: bandit feedback, expected regret only."""
    return Tuning("Exp3", math.sqrt(2.0 * _log(n_actions) / (n_actions * rounds(horizon))), rule=PUBLISHED)


def exp3_set(sums: Sums) -> Tuning:
    """``eta = sqrt(2 ln K / sum m_t)``; for symmetric graphs m is alpha."""
    return Tuning("Exp3Set", math.sqrt(2.0 * _log(sums.n_actions) / sums.acyclic), rule=PUBLISHED)


def exp3_p(n_actions: int, horizon: int, delta: float) -> Tuning:
    """Optimistic gains, in the form of Bubeck and Cesa-Bianchi (2012); the mass of exploration is at most one half."""
    log_actions, cells = _log(n_actions), float(n_actions) * rounds(horizon)
    gamma = min(0.5, 1.05 * n_actions * math.sqrt(log_actions / cells))
    beta = math.sqrt(math.log(max(n_actions, 2) / confidence(delta)) / cells)
    eta = 0.95 * math.sqrt(log_actions / cells)
    return Tuning("Exp3P", eta, gamma, beta, capped=at_cap({"gamma": (gamma, 0.5)}), rule=PUBLISHED)


def elp_p(sums: Sums, delta: float) -> Tuning:
    """``eta = sqrt(ln K / (3 sum m_t))``, beta from the confidence and at most 1/4."""
    log_actions = _log(sums.n_actions)
    eta = math.sqrt(log_actions / (3.0 * sums.acyclic))
    beta = min(0.25, math.sqrt(math.log(5.0 * max(sums.n_actions, 2) / confidence(delta)) / log_actions) * eta)
    return Tuning("ELPP", eta, beta=beta, capped=at_cap({"beta": (beta, 0.25)}), rule=PUBLISHED)


def exp3_g_strong(sums: Sums) -> Tuning:
    """``gamma = 1 / sqrt(sum alpha_t)`` over all actions, ``eta = 2 gamma``: strongly observable graphs."""
    gamma = min(0.5, 1.0 / math.sqrt(sums.alpha))
    return Tuning("Exp3G", 2.0 * gamma, gamma, capped=at_cap({"gamma": (gamma, 0.5)}), rule=PUBLISHED)


def exp3_g_weak(sums: Sums) -> Tuning:
    """``gamma = (d ln K / T)^(1/3)`` over a dominating set of d actions, ``eta = gamma^2 / d``."""
    size = max(1.0, sums.domination / sums.rounds)
    gamma = min(0.5, (size * _log(sums.n_actions) / sums.rounds) ** (1.0 / 3.0))
    return Tuning("Exp3G", gamma**2 / size, gamma, capped=at_cap({"gamma": (gamma, 0.5)}), rule=PUBLISHED)


def exp3_ix(sums: Sums, delta: float, rule: str = "default") -> Tuning:
    """Implicit exploration on self-aware graphs, from the sum of alpha (or a guess of the sum of Q).

    ``published`` is Neu's (2015) ``eta = 2 gamma = sqrt(2 ln K / (K T))``, with sum alpha in place of K T.

    >>> exp3_ix(Sums.worst(10, 20_000), 0.05)
    Tuning(Exp3IX, eta=0.0094092, gamma=0.0047046; default)
    """
    log_actions = _log(sums.n_actions)
    if one_of("tuning", rule, IX_RULES) == "paper":
        rate = _rate_of_the_paper(sums, delta)
        capped = at_cap({"eta": (rate, 0.5), "gamma": (rate, 0.5)})
        return Tuning("Exp3IX", rate, rate, capped=capped, rule=rule)
    if rule == PUBLISHED:
        gamma = min(0.5, math.sqrt(log_actions / (2.0 * sums.alpha)))
    else:
        gamma = formulas.implicit_gamma(log_actions, _log_confidence(4, delta, rule), sums.alpha)
    return Tuning("Exp3IX", 2.0 * gamma, gamma, capped=at_cap({"gamma": (gamma, 0.5)}), rule=rule)


def strong_ix(sums: Sums, delta: float, rule: str = "default") -> Tuning:
    """Algorithm 1, from the sum of alpha and the number of rounds with a loopless action.

    >>> strong_ix(Sums.worst(10, 20_000), 0.05, "paper")
    Tuning(StrongIX, eta=0.00387023, gamma=0.00387023, beta=0.00387023; paper)
    """
    log_actions = _log(sums.n_actions)
    if one_of("tuning", rule, RULES) == "paper":
        return _strong(*3 * (_rate_of_the_paper(sums, delta),), rule)
    log_confidence = _log_confidence(6, delta, rule)
    gamma = formulas.loop_gamma(log_actions, log_confidence, sums.alpha)
    beta = min(0.5, math.sqrt(0.4 * (log_confidence + log_actions) / max(sums.loopless, 1.0)))
    eta = min(0.5, math.sqrt(log_actions / (sums.rounds + 4.5 * sums.loopless + sums.alpha / 2.0)))
    return _strong(eta, gamma, beta, rule)


def _strong(eta: float, gamma: float, beta: float, rule: str) -> Tuning:
    capped = at_cap({"eta": (eta, 0.5), "gamma": (gamma, 0.5), "beta": (beta, 0.5)})
    return Tuning("StrongIX", eta, gamma, beta, capped=capped, rule=rule)


def _rate_of_the_paper(sums: Sums, delta: float) -> float:
    """``sqrt(ln(1/delta) / sum alpha_t)``: what the paper's proofs ask for, in its theorems' one parameter."""
    return min(0.5, math.sqrt(math.log(1.0 / confidence(delta)) / sums.alpha))


def weak_ix(sums: Sums, delta: float, rule: str = "default") -> Tuning:
    """Algorithm 2, from the rounds with a loopless action, the sum of ``|D|`` and the sum of alpha among self-loops.

    ``eps`` explores at most a quarter of the time on average, under any rule: with a larger one every round of a graph
    that never changes could ask for more than half of all chances, and be skipped.
    """
    log_actions = _log(sums.n_actions)
    if one_of("tuning", rule, RULES) == "paper":
        return _weak_ix_of_the_paper(sums, math.log(1.0 / confidence(delta)))
    log_confidence = _log_confidence(7, delta, rule)
    constant = formulas.weak_constant(log_actions, log_confidence)
    eps = formulas.weak_eps(constant, sums.loopless, sums.domination)
    gamma = formulas.loop_gamma(log_actions, log_confidence, sums.loop_alpha)
    moments = formulas.weak_second_moments(sums.loopless / eps, sums.loop_alpha)
    return _weak(sums, formulas.weak_eta(gamma, log_actions, moments), gamma, eps, rule)


def _weak_ix_of_the_paper(sums: Sums, log_confidence: float) -> Tuning:
    # weak_eps has (C/2)^(2/3) where the paper has L^(1/3)
    eps = formulas.weak_eps(2.0 * math.sqrt(log_confidence), sums.loopless, sums.domination)
    gamma = min(0.5, math.sqrt(log_confidence / sums.loop_alpha)) if sums.loop_alpha > 0.0 else 0.5
    explored = sums.loopless * sums.domination * log_confidence
    eta = min(gamma, explored ** (-1.0 / 3.0)) if explored > 0.0 else gamma
    return _weak(sums, eta, gamma, eps, "paper")


def _weak(sums: Sums, eta: float, gamma: float, eps: float, rule: str) -> Tuning:
    """Eta is capped by gamma, gamma by one half, eps by what leaves the weights enough to learn."""
    cap = formulas.weak_eps_cap(sums.loopless, sums.domination) if sums.domination > 0.0 else math.inf
    capped = at_cap({"eta": (eta, gamma), "gamma": (gamma, 0.5), "eps": (eps, cap)})
    return Tuning("WeakIX", eta, gamma, eps=eps, capped=capped, rule=rule)


def _log(n_actions: int) -> float:
    return formulas.log_actions(float(actions(n_actions)))


# All that a learner of some name needs, found by itself.


class _Row(NamedTuple):
    """How a learner is tuned: what its graphs are asked for, the rules there are, the formula."""

    needs: tuple[str, ...]
    rules: tuple[str, ...]
    formula: Callable[[Sums, float, str], Tuning]


TUNINGS: dict[str, _Row] = {
    "Hedge": _Row((), (PUBLISHED,), lambda sums, delta, rule: hedge(sums.n_actions, sums.rounds)),
    "Exp3": _Row((), (PUBLISHED,), lambda sums, delta, rule: exp3(sums.n_actions, sums.rounds)),
    "Exp3Set": _Row(("acyclic",), (PUBLISHED,), lambda sums, delta, rule: exp3_set(sums)),
    "Exp3P": _Row((), (PUBLISHED,), lambda sums, delta, rule: exp3_p(sums.n_actions, sums.rounds, delta)),
    "ELPP": _Row(("acyclic",), (PUBLISHED,), lambda sums, delta, rule: elp_p(sums, delta)),
    "Exp3GStrong": _Row(("alpha",), (PUBLISHED,), lambda sums, delta, rule: exp3_g_strong(sums)),
    "Exp3GWeak": _Row(("domination",), (PUBLISHED,), lambda sums, delta, rule: exp3_g_weak(sums)),
    "Exp3IX": _Row(("alpha",), IX_RULES, exp3_ix),
    "StrongIX": _Row(("alpha", "loopless"), RULES, strong_ix),
    "WeakIX": _Row(("domination", "loopless", "loop_alpha"), RULES, weak_ix),
}


def tuned(
    learner: str,
    n_actions: int,
    horizon: int,
    delta: float = 0.05,
    *,
    rule: str | None = None,
    graph: FeedbackGraph | None = None,
    alpha_sum: float | None = None,
    loop_alpha_sum: float | None = None,
    acyclic_sum: float | None = None,
    domination_sum: float | None = None,
    loopless_rounds: float | None = None,
    explore: str = "auto",
    time_limit: float = SECONDS,
) -> Tuning:
    """The tuning of the learner of this name; sums that are not given come from the graph, or are the worst case.

    ``Exp3G`` is tuned for strongly observable graphs unless the graph says otherwise (or by ``Exp3GStrong``,
    ``Exp3GWeak``). The result says which sum came from where.

    >>> tuned("Exp3IX", 10, 20_000, 0.05)
    Tuning(Exp3IX, eta=0.0094092, gamma=0.0047046; default; alpha: worst case: 10 a round)
    """
    name = _sort_of_exp3_g(graph) if learner == "Exp3G" else learner
    row = TUNINGS[one_of("learner", name, tuple(TUNINGS))]
    rule = one_of("tuning", row.rules[0] if rule is None else rule, row.rules)
    known = {
        "alpha": alpha_sum,
        "loop_alpha": loop_alpha_sum,
        "acyclic": acyclic_sum,
        "domination": domination_sum,
        "loopless": loopless_rounds,
    }
    sums = Sums.worst(n_actions, horizon)
    if graph is not None:
        if graph.n_actions != sums.n_actions:
            raise WrongGraph(f"the graph has {graph.n_actions} actions, and n_actions={n_actions}")
        wanted = [need for need in row.needs if known[need] is None]
        sums = Sums.of(graph, sums.rounds, needs=wanted, explore=explore, time_limit=time_limit)
    sums = sums.given(**known)
    result = row.formula(sums, confidence(delta), rule)
    return replace(result, assumes={need: sums.origin[need] for need in row.needs})


def _sort_of_exp3_g(graph: FeedbackGraph | None) -> str:
    return "Exp3GWeak" if graph is not None and graph.kind is Kind.WEAK else "Exp3GStrong"


def checked_against(tuning: Tuning, learner: str) -> Tuning:
    """The tuning, if it is one of this learner and its parameters are where its theory holds."""
    if tuning.learner != learner:
        raise InvalidParameter(f"tuning={tuning!r} must be one of {learner}; see theory.tuned({learner!r}, ...)")
    half = {"gamma", "beta"} | ({"eta"} if learner == "StrongIX" else set())
    for name, value in tuning.parameters.items():
        most = 0.5 if name in half else 1.0 if name == "eps" else math.inf
        parameter(name, value, most, zero=name == "beta")
    return tuning
