"""A result knows where it came from."""

import json
from typing import Any

import numpy as np
import pytest

from sidelight import InvalidParameter, __version__, provenance
from sidelight.kernels.compiled import KERNELS_DIGEST

SPEC: dict[str, Any] = {"learner": "StrongIX(3)", "world": "coin", "rounds": 10, "seeds": [0, 1], "record": "regret"}


def test_it_names_versions_machine_and_time() -> None:
    told = provenance(**SPEC, seconds=2.5)
    assert (told["sidelight"], told["kernels"], told["numpy"]) == (__version__, KERNELS_DIGEST, np.__version__)
    assert told["seconds"] == 2.5
    assert told["when"].endswith("+00:00")
    assert all(told[name] for name in ("numba", "python", "system", "machine", "processor", "spec"))
    assert json.loads(json.dumps(told)) == told


def test_the_digest_is_of_what_is_played_and_of_nothing_else() -> None:
    digest = provenance(**SPEC)["spec"]
    assert provenance(**SPEC | {"seeds": np.arange(2)}, seconds=9)["spec"] == digest
    for change in ({"learner": "x"}, {"world": "x"}, {"rounds": 11}, {"seeds": [1, 0]}, {"record": "bounds"}):
        assert provenance(**SPEC | change)["spec"] != digest


def test_seeds_must_be_whole() -> None:
    with pytest.raises(InvalidParameter, match="seeds"):
        provenance(**SPEC | {"seeds": [0.5]})
