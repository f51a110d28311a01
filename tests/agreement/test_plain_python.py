"""Kernels are plain functions: interpreted, they give what they give compiled."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests import plain_python

ROOT = Path(__file__).parents[2]


def numbers_in(said: Any) -> list[float]:
    """All numbers, in order; None counts as one that is not there."""
    if isinstance(said, dict):
        said = list(said.values())
    if isinstance(said, list):
        return [number for entry in said for number in numbers_in(entry)]
    return [np.nan if said is None else float(said)]


def test_interpreted_kernels_say_what_compiled_ones_say() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.plain_python"],
        cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    interpreted = json.loads(run.stdout)
    compiled = json.loads(json.dumps(plain_python.everything()))
    assert (interpreted.pop("compiled"), compiled.pop("compiled")) == (False, True)
    said, expected = numbers_in(interpreted), numbers_in(compiled)
    assert len(expected) > 20_000
    np.testing.assert_allclose(said, expected, rtol=1e-12, atol=1e-290)


pytestmark = pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")
