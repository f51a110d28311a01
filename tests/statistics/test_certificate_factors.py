"""Every factor of a certificate has mean at most 1: by enumerating the draw, one round entered for each action played.

The state is read after the round. With G the logarithm of an action's factors at scale c, and L what the limit is a
limit of (its loss; not counted where the round is no regret against it, or where it is known exactly), the mean of
``exp(G - c L)`` must not exceed 1; likewise for the estimate of unseen own losses. No chance is involved.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.enumerated_rounds import Round, rounds_of

from sidelight import FeedbackGraph
from sidelight.certificates.auditor import scales_of
from sidelight.kernels import certificate as layout
from sidelight.kernels.certificate_below import limit_below
from sidelight.kernels.certificate_log import enter_known, enter_round, scratch
from sidelight.theory import phi

SCALES = 6
GRID = scales_of(SCALES)
KINDS = ["self-aware", "strong", "observable", "any"]
Floats = NDArray[np.float64]


@dataclass
class Entered:
    """A state after one round from a state with some past, less what was there before."""

    before: Floats
    after: Floats
    n: int
    tight: bool

    def header(self, entry: int) -> float:
        return float(self.after[entry] - self.before[entry])

    def rows(self, state: Floats) -> Floats:
        return state[layout.HEADER + 2 * SCALES :].reshape(self.n, -1)

    def of(self, entry: int) -> Floats:
        """A number of each action's row."""
        return self.rows(self.after)[:, entry] - self.rows(self.before)[:, entry]

    @property
    def exponents(self) -> Floats:
        """An action a row, a scale a column."""
        found = []
        for state in (self.after, self.before):
            rows = self.rows(state)
            more = rows[:, layout.LOGS + SCALES :]
            found.append(rows[:, layout.LOGS : layout.LOGS + SCALES] + (GRID * more if self.tight else np.log(more)))
        return np.asarray(found[0] - found[1])


def many(seed: int, count: int, kind: str) -> Iterator[Round]:
    """Random rounds; of ``any`` kind some actions are revealed by nobody."""
    rng = np.random.default_rng(seed)
    for r in rounds_of(seed, count, "observable" if kind == "any" else kind, mixing=True):
        if kind == "any":
            r.edges[:, rng.random(r.n) < 0.4] = False
        yield r


def past(rng: np.random.Generator, r: Round, tight: bool, sharp: bool) -> Floats:
    """A state in which guesses are anything."""
    prices = np.array([phi(s) * s for s in GRID])
    state = layout.fresh(r.n, GRID, prices, 1.0, 1.0, tight, sharp)
    rows = state[layout.HEADER + 2 * SCALES :].reshape(r.n, -1)
    rows[:, layout.GUESSES] = rng.integers(1, 50, r.n)
    rows[:, layout.GUESS] = rows[:, layout.GUESSES] * rng.choice([0.0, 0.5, 1.0, float(rng.random())], r.n)
    return state


def each_played(rng: np.random.Generator, r: Round, tight: bool, sharp: bool) -> Iterator[Entered]:
    """What the round makes of the state, for each action that might have been played."""
    before, graph = past(rng, r, tight, sharp), FeedbackGraph.from_matrix(r.edges)
    for i in range(r.n):
        state, revealed = before.copy(), graph.reveals(i)
        given = revealed, r.losses[revealed], revealed.size
        assert enter_round(state, graph.packed, r.chances, i, *given, *scratch(r.n)) == (revealed.size, 0)
        yield Entered(before, state, r.n, tight)


def means_of_factors(r: Round, played: list[Entered]) -> Floats:
    """Mean over the draw of ``exp(G - c L)``, by action and scale."""
    total = np.zeros((r.n, SCALES))
    for i, entered in enumerate(played):
        counted = r.losses - entered.of(layout.KNOWN) - entered.of(layout.OWN_HERE)
        counted -= entered.of(layout.UNSEEN_HERE) * r.losses
        total += r.chances[i] * np.exp(entered.exponents - GRID * counted[:, None])
    return total


@pytest.mark.parametrize("sharp", [False, True], ids=["plain", "sharp"])
@pytest.mark.parametrize("tight", [False, True], ids=["fast", "tight"])
@pytest.mark.parametrize("kind", KINDS)
def test_factors_have_mean_at_most_1(kind: str, tight: bool, sharp: bool) -> None:
    rng = np.random.default_rng(4)
    largest = 0.0
    for r in many(11 + KINDS.index(kind), 600, kind):
        means = means_of_factors(r, list(each_played(rng, r, tight, sharp)))
        assert means.max() <= 1.0 + 1e-12
        largest = max(largest, float(means.max()))
    assert largest > 0.999  # they are not small for nothing


@pytest.mark.parametrize("tight", [False, True], ids=["fast", "tight"])
@pytest.mark.parametrize("kind", KINDS[1:])
def test_the_estimate_of_unseen_own_losses_is_no_smaller(kind: str, tight: bool) -> None:
    """``E exp(s D - phi(s) s^2 V) <= 1`` for D, the unseen own loss less its estimate."""
    rng = np.random.default_rng(5)
    for r in many(21, 400, kind):
        played = list(each_played(rng, r, tight, False))
        for j in range(r.n if tight else 1):
            for s in GRID:
                mean = 0.0
                for i, entered in enumerate(played):
                    unseen = r.losses[i] if not r.edges[i, i] and (i != j or not tight) else 0.0
                    if tight:
                        estimate, variance = entered.of(layout.ESTIMATED_HERE)[j], entered.of(layout.VARIANCE_HERE)[j]
                    else:
                        estimate, variance = entered.header(layout.ESTIMATED), entered.header(layout.VARIANCE)
                    mean += r.chances[i] * np.exp(s * (unseen - estimate) - phi(s) * s * s * variance)
                assert mean <= 1.0 + 1e-12


def test_every_unseen_round_is_counted_once() -> None:
    rng = np.random.default_rng(6)
    for r in many(22, 100, "any"):
        for i, entered in enumerate(each_played(rng, r, False, False)):
            unseen = not r.edges[i, i]
            assert entered.header(layout.UNSEEN) == unseen
            assert entered.of(layout.UNSEEN_HERE).tolist() == [float(unseen and j == i) for j in range(r.n)]
            assert entered.header(layout.OWN) == (0.0 if unseen else r.losses[i])


def test_chances_seen_that_are_half_of_the_true_ones_are_found_out() -> None:
    """The test above can fail: halve W, let losses be 1, and the mean of a factor exceeds 1."""
    checked = 0
    for r in rounds_of(31, 200, "self-aware"):
        graph = FeedbackGraph.from_matrix(r.edges)
        r.losses[:] = 1.0
        means = {}
        for halved in (1.0, 0.5):
            played = []
            for i in range(r.n):
                before = past(np.random.default_rng(0), r, False, False)
                state, revealed = before.copy(), graph.reveals(i)
                chances, seen = r.chances[revealed], r.chances_seen[revealed] * halved
                given = revealed, r.losses[revealed], revealed.size
                enter_known(state, graph.packed, i, chances, seen, False, 0.0, *given, *scratch(r.n))
                played.append(Entered(before, state, r.n, False))
            means[halved] = means_of_factors(r, played)
        everyone = r.edges.sum(axis=0) == r.n
        assert means[1.0].max() <= 1.0 + 1e-12
        assert (means[0.5][~everyone] > 1.0).all()  # known without chance, where everyone reveals
        checked += int((~everyone).sum())
    assert checked > 100


def test_halved_chances_are_found_out_by_a_law_with_an_action_that_is_never_played() -> None:
    """A logged law that gives half of all to an action nobody plays halves all other chances seen."""
    rng = np.random.default_rng(9)
    for tight in (False, True):
        for r in rounds_of(32, 60, "self-aware"):
            true = r.chances
            edges = np.eye(r.n + 1, dtype=bool)
            logged = np.append(true / 2, 0.5)
            halved = Round(logged, logged, np.ones(r.n + 1), edges, r.gamma, 0.0)
            played = list(each_played(rng, halved, tight, False))
            halved.chances = np.append(true, 0.0)
            rows = played[0].rows(played[0].before)
            low_guess = (
                rows[:-1, layout.GUESS] < rows[:-1, layout.GUESSES]
            )  # a guess of 1 is right, and nothing is learned
            means = means_of_factors(halved, played)[:-1]
            assert (means[low_guess] > 1.0).all()
            assert (means > 1.0).all() or tight


@pytest.mark.parametrize("kind", KINDS)
def test_factors_of_what_was_not_lost_have_mean_at_most_1(kind: str) -> None:
    """The lower limit on regret: factors of ``1 - l`` in all rounds."""
    rng = np.random.default_rng(7)
    for r in many(41, 300, kind):
        graph, before = FeedbackGraph.from_matrix(r.edges), past(rng, r, False, False)
        total = np.zeros((r.n, SCALES))
        for i in range(r.n):
            upper, state, revealed = before.copy(), before.copy(), graph.reveals(i)
            memory = scratch(r.n)
            enter_round(upper, graph.packed, r.chances, i, revealed, r.losses[revealed], revealed.size, *memory)
            limit_below(state, graph.packed, i, revealed.size, *memory)
            entered = Entered(before, state, r.n, False)
            assert entered.header(layout.OWN) == (r.losses[i] if r.edges[i, i] else 0.0)
            left = 1.0 - r.losses - entered.of(layout.KNOWN)
            total += r.chances[i] * np.exp(entered.exponents - GRID * left[:, None])
        assert total.max() <= 1.0 + 1e-12
