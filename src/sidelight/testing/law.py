"""The distribution that is played: it is one, it is what is drawn from, and a seed fixes all draws."""

from __future__ import annotations

import numpy as np

from sidelight.testing.trial import Trial, require

FALSE_ALARM = 1e-6
DRAWS = 2000


def chances_and_weights_are_distributions(trial: Trial) -> None:
    """Both are nonnegative and sum to one, from the first round on."""
    for learner in (trial.new(), trial.seasoned()):
        for name, vector in (("weights", np.asarray(learner.weights)), ("chances", trial.chances(learner))):
            require(vector.shape == (trial.n,), f"{name} have shape {vector.shape}, not ({trial.n},)")
            require((vector >= 0.0).all(), f"{name} hold {vector.min()!r}")
            require(abs(vector.sum() - 1.0) < 1e-9, f"{name} sum to {vector.sum()!r}")


def a_decision_carries_its_chance(trial: Trial) -> None:
    """``decision.chance`` is the entry of ``chances`` that the action had."""
    learner = trial.seasoned()
    for action in (None, *range(trial.n)):
        chances = trial.chances(learner)
        decision = trial.decide(learner, **({} if action is None else {"action": action}))
        require(0 <= decision.action < trial.n, f"action {decision.action!r} was drawn from {trial.n}")
        require(action in (None, decision.action), f"action={action} was asked for and {decision.action} decided")
        expected = chances[decision.action]
        require(abs(decision.chance - expected) <= 1e-9 * expected, f"chance {decision.chance!r} is not {expected!r}")


def a_seed_fixes_all_draws(trial: Trial) -> None:
    """Equal seeds play alike; other seeds play otherwise."""
    first, second, other = (trial.seasoned(seed) for seed in (1, 1, 2))
    drawn = [[trial.decide(learner).action for _ in range(100)] for learner in (first, second, other)]
    require(drawn[0] == drawn[1], "two learners of one seed drew different actions")
    if np.max(trial.chances(first)) < 0.8:
        require(drawn[0] != drawn[2], "learners of different seeds drew the same 100 actions")


def draws_follow_the_chances(trial: Trial) -> None:
    """How often each action is drawn fits its chance, by the binomial law; false alarms once in a million checks."""
    from scipy.stats import binomtest

    learner = trial.seasoned()
    chances = trial.chances(learner)
    counts = np.bincount([trial.decide(learner).action for _ in range(DRAWS)], minlength=trial.n)
    for i, (count, chance) in enumerate(zip(counts, chances, strict=True)):
        likely = binomtest(int(count), DRAWS, min(float(chance), 1.0)).pvalue
        require(likely > FALSE_ALARM / trial.n, f"action {i} of chance {chance:g} was drawn {count} times in {DRAWS}")


def many_decisions_are_as_many_single_ones(trial: Trial) -> None:
    """``decide(n=3)`` gives what three calls would."""
    together, one_by_one = trial.seasoned(), trial.seasoned()
    decisions = trial.decide(together, n=3)
    plain = [(d.action, d.chance, d.round) for d in (trial.decide(one_by_one) for _ in range(3))]
    require([(d.action, d.chance, d.round) for d in decisions] == plain, "decide(n=3) is not three times decide()")
    require(trial.decide(together, n=0) == [], "decide(n=0) is not an empty list")


CHECKS = (
    chances_and_weights_are_distributions,
    a_decision_carries_its_chance,
    a_seed_fixes_all_draws,
    draws_follow_the_chances,
    many_decisions_are_as_many_single_ones,
)
