"""Traces of decisions with known numbers, run through the public face with every action forced.

Any file ``gold_traces*.json`` in ``tests/data`` is run, and so are the traces made here: all kinds, 40 rounds each.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from sidelight import Exp3G, Exp3IX, FeedbackGraph, Informed, StrongIX, Uninformed, WeakIX
from tests import reference_mp

Trace = dict[str, Any]
FILES = sorted((Path(__file__).parent / "data").glob("gold_traces*.json"))
LENGTH = 40


def in_files(section: str) -> list[Trace]:
    """The traces of a section of all files, "traces" or "certificates"."""
    return [trace for path in FILES for trace in json.loads(path.read_text()).get(section, [])]


def learner_of(trace: Trace) -> Uninformed | Informed:
    """The learner that a trace is of."""
    K = trace["K"]
    params: Any = {name: float(value) for name, value in trace["params"].items()}
    if trace["algorithm"] == "exp3g":
        return Exp3G(K, **params, explore=even_support(trace.get("u") or [1] * K), strict=False)
    if trace["algorithm"] == "weak":
        return WeakIX(K, **params, strict=False)
    uninformed: dict[str, type[Exp3IX] | type[StrongIX]] = {"exp3ix": Exp3IX, "strong": StrongIX}
    return uninformed[trace["algorithm"]](K, **params, strict=False)


def even_support(u: list[Any]) -> list[int] | None:
    """The actions that a law is even on; None if it is on all."""
    law = [Fraction(share) for share in u]
    support = [i for i, share in enumerate(law) if share > 0]
    assert len({law[i] for i in support}) == 1, "this learner explores evenly over a set, and nothing else"
    return None if len(support) == len(law) else support


def run(trace: Trace) -> Iterator[Trace]:
    """What the public face says of each round."""
    learner = learner_of(trace)
    skipped = 0
    for given in trace["rounds"]:
        graph = FeedbackGraph.from_edges(trace["K"], given["edges"])
        made: Trace = {"p": learner.weights.tolist()}
        if isinstance(learner, WeakIX):
            made["p_tilde"] = learner.chances(graph, explore=given["D"]).tolist()
            decision = learner.decide(graph, explore=given["D"], action=given["play"])
        else:
            made["p_tilde"] = learner.chances().tolist()
            decision = learner.decide(action=given["play"])
        losses = {int(j): float(given["loss"][j]) for j in graph.reveals(given["play"])}
        learned = learner.learn(decision, losses, graph=graph)
        made |= {
            "chance": decision.chance,
            "W": np.where(graph.to_matrix(), np.array(made["p_tilde"])[:, None], 0.0).sum(axis=0).tolist(),
            "observed": learned.revealed.tolist(),
            "own_loss_observed": learned.own_loss_seen,
            "lhat": spread(learned.estimates, trace["K"]),
            "b": spread(learned.bias, trace["K"]),
            "j_t": next(iter(learned.bias), None),
            "in_T": bool(learned.bias),
            "skipped": learned.skipped,
            "counted_as_skipped": learner.skipped > skipped,
            "loops": graph.loops.tolist(),
            "p_next": learner.weights.tolist(),
            "log_weights": learner.log_weights.tolist(),
        }
        skipped = learner.skipped
        yield made


def spread(by_action: dict[int, float], K: int) -> list[float]:
    return [by_action.get(i, 0.0) for i in range(K)]


def in_rounds(generated: Trace) -> Trace:
    """A long run with a fixed graph and losses as strings of digits, in the form of a short trace."""
    rounds = [
        {"edges": generated["fixed_edges"], "loss": list(losses), "play": play, "D": generated["D"]}
        for play, losses in zip(generated["plays"], generated["losses"], strict=True)
    ]
    return generated | {"rounds": rounds}


# Traces of our own: plays and losses by chance, expectations by 60 digits.

LOOPS3, LOOPS4 = [[i, i] for i in range(3)], [[i, i] for i in range(4)]
LOOPLESS3 = [[i, j] for i in range(3) for j in range(3) if i != j]
FULL4 = [[i, j] for i in range(4) for j in range(4)]
CYCLE4 = [*LOOPS4, [0, 1], [1, 2], [2, 3], [3, 0]]
PRICES4 = [[i, j] for i in range(4) for j in range(i + 1)]
PAIRS4 = [*LOOPS4, [0, 1], [1, 0], [2, 3], [3, 2]]
REVEALING4 = [[0, j] for j in range(4)]
BARE_CYCLE4 = [[0, 1], [1, 2], [2, 3], [3, 0]]
HUB4 = [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1]]
SEEN_BY_OTHERS4 = [edge for edge in FULL4 if edge not in ([0, 0], [2, 2])]
STRONG4 = [*([i, j] for i in range(4) for j in (0, 1) if i != j), [2, 2], [3, 3], [2, 3]]
APPLE3 = [[0, 1], [0, 2], [1, 0], [1, 1], [2, 0], [2, 2]]

KINDS: list[tuple[str, str, int, dict[str, str], list[Any], dict[str, Any]]] = [
    # name, algorithm, K, parameters, graphs (edges, and the dominating set where one is needed), what else
    ("exp3ix_bandit", "exp3ix", 3, {"eta": "0.3", "gamma": "0.15"}, [(LOOPS3, None)], {}),
    ("exp3ix_time_varying", "exp3ix", 4, {"eta": "0.2", "gamma": "0.05"},
     [(CYCLE4, None), (PRICES4, None), (PAIRS4, None), (FULL4, None)], {}),
    ("exp3ix_underflow", "exp3ix", 4, {"eta": "8", "gamma": "0.1"}, [(CYCLE4, None)], {"loss": ["1", "0.9", "0", "0"]}),
    ("strong_self_aware", "strong", 4, {"eta": "0.1", "gamma": "0.08", "beta": "0.12"},
     [(CYCLE4, None), (PRICES4, None)], {}),
    ("strong_two_loopless", "strong", 2, {"eta": "0.25", "gamma": "0.25", "beta": "0.25"},
     [([[0, 1], [1, 0]], None)], {}),
    ("strong_dominant_loopless", "strong", 3, {"eta": "0.3", "gamma": "0.2", "beta": "0.4"},
     [(LOOPLESS3, None)], {"loss": ["0.1", "0.9", "1"]}),
    ("strong_time_varying", "strong", 4, {"eta": "0.2", "gamma": "0.1", "beta": "0.5"},
     [(SEEN_BY_OTHERS4, None), (STRONG4, None), (CYCLE4, None), (FULL4, None)], {}),
    ("weak_revealing", "weak", 4, {"eta": "0.1", "gamma": "0.2", "eps": "0.2"}, [(REVEALING4, [0])], {}),
    ("weak_time_varying", "weak", 4, {"eta": "0.3", "gamma": "0.1", "eps": "0.15"},
     [(HUB4, [0, 1]), (PAIRS4, []), (BARE_CYCLE4, [0, 1, 2, 3]), (REVEALING4, [0])], {}),
    ("exp3g_strong", "exp3g", 3, {"eta": "0.4", "gamma": "0.2"}, [(APPLE3, None)], {"u": ["1/3"] * 3}),
    ("exp3g_weak", "exp3g", 4, {"eta": "0.2", "gamma": "0.3"}, [(HUB4, None)], {"u": ["1/2", "1/2", "0", "0"]}),
]  # fmt: skip


def made_here() -> list[Trace]:
    """A trace of each kind, without what is expected of it."""
    rng = np.random.default_rng(2023)
    traces = []
    for name, algorithm, K, params, graphs, more in KINDS:
        rounds = []
        for _ in range(LENGTH):
            edges, D = graphs[int(rng.integers(len(graphs)))]
            loss = more.get("loss") or [f"{value:.3f}" for value in rng.random(K)]
            rounds.append({"edges": edges, "loss": loss, "play": int(rng.integers(K)), "D": D})
        traces.append(
            {"name": f"made_{name}", "algorithm": algorithm, "K": K, "params": params, "rounds": rounds, **more}
        )
    return traces


def all_traces() -> list[Trace]:
    """Those in files, then our own, expectations with them."""
    return in_files("traces") + [trace | {"expected": reference_mp.expected(trace)} for trace in made_here()]
