"""Runs: what is missing is played and nothing else; whatever happens to chunks is told."""

import signal
from pathlib import Path

import numpy as np
import pytest
from tests.studies import CELLS, POINTS, SEEDS, TEXT, no_row_twice, rows_of_results, small_spec

import sidelight as sl
from sidelight.lab import InvalidSpec, Report, Status, parse_spec, read_spec, read_study, run
from sidelight.lab.engines import Outcome, Task, Threads
from sidelight.lab.interrupts import undisturbed

FEWER = ("= 60", "= 4")


def play(folder: Path, *changes: tuple[str, str], chunk_seconds: float = 1.0) -> Report:
    return run(small_spec(FEWER, *changes), folder, engine="threads", workers=2, chunk_seconds=chunk_seconds)


def test_the_numbers_are_those_of_the_arena(tmp_path: Path) -> None:
    assert play(tmp_path).complete
    rows = rows_of_results(tmp_path)
    world = sl.worlds.bernoulli([0.3, *[0.5] * 6], sl.graphs.ring(7))
    games = sl.play(sl.Exp3IX(7, 0.1, 0.05), world, 300, [2], checkpoints=4, record="bounds")
    mine = (rows["learner"] == "plain") & (rows["world"] == "coins") & (rows["n_actions"] == 7) & (rows["seed"] == 2)
    assert rows["round"][mine].tolist() == [75, 150, 225, 300]
    assert np.array_equal(rows["regret"][mine], games.regret[0])
    assert np.array_equal(rows["own_losses"][mine], games.own_losses[0])
    for name, sums in games.sums.items():
        assert np.array_equal(rows[name][mine], sums[0]), name


def test_rows_stand_in_the_order_of_the_spec(tmp_path: Path) -> None:
    play(tmp_path, chunk_seconds=0.001)
    rows = rows_of_results(tmp_path)
    assert list(dict.fromkeys(zip(rows["learner"], rows["world"], rows["graph"], strict=True))) == [
        (learner, world, f"ring[n_actions={n}]") for world in ("coins", "spite") for n in (4, 7)
        for learner in ("strong", "plain")
    ]  # fmt: skip
    assert rows["seed"].tolist() == list(np.repeat(range(4), POINTS)) * CELLS


def test_again_nothing_is_played(tmp_path: Path) -> None:
    first, second = play(tmp_path), play(tmp_path)
    assert (first.runs_before, first.runs_done) == (0, CELLS * 4)
    assert (second.runs_before, second.runs_done, second.chunk_seconds) == (CELLS * 4, CELLS * 4, 0.0)
    assert second.complete


def test_only_what_changed_is_played(tmp_path: Path) -> None:
    play(tmp_path)
    changed = play(tmp_path, ("gamma = 0.05", "gamma = 0.06"))
    assert changed.runs_before == CELLS * 4 // 2
    assert play(tmp_path, ("learners.plain", "learners.renamed")).runs_before == CELLS * 4
    assert set(rows_of_results(tmp_path)["learner"]) == {"strong", "renamed"}
    assert play(tmp_path, ("n_actions = { each = [4, 7] }", "n_actions = 4")).runs_before == CELLS * 4 // 2
    assert len(rows_of_results(tmp_path)["seed"]) == CELLS * 4 // 2 * POINTS
    no_row_twice(tmp_path)


def test_more_seeds_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    play(tmp_path)
    more = run(small_spec(("= 60", "= [9, 2, 7]")), tmp_path, workers=1)
    assert more.runs_before == CELLS
    assert sorted(set(rows_of_results(tmp_path)["seed"])) == [2, 7, 9]
    assert run(small_spec(("= 60", "= 10")), tmp_path, workers=1).runs_before == CELLS * 6
    no_row_twice(tmp_path)


def test_other_code_is_another_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path)
    monkeypatch.setattr("sidelight.lab.cells.code_version", lambda: "edited")
    assert play(tmp_path).runs_before == 0


OWN = '''
"""A learner of the user's own."""
import numpy as np

class Mine:
    """Play at random; raise for one seed, if told to."""
    def __init__(self, n_actions, bad_seed=-1, seed=0):
        self.n, self.bad, self.seed = n_actions, bad_seed, seed
        self.generator = np.random.default_rng(seed)
    def fresh(self, seed):
        return Mine(self.n, self.bad, seed)
    def decide(self):
        if self.seed == self.bad:
            raise RuntimeError(f"seed {self.seed} is bad")
        return int(self.generator.integers(self.n))
    def learn(self, decision, losses, graph):
        pass

class Flat:
    """A world of the user's own: all lose the same."""
    n_actions = 3
    def graph(self, round_, seed):
        import sidelight as sl
        return sl.graphs.bandit(3)
    def losses(self, round_, seed):
        return np.full(3, 0.5)
'''


def own_spec(folder: Path, name: str, more: str = "", own: str = OWN) -> Path:
    (folder / f"{name}.py").write_text(own)
    (folder / "own.toml").write_text(
        TEXT.replace('learner = "Exp3IX"\neta = 0.1\ngamma = 0.05', f'learner = "{name}:Mine"\n{more}')
        .replace("= 60", "= 6").replace("[300]", "[20]").replace(', "bounds"', "")
        + f'[worlds.flat]\nworld = "{name}:Flat"\n'
    )  # fmt: skip
    return folder / "own.toml"


def test_learners_and_worlds_of_ones_own_are_played_in_processes(tmp_path: Path) -> None:
    report = run(read_spec(own_spec(tmp_path, "own_module_a")), tmp_path / "study", workers=2)
    assert report.engine == "processes"
    assert report.complete
    rows = rows_of_results(tmp_path / "study")
    flat = rows["own_losses"][(rows["world"] == "flat") & (rows["round"] == 20)]
    assert flat.tolist() == [10.0] * 12
    coins = rows["regret"][(rows["learner"] == "plain") & (rows["world"] == "coins") & (rows["round"] == 20)]
    assert len(coins) == 12
    assert coins.std() > 0


def test_a_chunk_that_raises_is_told_and_the_rest_is_played(tmp_path: Path) -> None:
    path = own_spec(tmp_path, "own_module_b", "bad_seed = 4")
    report = run(read_spec(path), tmp_path / "study", engine="threads", chunk_seconds=1e-6)
    assert not report.complete
    assert len(report.failures) == 5  # one seed of each cell of this learner
    assert all("RuntimeError: seed 4 is bad" in error for _, error in report.failures)
    assert report.runs - report.runs_done == 5
    assert not (tmp_path / "study" / "results.parquet").exists()
    study = read_study(tmp_path / "study")
    assert not study.complete
    assert len(study.failures) == 5
    mended = run(read_spec(own_spec(tmp_path, "own_module_b", own=OWN)), tmp_path / "study", engine="threads")
    assert mended.complete


def test_a_learner_that_always_raises_is_refused_with_its_line(tmp_path: Path) -> None:
    path = own_spec(tmp_path, "own_module_c", "bad_seed = 0")
    with pytest.raises(InvalidSpec, match=r"own.toml:8: RuntimeError: seed 0 is bad \(in plain against"):
        run(read_spec(path), tmp_path / "study")


class Stopping(Threads):
    """Ctrl-C after some outcomes."""

    left = 3

    def completed(self, timeout: float) -> list[Outcome]:
        outcomes = super().completed(timeout)
        self.left -= len(outcomes)
        if self.left <= 0:
            raise KeyboardInterrupt
        return outcomes


def test_stopped_it_keeps_what_came_back(tmp_path: Path) -> None:
    engine = Stopping(1)
    with pytest.raises(KeyboardInterrupt):
        run(small_spec(), tmp_path, engine=engine, chunk_seconds=0.01)
    with pytest.raises(sl.SidelightError, match="closed"):
        engine.submit(Task("a", lambda about, alive: None, None))
    kept = sum(state.seeds for state in read_study(tmp_path).cells)
    assert 0 < kept < CELLS * SEEDS
    assert run(small_spec(), tmp_path, workers=1).runs_before == kept


def interrupted(times: int, done: list[str]) -> None:
    with undisturbed():
        for _ in range(times):
            signal.raise_signal(signal.SIGINT)
        done.append("written")


def test_ctrl_c_waits_for_what_is_written_and_a_second_one_does_not() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for times, expected in ((1, ["written"]), (2, [])):
            done: list[str] = []
            with pytest.raises(KeyboardInterrupt):
                interrupted(times, done)
            assert done == expected
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_status_adds_up(tmp_path: Path) -> None:
    seen: list[tuple[int, int, int]] = []

    def tell(status: Status) -> None:
        seen.append((status.cells_done, status.runs_done, status.rounds_done))
        last.append(status)

    last: list[Status] = []
    run(small_spec(FEWER), tmp_path, engine="threads", workers=1, chunk_seconds=0.001, tell=tell)
    assert seen == sorted(seen)
    assert seen[-1] == (CELLS, CELLS * 4, CELLS * 4 * 300)
    assert last[-1].rate > 0
    assert last[-1].seconds_left == 0
    rows = rows_of_results(tmp_path)
    plain = rows["regret"][(rows["learner"] == "plain") & (rows["round"] == 300)]
    assert last[-1].means["plain"] == pytest.approx(plain.mean())


def test_a_study_says_what_is_there(tmp_path: Path) -> None:
    play(tmp_path)
    study = read_study(tmp_path, what="own_losses")
    rows = rows_of_results(tmp_path)
    for state in study.cells:
        mine = (rows["learner"] == state.cell.learner) & (rows["world"] == state.cell.world) & (rows["round"] == 300)
        losses = rows["own_losses"][mine & (rows["graph"] == state.cell.graph)]
        assert (state.seeds, state.cell.n_actions) == (4, int(str(state.cell.graph)[-2]))
        assert state.mean == pytest.approx(losses.mean())
        assert state.q99 == losses.max()
    assert study.complete
    assert study.runs[0]["engine"] == "threads"
    assert study.runs[0]["ended"] is not None


def test_the_same_twice_is_refused(tmp_path: Path) -> None:
    twice = '[learners.again]\nlearner = "Exp3IX"\neta = 0.1\ngamma = 0.05\n'
    with pytest.raises(InvalidSpec, match=r"again against .* is played twice: plain against coins is the same"):
        run(parse_spec(TEXT + twice), tmp_path)
