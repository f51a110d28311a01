"""The bounds of those who came before, as they published them; in expectation where there is no delta.

Hedge: Freund and Schapire (1997). Exp3: Auer et al. (2002), constants of Lattimore and Szepesvari (2020). Exp3.P: in
the form of Bubeck and Cesa-Bianchi (2012). Exp3-IX: Neu (2015), bandit feedback. Exp3-SET: Alon et al. (2017).
"""

from __future__ import annotations

import math

from sidelight.theory.bound import Bound, Term
from sidelight.theory.checks import actions, confidence, parameter, rounds, within


def hedge_bound(n_actions: int, horizon: int, eta: float | None = None, delta: float | None = None) -> Bound:
    """``ln K / eta + eta T / 8``, at the best eta ``sqrt(T ln K / 2)``: full information, expected own losses.

    It holds for every sequence of losses; with delta, for the drawn actions' losses too.

    >>> hedge_bound(10, 20_000)
    Bound(Hedge: 151.7 in expectation, most of it rate=75.9)
    """
    n, t = actions(n_actions), rounds(horizon)
    best = math.sqrt(8.0 * math.log(max(n, 2)) / t)
    rate = best if eta is None else parameter("eta", eta, math.inf)
    terms = [Term("rate", math.log(n) / rate, "ln K / eta"), Term("losses", rate * t / 8.0, "eta T / 8")]
    if delta is not None:
        draws = math.sqrt(t * math.log(1.0 / confidence(delta)) / 2.0)
        terms.append(Term("draws", draws, "sqrt(T ln(1 / delta) / 2)"))
    return Bound("Hedge", tuple(terms), delta)


def hedge_anytime_bound(n_actions: int, horizon: int) -> Bound:
    """``sqrt(T ln K)`` with ``eta_t = 2 sqrt(ln K / t)``, for all T at once."""
    value = math.sqrt(rounds(horizon) * math.log(actions(n_actions)))
    return Bound("Hedge, anytime", (Term("all", value, "sqrt(T ln K)"),), None)


def exp3_bound(n_actions: int, horizon: int, eta: float | None = None) -> Bound:
    """``ln K / eta + eta K T / 2``, at the best eta ``sqrt(2 K T ln K)``; nothing with high probability."""
    cells = float(actions(n_actions)) * rounds(horizon)
    return _two_terms("Exp3", n_actions, cells, eta, "eta K T / 2")


def exp3_set_bound(n_actions: int, acyclic_sum: float, eta: float | None = None) -> Bound:
    """``ln K / eta + (eta / 2) sum m_t``, at the best eta ``sqrt(2 ln K sum m_t)``; alpha for m if symmetric."""
    total = within("acyclic_sum", acyclic_sum, 1.0, math.inf, "it is a sum of m over all rounds")
    return _two_terms("Exp3Set", n_actions, total, eta, "(eta / 2) sum m")


def _two_terms(title: str, n_actions: int, second: float, eta: float | None, formula: str) -> Bound:
    n = actions(n_actions)
    rate = math.sqrt(2.0 * math.log(max(n, 2)) / second) if eta is None else parameter("eta", eta, math.inf)
    terms = Term("rate", math.log(n) / rate, "ln K / eta"), Term("second moments", rate * second / 2.0, formula)
    return Bound(title, terms, None)


def exp3_p_bound(n_actions: int, horizon: int, delta: float) -> Bound:
    """``5.15 sqrt(T K ln(K / delta))`` at the published tuning."""
    n, t = actions(n_actions), rounds(horizon)
    value = 5.15 * math.sqrt(t * n * math.log(n / confidence(delta)))
    return Bound("Exp3P", (Term("all", value, "5.15 sqrt(T K ln(K / delta))"),), delta)


def neu_bound(n_actions: int, horizon: int, delta: float, anytime: bool = False) -> Bound:
    """``2 sqrt(2 K T ln K) + (sqrt(2 K T / ln K) + 1) ln(2 / delta)`` at ``eta = 2 gamma = sqrt(2 ln K / (K T))``.

    Anytime: ``4 sqrt(K T ln K) + (2 sqrt(K T / ln K) + 1) ln(2 / delta)`` at ``eta_t = sqrt(ln K / (K t))``.
    """
    cells, log_actions = float(actions(n_actions)) * rounds(horizon), math.log(max(n_actions, 2))
    first, second, formula = (
        (4.0 * math.sqrt(cells * log_actions), 2.0 * math.sqrt(cells / log_actions), "4 sqrt(K T ln K)")
        if anytime
        else (2.0 * math.sqrt(2.0 * cells * log_actions), math.sqrt(2.0 * cells / log_actions), "2 sqrt(2 K T ln K)")
    )
    tail = (second + 1.0) * math.log(2.0 / confidence(delta))
    kind = "(2 sqrt(K T / ln K) + 1) ln(2 / delta)" if anytime else "(sqrt(2 K T / ln K) + 1) ln(2 / delta)"
    return Bound("Exp3IX, Neu (2015)", (Term("mean", first, formula), Term("tail", tail, kind)), delta)
