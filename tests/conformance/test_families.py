"""What every registered family of graphs promises."""

import inspect
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from sidelight import FeedbackGraph, InvalidParameter, SidelightError, graphs
from sidelight.graphs import FAMILIES, Family, build

EXAMPLES = [
    pytest.param(family, example, id=f"{family.name} {dict(example)}")
    for family in FAMILIES.values()
    for example in family.examples
]
WHOLE = {
    (family.name, key): example
    for family in FAMILIES.values()
    for example in family.examples
    for key, value in example.items()
    if type(value) is int and key != "seed"
}
CHANCES = [("erdos_renyi", "p"), ("erdos_renyi", "loops"), ("random_geometric", "loops"), ("stochastic_block", "loops")]
RANDOM = [family for family in FAMILIES.values() if family.random]


def first_example(name: str) -> Mapping[str, Any]:
    return FAMILIES[name].examples[0]


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_a_family_is_documented_public_and_has_an_example(family: Family) -> None:
    assert family.examples
    assert family.summary.endswith(".")
    assert family.name in graphs.__all__
    assert getattr(graphs, family.name) is family.build
    assert repr(family).startswith(f"<{family.name}(")
    assert family.summary in repr(family)


@pytest.mark.parametrize(("family", "example"), EXAMPLES)
def test_an_example_makes_the_same_small_graph_each_time(family: Family, example: Mapping[str, Any]) -> None:
    g = family.build(**example)
    assert isinstance(g, FeedbackGraph)
    assert 1 <= g.n_actions <= 100
    assert g.labels is None
    assert family.build(**example) == g == build(family.name, **example)
    assert g == FeedbackGraph.from_matrix(g.to_matrix())


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_a_switch_is_on_or_off(family: Family) -> None:
    switches = [p.name for p in family.signature.parameters.values() if p.annotation is bool]
    for name in switches:
        for bad in ("no", 0.5, None, [True, False], 2):
            with pytest.raises(InvalidParameter, match=f"{name}="):
                family.build(**{**family.examples[0], name: bad})
        for on in (True, np.True_, 1):
            assert family.build(**{**family.examples[0], name: on}) == family.build(
                **{**family.examples[0], name: True}
            )


@pytest.mark.parametrize("family", RANDOM, ids=lambda family: family.name)
def test_a_random_family_is_a_function_of_its_seed(family: Family) -> None:
    example = dict(family.examples[0])
    drawn = [family.build(**example | {"seed": seed}) for seed in (*range(30), 2**63 - 1)]
    again = [family.build(**example | {"seed": seed}) for seed in (*range(30), 2**63 - 1)]
    assert drawn == again
    assert family.build(**example) == family.build(**example | {"seed": 0})
    assert len(set(drawn)) >= 29
    for bad in (-1, 2**63, 1.5, "1", None, True):
        with pytest.raises(InvalidParameter, match=r"seed="):
            family.build(**example | {"seed": bad})


def test_loops_of_a_random_family_do_not_disturb_its_edges() -> None:
    for name in ("erdos_renyi", "random_geometric", "stochastic_block"):
        with_loops, without = (build(name, **{**first_example(name), "loops": loops}) for loops in (True, False))
        assert with_loops.loops.all()
        assert not without.loops.any()
        matrix = with_loops.to_matrix()
        np.fill_diagonal(matrix, False)
        np.testing.assert_array_equal(without.to_matrix(), matrix)


@pytest.mark.parametrize(("name", "key"), WHOLE, ids=str)
@pytest.mark.parametrize("bad", [-(10**6), 1.5, "3", None, True, [2], float("nan")], ids=str)
def test_a_whole_number_is_checked_by_name(name: str, key: str, bad: Any) -> None:
    with pytest.raises(InvalidParameter, match=key):
        build(name, **{**WHOLE[name, key], key: bad})


@pytest.mark.parametrize(("name", "key"), CHANCES)
@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan"), float("inf"), "half", None, [0.5]], ids=str)
def test_a_chance_is_checked_by_name(name: str, key: str, bad: Any) -> None:
    with pytest.raises(InvalidParameter, match=f"{key}="):
        build(name, **{**first_example(name), key: bad})


@pytest.mark.parametrize(
    ("name", "parameters", "says"),
    [
        ("bandit", {"n_actions": 0}, "at least 1"),
        ("loopless_clique", {"n_actions": 1}, "at least 2"),
        ("cliques", {"sizes": []}, "at least one size"),
        ("cliques", {"sizes": [2, 0]}, "at least 1"),
        ("cliques", {"sizes": 3}, "sizes=3 must be a list"),
        ("star", {"n_actions": 4, "direction": "sideways"}, '"both", "out" or "in"'),
        ("star", {"n_actions": 4, "direction": None}, '"both", "out" or "in"'),
        ("circulant", {"n_actions": 5, "offsets": [6]}, "from -5 to 5"),
        ("circulant", {"n_actions": 5, "offsets": [0.5]}, "whole number"),
        ("circulant", {"n_actions": 5, "offsets": 3}, "offsets"),
        ("ring", {"n_actions": 5, "reach": 0}, "at least 1"),
        ("scout", {"n_actions": 5, "scout": 4}, "even"),
        ("scout", {"n_actions": 6, "scout": 2}, "from 3 to 5"),
        ("first_price", {"n_bids": 3, "winning_from": 4}, "from 0 to 3"),
        ("posted_price", {"n_prices": 3, "n_selling": 4}, "from 0 to 3"),
        ("inventory", {"n_levels": 3, "n_sold_out": 4}, "from 0 to 3"),
        ("kneser", {"n": 3, "k": 4}, "from 1 to 3"),
        ("paley", {"q": 7}, "prime"),
        ("paley", {"q": 9}, "prime"),
        ("random_geometric", {"n_actions": 5, "radius": 0}, "positive"),
        ("random_geometric", {"n_actions": 5, "radius": float("inf")}, "finite"),
        ("random_geometric", {"n_actions": 5, "radius": 0.1, "dimension": 0}, "at least 1"),
        ("stochastic_block", {"sizes": [2, 2], "p": [[0.1]]}, "2 x 2"),
        ("stochastic_block", {"sizes": [2, 2], "p": 0.5}, "2 x 2"),
        ("stochastic_block", {"sizes": [2, 2], "p": [[0.1], [0.2, 0.3]]}, "2 x 2"),
        ("stochastic_block", {"sizes": [2, 2], "p": "half"}, "2 x 2"),
        ("stochastic_block", {"sizes": [2, 2], "p": [[0.1, 0.2], [0.3, 0.4]]}, "symmetric=False"),
        ("stochastic_block", {"sizes": [2, 2], "p": [[0.1, 2], [2, 0.4]]}, "from 0 to 1"),
    ],
)
def test_other_bad_parameters(name: str, parameters: Mapping[str, Any], says: str) -> None:
    with pytest.raises(InvalidParameter, match=says):
        build(name, **parameters)


@pytest.mark.parametrize(
    "name",
    [
        *("bandit", "full_information", "loopless_clique", "prefix", "suffix", "path", "star", "directed_cycle"),
        *("first_price", "posted_price", "inventory", "gadgets", "grid", "erdos_renyi", "random_geometric"),
    ],
)
def test_a_size_beyond_all_storages_is_refused(name: str) -> None:
    """Refused by name, not by the operating system: 2^40 actions would be eight terabytes."""
    example = dict(first_example(name))
    example[next(iter(example))] = 2**40
    with pytest.raises(SidelightError):
        build(name, **example)


def test_build_by_name_refuses_what_is_not_there() -> None:
    with pytest.raises(InvalidParameter, match=r"no graph family 'rings'; did you mean 'ring'\?"):
        build("rings", n_actions=3)
    with pytest.raises(InvalidParameter, match="Known: apple_tasting, bandit"):
        build("zzz")
    for parameters in ({}, {"n": 3}, {"n_actions": 3, "colour": "red"}):
        with pytest.raises(InvalidParameter, match=r"ring\(n_actions: .*does not take these parameters"):
            build("ring", **parameters)


@pytest.mark.parametrize("bad", [None, 3, ["ring"], {}], ids=str)
def test_build_refuses_a_name_that_is_none(bad: Any) -> None:
    with pytest.raises(InvalidParameter, match="family"):
        build(bad)


def test_loops_is_a_keyword_everywhere() -> None:
    for family in FAMILIES.values():
        for key, parameter in inspect.signature(family.build).parameters.items():
            if key in ("loops", "seed", "symmetric", "direction"):
                assert parameter.kind is inspect.Parameter.KEYWORD_ONLY, (family.name, key)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("reach", [1, 2, 3, 5, 6, 12])
def test_a_ring_however_far_it_reaches(n: int, reach: int) -> None:
    def distance(i: int, j: int) -> int:
        return min((i - j) % n, (j - i) % n)

    for loops in (True, False):
        expected = [[0 < distance(i, j) <= reach or (i == j and loops) for j in range(n)] for i in range(n)]
        np.testing.assert_array_equal(graphs.ring(n, reach, loops=loops).to_matrix(), expected)
