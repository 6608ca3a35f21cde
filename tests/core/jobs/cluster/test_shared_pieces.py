"""Pieces of work in files of a private folder in memory."""

from __future__ import annotations

import resource
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.abandoned import own_prefix
from core.jobs.cluster import shared_pieces
from core.jobs.cluster.shared_pieces import read_piece, shared_folder, write_piece


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    numbers = np.arange(24, dtype=np.float64).reshape(4, 6)
    arrays = [numbers, numbers[:, ::2], np.empty((0, 3)), numbers.T, np.arange(3)]

    assert write_piece(tmp_path / "one", (arrays, {"k": 5, "name": "Ä"}))
    found, others = read_piece(tmp_path / "one")

    for got, was in zip(found, arrays, strict=True):
        assert (got.dtype, got.shape, got.tolist()) == (was.dtype, was.shape, was.tolist())
    assert others == {"k": 5, "name": "Ä"}
    # A method may write into what it was given.
    found[0][0, 0] = 7.0


def test_a_piece_without_room_leaves_nothing(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        assert not write_piece(tmp_path / "one", np.zeros(1000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert list(tmp_path.iterdir()) == []


def test_nobody_else_may_look_into_the_folder_and_it_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_pieces, "_MEMORY", tmp_path)
    with shared_folder() as folder:
        assert folder is not None
        assert folder.parent == tmp_path
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (folder / "left").write_bytes(b"1")

    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_removed_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_pieces, "_MEMORY", tmp_path)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    own, others = own_prefix("statveil-workers"), tmp_path / "another-program"
    left = tmp_path / own.replace(f"-{own.split('-')[-2]}-", f"-{ended.pid}-")
    for each in (left, others):
        each.mkdir()
        (each / "records").write_bytes(b"1")

    with shared_folder():
        assert not left.exists()
        assert others.exists()


def test_a_computer_without_such_a_place_has_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_pieces, "_MEMORY", tmp_path / "none")
    with shared_folder() as folder:
        assert folder is None
