"""What a graph lets a learner see: the classes of Alon et al. (2015), node by node and as a whole."""

from enum import StrEnum

import numpy as np

from sidelight.graphs.storage.base import Mask, Storage


class Kind(StrEnum):
    """From the easiest to the hopeless; with the regret that the best learner can reach in T rounds."""

    SELF_AWARE = "self-aware"
    STRONG = "strong"
    WEAK = "weak"
    UNOBSERVABLE = "unobservable"

    @property
    def meaning(self) -> str:
        """One sentence for people."""
        return _MEANING[self]


_MEANING = {
    Kind.SELF_AWARE: "every action reveals itself; regret grows like sqrt(alpha T)",
    Kind.STRONG: "every action reveals itself or is revealed by all others; regret grows like sqrt(alpha T)",
    Kind.WEAK: "some action is seen only when certain others are played; regret grows like d^(1/3) T^(2/3)",
    Kind.UNOBSERVABLE: "some action is never seen; no learner can do better than linear regret",
}


def action_kinds(storage: Storage) -> tuple[Mask, Mask]:
    """Masks (observable, strongly observable), one entry an action."""
    in_degrees = storage.in_degrees()
    loops = storage.loops()
    observable = in_degrees > 0
    seen_by_all_others = in_degrees == storage.n - 1
    return observable, observable & (loops | seen_by_all_others)


def kind_of(storage: Storage) -> Kind:
    """The class of the whole graph."""
    observable, strong = action_kinds(storage)
    if not observable.all():
        return Kind.UNOBSERVABLE
    if not strong.all():
        return Kind.WEAK
    return Kind.SELF_AWARE if bool(np.all(storage.loops())) else Kind.STRONG
