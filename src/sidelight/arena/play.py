"""``play``: learners against a world, for many seeds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sidelight.arena.best import Best, KnownBest, remembered
from sidelight.arena.contract import Player, checked_opponent, checked_player
from sidelight.arena.games import Games
from sidelight.arena.hindsight import Hindsight
from sidelight.arena.one_game import Record, is_compiled, played
from sidelight.arena.origin import provenance
from sidelight.arena.parties import Parties, told_of
from sidelight.arena.tournament import Tournament
from sidelight.arena.workers import Watch, checked_workers, work_through
from sidelight.errors import InvalidParameter
from sidelight.graphs.converters import whole_numbers
from sidelight.graphs.families.checks import whole
from sidelight.learners import Learner
from sidelight.learners.plans import warn_of_skipped
from sidelight.worlds import World

DEFAULT_CHECKPOINTS = 50
MOST_ROUNDS = 10**12
MOST_PLAYS_KEPT = 2**26  # seeds times actions; beyond that counts of plays are not kept
Seeds = int | Iterable[int]
Progress = bool | Callable[[int, int], object] | None


class Options(TypedDict, total=False):
    """How to play; see ``play``."""

    checkpoints: int | ArrayLike | None
    workers: int | None
    record: str
    progress: Progress


@overload
def play(
    learner: Mapping[str, Any], world: Any, rounds: int, seeds: Seeds = ..., **options: Unpack[Options]
) -> Tournament: ...
@overload
def play(
    learner: Player | Learner, world: Any, rounds: int, seeds: Seeds = ..., **options: Unpack[Options]
) -> Games: ...
def play(
    learner: Any,
    world: Any,
    rounds: int,
    seeds: Seeds = 1,
    *,
    checkpoints: int | ArrayLike | None = None,
    workers: int | None = None,
    record: str = "regret",
    progress: Progress = None,
) -> Games | Tournament:
    """Play ``rounds`` rounds for each seed, compiled where learner and world are of this library.

    ``learner`` is a learner or a mapping from names to learners, which all meet the same losses and graphs. They are
    templates: a fresh one is made for each game, and their own seed is ignored. ``seeds`` is how many (0 .. n - 1) or
    which. ``checkpoints`` is how many rounds to look at, evenly spread, or which; the last is always ``rounds``.
    ``record="bounds"`` adds to ``games.sums`` what the explicit regret bounds are made of: the sum of Q and the like.
    ``workers`` is how many threads share the games; results do not depend on it. ``progress`` is True for a line on
    the terminal, or is called with rounds played and rounds in all; whatever it raises ends the work.

    >>> from sidelight import graphs, learners, worlds
    >>> world = worlds.bernoulli([0.2, 0.5, 0.5], graphs.bandit(3))
    >>> games = play(learners.Exp3IX(3, eta=0.05, gamma=0.025), world, rounds=2000, seeds=10)
    >>> games.regret.shape
    (10, 50)
    >>> bool(games.regret[:, -1].mean() < 200)
    True
    """
    named = dict(learner) if isinstance(learner, Mapping) else {type(learner).__name__: learner}
    if not named:
        raise InvalidParameter("learner={} is empty; give at least one learner")
    for player in named.values():
        checked_player(player)
    checked_opponent(world)
    rounds = whole("rounds", rounds, 1, MOST_ROUNDS)
    if isinstance(world, World):
        world.refuse_beyond(rounds)
    chosen, points = checked_seeds(seeds), checked_checkpoints(checkpoints, rounds)
    threads, bounds = checked_workers(workers), checked_record(record, named, world)
    best = remembered(Hindsight(world, chosen, points, workers)) if _oblivious(world) else None
    watch = Watch(_shown(progress, rounds * chosen.size * len(named)))
    games = {}
    for name, player in named.items():
        started = time.perf_counter()
        tasks = [partial(_one, player, world, bounds, int(seed), points, watch, chosen.size) for seed in chosen]
        records = work_through(tasks, threads, watch)
        spent = time.perf_counter() - started
        skipped = max(record.skipped for record in records)
        if skipped * 10 > rounds:
            warn_of_skipped(name, skipped, rounds, getattr(player, "schedule", None) is not None)
        origin = provenance(
            learner=_told(player), world=repr(world), rounds=rounds, seeds=chosen, record=record, seconds=spent
        )
        origin |= told_of(player)
        games[name] = _games(name, player, world, (rounds, chosen, points), records, best, origin)
    return Tournament(games) if isinstance(learner, Mapping) else next(iter(games.values()))


def _oblivious(world: Any) -> bool:
    return type(world) is World and not world.answers


def _one(
    player: Any, world: Any, bounds: bool, seed: int, points: NDArray[np.int64], watch: Watch, n_seeds: int
) -> Record:
    """One game; how often each action was played is kept where there is room for all seeds'."""
    record = played(player, world, bounds, seed, points, watch.advance)
    return record if n_seeds * world.n_actions <= MOST_PLAYS_KEPT else record._replace(plays=None)


def _games(
    name: str,
    player: Any,
    world: Any,
    size: tuple[Any, Any, Any],
    records: list[Record],
    best: Best | None,
    origin: Mapping[str, Any],
) -> Games:
    rounds, seeds, points = size
    means = None if records[0].own_means is None else np.array([record.own_means for record in records])
    if best is None:
        known: dict[str, Any] = {name: np.array([record.best[name] for record in records]) for name in records[0].best}
        best = KnownBest(**known)
    counts = [record.plays for record in records if record.plays is not None]
    return Games(
        name=name,
        learner=_told(player),
        world=repr(world),
        n_actions=world.n_actions,
        rounds=rounds,
        seeds=seeds,
        checkpoints=points,
        own_losses=np.array([record.own_losses for record in records]),
        own_means=means,
        plays=np.array(counts) if counts else None,
        sums={name: np.array([record.sums[name] for record in records]) for name in records[0].sums},
        best=best,
        provenance=origin,
        parties=Parties(player, world),
    )


def _told(player: Any) -> str:
    """A learner in a line; without its seed, which is ignored here."""
    return player.constructed if isinstance(player, Learner) else repr(player)


def checked_record(record: str, learners: Mapping[str, Any], world: Any) -> bool:
    """Whether to add up what bounds are made of."""
    if record not in ("regret", "bounds"):
        raise InvalidParameter(f"record={record!r} must be 'regret' or 'bounds'")
    others = [name for name, learner in learners.items() if not is_compiled(learner, world)]
    if record == "bounds" and others:
        raise InvalidParameter(
            f"record='bounds' is for learners and worlds of this library; {others[0]} is played without"
        )
    return record == "bounds"


def checked_seeds(seeds: Seeds) -> NDArray[np.int64]:
    """Distinct seeds: 0 .. n - 1 for a number."""
    if np.ndim(seeds) == 0 and not isinstance(seeds, Iterable):  # type: ignore[arg-type]
        return np.arange(whole("seeds", seeds, 1, 10**7))
    chosen = _whole("seeds", list(seeds))  # type: ignore[arg-type]
    if chosen.ndim != 1 or chosen.size == 0 or (chosen < 0).any() or np.unique(chosen).size < chosen.size:
        raise InvalidParameter("seeds must be how many, or a list of distinct whole numbers from 0 on")
    return chosen


def checked_checkpoints(checkpoints: int | ArrayLike | None, rounds: int) -> NDArray[np.int64]:
    """Increasing rounds to look at, the last being ``rounds``."""
    if checkpoints is None:
        checkpoints = min(DEFAULT_CHECKPOINTS, rounds)
    given = np.asarray(checkpoints)
    if given.ndim == 0:
        count = whole("checkpoints", given.item(), 1, rounds)
        steps = np.arange(1, count + 1)
        return steps * (rounds // count) + steps * (rounds % count) // count  # the product with all rounds may overflow
    points = np.unique(_whole("checkpoints", given))
    if given.ndim != 1 or points.size == 0 or points[0] < 1 or points[-1] > rounds:
        raise InvalidParameter(f"checkpoints must be how many, or a list of rounds from 1 to rounds={rounds}")
    return points if points[-1] == rounds else np.append(points, rounds)


def _whole(name: str, values: Any) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise InvalidParameter(f"{name} must be whole numbers, not {array.dtype}; round them, or use .astype(int)")
    return whole_numbers(array, name, InvalidParameter)


def _shown(progress: Progress, total: int) -> Callable[[int], object] | None:
    if progress is None or progress is False:
        return None
    if callable(progress):
        return lambda done: progress(done, total)
    if progress is not True:
        raise InvalidParameter(f"progress={progress!r} must be True, False, or a function of rounds played and in all")
    started, ended = time.perf_counter(), False

    def line(done: int) -> None:
        nonlocal ended
        if ended:
            return
        ended = done == total
        rate = done / max(time.perf_counter() - started, 1e-9)
        end = "\n" if ended else ""
        sys.stderr.write(f"\r{done / total:6.1%} of {total:,} rounds, {rate:,.0f} a second{end}")
        sys.stderr.flush()

    return line
