"""The result of a tuning: parameters by name, which of them met a cap, and on which assumptions."""

from __future__ import annotations

from dataclasses import dataclass, field

PARAMETERS = {
    "Hedge": ("eta",),
    "Exp3": ("eta",),
    "Exp3Set": ("eta",),
    "Exp3P": ("eta", "gamma", "beta"),
    "Exp3IX": ("eta", "gamma"),
    "Exp3G": ("eta", "gamma"),
    "ELPP": ("eta", "beta"),
    "StrongIX": ("eta", "gamma", "beta"),
    "WeakIX": ("eta", "gamma", "eps"),
}


@dataclass(frozen=True)
class Tuning:
    """Parameters of one learner. ``capped`` names those that a cap holds down, 0 stands for what it does not have.

    >>> tuning = Tuning("Exp3IX", eta=1.0, gamma=0.5, capped=("gamma",))
    >>> tuning
    Tuning(Exp3IX, eta=1, gamma=0.5 (capped); default)
    >>> tuning.parameters
    {'eta': 1.0, 'gamma': 0.5}
    """

    learner: str
    eta: float
    gamma: float = 0.0
    beta: float = 0.0
    eps: float = 0.0
    capped: tuple[str, ...] = ()
    rule: str = "default"
    assumes: dict[str, str] = field(default_factory=dict, compare=False)

    @property
    def parameters(self) -> dict[str, float]:
        """What the learner of this name is constructed with."""
        return {name: getattr(self, name) for name in PARAMETERS[self.learner]}

    def __repr__(self) -> str:
        """Parameters with their caps, the rule, and what was assumed about the graphs."""
        values = [
            f"{name}={value:.6g}" + (" (capped)" if name in self.capped else "")
            for name, value in self.parameters.items()
        ]
        assumed = "".join(f"; {name}: {origin}" for name, origin in self.assumes.items())
        return f"Tuning({', '.join([self.learner, *values])}; {self.rule}{assumed})"


def at_cap(values: dict[str, tuple[float, float]]) -> tuple[str, ...]:
    """Those names whose value has met its cap.

    >>> at_cap({"eta": (0.5, 0.5), "gamma": (0.1, 0.5)})
    ('eta',)
    """
    return tuple(name for name, (value, cap) in values.items() if value >= cap)
