"""``check_world``: what the arena relies on, tried on one world, which may be a plain Python object.

A world has ``n_actions``, ``graph(round_, seed)`` and ``losses(round_, seed)``; it may have ``means(round_, seed)``,
``fresh(seed)``, which gives what plays one game, and that may have ``played(action)``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidelight.graphs import FeedbackGraph
from sidelight.testing.trial import require

Floats = NDArray[np.float64]
FALSE_ALARM = 1e-6


class Seen(NamedTuple):
    """What a round showed, copied at once."""

    graph: FeedbackGraph
    losses: Floats


@dataclass(frozen=True)
class WorldTrial:
    """A world to be tried for ``rounds`` rounds in the games of some ``seeds``."""

    world: Any
    rounds: int = 12
    seeds: tuple[int, ...] = (0, 1, 2**63 - 1)
    many_seeds: int = 300

    @property
    def n(self) -> int:
        """Number of actions."""
        return int(self.world.n_actions)

    def game(self, seed: int) -> Any:
        """What plays one game."""
        return self.world.fresh(seed) if hasattr(self.world, "fresh") else self.world

    def script(self, salt: int = 0) -> list[int]:
        """Actions to be played, whatever happens."""
        return [int(action) for action in np.random.default_rng([5, salt]).integers(0, self.n, self.rounds)]

    def replayed(self, seed: int, actions: list[int]) -> list[Seen]:
        """A game in which these are played."""
        game = self.game(seed)
        return [self.turn(game, round_, seed, action) for round_, action in enumerate(actions)]

    def turn(self, game: Any, round_: int, seed: int, action: int) -> Seen:
        """One round: the world is asked and then told."""
        seen = self.ask(game, round_, seed)
        if hasattr(game, "played"):
            game.played(action)
        return seen

    def ask(self, game: Any, round_: int, seed: int) -> Seen:
        """The graph and the losses of a round."""
        return Seen(game.graph(round_, seed), np.array(game.losses(round_, seed), np.float64))


def same(left: list[Seen], right: list[Seen]) -> bool:
    """Equal graphs and losses in all rounds."""
    return all(a.graph == b.graph and np.array_equal(a.losses, b.losses) for a, b in zip(left, right, strict=True))


def every_loss_is_from_0_to_1(trial: WorldTrial) -> None:
    """One finite loss for each action, in [0, 1]."""
    for seed in trial.seeds:
        for round_, seen in enumerate(trial.replayed(seed, trial.script())):
            where = f"in round {round_} of seed {seed}"
            require(seen.losses.shape == (trial.n,), f"losses have shape {seen.losses.shape} {where}, not ({trial.n},)")
            bad = np.flatnonzero(~((seen.losses >= 0.0) & (seen.losses <= 1.0)))
            require(not bad.size, f"the losses of actions {bad.tolist()} {where} are outside [0, 1]")


def every_graph_has_all_actions(trial: WorldTrial) -> None:
    """A ``FeedbackGraph`` itself, which nobody can change, on as many actions as there are."""
    for seed in trial.seeds:
        for round_, seen in enumerate(trial.replayed(seed, trial.script())):
            exact = type(seen.graph) is FeedbackGraph
            require(exact, f"graph({round_}, {seed}) is a {type(seen.graph).__name__}, not a FeedbackGraph")
            n = seen.graph.n_actions
            require(n == trial.n, f"graph({round_}, {seed}) has {n} actions, and the world {trial.n}")


def a_game_is_the_same_again(trial: WorldTrial) -> None:
    """The same seed and the same actions give the same graphs and losses, other games having been played between."""
    for seed in trial.seeds:
        first = trial.replayed(seed, trial.script())
        trial.replayed(seed + 1 if seed < 2**62 else 0, trial.script(1))
        require(same(first, trial.replayed(seed, trial.script())), f"the game of seed {seed} is not the same again")


def asking_changes_nothing(trial: WorldTrial) -> None:
    """A round asked about twice, or together with others, or written into, is the round it was."""
    for seed in trial.seeds:
        plain, game = trial.replayed(seed, trial.script()), trial.game(seed)
        for round_, action in enumerate(trial.script()):
            for other in range(round_ + 1 if hasattr(game, "played") else trial.rounds):
                trial.ask(game, other, seed)
            given = np.asarray(game.losses(round_, seed))
            if given.flags.writeable:
                given[:] = 0.123
            seen = trial.turn(game, round_, seed, action)
            require(same([seen], [plain[round_]]), f"asking about rounds of seed {seed} changed round {round_}")


def two_games_do_not_disturb_each_other(trial: WorldTrial) -> None:
    """Games played in turns, round by round, are as they are alone."""
    seed, scripts = trial.seeds[0], (trial.script(1), trial.script(2))
    alone = [trial.replayed(seed, script) for script in scripts]
    games, seen = [trial.game(seed) for _ in scripts], [[] for _ in scripts]  # type: ignore[var-annotated]
    for round_ in range(trial.rounds):
        for k, script in enumerate(scripts):
            seen[k].append(trial.turn(games[k], round_, seed, script[round_]))
    require(all(map(same, alone, seen)), "two games played in turns are not what they are alone")


def a_round_does_not_know_its_action(trial: WorldTrial) -> None:
    """Games that first differ in what is played in round t have the same rounds 0 .. t; without answers, all."""
    answers = any(hasattr(trial.game(seed), "played") for seed in trial.seeds)
    for seed in trial.seeds:
        actions = trial.script()
        before = trial.replayed(seed, actions)
        for round_ in range(trial.rounds):
            other = [*actions[:round_], (actions[round_] + 1) % trial.n, *actions[round_ + 1 :]]
            upto = round_ + 1 if answers else trial.rounds
            after = trial.replayed(seed, other)
            require(same(before[:upto], after[:upto]), f"round {round_} of seed {seed} depends on what is played in it")


def means_are_means(trial: WorldTrial) -> None:
    """Losses are on average what ``means`` says, round by round over seeds; a false alarm has a chance of 1e-6."""
    if not hasattr(trial.world, "means"):
        return
    seeds, rounds = range(trial.many_seeds), range(trial.rounds)
    off = np.zeros((trial.rounds, trial.n))
    for seed in seeds:
        for round_ in rounds:
            means = np.asarray(trial.world.means(round_, seed), np.float64)
            fine = means.shape == (trial.n,) and bool(((means >= 0.0) & (means <= 1.0)).all())
            require(fine, f"means({round_}, {seed}) are not {trial.n} numbers from 0 to 1")
            off[round_] += trial.world.losses(round_, seed) - means
    # Hoeffding: a sum of m independent numbers, each within a range of 1, is s off its mean with chance
    # 2 exp(-2 s^2 / m) at most. Half of all false alarms for single rounds, half for all of them together.
    room = np.log(4.0 * off.size / FALSE_ALARM) / 2.0
    worst = np.unravel_index(np.argmax(np.abs(off)), off.shape)
    single = abs(off[worst]) <= np.sqrt(room * trial.many_seeds)
    together = (np.abs(off.sum(axis=0)) <= np.sqrt(room * trial.many_seeds * trial.rounds)).all()
    off_by = off[worst] / trial.many_seeds
    require(
        single and together, f"losses are not what means say: action {worst[1]} in round {worst[0]}, by {off_by:.3g}"
    )


WORLD_CHECKS: tuple[Callable[[WorldTrial], None], ...] = (
    every_loss_is_from_0_to_1,
    every_graph_has_all_actions,
    a_game_is_the_same_again,
    asking_changes_nothing,
    two_games_do_not_disturb_each_other,
    a_round_does_not_know_its_action,
    means_are_means,
)


def check_world(world: Any, *, rounds: int = 12, skip: Collection[str] = ()) -> None:
    """Every promise that worlds make is kept by this one in its first ``rounds`` rounds.

    Raises AssertionError with one line for each promise broken. ``skip`` names checks that are not meant for it.
    To run them one by one in a test runner, loop over ``WORLD_CHECKS``, functions of a ``WorldTrial``.

    >>> from sidelight import graphs, worlds
    >>> check_world(worlds.bernoulli([0.2, 0.5], graphs.bandit(2)))
    """
    unknown = set(skip) - {check.__name__ for check in WORLD_CHECKS}
    if unknown:
        raise ValueError(f"skip={sorted(unknown)} are no checks; there are {[c.__name__ for c in WORLD_CHECKS]}")
    trial = WorldTrial(world, rounds)
    broken = [found for check in WORLD_CHECKS if check.__name__ not in skip if (found := _tried(check, trial))]
    if broken:
        raise AssertionError(f"{len(broken)} promises are broken:\n" + "\n".join(broken))


def _tried(check: Callable[[WorldTrial], None], trial: WorldTrial) -> str:
    """What the check found, or nothing."""
    try:
        check(trial)
    except Exception as error:  # whatever a world raises is a finding
        kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
        return f"  {check.__name__}: {kind}{error}"
    return ""
