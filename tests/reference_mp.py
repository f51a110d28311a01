"""Algorithms 1 and 2, Exp3-IX and Exp3.G as their formulas stand, with 60 digits: what a trace of decisions must say.

A trace is a dict: "algorithm" (exp3ix, strong, weak, exp3g), "K", "params", "rounds" (edges, loss, play, and for
"weak" the dominating set D), for exp3g also "u", the law of exploration. Numbers are decimal strings.
"""

from fractions import Fraction
from typing import Any

import mpmath

Trace = dict[str, Any]
DIGITS, WRITTEN = 60, 22


def number(text: Any) -> Any:
    """A decimal string or a fraction such as "1/3", exact to all digits."""
    value = Fraction(text)
    return mpmath.mpf(value.numerator) / value.denominator


def expected(trace: Trace) -> list[Trace]:
    """For each round what the formulas give, and the weights after it."""
    with mpmath.workdps(DIGITS):
        K, params = trace["K"], {name: number(value) for name, value in trace["params"].items()}
        p = [mpmath.mpf(1) / K] * K
        rounds = []
        for t, given in enumerate(trace["rounds"], start=1):
            made = played(trace["algorithm"], K, params, trace.get("u"), p, given)
            step = [mpmath.exp(-params["eta"] * (lhat + b)) for lhat, b in zip(made["lhat"], made["b"], strict=True)]
            total = sum(p[i] * step[i] for i in range(K))
            after = [p[i] * step[i] / total for i in range(K)]
            rounds.append(written({"t": t, "p": p, **made, "p_next": after}))
            p = after
        return rounds


def played(algorithm: str, K: int, params: Trace, u: Any, p: list[Any], given: Trace) -> Trace:
    """One round: mix in exploration, and estimate from what the play reveals."""
    edges = {tuple(edge) for edge in given["edges"]}
    skipped, p_tilde = explored(algorithm, K, params, u, p, given)
    W = [sum((p_tilde[i] for i in range(K) if (i, j) in edges), mpmath.mpf(0)) for j in range(K)]
    gamma = [params["gamma"] if (j, j) in edges and algorithm != "exp3g" else mpmath.mpf(0) for j in range(K)]
    lhat, b, loss, play = [mpmath.mpf(0)] * K, [mpmath.mpf(0)] * K, given["loss"], given["play"]
    observed = [j for j in range(K) if (play, j) in edges]
    if not skipped:
        for j in observed:
            lhat[j] = number(loss[j]) / (W[j] + gamma[j])
    j_t = None
    if algorithm == "strong":
        heavy = [j for j in range(K) if (j, j) not in edges and p_tilde[j] > mpmath.mpf(1) / 2]
        if heavy and W[heavy[0]] > 0:
            j_t = heavy[0]
            b[j_t] = params["beta"] / W[j_t]
    Q = sum((p[j] / (W[j] + gamma[j]) for j in range(K) if (j, j) in edges), mpmath.mpf(0))
    return {
        "p_tilde": p_tilde, "W": W, "play": play, "observed": observed, "own_loss_observed": (play, play) in edges,
        "lhat": lhat, "b": b, "j_t": j_t, "in_T": j_t is not None, "skipped": skipped,
        "Q": None if algorithm == "exp3g" else Q,
    }  # fmt: skip


def explored(algorithm: str, K: int, params: Trace, u: Any, p: list[Any], given: Trace) -> tuple[bool, list[Any]]:
    """Whether the round is skipped, and p~."""
    if algorithm == "exp3ix":
        return False, p
    if algorithm == "strong":
        eta = params["eta"]
        return False, [(1 - eta) * p[i] + eta / K for i in range(K)]
    if algorithm == "exp3g":
        gamma = params["gamma"]
        return False, [(1 - gamma) * p[i] + gamma * number(u[i]) for i in range(K)]
    D, eps = given["D"], params["eps"]
    if eps * len(D) > mpmath.mpf(1) / 2:
        return True, p
    return False, [(1 - eps * len(D)) * p[i] + (eps if i in D else 0) for i in range(K)]


def written(made: Trace) -> Trace:
    """Numbers as decimal strings."""

    def text(value: Any) -> Any:
        if isinstance(value, list):
            return [text(entry) for entry in value]
        return mpmath.nstr(value, WRITTEN) if isinstance(value, mpmath.mpf) else value

    return {name: text(value) for name, value in made.items()}
