"""A learner in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidelight.kernels.round import NO_BIAS, OPTIMISTIC, PESSIMISTIC
from sidelight.learners.schedules import explained, guarantee_of
from sidelight.learners.table import Serves
from sidelight.learners.tuned import AS_GIVEN, DELTA
from sidelight.theory.sums import LARGEST_LINEAR_PROGRAMME

if TYPE_CHECKING:
    from sidelight.learners.learner import Learner

ESTIMATES = {
    NO_BIAS: "l / W, with W the chance that the loss is seen",
    OPTIMISTIC: "of gains: (1 - l) / W, with W the chance that the loss is seen",
}
IMPLICIT = "l / (W + gamma) where an action reveals itself, l / W elsewhere; W is the chance that the loss is seen"
BIASES = {
    NO_BIAS: "none",
    PESSIMISTIC: "pessimistic: beta / W is added to the loss of a loopless action whose chance is above one half",
    OPTIMISTIC: "optimistic: beta / W is added to the gain of every action, seen or not",
}


def one_line(learner: Learner) -> str:
    """As it would be constructed, and where it stands."""
    stands = f" at round {learner.round}" if learner.round else ""
    waiting = f", {len(learner.open)} open" if learner.open else ""
    seeded = constructed(learner, f"seed={learner.seed}")
    return f"{seeded}{stands}{waiting}"


def constructed(learner: Learner, *more: str) -> str:
    """How it would be constructed, but for the seed; and where its parameters come from, if they were tuned."""
    if learner.schedule is None:
        given = [f"{name}={value:g}" for name, value in learner.parameters.items()]
    else:
        given = [f"{name}={value!r}" for name, value in learner.schedule.shown.items()]
    given += [f"{name}={value!r}" for name, value in learner._settings().items()]
    graph = [] if learner.graph is None else [f"graph={learner.graph!r}"]
    lenient = [] if learner.strict else ["strict=False"]
    lenient += [] if learner._audit is None else _certify(learner._audit.delta, given)
    origin = "" if learner.origin == AS_GIVEN or learner.schedule is not None else f"; {learner.origin}"
    chosen = f"; {learner.chosen}" if learner.chosen else ""
    arguments = ", ".join([str(learner.n_actions), *given, *graph, *lenient, *more])
    return f"{type(learner).__name__}({arguments}{origin}{chosen})"


def _certify(delta: float, given: list[str]) -> list[str]:
    shown = f"delta={delta!r}"
    return ["certify=True"] if delta == DELTA or shown in given else ["certify=True", shown]


def explanation(learner: Learner) -> str:
    """Several lines, each with a word in front that says what it is about."""
    algorithm = learner.algorithm
    lines = [
        *([("chosen", learner.chosen.removeprefix("chosen "))] if learner.chosen else []),
        ("plays", _plays(learner)),
        ("explores", _explores(learner)),
        ("estimates", _estimates(learner)),
        ("bias", BIASES[algorithm.bias]),
        *((name, f"{value:g}: the {algorithm.parameters[name].meaning}")
          for name, value in learner.parameters.items()),
        *_origin(learner),
        ("needs", _needs(learner)),
        ("graph", _graph(learner)),
        ("guarantee", _guarantee(learner)),
        *([("certified", f"{learner.certificate()!r}")] if learner.certified else []),
        ("so far", _so_far(learner)),
        ("source", algorithm.source),
    ]  # fmt: skip
    title = f"{type(learner).__name__} on {_count(learner.n_actions, 'action')}: {algorithm.title}"
    width = max(len(name) for name, _ in lines)
    return "\n".join([title, *(f"  {name:<{width}}  {text}" for name, text in lines)])


def _guarantee(learner: Learner) -> str:
    if not _covered(learner):
        return "none on this graph; it plays with strict=False"
    if learner.schedule is None:
        return learner.algorithm.guarantee
    return guarantee_of(type(learner).__name__, learner.schedule)


def _origin(learner: Learner) -> list[tuple[str, str]]:
    if learner.schedule is not None:
        return explained(learner, learner.schedule)
    return [("parameters", learner.origin)] if learner.parameters else []


def _plays(learner: Learner) -> str:
    if learner.n_actions == 1:
        return "the only action; there is nothing to learn"
    return "exponential weights on the sums of its estimates" if learner.algorithm.learns else "all actions alike"


def _explores(learner: Learner) -> str:
    chosen = learner._settings().get("explore")
    if isinstance(chosen, list):
        return f"{_count(len(chosen), 'action')} evenly, with total mass gamma: {_few(chosen)}"
    if chosen == "auto":
        chosen = "fractional" if learner.n_actions <= LARGEST_LINEAR_PROGRAMME else "greedy"
    return learner.algorithm.explores.value + (f"; this learner's is {chosen}" if chosen else "")


def _few(actions: list[int]) -> str:
    return ", ".join(map(str, actions[:8])) + (", ..." if len(actions) > 8 else "")


def _estimates(learner: Learner) -> str:
    if not learner.algorithm.learns:
        return "nothing"
    return IMPLICIT if learner.algorithm.implicit else ESTIMATES[learner.algorithm.bias]


def _needs(learner: Learner) -> str:
    serves = learner.algorithm.serves
    when = "known before the decision" if learner.algorithm.informed else "which it need not know before it decides"
    return serves.value if serves is Serves.ANY else f"graphs in which {serves.value}, {when}"


def _graph(learner: Learner) -> str:
    if learner.graph is not None:
        return f"{learner.graph!r}, in every round"
    if learner._usual is not None:
        return f"{learner._usual!r}, unless learn(..., graph=) says otherwise"
    where = "decide(graph)" if learner.algorithm.informed else "learn(..., graph=)"
    return f"none fixed: each round may have another, which comes with {where}"


def _covered(learner: Learner) -> bool:
    return learner.graph is None or learner._objection(learner.graph) is None


def _so_far(learner: Learner) -> str:
    counted = {"open": len(learner.open), "skipped": learner.skipped, "given up": learner.forgotten}
    return ", ".join([_count(learner.round, "decision"), *(f"{n:,} {what}" for what, n in counted.items() if n)])


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}" + ("" if n == 1 else "s")
