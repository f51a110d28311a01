"""Every learner with parameters at which everything it has is at work, and graphs that it serves."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidelight import LEARNERS, Decision, FeedbackGraph, Learner, graphs
from sidelight.learners.schedules import ROWS

PARAMETERS = {"eta": 0.3, "gamma": 0.2, "beta": 0.1, "eps": 0.05}
INFORMED = ("ELPP", "WeakIX")
N = 6
SCHEDULED = [f"{name} {schedule}" for schedule, rows in ROWS.items() for name in rows]
ALL = [*LEARNERS, *SCHEDULED]  # with parameters, and on every schedule that they have


def kind_of(name: str) -> type[Learner]:
    """The class: the first word of the name."""
    return LEARNERS[name.partition(" ")[0]]


def parameters_of(name: str) -> dict[str, Any]:
    """A value for each parameter of the learner, or the schedule that the name ends with."""
    schedule = name.partition(" ")[2]
    return (
        {"schedule": schedule}
        if schedule
        else {parameter: PARAMETERS[parameter] for parameter in LEARNERS[name].algorithm.parameters}
    )


def made(name: str, n: int = N, **options: Any) -> Learner:
    """The learner with this name."""
    kind: Callable[..., Learner] = kind_of(name)
    return kind(n, **{**parameters_of(name), "seed": 7, **options})


def random_graph(seed: int, n: int = N, *, density: float = 0.4, loops: float = 0.5) -> FeedbackGraph:
    """Each pair with chance ``density``, each loop with chance ``loops``; what nobody reveals its successor does."""
    rng = np.random.default_rng(seed)
    matrix = rng.random((n, n)) < density
    np.fill_diagonal(matrix, rng.random(n) < loops)
    for j in np.flatnonzero(~matrix.any(axis=0)):
        matrix[(j + 1) % n, j] = True
    return FeedbackGraph.from_matrix(matrix)


def strong_graph(seed: int, n: int = N) -> FeedbackGraph:
    """Some loops, and all others reveal whoever has none."""
    rng = np.random.default_rng(seed)
    matrix = rng.random((n, n)) < 0.4
    looped = rng.random(n) < 0.5
    matrix[:, ~looped] = True
    matrix[np.arange(n), np.arange(n)] = looped
    return FeedbackGraph.from_matrix(matrix)


def graphs_for(name: str, n: int = N) -> list[FeedbackGraph]:
    """Graphs of all storages that the learner serves, several of each where it serves several."""
    serves = kind_of(name).algorithm.serves.name
    if serves == "FULL":
        return [graphs.full_information(n)]
    if serves == "BANDIT":
        return [graphs.bandit(n), graphs.bandit(n).stored_as("csr")]
    aware = [random_graph(seed, n, loops=1.0) for seed in (1, 2)]
    aware += [aware[0].stored_as("complement"), graphs.cliques([n - n // 2, n // 2]), graphs.prefix(n)]
    if serves == "SELF_AWARE":
        return aware
    strong = [*aware, strong_graph(3, n), strong_graph(4, n).stored_as("complement"), graphs.loopless_clique(n)]
    if serves == "STRONG":
        return strong
    return [*strong, random_graph(5, n), random_graph(6, n).stored_as("complement"), graphs.revealing_action(n)]


def losses_of(seed: int, round_: int, n: int = N) -> NDArray[np.float64]:
    """The losses of all actions in a round, whoever asks and whenever."""
    return np.random.default_rng([seed, round_]).random(n)


def revealed(graph: FeedbackGraph, decision: Decision, losses: NDArray[np.float64]) -> dict[Any, float]:
    """What the decision shows of the losses, by label where there are labels."""
    return {graph.label(j): float(losses[j]) for j in graph.reveals(decision.action)}


def decided(learner: Learner, graph: FeedbackGraph, **options: Any) -> Decision:
    """A decision, the graph being shown to those who want it now."""
    shown = (graph,) if learner.algorithm.informed else ()
    decide: Callable[..., Decision] = learner.decide  # type: ignore[attr-defined]
    return decide(*shown, **options)


def chances_on(learner: Learner, graph: FeedbackGraph) -> NDArray[np.float64]:
    """The chances of the next decision on this graph."""
    shown = (graph,) if learner.algorithm.informed else ()
    chances: Callable[..., NDArray[np.float64]] = learner.chances  # type: ignore[attr-defined]
    return chances(*shown)


def usual_graph(learner: Learner, graph: FeedbackGraph) -> dict[str, FeedbackGraph]:
    """The graph as ``learn`` wants it."""
    return {} if learner.algorithm.informed else {"graph": graph}
