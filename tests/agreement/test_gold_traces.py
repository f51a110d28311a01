"""Learners give, to twelve digits, what the formulas give with sixty."""

from typing import Any

import mpmath
import numpy as np
import pytest
from tests import gold_traces, reference_mp

Trace = dict[str, Any]
TRACES = gold_traces.all_traces()
GENERATED = gold_traces.in_files("certificates")
IN_FILES = gold_traces.in_files("traces")
pytestmark = pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")


def names(traces: list[Trace]) -> list[str]:
    return [trace["name"] for trace in traces]


def agree(said: list[float], expected: list[str], relative: float) -> None:
    np.testing.assert_allclose(said, [float(number) for number in expected], rtol=relative, atol=1e-300)


def logarithms_agree(log_weights: list[float], p: list[str]) -> None:
    """However small they are: a float cannot hold 1e-438, its logarithm can."""
    exact = np.array([float(mpmath.log(mpmath.mpf(number))) for number in p])
    top = int(exact.argmax())
    said = np.array(log_weights)
    np.testing.assert_allclose(said - said[top], exact - exact[top], rtol=1e-13, atol=1e-12)


@pytest.mark.parametrize("trace", IN_FILES, ids=names(IN_FILES))
def test_the_sixty_digits_agree_with_the_traces_in_the_file(trace: Trace) -> None:
    for made, expected in zip(reference_mp.expected(trace), trace["expected"], strict=True):
        for name in made:
            if isinstance(made[name], list) and name != "observed":
                for a, b in zip(made[name], expected[name], strict=True):
                    assert abs(mpmath.mpf(a) - mpmath.mpf(b)) <= 1e-20 * abs(mpmath.mpf(b)), name
            elif name == "Q" and made[name] is not None:
                assert abs(mpmath.mpf(made[name]) - mpmath.mpf(expected[name])) <= 1e-20
            else:
                assert made[name] == expected[name], name


@pytest.mark.parametrize("trace", TRACES, ids=names(TRACES))
def test_every_number_of_a_trace(trace: Trace) -> None:
    gammas = float(trace["params"].get("gamma", 0)) * (trace["algorithm"] != "exp3g")
    for made, expected, given in zip(gold_traces.run(trace), trace["expected"], trace["rounds"], strict=True):
        for name in ("p", "p_tilde", "W", "p_next"):
            agree(made[name], expected[name], 1e-12)
        for name in ("lhat", "b"):
            agree(made[name], expected[name], 1e-11)
        for name in ("observed", "own_loss_observed", "j_t", "in_T", "skipped"):
            assert made[name] == expected[name], name
        assert made["counted_as_skipped"] == expected["skipped"]
        agree([made["chance"]], [expected["p_tilde"][expected["play"]]], 1e-12)
        logarithms_agree(made["log_weights"], expected["p_next"])
        for j in expected["observed"]:
            if float(given["loss"][j]) > 0 and not expected["skipped"]:
                seen = float(given["loss"][j]) / made["lhat"][j] - gammas * made["loops"][j]
                assert seen == pytest.approx(float(expected["W"][j]), rel=1e-11)
        if expected["Q"] is not None:
            agree([sum_over_loops(made, gammas)], [expected["Q"]], 1e-11)


def sum_over_loops(made: Trace, gamma: float) -> float:
    """Q_t from the weights and the chances."""
    terms = zip(made["p"], made["W"], made["loops"], strict=True)
    return float(sum(p / (W + gamma) for p, W, loop in terms if loop))


@pytest.mark.parametrize("generated", GENERATED, ids=names(GENERATED))
def test_where_a_long_run_ends(generated: Trace) -> None:
    gamma = float(generated["params"]["gamma"]) * (generated["algorithm"] != "exp3g")
    rounds = list(gold_traces.run(gold_traces.in_rounds(generated)))
    agree(rounds[-1]["p_next"], generated["final_p_next"], 1e-12)
    assert [t for t, made in enumerate(rounds, start=1) if made["in_T"]] == generated["rounds_in_T"]
    if generated["sum_Q"] is not None:
        agree([sum(sum_over_loops(made, gamma) for made in rounds)], [generated["sum_Q"]], 1e-11)


def test_the_traces_cover_every_branch() -> None:
    """Skipped rounds, empty dominating sets, a dominating loopless action played and not, and an underflow."""
    rounds = [made for trace in TRACES if "expected" in trace for made in trace["expected"]]
    assert any(made["skipped"] for made in rounds)
    assert {(made["in_T"], made["play"] == made["j_t"]) for made in rounds} == {
        (False, False),
        (True, False),
        (True, True),
    }
    assert any(given.get("D") == [] for trace in TRACES for given in trace["rounds"])
    assert min(mpmath.mpf(p) for made in rounds for p in made["p_next"]) < mpmath.mpf("1e-400")
