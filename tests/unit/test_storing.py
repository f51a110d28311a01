"""One file with everything, whole or not there, and never over another unasked."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from tests.some_games import some_games

from sidelight import Games, InvalidFile, KnownBest, TooLarge, Tournament, WouldOverwrite
from sidelight.arena import storing


def test_a_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    assert some_games().save(path) == path
    with pytest.raises(WouldOverwrite, match="overwrite=True"):
        some_games(seed=1).save(path)
    assert Games.load(path) == some_games()
    some_games(seed=1).save(path, overwrite=True)
    assert Games.load(path) == some_games(seed=1)


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "_refuse_to_overwrite", lambda target, overwrite: None)
    path = tmp_path / "games.npz"
    path.write_text("mine")
    with pytest.raises(WouldOverwrite):
        some_games().save(path)
    assert path.read_text() == "mine"


def test_a_system_without_links_is_served_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", no_links)
    assert Games.load(some_games().save(tmp_path / "games.npz")) == some_games()
    with pytest.raises(WouldOverwrite):
        some_games().save(tmp_path / "games.npz")


def test_a_failure_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    path = tmp_path / "games.npz"
    some_games().save(path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        some_games(seed=1).save(path, overwrite=True)
    assert Games.load(path) == some_games()
    assert list(tmp_path.iterdir()) == [path]


def test_numpy_alone_can_read_it(tmp_path: Path) -> None:
    games = some_games()
    with np.load(games.save(tmp_path / "games.npz")) as stored:
        assert np.array_equal(stored["own_losses"], games.own_losses)
        header = json.loads(stored["header"].tobytes())
    assert header["provenance"] == {"spec": "abc", "seconds": 1.5}
    assert header["kind"] == "Games"


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    saved = some_games().save(tmp_path / "games")
    assert saved.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_best_that_is_too_large_stays_so(tmp_path: Path) -> None:
    class Huge(KnownBest):
        def losses(self) -> None:
            raise TooLarge("10^12 losses; use pseudo_regret")

    sums = some_games().own_losses
    games = some_games(best=Huge(means=sums, moving_means=sums))
    loaded = Games.load(games.save(tmp_path / "games"))
    assert loaded == games
    assert np.array_equal(loaded.pseudo_regret, games.pseudo_regret)
    with pytest.raises(TooLarge, match="10\\^12 losses; use pseudo_regret"):
        loaded.regret  # noqa: B018


def test_every_damage_is_named_or_harmless(tmp_path: Path) -> None:
    """Every third byte changed in turn, some lengths cut: never other numbers, never another error."""
    games = some_games(2, 2, sums={}, own_means=None, plays=None)
    path = games.save(tmp_path / "games.npz")
    whole = path.read_bytes()
    harmless = 0
    for at in range(0, len(whole), 3):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            assert Games.load(path) == games
            harmless += 1
        except InvalidFile:
            pass
    assert harmless < len(whole) / 9
    for length in range(0, len(whole), 97):
        path.write_bytes(whole[:length])
        with pytest.raises(InvalidFile, match=r"games\.npz"):
            Games.load(path)


def test_foreign_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "foreign.npz"
    path.write_text("seed,regret\n0,1\n")
    with pytest.raises(InvalidFile, match="not written by sidelight"):
        Games.load(path)
    np.savez(path, x=np.arange(3))
    with pytest.raises(InvalidFile, match="not written by sidelight"):
        Games.load(path)
    np.savez(path, header=np.frombuffer(b'{"a": 1}', np.uint8))
    with pytest.raises(InvalidFile, match="another"):
        Games.load(path)
    np.savez(path, header=np.frombuffer(b'{"format": 99, "kind": "Games"}', np.uint8))
    with pytest.raises(InvalidFile, match="format 99"):
        Games.load(path)
    np.savez(path, header=np.frombuffer(b'{"format": 1, "kind": "Games"}', np.uint8))
    with pytest.raises(InvalidFile, match="damaged"):
        Games.load(path)
    np.savez(path, header=np.frombuffer(b'{"format": 1, "kind": "Games", "arrays": []}', np.uint8))
    with pytest.raises(InvalidFile, match="make sense"):
        Games.load(path)
    np.savez(path, header=np.array([object()]))
    with pytest.raises(InvalidFile):
        Games.load(path)
    with pytest.raises(FileNotFoundError):
        Games.load(tmp_path / "nowhere.npz")


def test_games_and_tournaments_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match=r"use Tournament\.load"):
        Games.load(Tournament({"mine": some_games()}).save(tmp_path / "t"))
    with pytest.raises(InvalidFile, match=r"use Games\.load"):
        Tournament.load(some_games().save(tmp_path / "g"))
