"""What several tests share."""

from dataclasses import dataclass

import pytest


@dataclass
class TickingClock:
    """Advances by a fixed step each time it is looked at, so that time runs out without anybody waiting."""

    step: float = 0.05
    readings: int = 0

    def __call__(self) -> float:
        self.readings += 1
        return self.readings * self.step


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> TickingClock:
    """The clock that all searches look at, replaced."""
    clock = TickingClock()
    monkeypatch.setattr("sidelight.kernels.clock.now", clock)
    return clock
