"""Logs as they come: where from, in which words, in which order; and what is refused, naming the row."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.logs import rounds_at_random, rows_of

import sidelight as sl
from sidelight import errors
from sidelight.certificates.blocks import BLOCKS, Blocks

RING = sl.graphs.ring(4)
REVEALING = sl.graphs.revealing_action(4)


def some_rows(graph: sl.FeedbackGraph = RING, T: int = 60, seed: int = 1) -> list[dict[str, Any]]:
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(T):
        chances = rng.dirichlet(np.ones(graph.n_actions))
        action = int(rng.choice(graph.n_actions, p=chances))
        losses = {int(j): round(float(rng.random()), 3) for j in graph.reveals(action)}
        rows.append({"action": action, "chances": chances.tolist(), "losses": losses})
    return rows


def as_json(rows: list[dict[str, Any]], path: Path) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + "\n")
    return path


@pytest.mark.parametrize("graph", [RING, REVEALING], ids=["ring", "revealing"])
def test_a_log_says_the_same_wherever_it_comes_from(graph: sl.FeedbackGraph, tmp_path: Path) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    rows = some_rows(graph, 5000)
    expected = sl.certify(rows, graph).values
    by_edges = [row | {"edges": graph.to_edges().tolist()} for row in rows]
    aligned = [row | {"losses": list(row["losses"].values())} for row in rows]
    named = [row | {"revealed": list(row["losses"]), "losses": list(row["losses"].values())} for row in rows]
    text = [row | {"losses": {str(j): loss for j, loss in row["losses"].items()}} for row in rows]
    wide = polars.DataFrame(named)
    wide.write_parquet(tmp_path / "log.parquet")
    polars.DataFrame(text, infer_schema_length=None).write_parquet(tmp_path / "log.pq")
    logs = {
        "iterator": iter(rows), "aligned": aligned, "named": named, "text": text,
        "pandas": pandas.DataFrame(rows), "pandas aligned": pandas.DataFrame(aligned), "polars": wide,
        "polars by name": polars.DataFrame(text, infer_schema_length=None),
        "json": as_json(rows, tmp_path / "log.jsonl"), "text of a path": str(tmp_path / "log.jsonl"),
        "parquet": tmp_path / "log.parquet", "parquet by name": tmp_path / "log.pq",
    }  # fmt: skip
    for name, log in logs.items():
        assert np.array_equal(sl.certify(log, graph).values, expected), name
    aware = graph.kind is sl.Kind.SELF_AWARE
    assert np.array_equal(sl.certify(by_edges, self_aware=aware).values, expected)
    assert np.array_equal(sl.certify(as_json(by_edges, tmp_path / "e.ndjson"), self_aware=aware).values, expected)


def test_memory_does_not_grow_with_rounds() -> None:
    """Rows come from a generator, and are gone when the next is asked for."""
    import tracemalloc

    row = some_rows(T=1)[0]
    sl.certify([row], RING)
    tracemalloc.start()
    found = sl.certify((dict(row) for _ in range(30_000)), RING)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * found.values.nbytes + 200_000


def test_actions_go_by_label() -> None:
    labels = ["north", "east", "south", "west"]
    rows = some_rows()
    expected = sl.certify(rows, RING)
    named = [
        {"action": labels[r["action"]], "chances": dict(zip(labels, r["chances"], strict=True)),
         "losses": {labels[j]: loss for j, loss in r["losses"].items()}} for r in rows
    ]  # fmt: skip
    for found in (sl.certify(named, RING.with_labels(labels)), sl.certify(named, RING, labels=labels)):
        assert np.array_equal(found.values, expected.values)
        assert found.best_action == labels[expected.best]
        assert f"playing action {found.best_action} always" in found.explain()
    assert np.array_equal(sl.certify(rows, RING, labels=labels).values, expected.values)  # indices will do
    ambiguous = [3, 2, 1, 0]  # here a number is a label, never an index
    turned = [
        r | {"action": ambiguous[r["action"]], "losses": {ambiguous[j]: loss for j, loss in r["losses"].items()}}
        for r in rows
    ]
    assert sl.certify(turned, RING, labels=ambiguous).best_action == ambiguous[expected.best]
    by_edges = [r | {"edges": [(labels[i], labels[j]) for i, j in RING.to_edges()]} for r in named]
    assert np.array_equal(sl.certify(by_edges, labels=labels, self_aware=True).values, expected.values)


def test_ranges_and_rewards_scale_through() -> None:
    rows = some_rows()
    expected = sl.certify(rows, RING)
    costs = [r | {"losses": {j: 20.0 * loss - 5.0 for j, loss in r["losses"].items()}} for r in rows]
    rewards = [r | {"rewards": {j: 15.0 - 20.0 * loss for j, loss in r["losses"].items()}} for r in rows]
    for found in (sl.certify(costs, RING, loss_range=(-5, 15)), sl.certify(rewards, RING, reward_range=(-5, 15))):
        assert found.values == pytest.approx(20.0 * expected.values, abs=1e-9)
        assert found.by_action == pytest.approx(20.0 * expected.by_action, abs=1e-9)
    assert "gained at most" in sl.certify(rewards, RING, reward_range=(-5, 15)).explain()
    with pytest.raises(errors.LossOutOfRange, match=r"row 0: the loss .* of action .* loss_range=\(low, high\)"):
        sl.certify(costs, RING, loss_range=(0, 1))


def test_graphs_may_change_and_have_names() -> None:
    both = {"ring": RING, "all": sl.graphs.full_information(4)}
    rows = []
    for k, name in enumerate(["ring", "all", "all", "ring"] * 10):
        row = some_rows(both[name], 1, k)[0]
        rows.append(row | {"graph": name})
    plain = [row | {"graph": both[row["graph"]]} for row in rows]
    found = sl.certify(rows, both)
    assert np.array_equal(found.values, sl.certify(plain).values)
    with pytest.raises(errors.WrongGraph, match="row 0: graph 'ring' is not among those"):
        sl.certify(rows, RING)


# What of all chances is enough


def in_part(rows: list[dict[str, Any]], graph: sl.FeedbackGraph) -> list[dict[str, Any]]:
    """Chances and chances seen of what was revealed and of the action only."""
    part = []
    for row in rows:
        law = np.array(row["chances"])
        which = {*graph.reveals(row["action"]).tolist(), row["action"]}
        seen = {j: float(law[graph.revealed_by(j)].sum()) for j in which}
        part.append(row | {"chances": {j: float(law[j]) for j in which}, "chances_seen": seen})
    return part


def test_chances_of_what_was_revealed_are_enough() -> None:
    ring = sl.graphs.ring(7)
    rows = some_rows(ring, 200)
    assert sl.certify(in_part(rows, ring), ring).values == pytest.approx(sl.certify(rows, ring).values, abs=1e-9)
    for graph, more in (
        (sl.graphs.apple_tasting(), {}), (sl.graphs.loopless_clique(5), {}),
        (REVEALING, {}), (REVEALING, {"least_seen": 1e-3}),
    ):  # fmt: skip
        rows = [row | more for row in some_rows(graph, 200)]
        rows = [row for row in rows if row["chances"][0] > 1e-3]
        told, whole = sl.certify(in_part(rows, graph), graph), sl.certify(rows, graph)
        assert (told.values >= whole.values - 1e-9).all()


def test_a_lower_limit_on_chances_seen_lets_unseen_losses_be_estimated() -> None:
    chances = [0.4, 0.2, 0.2, 0.2]
    rng = np.random.default_rng(0)
    rows = [
        {"action": i, "chances": chances, "losses": dict.fromkeys(REVEALING.reveals(i).tolist(), 0.0)}
        for i in rng.choice(4, 3000, p=chances).tolist()
    ]
    known = sl.certify([row | {"least_seen": 0.4} for row in in_part(rows, REVEALING)], REVEALING)
    unknown = sl.certify(in_part(rows, REVEALING), REVEALING)
    assert known.unseen_estimated
    assert not unknown.unseen_estimated
    assert known.value < 0.3 * unknown.value


# What is refused


def changed(at: int, **cells: Any) -> list[dict[str, Any]]:
    rows = some_rows()
    rows[at] = {name: cell for name, cell in (rows[at] | cells).items() if cell != "gone"}
    return rows


def action_at(at: int) -> int:
    return int(some_rows()[at]["action"])


REFUSED: list[tuple[type[Exception], str, dict[str, Any]]] = [
    (errors.ImpossibleChances, r"row 7: chances sum to 0\.8.* must sum to 1", {"chances": [0.2, 0.2, 0.2, 0.2]}),
    (errors.ImpossibleChances, "row 7: chances sum to", {"chances": [0.25, 0.25, 0.25, 0.25 + 2e-9]}),
    (errors.ImpossibleChances, "row 7: the chance of action 1 is -0.2", {"chances": [0.6, -0.2, 0.3, 0.3]}),
    (errors.ImpossibleChances, "row 7: the chance of action 2 is nan", {"chances": [0.6, 0.2, float("nan"), 0.2]}),
    (errors.ImpossibleChances, "row 7: 3 chances for 4 actions", {"chances": [0.5, 0.25, 0.25]}),
    (errors.ImpossibleChances, "row 7: chances must be numbers", {"chances": ["a", "b", "c", "d"]}),
    (errors.InvalidLog, "row 7: there are no chances", {"chances": None}),
    (errors.UnknownAction, "row 7: there is no action 4", {"action": 4}),
    (errors.UnknownAction, "row 7: there is no action 'north'", {"action": "north"}),
    (errors.UnknownAction, "row 7: there is no action True", {"action": True}),
    (errors.LossOutOfRange, r"row 7: .* is outside \[0, 1\]", {"losses": dict.fromkeys(range(4), 1.5)}),
    (errors.LossOutOfRange, r"row 7: .* nan .* is outside \[0, 1\]", {"losses": {k: float("nan") for k in range(4)}}),
    (errors.LossOutOfRange, "row 7: losses must be numbers", {"losses": {0: "much"}}),
    (errors.LossNotRevealed, "row 7: action . does not reveal action", {"losses": dict.fromkeys(range(4), 0.5)}),
    (errors.LossMissing, "row 7: action . reveals action ., whose loss is not there", {"losses": {}}),
    (errors.LossMissing, "row 7: 1 losses for 3 revealed actions", {"losses": [0.5]}),
    (errors.LossNotRevealed, "row 7: 4 losses for 3 revealed actions", {"losses": [0.5] * 4}),
    (errors.InvalidLog, "row 7: 1 losses stand beside 2 names", {"losses": [0.5], "revealed": [1, 2]}),
    (errors.InvalidLosses, "row 7: action . has two losses", {"losses": [0.5] * 4, "revealed": [0, 0, 0, 0]}),
    (errors.WrongGraph, "row 7: its graph has 3 actions, and this log 4", {"graph": sl.graphs.bandit(3)}),
    (errors.WrongGraph, "row 7: its graph has loopless actions", {"graph": sl.graphs.loopless_clique(4)}),
    (errors.WrongGraph, "row 7: graph 'g' is not among", {"graph": "g"}),
    (errors.InvalidGraph, "row 7: edges must be pairs", {"edges": [1, 2]}),
    (errors.InvalidLog, "row 7 has no action", {"action": None}),
    (errors.InvalidLog, "row 7 has a round, unlike those before it", {"round": 7}),
]


@pytest.mark.parametrize(("kind", "says", "cells"), REFUSED, ids=lambda value: str(value)[:50])
def test_a_log_that_cannot_be_right_is_refused_by_row(kind: type[Exception], says: str, cells: dict[str, Any]) -> None:
    if "revealed" in cells and len(cells["losses"]) == 4:
        cells = cells | {"revealed": [action_at(7)] * 4}
    with pytest.raises(kind, match=says):
        sl.certify(changed(7, **cells), RING)


def test_an_action_that_cannot_have_been_played_is_refused() -> None:
    law = [1 / 3] * 4
    law[action_at(7)] = 0.0
    with pytest.raises(errors.ImpossibleChances, match=r"row 7: action . was played with chance 0"):
        sl.certify(changed(7, chances=law), RING)


PART_REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("the chance to see action 1 is 0.0, and must be from 0.5", {"chances_seen": {0: 0.75, 1: 0.0, 3: 0.75}}),
    ("the chance to see action 0 is 0.4, and must be from 0.5", {"chances_seen": {0: 0.4, 1: 0.75, 3: 0.75}}),
    ("chances_seen of action 3 is 1.2", {"chances_seen": {0: 0.75, 1: 0.75, 3: 1.2}}),
    ("chances_seen of action 3 is 'x'", {"chances_seen": {0: 0.75, 1: 0.75, 3: "x"}}),
    ("chances_seen have no entry for action 3", {"chances_seen": {0: 0.75, 1: 0.75}}),
    ("chances have no entry for action 1", {"chances": {0: 0.5, 3: 0.25}}),
    ("action 0 was played with chance 0.0", {"chances": {0: 0.0, 1: 0.25, 3: 0.25}}),
    ("chances of action 1 is -0.1", {"chances": {0: 0.5, 1: -0.1, 3: 0.25}}),
]


@pytest.mark.parametrize(("says", "cells"), PART_REFUSED)
def test_chances_seen_that_cannot_be_are_refused(says: str, cells: dict[str, Any]) -> None:
    row = {
        "action": 0, "losses": {0: 0.5, 1: 0.5, 3: 0.5},
        "chances": {0: 0.5, 1: 0.25, 3: 0.25}, "chances_seen": {0: 1.0, 1: 0.75, 3: 0.75},
    }  # fmt: skip
    sl.certify([row], RING)
    with pytest.raises(errors.ImpossibleChances, match="row 0: " + says):
        sl.certify([row | cells], RING)


def test_chances_seen_are_worked_out_again_where_they_can_be() -> None:
    rows = some_rows()
    law = np.array(rows[3]["chances"])
    true = {j: float(law[RING.revealed_by(j)].sum()) for j in range(4)}
    rows[3]["chances_seen"] = true
    sl.certify(rows, RING)
    rows[3]["chances_seen"] = {j: seen / 2 for j, seen in true.items()}
    with pytest.raises(errors.ImpossibleChances, match="row 3: the chance to see action 0 is logged as"):
        sl.certify(rows, RING)


def test_a_known_chance_seen_must_be_it() -> None:
    """All others reveal action 1, so that it is seen with the chance that another is played."""
    graph = sl.FeedbackGraph.from_edges(4, [(0, 0), (0, 1), (2, 1), (2, 2), (3, 1), (3, 3)])
    row = {"action": 0, "losses": {0: 0.5, 1: 0.5}, "chances": {0: 0.5, 1: 0.25}}
    sl.certify([row | {"chances_seen": {0: 0.5, 1: 0.75}}], graph)
    with pytest.raises(errors.ImpossibleChances, match=r"see action 1 is 0.7, and must be from 0.75 to 0.75"):
        sl.certify([row | {"chances_seen": {0: 0.5, 1: 0.7}}], graph)


@pytest.mark.parametrize(
    ("kind", "says", "arguments"),
    [
        (errors.InvalidParameter, "delta=0 must be above 0", {"delta": 0}),
        (errors.InvalidParameter, "method='best' must be one of 'fast', 'tight'", {"method": "best"}),
        (errors.InvalidParameter, "scales=0 must be a whole number from 1 to 64", {"scales": 0}),
        (errors.InvalidParameter, "scales=2.5 must", {"scales": 2.5}),
        (errors.InvalidParameter, "loss_range=.* must be two finite numbers", {"loss_range": (1, 0)}),
        (errors.InvalidParameter, "reward_range=5 must be two", {"reward_range": 5}),
        (errors.InvalidParameter, "not both", {"loss_range": (0, 1), "reward_range": (0, 1)}),
        (errors.InvalidParameter, "first_round=-1 must", {"first_round": -1}),
        (errors.InvalidLabels, "3 labels for 4 actions", {"labels": "abc"}),
        (errors.MissingGraph, "row 0: there is no graph; give edges", {"graph": None}),
        (errors.MissingGraph, "graph must be a FeedbackGraph", {"graph": 5}),
        (errors.InvalidLog, "no rows", {"log": []}),
        (errors.InvalidLog, "must be a frame, the path", {"log": 5}),
        (errors.InvalidLog, "must end in one of .parquet", {"log": "log.txt"}),
        (errors.InvalidLog, "row 0 is int, and must be a mapping", {"log": [5]}),
        (errors.MissingGraph, "row 0 does not say how many actions", {"log": [{"action": 0}], "graph": None}),
    ],
)
def test_arguments_are_checked(kind: type[Exception], says: str, arguments: dict[str, Any]) -> None:
    given: dict[str, Any] = {"log": some_rows(), "graph": RING, **arguments}
    with pytest.raises(kind, match=says):
        sl.certify(**given)


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"action": 0}\n[1]\n')
    with pytest.raises(errors.InvalidLog, match=r"line 1 of a.jsonl: there are no chances"):
        sl.certify(tmp_path / "a.jsonl", RING)
    (tmp_path / "b.jsonl").write_text("[1]\n")
    with pytest.raises(errors.InvalidLog, match=r"line 1 of b.jsonl must be a JSON object"):
        sl.certify(tmp_path / "b.jsonl", RING)
    (tmp_path / "c.jsonl").write_text("{\n")
    with pytest.raises(errors.InvalidLog, match=r"line 1 of c.jsonl is not JSON"):
        sl.certify(tmp_path / "c.jsonl", RING)
    pytest.importorskip("polars")
    (tmp_path / "d.parquet").write_text("no")
    with pytest.raises(errors.InvalidFile, match="not a Parquet file"):
        sl.certify(tmp_path / "d.parquet", RING)


# Late, out of order, missing


def numbered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"round": k, **row} for k, row in enumerate(rows)]


def test_rounds_are_entered_in_the_order_of_decisions() -> None:
    rows = some_rows()
    expected = sl.certify(rows, RING).values
    mixed = [numbered(rows)[k] for k in np.random.default_rng(2).permutation(len(rows))]
    assert np.array_equal(sl.certify(mixed, RING).values, expected)
    later = [row | {"round": row["round"] + 5} for row in mixed]
    assert np.array_equal(sl.certify(later, RING, first_round=5).values, expected)
    with pytest.raises(errors.InvalidLog, match="round 0 is not in the log"):
        sl.certify(later, RING)
    with pytest.raises(errors.InvalidLog, match="is before the first; rounds count from first_round=6"):
        sl.certify(later, RING, first_round=6)


def test_losses_may_come_in_rows_of_their_own() -> None:
    rows = some_rows()
    expected = sl.certify(rows, RING).values
    events = [row | {"losses": None} for row in numbered(rows)]
    told = [{"round": k, "losses": row["losses"]} for k, row in enumerate(rows)]
    order = np.random.default_rng(3).permutation(len(rows))
    assert np.array_equal(sl.certify(events + [told[k] for k in order], RING).values, expected)
    beside = [event for k in range(60) for event in ([events[k]] + ([told[k - 9]] if k >= 9 else []))]
    found = sl.certify(beside, RING)
    assert found.open_rounds == 9
    assert np.array_equal(found.values[:51], expected[:51])
    assert found.values[51:] == pytest.approx(expected[50] + np.arange(1, 10))
    assert "Round 51 awaits its losses" in found.explain()
    assert found.by_action.max() == pytest.approx(found.value)
    lost = sl.certify([*beside, *({"round": k, "lost": True} for k in range(51, 60))], RING)
    assert lost.open_rounds == 0
    assert lost.lost_rounds == 9
    assert "9 rounds lost the losses" in lost.explain()
    assert (lost.values >= expected - 1e-9).all()


@pytest.mark.parametrize(
    ("says", "row"),
    [
        ("row 60: round 3 was decided before", {"round": 3, "action": 0, "chances": [0.25] * 4}),
        ("row 60: round 3 had its losses before", {"round": 3, "losses": {}}),
        ("row 60: losses of round 80 come before its decision", {"round": 80, "losses": {}}),
        ("row 60: round 'x' must be a whole number", {"round": "x", "losses": {}}),
        ("row 60 has no round", {"losses": {}}),
    ],
)
def test_what_cannot_be_told_of_a_round_is_refused(says: str, row: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidLog, match=says):
        sl.certify([*numbered(some_rows()), row], RING)


def test_an_open_round_stops_the_count_and_nothing_is_left_out() -> None:
    rows = some_rows()
    for row in (rows[20] | {"losses": None}, rows[20] | {"losses": float("nan")}):
        found = sl.certify([*rows[:20], row, *rows[21:]], RING)
        assert found.open_rounds == 40
        assert np.array_equal(found.values[:20], sl.certify(rows[:20], RING).values)
        assert found.values[20:] == pytest.approx(found.values[19] + np.arange(1, 41))
    first = sl.certify([rows[0] | {"losses": None}, *rows[1:]], RING)
    assert first.values.tolist() == list(range(1, 61))
    with pytest.raises(errors.ImpossibleChances, match="row 40"):
        sl.certify([*rows[:20], rows[20] | {"losses": None}, *rows[21:40], rows[40] | {"chances": [1.0]}], RING)


def test_of_a_lost_round_nothing_but_the_action_need_be_known() -> None:
    rows = some_rows(T=10)
    told = [row | {"losses": dict.fromkeys(row["losses"], 1.0)} for row in rows]
    blank = sl.certify([*told[:9], {"action": told[9]["action"], "lost": True}], RING)
    assert blank.lost_rounds == 1
    assert blank.values.tolist() == [*sl.certify(told[:9], RING).values.tolist(), blank.values[8] + 1.0]


def test_a_round_that_reveals_nothing_awaits_nothing() -> None:
    row = {"action": 1, "chances": [0.25] * 4, "losses": None}
    assert sl.certify([row, row], REVEALING).values.tolist() == [1.0, 2.0]


def test_the_tight_one_needs_all_chances_and_no_lost_losses() -> None:
    rows = some_rows()
    with pytest.raises(errors.InvalidLog, match="row 5: its losses are lost, and method='tight'"):
        sl.certify([*rows[:5], rows[5] | {"lost": True}], RING, method="tight")
    with pytest.raises(errors.InvalidLog, match="row 0: its losses are lost, and method='tight' cannot"):
        sl.certify([{"action": 0, "lost": True}], labels=range(4), method="tight")
    with pytest.raises(errors.InvalidLog, match="row 0: method='tight' needs the chances of all"):
        sl.certify(in_part(rows, RING), RING, method="tight")


# What it says


def test_a_certificate_says_what_it_is() -> None:
    rows = some_rows(T=300)
    found = sl.certify(rows, RING)
    assert repr(found).startswith("Certificate(regret <= ")
    assert repr(found).endswith(f"after 300 rounds with confidence 95 %, for action {found.best_action}, fast)")
    assert repr(sl.certify(rows, RING, sharp=True)).endswith("fast, sharp)")
    first, second = found.explain().splitlines()
    assert first == (
        f"With confidence 95 %, playing action {found.best} always would have saved at most {found.value:,.1f} "
        "over these 300 rounds."
    )
    assert second == f"That is the largest of all limits; action {found.best} has it since round {found.since}."
    assert float(found) == found.value == found.values[-1] == found.by_action[found.best]
    assert found.rounds == 300
    before = sl.certify(rows[: found.since], RING)
    assert before.best != found.best
    with pytest.raises(ValueError, match="read-only"):
        found.values[0] = 1.0


def test_a_lower_limit_is_told_beside_it() -> None:
    rows = [{"action": k % 2, "chances": [0.5, 0.5], "losses": {0: 0.25, 1: 0.75}} for k in range(100)]
    graph = sl.graphs.full_information(2).with_labels(["north", "south"])
    found = sl.certify(rows, graph, lower=True, loss_range=(0, 2))
    assert found.lower is not None
    assert found.lower == pytest.approx(found.values)
    assert "With confidence 95 % by itself, regret is at least 25.0: action north would have been better by that." in (
        found.explain().splitlines()
    )
    unknown = sl.certify(some_rows(), RING, lower=True)
    assert unknown.lower is not None
    assert f"regret is at least {unknown.lower[-1]:,.1f}." in unknown.explain()
    assert sl.certify(rows, graph, loss_range=(0, 2)).lower is None
    with pytest.raises(ValueError, match="read-only"):
        found.lower[0] = 0.0


def test_negative_regret_is_told_as_such() -> None:
    rows = [{"action": k % 2, "chances": [0.5, 0.5], "losses": {k % 2: 0.0, 1 - k % 2: 1.0}} for k in range(50)]
    found = sl.certify(rows, sl.graphs.full_information(2))
    assert found.value == -25.0
    assert "would have cost at least 25.0 more over these 50 rounds." in found.explain()


def test_where_own_losses_were_not_seen_is_told() -> None:
    rows = some_rows(REVEALING, 400)
    found = sl.certify(rows, REVEALING)
    unseen = [k for k, row in enumerate(rows) if row["action"] != 0]
    assert found.unseen_rounds == len(unseen)
    start, stop = found.unseen_stretch
    assert sum(start <= k < stop for k in unseen) >= len(unseen) / 2
    assert f"{len(unseen)} rounds did not show the own loss" in found.explain()


def test_blocks_find_where_most_of_it_happened() -> None:
    blocks = Blocks()
    for round_ in [*range(100), *range(70_000, 71_000), 99_999]:
        blocks.add(round_)
    start, stop = blocks.shortest(0.5)
    assert start <= 70_500 <= stop
    assert stop - start <= 2 * blocks.width
    assert blocks.counts.sum() == 1101
    assert blocks.width == 2048
    assert blocks.counts.size == BLOCKS
    few = Blocks()
    few.add(3)
    assert few.shortest(0.5) == (3, 4)


def test_a_certificate_draws_itself() -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    rows = some_rows(T=5000)
    found = sl.certify([*rows[:4000], rows[4000] | {"losses": None}, *rows[4001:]], RING)
    ax = found.plot(title="", label="mine")
    done, waits, _ = ax.lines
    assert done.get_linestyle() == "-"
    assert waits.get_linestyle() == "--"
    assert np.asarray(waits.get_ydata())[-1] == found.value
    assert found.plot(ax) is ax
    both = sl.certify(rows[:50], RING, lower=True).plot()
    assert len(both.lines) == 3
    assert len(both.collections) == 1
    pyplot.close("all")


def test_random_logs_of_all_kinds_are_taken() -> None:
    rng = np.random.default_rng(0)
    for kind in ("self-aware", "any"):
        rounds = rounds_at_random(rng, 1 if kind == "self-aware" else 3, 30, kind)
        assert sl.certify(rows_of(rounds)).rounds == 30
    alone = [{"action": 0, "chances": [1.0], "losses": {0: 0.3}}] * 9
    assert sl.certify(alone, sl.graphs.bandit(1)).values.tolist() == [0.0] * 9
