"""The table of mutants follows the source: each mistake has exactly one place where it can be made."""

from pathlib import Path

import pytest
from tests.mutant_table import MUTANTS, Mutant

import sidelight

PACKAGE = Path(sidelight.__file__).parent


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.file}: {mutant.meaning}")
def test_a_mistake_has_one_place(mutant: Mutant) -> None:
    assert (PACKAGE / mutant.file).read_text().count(mutant.old) == 1
