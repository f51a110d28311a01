"""What README tells of the learners is what their table says."""

from pathlib import Path

from sidelight.learners import LEARNERS

ROOT = Path(__file__).parents[2]


def test_the_readme_has_a_true_row_for_each_learner() -> None:
    told = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("| `")]
    rows = [line for line in told if line.split("`")[1] in LEARNERS]
    expected = [
        f"| `{name}` | {'before' if learner.algorithm.informed else 'after'} | {learner.algorithm.serves.value} "
        f"| {learner.algorithm.guarantee} |"
        for name, learner in LEARNERS.items()
    ]
    assert rows == expected
