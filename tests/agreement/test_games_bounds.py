"""The bounds beside games: the numbers of ``theory`` for the sums of each run; regret taken apart to the last digit."""

import copy
import pickle
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sidelight as sl
from sidelight import InvalidParameter, NotRecorded, TooLarge, WrongGraph, graphs, worlds
from sidelight.arena import decompose
from sidelight.arena.bound_rows import ROWS
from sidelight.arena.decompose import PARTS, run_again
from sidelight.learners.table import ALGORITHMS
from sidelight.theory import (
    ImplicitSums,
    StrongSums,
    Sums,
    Tuning,
    WeakSums,
    exp3_bound,
    exp3_p_bound,
    exp3_set_bound,
    hedge_bound,
    implicit_bound,
    strong_bound,
    weak_bound,
)

DELTA = 0.1
X = 0.06
MEANS = [0.3, 0.5, 0.5, 0.5]
TURNS = graphs.Alternating([graphs.ring(4), graphs.bandit(4), graphs.bandit(4)])
STRONG_TURNS = graphs.Alternating([graphs.ring(4), graphs.loopless_clique(4)])
about: Any = pytest.approx


def games_of(learner: Any, graph: Any, *, rounds: int = 600, record: str = "bounds", **options: Any) -> sl.Games:
    world = worlds.bernoulli(MEANS, graphs.bandit(4)).with_graphs(graph)
    given: Any = {"seeds": [3, 1, 8], "checkpoints": [100, 600]} | options
    games: sl.Games = sl.play(learner, world, rounds, record=record, **given)
    return games


def exp3_ix() -> sl.Exp3IX:
    return sl.Exp3IX(4, eta=2 * X, gamma=X)


def strong_ix() -> sl.StrongIX:
    return sl.StrongIX(4, eta=X, gamma=X, beta=X)


def weak_ix(eps: float = 0.1) -> sl.WeakIX:
    return sl.WeakIX(4, eta=X, gamma=X, eps=eps)


@pytest.mark.parametrize("graph", [graphs.ring(4), graphs.prefix(4), TURNS], ids=["ring", "prefix", "turns"])
def test_exp3_ix_before_and_after(graph: Any) -> None:
    games = games_of(exp3_ix(), graph)
    bounds, x = games.bounds(DELTA), Tuning("Exp3IX", 2 * X, X)
    for row, seed in enumerate(games.seeds.tolist()):
        sums = run_again(exp3_ix(), games.parties.world, 600, seed).implicit_sums()  # type: ignore[union-attr]
        exact = implicit_bound(sums, x, DELTA).value
        assert exact * (1 - 1e-9) <= bounds.of(seed).value < 1.1 * exact  # Q from above
        assert bounds.after is not None
        assert bounds.after[row, 0] == implicit_bound(ImplicitSums(4, 100, games.sums["q"][row, 0]), x, DELTA).value
        assert bounds.of(seed, at=100).value == bounds.after[row, 0]
    alpha = {"ring": 2.0, "prefix": 1.0}
    if graph is TURNS:
        whole = Sums.worst(4, 600).given(loop_alpha=200 * 2 + 400 * 4, acyclic=200 * 2 + 400 * 4)
        whole = replace(whole, symmetric=True)
    else:
        whole = Sums.of(graph, 600, needs=("loop_alpha", "acyclic"))
        assert whole.loop_alpha == 600 * alpha["ring" if graph == graphs.ring(4) else "prefix"]
    assert bounds.before[:, 1] == about(implicit_bound(ImplicitSums.before(whole, x), x, DELTA).value)
    assert (bounds.before[:, 0] < bounds.before[:, 1]).all()
    assert bounds.exceeded == 0.0


@pytest.mark.parametrize(
    "graph", [graphs.loopless_clique(4), graphs.bandit(4), STRONG_TURNS], ids=["no", "all", "both"]
)
def test_algorithm_1_before_and_after(graph: Any) -> None:
    games = games_of(strong_ix(), graph)
    bounds, x = games.bounds(DELTA), Tuning("StrongIX", X, X, X)
    for seed in games.seeds.tolist():
        run = run_again(strong_ix(), games.parties.world, 600, seed)  # type: ignore[union-attr]
        exact = strong_bound(run.strong_sums(), x, DELTA).value
        assert exact * (1 - 1e-9) <= bounds.of(seed).value < 1.1 * exact
    if graph is STRONG_TURNS:
        whole = replace(Sums.worst(4, 600).given(loop_alpha=600, loopless=300), symmetric=True)
    else:
        whole = Sums.of(graph, 600)
    assert bounds.before[0, 1] == about(strong_bound(StrongSums.before(whole, x), x, DELTA).value)
    assert bounds.after is not None
    assert (bounds.after <= bounds.before * 1.1).all()


@pytest.mark.parametrize("eps", [0.1, 0.6])
def test_algorithm_2_before_and_after(eps: float) -> None:
    """The larger eps skips every second round."""
    turns = graphs.Alternating([graphs.revealing_action(4), graphs.bandit(4)])
    with pytest.warns(match="skipped") if eps > 0.5 else nullcontext():
        games = games_of(weak_ix(eps), turns)
    bounds, x = games.bounds(DELTA), Tuning("WeakIX", X, X, eps=eps)
    for seed in games.seeds.tolist():
        with pytest.warns(match="skipped") if eps > 0.5 else nullcontext():
            run = run_again(weak_ix(eps), games.parties.world, 600, seed)  # type: ignore[union-attr]
        sums = run.weak_sums(0.0 if eps > 0.5 else 300.0)
        assert sums.skipped == (300 if eps > 0.5 else 0)
        assert bounds.of(seed).value == about(weak_bound(sums, x, DELTA).value)
    assert "acyclic: 2 graphs: 4 a round" in bounds.explain()
    whole = Sums.worst(4, 600).given(loop_alpha=300 + 4 * 300, domination=300, loopless=300)
    told = weak_bound(WeakSums.before(replace(whole, symmetric=True), x), x, DELTA).value
    assert bounds.before[0, 1] == about(told)


def test_those_who_came_before_have_their_published_bounds() -> None:
    full, one, ring = graphs.full_information(4), graphs.bandit(4), graphs.ring(4)
    table: list[tuple[Any, Any, Any]] = [
        (sl.Hedge(4, eta=0.1), full, hedge_bound(4, 600, 0.1, DELTA)),
        (sl.Exp3(4, eta=0.1), one, exp3_bound(4, 600, 0.1)),
        (sl.Exp3Set(4, eta=0.1), ring, exp3_set_bound(4, 1200, 0.1)),
        (sl.Exp3Set(4, eta=0.1), graphs.prefix(4), exp3_set_bound(4, 2400, 0.1)),
        (sl.Exp3P(4, horizon=600, delta=DELTA), one, exp3_p_bound(4, 600, DELTA)),
    ]
    for learner, graph, bound in table:
        bounds = games_of(learner, graph, record="regret").bounds(DELTA)
        assert bounds.before[:, -1].tolist() == [about(bound.value)] * 3
        assert bounds.after is bounds.before
        assert bounds.in_expectation is (bound.delta is None)
    other = games_of(sl.Exp3P(4, horizon=601, delta=DELTA), one, record="regret").bounds(DELTA)
    assert np.isinf(other.before).all()
    assert "exp3_p(n_actions, horizon, delta)" in other.explain()


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_every_learner_has_a_bound_or_a_reason(name: str) -> None:
    options: dict[str, Any] = {"Uniform": {}, "Exp3P": {"horizon": 60}, "ELPP": {"horizon": 60}}.get(
        name, dict.fromkeys(ALGORITHMS[name].parameters, 0.1)
    )
    graph = graphs.full_information(4) if name == "Hedge" else graphs.bandit(4)
    games = games_of(sl.learners.LEARNERS[name](4, **options), graph, rounds=60, checkpoints=2)
    if name in ROWS:
        assert (games.bounds().before > 0).all()
    else:
        with pytest.raises(NotRecorded, match=f"{name} has no bound"):
            games.bounds()
    if name in PARTS:
        assert games.decompose().total == about(games.final().max())
    else:
        with pytest.raises(NotRecorded, match="taken apart"):
            games.decompose()


# Regret taken apart.


@pytest.mark.parametrize(
    ("learner", "graph"),
    [
        (exp3_ix(), TURNS),
        (strong_ix(), STRONG_TURNS),
        (strong_ix(), graphs.loopless_clique(4)),
        (weak_ix(), graphs.revealing_action(4)),
        (sl.Exp3G(4, eta=0.05, gamma=0.1), graphs.loopless_clique(4)),
        (sl.Exp3Set(4, eta=0.1), graphs.ring(4)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_terms_add_up_to_the_regret_that_was_measured(learner: Any, graph: Any) -> None:
    games = games_of(learner, graph, record="regret")
    for row, seed in enumerate(games.seeds.tolist()):
        parts = games.decompose(seed)
        assert parts.total == about(games.regret[row, -1], abs=1e-9)
        assert all(values.shape == (600,) for values in parts.by_round.values())
    assert games.decompose().total == about(games.final().max())
    short = games.decompose(int(games.seeds[0]), rounds=100)
    assert short.total == about(games.regret[0, 0], abs=1e-9)
    if type(learner) is sl.StrongIX:
        assert games.decompose().totals["bias"] != 0.0
        assert games.decompose().totals["unbiased"] == about(0.0, abs=1e-9)


@pytest.mark.parametrize("learner", [exp3_ix(), strong_ix(), weak_ix()], ids=lambda learner: type(learner).__name__)
def test_estimates_and_bias_of_a_run_are_those_that_were_learned(learner: Any) -> None:
    """Any bias would cancel in the sum of all terms, so it is held against the weights that it led to."""
    graph = graphs.bandit(4) if isinstance(learner, sl.Exp3IX) else graphs.loopless_clique(4)
    run = run_again(learner, worlds.bernoulli(MEANS, graph), 600, 3)
    totals = np.cumsum(run.estimates + run.bias, axis=0)[:-1]
    logs = -learner.parameters["eta"] * totals
    told = np.exp(logs - logs.max(axis=1, keepdims=True))
    assert run.weights[1:] == about(told / told.sum(axis=1, keepdims=True), rel=1e-9)
    assert run.bias.any() == isinstance(learner, sl.StrongIX)


def test_a_world_that_answers_is_taken_apart_too() -> None:
    games = sl.play(exp3_ix(), worlds.punish_repetition(graphs.bandit(4)), 300, seeds=3)
    assert games.decompose(2).total == about(games.final()[2], abs=1e-9)


def test_rounds_that_were_skipped_are_a_term() -> None:
    with pytest.warns(match="skipped"):
        games = games_of(weak_ix(0.6), graphs.revealing_action(4), record="regret")
    with pytest.warns(match="skipped"):
        totals = games.decompose().totals
    assert totals["skipped rounds"] == about(games.final().max())


# What is kept, and what is asked too much.


def test_files_keep_parameters_and_not_the_world(tmp_path: Path) -> None:
    games = games_of(exp3_ix(), graphs.ring(4))
    for same in (sl.Games.load(games.save(tmp_path / "g.npz")), pickle.loads(pickle.dumps(games)), copy.copy(games)):
        assert same == games
        assert same.parties is None
        worst, told = same.bounds(DELTA), same.bounds(DELTA, graph=graphs.ring(4))
        here = games.bounds(DELTA)
        assert np.array_equal(worst.after, here.after)  # type: ignore[arg-type]
        assert np.array_equal(told.before, here.before)
        assert (worst.before > here.before).all()
        assert "worst case: 4 a round" in worst.explain()
        assert "exact: 2 a round" in here.explain()
        with pytest.raises(NotRecorded, match=r"arena\.decompose"):
            same.decompose()


def test_without_record_there_is_a_bound_in_advance_only() -> None:
    bounds = games_of(exp3_ix(), graphs.ring(4), record="regret").bounds(DELTA)
    assert bounds.after is None
    assert bounds.best is bounds.before
    assert "own sums" not in bounds.explain()
    assert bounds.of().value == bounds.before[0, -1]


def test_what_is_said_of_a_run() -> None:
    games = games_of(exp3_ix(), graphs.ring(4))
    bounds = games.bounds(DELTA)
    most = int(games.seeds[np.argmax(games.final())])
    text = bounds.explain()
    assert text.startswith(f"Exp3IX, seed {most}, after 600 rounds\nmeasured regret: {games.final().max():.1f}")
    assert "from the run's own sums, Exp3IX: " in text
    assert "before the run, Exp3IX: " in text
    assert "seed 1, after 100 rounds" in bounds.explain(1, at=100)
    assert repr(bounds).startswith("GamesBounds(Exp3IX: before the run ")
    assert repr(bounds).endswith("; with probability 0.9)")
    assert not bounds.before.flags.writeable
    assert (games.bounds(0.01).before > bounds.before).all()


def test_what_cannot_be_answered_says_why() -> None:
    games = games_of(exp3_ix(), graphs.ring(4))
    with pytest.raises(InvalidParameter, match="delta=0"):
        games.bounds(0)
    with pytest.raises(InvalidParameter, match="seed=2 is none of"):
        games.bounds().of(2)
    with pytest.raises(InvalidParameter, match="at=7 is none of"):
        games.bounds().explain(at=7)
    with pytest.raises(WrongGraph, match="5 actions, and 4 were played"):
        games.bounds(graph=graphs.ring(5))
    with pytest.raises(InvalidParameter, match="seed=2 did not play"):
        games.decompose(2)
    with pytest.raises(TooLarge, match="first rounds=2500000"):
        games.decompose(rounds=10**7)
    with pytest.raises(NotRecorded, match="changed its parameters"):
        replace(games, sums={"q": games.sums["q"], "rate": games.sums["q"]}).bounds()
    with pytest.raises(NotRecorded, match="are not known to these games"):
        replace(games, provenance={}).bounds()
    lenient = sl.Exp3IX(4, eta=X, gamma=X, strict=False)
    with pytest.raises(NotRecorded, match="strict=False"):
        games_of(lenient, graphs.ring(4)).bounds()
    eager = sl.WeakIX(4, eta=X, gamma=X, eps=0.1, most_exploration=0.9)
    with pytest.raises(NotRecorded, match="most_exploration"):
        games_of(eager, graphs.ring(4)).bounds()


def test_graphs_that_are_new_in_each_round_count_as_the_worst() -> None:
    games = games_of(exp3_ix(), graphs.FreshErdosRenyi(4, 0.5), rounds=100, checkpoints=[100])
    assert "worst case" in games.bounds().explain()
    assert "exact" in games.bounds(graph=graphs.ring(4)).explain()


def test_the_spec_is_what_it_was() -> None:
    """Whatever is kept of the learner's parameters, equal specs have equal digests."""
    games = games_of(exp3_ix(), graphs.ring(4))
    told = games.provenance
    again = sl.provenance(
        learner=games.learner, world=games.world, rounds=600, seeds=games.seeds, record="bounds", seconds=1.0
    )
    assert told["spec"] == again["spec"]
    assert told["algorithm"] == {"name": "Exp3IX", "parameters": {"eta": 2 * X, "gamma": X}, "settings": {},
                                 "strict": True, "schedule": None}  # fmt: skip


def test_one_run_as_a_function() -> None:
    world = worlds.bernoulli(MEANS, graphs.bandit(4))
    assert decompose(exp3_ix(), world, 200, 5).total == about(sl.play(exp3_ix(), world, 200, seeds=[5]).final()[0])
