"""Turned points keep their distances, and their axes are others each time."""

from __future__ import annotations

import numpy as np
import pytest

from core.kernels.blocks.turning import turn


def squares(points: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    return np.asarray(((points[:, None] - points[None]) ** 2).sum(axis=2))


@pytest.mark.parametrize("columns", [2, 3, 8, 13])
@pytest.mark.parametrize("number", [1, 2, 17, 18])
def test_distances_are_kept_and_axes_are_not(columns: int, number: int) -> None:
    points = np.random.default_rng(1).standard_normal((40, columns))
    before = points.copy()
    found = turn(points, number)
    assert (points == before).all()
    assert squares(found) == pytest.approx(squares(points), abs=1e-9)
    if columns > 2:
        # No axis is another axis again, in either direction.
        matrix = turn(np.eye(columns), number)
        assert np.abs(matrix).max() < 1.0 - 1e-6


def test_each_number_turns_in_another_way() -> None:
    points = np.eye(4)
    found = [turn(points, number).round(6).tolist() for number in range(30)]
    assert found[0] == points.tolist()
    assert len({str(one) for one in found}) == 30


def test_nothing_is_turned_in_a_single_column_or_none() -> None:
    points = np.arange(5.0)[:, None]
    assert turn(points, 3).tolist() == points.tolist()
    assert turn(np.empty((5, 0)), 3).shape == (5, 0)
