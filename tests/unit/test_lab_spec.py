"""Specs: what is meant is taken, whatever the file looks like; what cannot be is told with its line."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sidelight as sl
from sidelight.lab import EXAMPLE, InvalidSpec, estimated, parse_spec, read_spec
from sidelight.lab.cells import Cell, cells_of, tried
from sidelight.lab.spec import Spec
from sidelight.lab.toml_lines import lines_of
from sidelight.lab.toml_text import as_toml

SMALL = """\
horizons = [200]
seeds = 3
[learners.ix]
learner = "Exp3IX"
eta = 0.1
gamma = 0.05
[worlds.coins]
world = "bernoulli"
means = { first = 0.4, others = 0.5 }
[graphs.ring]
family = "ring"
n_actions = 5
"""


def only_cell(text: str) -> tuple[Cell, Spec]:
    spec = parse_spec(text)
    (cell,) = cells_of(spec)
    return cell, spec


def test_a_cell_is_what_its_entries_say() -> None:
    learner, world = tried(*only_cell(SMALL))
    assert learner.parameters == {"eta": 0.1, "gamma": 0.05}
    assert world.digest == sl.worlds.bernoulli([0.4, 0.5, 0.5, 0.5, 0.5], sl.graphs.ring(5)).digest


def test_digest_does_not_depend_on_how_it_is_written() -> None:
    other = """
# the same, otherwise
title = "said at length"
graphs.ring = { n_actions = 5, reach = 1, loops = true, family = "ring" }
worlds = { coins = { means = { others = 5e-1, first = 0.4 }, world = 'bernoulli', graph = "$graph" } }
learners.ix = { gamma = 5e-2, learner = "Exp3IX", eta = 1e-1, n_actions = "$n_actions" }
claims = []
record = ["own_losses", "regret", "pseudo_regret"]
checkpoints = 50
seeds = [0, 1, 2]
horizons = [200]
"""
    assert parse_spec(other).digest == parse_spec(SMALL).digest
    assert only_cell(other)[0].address == only_cell(SMALL)[0].address


@pytest.mark.parametrize(
    "change",
    [
        ("[200]", "[201]"),
        ("seeds = 3", "seeds = 4"),
        ("0.05", "0.06"),
        ("0.4", "0.41"),
        ("= 5\n", "= 6\n"),
        ("ix", "x"),
    ],
)
def test_digest_depends_on_all_that_is_asked(change: tuple[str, str]) -> None:
    assert parse_spec(SMALL.replace(*change)).digest != parse_spec(SMALL).digest


def test_a_cell_keeps_its_address_when_it_is_renamed_or_more_seeds_are_asked() -> None:
    renamed = SMALL.replace("learners.ix", "learners.other").replace("seeds = 3", "seeds = 30")
    assert only_cell(renamed)[0].address == only_cell(SMALL)[0].address
    for change in (("[200]", "[201]"), ("0.05", "0.06"), ("0.4", "0.41"), ("= 5\n", "= 6\n")):
        assert only_cell(SMALL.replace(*change))[0].address != only_cell(SMALL)[0].address


def test_the_example_is_fine_and_says_what_it_costs() -> None:
    spec = parse_spec(EXAMPLE)
    cost = estimated(spec, workers=2)
    assert cost.cells == len(list(cells_of(spec))) == 12
    assert cost.runs == 12 * 20
    assert cost.rounds == 6 * 20 * (1000 + 4000)
    assert cost.rows == 12 * 20 * 20
    assert 0 < cost.minutes < 5
    assert cost.interpreted_cells == 0


def test_written_out_it_is_the_same() -> None:
    for text in (SMALL, EXAMPLE):
        spec = parse_spec(text)
        assert parse_spec(spec.to_toml()).digest == spec.digest
        assert tomllib.loads(spec.to_toml()) == spec.canonical
    assert "reach = 1" in parse_spec(SMALL).to_toml()


def test_each_makes_an_entry_for_each_combination() -> None:
    text = SMALL.replace("n_actions = 5", "n_actions = { each = [5, 7] }\nreach = { each = [1, 2] }")
    assert [graph.name for graph in parse_spec(text).graphs] == [
        f"ring[n_actions={n}, reach={reach}]" for n in (5, 7) for reach in (1, 2)
    ]
    assert {tried(cell, parse_spec(text)).world.n_actions for cell in cells_of(parse_spec(text))} == {5, 7}


def test_values_of_the_cell_are_filled_in() -> None:
    text = SMALL.replace("eta = 0.1\ngamma = 0.05", 'horizon = "$horizon"\ngraph = "$graph"')
    learner, _ = tried(*only_cell(text))
    expected = sl.Exp3IX(5, horizon=200, graph=sl.graphs.ring(5))
    assert learner.parameters == expected.parameters
    outguessed = SMALL.replace(
        'world = "bernoulli"\nmeans = { first = 0.4, others = 0.5 }', 'world = "punish_likeliest"'
    )
    assert tried(*only_cell(outguessed)).world.n_actions == 5


def test_worlds_of_worlds_and_graphs_of_graphs() -> None:
    text = SMALL.replace(
        'world = "bernoulli"\nmeans', 'world = "corrupted"\nrounds = 9\nof.world = "bernoulli"\nof.means'
    ).replace('family = "ring"\nn_actions = 5', 'family = "alternating"\ngraphs = [{family="ring", n_actions=5}, '
              '{family="bandit", n_actions=5}]')  # fmt: skip
    world = tried(*only_cell(text)).world
    assert world.flipped_until == 9
    assert [world.graph(round_, 0).n_edges for round_ in range(2)] == [15, 5]


def test_own_modules_are_found_beside_the_spec(tmp_path: Path) -> None:
    (tmp_path / "my_lab_module.py").write_text(
        "import sidelight as sl\ndef mine(n_actions, eta):\n    return sl.Exp3IX(n_actions, eta, eta / 2)\n"
    )
    path = tmp_path / "s.toml"
    path.write_text(SMALL.replace('"Exp3IX"', '"my_lab_module:mine"').replace("gamma = 0.05\n", ""))
    spec = read_spec(path)
    (cell,) = cells_of(spec)
    assert tried(cell, spec).learner.parameters == {"eta": 0.1, "gamma": 0.05}
    before = cell.address
    with (tmp_path / "my_lab_module.py").open("a") as file:
        file.write("# edited\n")
    assert next(cells_of(read_spec(path))).address != before


def test_graphs_of_ones_own_inside_others_count_too(tmp_path: Path) -> None:
    (tmp_path / "my_graph_module.py").write_text("import sidelight as sl\ndef g():\n    return sl.graphs.ring(5)\n")
    path = tmp_path / "s.toml"
    own = 'family = "fixed"\ngraph = { family = "my_graph_module:g" }\n'
    path.write_text(SMALL.replace('family = "ring"\nn_actions = 5\n', own))
    spec = read_spec(path)
    (cell,) = cells_of(spec)
    before = cell.address
    assert tried(cell, spec).world.n_actions == 5
    with (tmp_path / "my_graph_module.py").open("a") as file:
        file.write("# edited\n")
    assert next(cells_of(read_spec(path))).address != before


def test_recorded_losses_are_found_beside_the_spec_and_count_by_content(tmp_path: Path) -> None:
    rows = np.random.default_rng(5).random((200, 5))
    np.save(tmp_path / "losses.npy", rows)
    path = tmp_path / "s.toml"
    coins = '"bernoulli"\nmeans = { first = 0.4, others = 0.5 }'
    path.write_text(SMALL.replace(coins, '"table"\nlosses = "losses.npy"'))
    spec = read_spec(path)
    (cell,) = cells_of(spec)
    before = cell.address
    assert np.array_equal(tried(cell, spec).world.losses(7), rows[7])
    np.save(tmp_path / "losses.npy", rows[::-1])
    assert next(cells_of(read_spec(path))).address != before


WRONG: list[tuple[str, str, str]] = [
    ("seeds = 3", "seeds = 0", r":2: seeds = 0 must be a whole number from 1 to"),
    ("seeds = 3", "seeds = [1, 1]", r":2: seeds has 1 twice"),
    ("seeds = 3\n", "", r":1: seeds is missing"),
    ("seeds = 3", "seed = 3", r":2: 'seed' is not known here; did you mean 'seeds'\?"),
    ("seeds = 3", "seeds = 3\nrecord = [\n'regret',\n'regrets']", r":5: 'regrets' is no thing to record; did you mean"),
    ("horizons = [200]", "horizons = [200, 1.5]", r":1: 1 = 1.5 must be a whole number"),
    ('"Exp3IX"', '"Exp3XI"', r":4: 'Exp3XI' is no learner .*; did you mean 'Exp3IX'\?"),
    ('"Exp3IX"', '"nowhere:Nobody"', r":3: 'nowhere:Nobody' cannot be imported: No module named 'nowhere'"),
    ("gamma = 0.05", "gama = 0.05", r":6: Exp3IX does not take 'gama'; did you mean 'gamma'\? It takes n_actions, eta"),
    ("gamma = 0.05", "gamma = 0.7", r":6: gamma=0.7 must be a number above 0 and at most 0.5"),
    ("gamma = 0.05", "seed = 1", r":6: Exp3IX does not take 'seed'; seeds = ... of the spec says which"),
    ("gamma = 0.05", 'gamma = "$gama"', r":6: '\$gama' is no value of a cell. Known: \$horizon"),
    ("gamma = 0.05", 'graphs = ["rink"]', r":6: graphs has no 'rink'. There is: ring"),
    ("means = { first = 0.4, others = 0.5 }", "", r":7: bernoulli needs means = ...; it takes means, graph"),
    ("others = 0.5", "others = 1.5", r":9: means"),
    ("= 5\n", "= -5\n", r":12: n_actions=-5 must be"),
    ("= 5\n", "= 1979-05-27\n", r":12: n_actions = 1979-05-27 must be a number"),
    ("[graphs.ring]", "[graphs.ring", r"spec: this is not TOML: .*line 10"),
]


@pytest.mark.parametrize(("old", "new", "message"), WRONG, ids=[f"{old} > {new}"[:40] for old, new, _ in WRONG])
def test_what_cannot_be_is_told_with_its_line(old: str, new: str, message: str) -> None:
    with pytest.raises(InvalidSpec, match=message):
        tried(*only_cell(SMALL.replace(old, new)))


def test_a_world_that_needs_graphs_says_so() -> None:
    text = SMALL.partition("[graphs")[0]
    with pytest.raises(InvalidSpec, match=r":7: the world 'coins' needs graphs"):
        only_cell(text)


def test_a_learner_is_refused_where_it_has_no_guarantee() -> None:
    text = SMALL.replace('family = "ring"', 'family = "loopless_clique"')
    with pytest.raises(InvalidSpec, match=r":3: .*in ix against coins on ring, 200 rounds"):
        estimated(parse_spec(text))


def test_a_missing_file_says_how_to_have_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidSpec, match="sidelight new"):
        read_spec(tmp_path / "none.toml")


def test_checkpoints_beyond_a_horizon_are_left_out() -> None:
    cell, _ = only_cell("checkpoints = [10, 100, 1000]\n" + SMALL)
    assert np.array_equal(cell.points, [10, 100, 200])


names = st.text("abc-_ .é\"'#[]={}", min_size=1, max_size=6)
scalars = st.one_of(
    st.booleans(), st.integers(-9, 10**12), st.floats(allow_nan=False), st.text("ab\"'#\\\n[]{},= é", max_size=9)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=6
)


@settings(max_examples=150, derandomize=True, deadline=None)
@given(
    st.dictionaries(names, st.dictionaries(names, st.dictionaries(names, values, max_size=3), max_size=3), max_size=3)
)
def test_any_tables_written_are_read_back_and_have_lines(tables: dict[str, Any]) -> None:
    text = as_toml(tables)
    assert tomllib.loads(text) == {name: inner for name, inner in tables.items() if inner}
    lines = lines_of(text)
    for section, inner in tables.items():
        for name, table in inner.items():
            for key in table:
                assert 1 <= lines[section, name, key] <= text.count("\n") + 1


def test_lines_are_those_of_the_keys() -> None:
    text = (
        'a = """\n[x]\nb = 1"""\n[t."q.r"] # [no]\nc = [ # one\n  1,\n  { d = 2, e = [\n3] },\n]\n'
        '[[many]]\nf = 1\n[[many]]\nf = "]"\ng.h = 1\n'
    )
    lines = lines_of(text)
    inner = ("t", "q.r", "c")
    expected = {("a",): 1, inner[:2]: 4, inner: 5, (*inner, 0): 6, (*inner, 1, "d"): 7, (*inner, 1, "e", 0): 8}
    expected |= {("many", 0, "f"): 11, ("many", 1, "f"): 13, ("many", 1, "g", "h"): 14}
    assert {path: lines[path] for path in expected} == expected
