"""Learners agree with a dense reference on thousands of random sequences, in every storage, late tickets included."""

import pytest
from tests.sequences import sampled

from sidelight.learners import LEARNERS

N_SEQUENCES = 300

pytestmark = pytest.mark.filterwarnings("ignore::sidelight.NoGuaranteeWarning")


@pytest.mark.parametrize("name", LEARNERS)
def test_random_sequences(name: str) -> None:
    learned, _ = sampled(name, range(N_SEQUENCES))
    assert learned > 5 * N_SEQUENCES  # few steps were too large to be compared
