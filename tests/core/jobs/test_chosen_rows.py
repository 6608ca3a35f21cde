"""Rows that pieces of work choose: the same ones in this process and in another."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from core.jobs.chosen_rows import SharedRows, rows_in_file
from core.jobs.cluster.dask_engine import DaskEngine

POSITIONS = np.array([7, 0, 7, 2_999])


def rows() -> np.ndarray:
    return np.random.default_rng(5).standard_normal((3_000, 4))


def expected() -> list[list[float]]:
    every = rows().tolist()
    return [every[7], every[0], every[7], every[2_999]]


def test_rows_are_those_at_the_positions() -> None:
    chosen = SharedRows(rows()).choose(POSITIONS)
    assert chosen.taken().tolist() == expected()
    assert chosen.taken(slice(1, 3)).tolist() == expected()[1:3]


def test_rows_are_sent_where_nobody_else_can_read_the_array() -> None:
    with DaskEngine(None).share(rows()) as shared:
        sent = pickle.loads(pickle.dumps(shared.choose(POSITIONS)))
        assert sent.taken().tolist() == expected()


def test_positions_are_sent_where_others_can_read_the_array(tmp_path: Path) -> None:
    with rows_in_file(tmp_path / "rows.npy", rows()) as shared:
        sent = pickle.dumps(shared.choose(np.arange(3_000)))
        # A position takes 8 bytes, a row 32.
        assert len(sent) < 3_000 * 10
        assert pickle.loads(sent).taken().tolist() == rows().tolist()
        assert pickle.loads(pickle.dumps(shared.choose(POSITIONS))).taken().tolist() == expected()


def test_nothing_stays_in_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "rows.npy"
    with rows_in_file(path, rows()):
        assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(RuntimeError), rows_in_file(path, rows()):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_rows_are_sent_if_the_file_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        path.write_bytes(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with rows_in_file(tmp_path / "rows.npy", rows()) as shared:
        assert list(tmp_path.iterdir()) == []
        assert pickle.loads(pickle.dumps(shared.choose(POSITIONS))).taken().tolist() == expected()
