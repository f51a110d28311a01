"""Action labels: any hashables outside, ``0..K-1`` inside."""

from collections.abc import Hashable, Iterable

from sidelight.errors import InvalidLabels

Labels = tuple[Hashable, ...]


def checked_labels(labels: Iterable[Hashable] | None, n: int) -> Labels | None:
    """The labels as a tuple, one for each action and all different."""
    if labels is None:
        return None
    if isinstance(labels, (str, bytes)):
        raise InvalidLabels(f"labels={labels!r} is a single string; give one label an action, as a list")
    if isinstance(labels, (set, frozenset)):
        raise InvalidLabels("labels must be in the order of the actions, which a set has not; give a list")
    try:
        given = tuple(labels)
    except TypeError as error:
        raise InvalidLabels(f"labels must be a sequence with one label an action, not {labels!r}") from error
    if len(given) != n:
        raise InvalidLabels(f"{len(given)} labels for {n} actions; give one for each, in order")
    index_of(given)
    return given


def index_of(labels: Labels) -> dict[Hashable, int]:
    """Where each label stands. Refuses repeats and what cannot be hashed."""
    index: dict[Hashable, int] = {}
    for i, label in enumerate(labels):
        try:
            first = index.setdefault(label, i)
        except TypeError as error:
            raise InvalidLabels(f"label {label!r} of action {i} cannot be hashed; use a string or tuple") from error
        if first != i:
            raise InvalidLabels(f"label {label!r} names both action {first} and action {i}; make labels different")
    return index
