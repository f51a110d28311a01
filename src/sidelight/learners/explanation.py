"""A learner in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidelight.kernels.round import NO_BIAS, OPTIMISTIC, PESSIMISTIC

if TYPE_CHECKING:
    from sidelight.learners.learner import Learner

BIASES = {
    NO_BIAS: "none",
    PESSIMISTIC: "pessimistic: beta / W on a loopless action with chance above one half",
    OPTIMISTIC: "optimistic: gains in place of losses, each raised by beta / W",
}


def one_line(learner: Learner) -> str:
    """As it would be constructed, and where it stands."""
    stands = f" at round {learner.round}" if learner.round else ""
    waiting = f", {len(learner.open)} open" if learner.open else ""
    return f"{constructed(learner)[:-1]}, seed={learner.seed}){stands}{waiting}"


def constructed(learner: Learner) -> str:
    """How it would be constructed, but for the seed."""
    given = [f"{name}={value:g}" for name, value in learner.parameters.items()]
    given += [f"{name}={value!r}" for name, value in learner._settings().items()]
    graph = [] if learner.graph is None else [f"graph={learner.graph!r}"]
    return f"{type(learner).__name__}({', '.join([str(learner.n_actions), *given, *graph])})"


def explanation(learner: Learner) -> str:
    """Several lines, each with a word in front that says what it is about."""
    algorithm = learner.algorithm
    lines = [
        ("plays", _plays(learner)),
        ("estimates", _estimates(learner)),
        ("bias", BIASES[algorithm.bias]),
        *((name, f"{value:g}, as given: the {algorithm.parameters[name].meaning}")
          for name, value in learner.parameters.items()),
        ("needs", f"graphs in which {algorithm.serves.value}, {_when(learner)}"),
        ("graph", _graph(learner)),
        ("guarantee", algorithm.guarantee if _covered(learner) else "none on this graph"),
        ("so far", _so_far(learner)),
        ("source", algorithm.source),
    ]  # fmt: skip
    title = f"{type(learner).__name__} on {learner.n_actions} actions: {algorithm.title}"
    width = max(len(name) for name, _ in lines)
    return "\n".join([title, *(f"  {name:<{width}}  {text}" for name, text in lines)])


def _plays(learner: Learner) -> str:
    explores = learner.algorithm.explores
    return f"exponential weights; explores {explores.value}" if learner.algorithm.learns else "all actions alike"


def _estimates(learner: Learner) -> str:
    if not learner.algorithm.learns:
        return "nothing"
    if learner.algorithm.implicit:
        return "l / (W + gamma) where an action reveals itself, l / W elsewhere; W is the chance that the loss is seen"
    return "l / W, with W the chance that the loss is seen"


def _when(learner: Learner) -> str:
    return "shown before the decision" if learner.algorithm.informed else "seen after the decision at the earliest"


def _graph(learner: Learner) -> str:
    if learner.graph is not None:
        return f"{learner.graph!r} in every round"
    if learner._usual is not None:
        return f"{learner._usual!r} unless learn(..., graph=) says otherwise"
    return "any round may have another; it comes with " + ("decide(graph)" if learner.algorithm.informed else "learn()")


def _covered(learner: Learner) -> bool:
    return learner.graph is None or learner._objection(learner.graph) is None


def _so_far(learner: Learner) -> str:
    counted = {"open": len(learner.open), "skipped": learner.skipped, "forgotten": learner.forgotten}
    return ", ".join([f"{learner.round} decisions", *(f"{n} {what}" for what, n in counted.items() if n)])
