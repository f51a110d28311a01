"""The contract: decide, then learn from the ticket; late, out of order, several open, or never.

Nothing about "the last draw" is kept: see ``tickets`` for what is.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph
from sidelight.graphs.converters import checked_size
from sidelight.graphs.families.checks import seed_of
from sidelight.kernels import round as kernel
from sidelight.kernels import weights
from sidelight.kernels.effective_actions import fresh_terms
from sidelight.kernels.round import AT_ONCE, LATE, LATER, NEVER
from sidelight.kernels.schedule import STARTED
from sidelight.kernels.scheduled import due_after
from sidelight.learners.actions import action_called
from sidelight.learners.certified import Audit
from sidelight.learners.decision import Decision, Learned
from sidelight.learners.doors import DRAW, Doors
from sidelight.learners.explanation import constructed, explanation, one_line
from sidelight.learners.guarded import Guarded
from sidelight.learners.losses import Losses, read_array, read_mapping, read_one, refusal
from sidelight.learners.options import checked_switch
from sidelight.learners.plans import Plan, warn_of_skipped
from sidelight.learners.schedules import begin
from sidelight.learners.snapshot import written
from sidelight.learners.standing import Standing
from sidelight.learners.table import Explores
from sidelight.learners.tickets import TICKET_MEMORY, Tickets, fresh_seed, positions_of
from sidelight.learners.tuned import DELTA, Asked, Given, origin_of
from sidelight.theory.checks import confidence

Floats = NDArray[np.float64]
_new_learned = tuple.__new__
ENOUGH_SKIPPED = 16  # before a share of skipped rounds means anything
MASSES = {Explores.NOT: 0.0, Explores.ALWAYS: 1.0}
NAMED = {Explores.ETA: "eta", Explores.GAMMA: "gamma", Explores.EPS: "eps"}
NO_TERMS = np.zeros(1), np.zeros(1, np.int64)


class Learner(Standing, Guarded, Doors):
    """What all learners share; see ``Uninformed`` and ``Informed`` for the two ways to decide."""

    def __init__(
        self,
        n_actions: int,
        parameters: Given,
        *,
        graph: FeedbackGraph | None = None,
        seed: int | None = None,
        strict: bool = True,
        ticket_memory: int = TICKET_MEMORY,
        certify: bool = False,
        **asked: Unpack[Asked],
    ) -> None:
        self.n_actions = checked_size(n_actions)
        if graph is not None:
            self._refuse_other(graph)
        self.strict, certify = checked_switch("strict", strict), checked_switch("certify", certify)
        delta = asked.get("delta")
        if certify and None not in parameters.values():
            asked.pop("delta", None)  # it is for the certificate alone
        self._tune(parameters, graph, asked)
        self.seed = fresh_seed() if seed is None else seed_of(seed)
        self.chosen = ""  # why it was, if ``learner_for`` chose it
        self._learns = self.algorithm.learns and self.n_actions > 1  # with one action there is nothing to learn
        self._bias = self.algorithm.bias
        self._more = certify or self.schedule is not None or self._bias == kernel.OPTIMISTIC  # to do after a round
        self._tickets = Tickets(ticket_memory)
        self._accepted: FeedbackGraph | None = None
        self._warned_of: set[str] = set()
        self._make_memory()
        self.graph = None if graph is None else self._accept(graph)
        self._audit = Audit(self, confidence(DELTA if delta is None else delta)) if certify else None
        self._open_doors()

    def _tune(self, parameters: Given, graph: FeedbackGraph | None, asked: Asked) -> None:
        """Parameters that were given, or are the theorem's; or the schedule by which they change."""
        explore = self._settings().get("explore")
        found, self.origin, self.schedule = origin_of(
            type(self).__name__, self.n_actions, parameters, graph, explore if isinstance(explore, str) else None, asked
        )
        domains = {} if self.schedule is not None else self.algorithm.parameters
        self._fixed = {name: domain.checked(name, found[name]) for name, domain in domains.items()}

    def _make_memory(self) -> None:
        """The state before the first round, and memory to work in."""
        eta, gamma, beta = (self._fixed.get(name, 0.0) for name in self._in_kernel())
        self._state = weights.fresh(self.n_actions, eta, gamma, beta, self._mix(), self._most())
        self._rows, self._work = kernel.scratch(self.n_actions)
        self._terms, self._epoch = NO_TERMS, 0.0
        if self.schedule is not None:
            self._terms = fresh_terms(self.n_actions)
            begin(self, self.schedule)

    def _mix(self) -> float:
        """What is explored for each unit of a plan's size."""
        explores, fixed = self.algorithm.explores, self._fixed
        if explores in MASSES:
            return MASSES[explores]
        if explores is Explores.LEAST_SEEN:
            return (1.0 + fixed["beta"]) * fixed["eta"]
        return fixed.get(NAMED[explores], 0.0)

    def _most(self) -> float:
        """The most that is explored in a round; one that needs more is skipped."""
        return 1.0

    def __copy__(self) -> Self:
        """A shallow copy would share its weights with this learner; so there are only deep ones."""
        return copy.deepcopy(self)

    def fresh(self, seed: int | None = None) -> Self:
        """A learner constructed like this one that has not decided anything yet, with another seed."""
        options = {"graph": self.graph, "seed": seed, "strict": self.strict, "ticket_memory": self.ticket_memory}
        learner = type(self)(self.n_actions, **self._arguments(), **options)  # type: ignore[arg-type]
        learner.origin, learner.chosen = self.origin, self.chosen
        return learner

    @property
    def constructed(self) -> str:
        """How it would be constructed, but for the seed: the same for all learners that play by the same law."""
        return constructed(self)

    def explain(self) -> str:
        """What this learner does, with which parameters and why, what it needs, and what is guaranteed, in words."""
        return explanation(self)

    def snapshot(self) -> dict[str, Any]:
        """All that is needed to continue bit for bit, open decisions included, as a dict that JSON can hold.

        Weights are small: 8 bytes an action, in base 64. ``restore`` makes a learner of it.
        """
        return written(self)

    def __repr__(self) -> str:
        """As it would be constructed, and where it stands."""
        return one_line(self)

    def _chances(self, plan: Plan, state: Floats | None = None) -> Floats:
        return weights.all_chances(self._state if state is None else state, plan.shares, plan.mass)

    def _explored(self, plan: Plan, state: Floats | None = None) -> Plan:
        """The plan with as much exploration as there is now."""
        header = self._state if state is None else state
        mass = plan.size * float(header[weights.MIX])
        if mass > header[weights.MOST]:
            return plan._replace(mass=0.0, skipped=True)
        return plan._replace(mass=min(mass, 1.0), skipped=False)

    # Deciding.

    def _decided(self, plan: Plan, action: Any) -> Decision:
        """A new ticket: drawn, or for the given action."""
        tickets = self._tickets
        graph, shares, mass, skipped, _, _ = plan
        if action is None:
            if shares is not self._shares:
                self._explore_by(shares)
            chosen, chance = self._draw(self._places.table, mass, self.seed, DRAW, tickets.round)
        else:
            chosen = action_called(action, graph or self.graph, self.n_actions)
            chance = weights.chance(self._state, shares, mass, chosen)
        if skipped:
            self._note_skipped()
        return tickets.issue(chosen, chance, plan)

    # Learning.

    def learn(self, decision: Decision | int, losses: Losses, graph: FeedbackGraph | None = None) -> Learned:
        """Take in what a decision revealed; once for each, in any order, however late.

        ``losses`` maps each revealed action (or its label) to its loss in [0, 1], or lists the losses in the order of
        ``graph.reveals(action)``; ``{}`` where nothing is revealed. ``decision`` may be its round number. Where
        anything is wrong a named error says so and the learner stays as it was.
        """
        tickets = self._tickets
        made, version, (seen, shares, mass, skipped, _, _) = tickets.find(decision)
        if seen is None:
            seen = self.graph
        if seen is None or (graph is not None and graph is not seen):
            seen = self._graph_of(seen, graph)
        given, keyed, key, loss = 1, True, -1, 0.0
        if type(losses) is dict and len(losses) == 1 and seen.labels is None:
            ((key, loss),) = losses.items()
        if type(key) is not int or type(loss) is not float or not -1 < key < self.n_actions:
            given, keyed, key, loss = self._read(losses, seen, made)
        changes = self._learns and not skipped
        late = version != tickets.version
        if late:
            changes = changes and version >= self._state[STARTED]  # or else its epoch has ended
        when = (LATE if late else AT_ONCE if len(tickets.open) == 1 else LATER) if changes else NEVER
        if shares is not self._shares:
            self._explore_by(shares)
        if seen.packed is not self._packed:
            self._see_by(seen)
        if late:
            tickets.journal.travel(self._state, version, back=True)
        try:
            count, biased, bias, own, first = self._estimate(
                self._places.table, mass, self._bias, made[0], given, keyed, key, loss, when
            )
        finally:
            if late:
                tickets.journal.travel(self._state, version, back=False)
        if count < 0:
            raise refusal(count, biased, keyed, self._keys, self._work, (seen, made.action))
        if self._audit is not None:
            self._make_room_to_wait(made.round)
        if changes and when != AT_ONCE:
            self._apply_and_note(made.round, (count, biased, bias), mass, when)
        tickets.close(made[2])
        if not changes:
            return self._not_learned(made, seen, own)
        tickets.version += 1
        if self._more:
            if self._audit is not None:
                self._enter(made.round)
            if self._bias == kernel.OPTIMISTIC:
                return self._learned_from_gains(made, seen, own)
            if self.schedule is not None:
                self._settled()
        values = (first,) if count == 1 else self._work[:count].copy()
        return _new_learned(Learned, (made, seen, own if own >= 0.0 else None, values,
                                      (biased, bias) if biased >= 0 else None, None, False))  # fmt: skip

    def _read(self, losses: Losses, seen: FeedbackGraph, made: Decision) -> tuple[int, bool, int, float]:
        """How many losses there are, whether they are keyed, and the first key and loss if that is all there is."""
        if type(losses) is dict or isinstance(losses, Mapping) or hasattr(losses, "items"):
            if len(losses) == 1:  # type: ignore[arg-type]
                return 1, True, *read_one(losses, seen)  # type: ignore[arg-type]
            return read_mapping(losses, seen, self._keys, self._work), True, -1, 0.0  # type: ignore[arg-type]
        return read_array(losses, int(seen.out_degrees[made.action]), self._work), False, -1, 0.0

    def _apply_and_note(self, round_: int, made: tuple[int, int, float], mass: float, when: int) -> None:
        """Apply the estimates while other tickets are open, or late; note what is overwritten."""
        positions = positions_of(self._rows[: made[0]], made[1])
        changed = self._overwritten(due_after(self._state)) if self.schedule is not None else positions[:0]
        self._tickets.make_room_to_note(round_, positions.size + 1 + changed.size)
        before, reference = self._state[positions], self._state[weights.REFERENCE]
        if self.schedule is None:
            kernel.applied(self._state, self._rows, self._work, *made)
        else:
            self._applied_on_schedule(made, mass, when)
        if self._state[weights.REFERENCE] != reference:
            positions, before = np.append(positions, weights.REFERENCE), np.append(before, reference)
        self._tickets.note(positions, before)
        if self.schedule is not None:
            self._end_round(changed)

    def _not_learned(self, made: Decision, seen: FeedbackGraph, own: float) -> Learned:
        """Where the round was skipped, its epoch has ended, or there is nothing to learn."""
        if self._audit is not None:
            self._enter(made.round)
        nothing = np.zeros(int(seen.out_degrees[made.action]))
        return Learned(made, seen, own if own >= 0.0 else None, nothing, skipped=self._learns)

    def _learned_from_gains(self, made: Decision, seen: FeedbackGraph, own: float) -> Learned:
        """Where every action was biased."""
        n, beta = self.n_actions, self._fixed["beta"]
        chances_seen = np.maximum(self._work[2 * n : 3 * n], kernel.SMALLEST_CHANCE)
        bias = np.where(seen.in_degrees > 0, -beta / chances_seen, 0.0)
        estimates = self._work[:n] - bias
        own_loss = own if own >= 0.0 else None
        return Learned(made, seen, own_loss, estimates[seen.reveals(made.action)], everyone=bias)

    def forget(self, decision: Decision | int) -> None:
        """Give up a decision whose losses will never come, and what was kept for it."""
        self._tickets.give_up(self._tickets.find(decision)[0].round)

    def _note_skipped(self) -> None:
        """Count a round that asked for more exploration than there is; say so when they become many."""
        skipped = self.skipped + 1
        many = skipped >= ENOUGH_SKIPPED and skipped * 10 > self.round
        if many and skipped & (skipped - 1) == 0:
            warn_of_skipped(type(self).__name__, skipped, self.round + 1, self.schedule is not None)
        self._state[weights.SKIPPED] = skipped  # not before: where warnings are errors, this decision has not been
