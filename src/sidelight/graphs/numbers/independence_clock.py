"""How much time is left."""

from dataclasses import dataclass, field

from sidelight.kernels import clock


@dataclass(frozen=True)
class Clock:
    """A time limit that has begun to run."""

    seconds: float
    begun: float = field(default_factory=lambda: clock.now())

    @property
    def left(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self.begun + self.seconds - clock.now())

    def share(self, part: float) -> "Clock":
        """A new clock on this part of what is left."""
        return Clock(self.left * part)
