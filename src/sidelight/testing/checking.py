"""``check_learner``: all promises of the contract, tried on one learner."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from sidelight.graphs import FeedbackGraph, families
from sidelight.learners import restore as restore_ours
from sidelight.testing import feedback, law, saving, symmetry, tickets
from sidelight.testing.trial import Trial

LEARNER_CHECKS: tuple[Callable[[Trial], None], ...] = (
    *law.CHECKS,
    *feedback.CHECKS,
    *tickets.CHECKS,
    *symmetry.CHECKS,
    *saving.CHECKS,
)


def usual_graphs() -> list[FeedbackGraph]:
    """Small graphs on which every action reveals itself."""
    return [
        families.bandit(1),
        families.bandit(4),
        families.full_information(3),
        families.cliques([3, 1, 2]),
        families.ring(7),
        FeedbackGraph.from_edges(5, [*((i, i) for i in range(5)), (0, 3), (4, 3), (1, 0), (2, 4)]),
    ]


def check_learner(
    make: Callable[[int, int], Any],
    graphs: Iterable[FeedbackGraph] | None = None,
    *,
    informed: bool = False,
    restore: Callable[[Any], Any] | None = restore_ours,
    skip: Collection[str] = (),
) -> None:
    """Every promise that learners make is kept by those that ``make(n_actions, seed)`` returns, on these graphs.

    Raises AssertionError with one line for each promise broken. ``graphs`` must be ones that the learner serves;
    ``informed`` says that it is shown the graph before it decides; ``restore`` makes a learner of a snapshot (None if
    it has no snapshots); ``skip`` names checks that are not meant for it. To run them one by one in a test runner, loop
    over ``LEARNER_CHECKS``, functions of a ``Trial``.

    >>> from sidelight.learners import Exp3IX
    >>> check_learner(lambda n, seed: Exp3IX(n, eta=0.1, gamma=0.1, seed=seed))
    """
    unknown = set(skip) - {check.__name__ for check in LEARNER_CHECKS}
    if unknown:
        raise ValueError(f"skip={sorted(unknown)} are no checks; there are {[c.__name__ for c in LEARNER_CHECKS]}")
    broken = []
    for graph in usual_graphs() if graphs is None else graphs:
        trial = Trial(make, graph, informed, restore)
        broken += [found for check in LEARNER_CHECKS if check.__name__ not in skip if (found := _tried(check, trial))]
    if broken:
        raise AssertionError(f"{len(broken)} promises are broken:\n" + "\n".join(broken))


def _tried(check: Callable[[Trial], None], trial: Trial) -> str:
    """What the check found, or nothing."""
    try:
        check(trial)
    except Exception as error:  # whatever a learner raises where it should not is a finding
        kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
        return f"  {check.__name__} on {trial.graph!r}: {kind}{error}"
    return ""
