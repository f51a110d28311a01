"""A number known from both sides."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight.errors import NotExact


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, from now on not to be written into by accident."""
    array.setflags(write=False)
    return array


@dataclass(frozen=True)
class Bracket:
    """``lower <= number <= upper``, always; ``witness`` proves one side and can be checked.

    >>> bracket = Bracket(40, 47, witness=np.arange(40))
    >>> bracket.exact
    False
    >>> bracket
    Bracket(40 <= number <= 47, witness of 40)
    """

    lower: int
    upper: int
    witness: NDArray[np.int64] = field(compare=False)

    def __post_init__(self) -> None:
        """A bracket may be kept and shown to many, so what it shows cannot be written into."""
        object.__setattr__(self, "witness", read_only(self.witness.copy()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Made anew, so that a copy is as safe as the original."""
        return type(self), (self.lower, self.upper, np.array(self.witness))

    @property
    def exact(self) -> bool:
        """Whether the two sides have met."""
        return self.lower == self.upper

    @property
    def value(self) -> int:
        """The number itself, when the bracket is exact."""
        if not self.exact:
            raise NotExact(
                f"only {self.lower} <= number <= {self.upper} is known; "
                "a larger time_limit= may close it, or use .lower and .upper"
            )
        return self.lower

    def tightened(self, other: "Bracket") -> "Bracket":
        """What this and another bracket of the same number say together.

        >>> Bracket(3, 9, np.arange(3)).tightened(Bracket(2, 7, np.arange(2)))
        Bracket(3 <= number <= 7, witness of 3)
        """
        proves_lower = self.witness.size == self.lower and other.witness.size == other.lower
        better = other.lower > self.lower if proves_lower else other.upper < self.upper
        return Bracket(max(self.lower, other.lower), min(self.upper, other.upper), (other if better else self).witness)

    def __repr__(self) -> str:
        """Short: a witness may have a million entries."""
        number = f"{self.lower}" if self.exact else f"{self.lower} <= number <= {self.upper}"
        return f"Bracket({number}, witness of {len(self.witness)})"
