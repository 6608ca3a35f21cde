"""Rows that pieces of work choose: the same ones in this process and in another."""

from __future__ import annotations

import pickle

import numpy as np

from core.jobs.chosen_rows import ChosenRows

ROWS = np.random.default_rng(5).standard_normal((3_000, 4))
CHOSEN = ChosenRows(ROWS, np.array([7, 0, 7, 2_999]))
EXPECTED = [ROWS[7].tolist(), ROWS[0].tolist(), ROWS[7].tolist(), ROWS[2_999].tolist()]


def test_rows_are_those_at_the_positions() -> None:
    assert CHOSEN.take().tolist() == EXPECTED


def test_another_process_gets_the_rows_chosen_and_no_others() -> None:
    sent = pickle.dumps(CHOSEN)
    assert pickle.loads(sent).take().tolist() == EXPECTED
    assert len(sent) < 1_000
