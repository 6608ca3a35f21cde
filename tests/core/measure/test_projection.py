"""Principal components against their definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from core.measure.clusters import principal_components


def components(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], tuple[float, float]]:
    total = float((points**2).sum()) / len(points)
    return principal_components(lambda begin, end: points[begin:end], len(points), total)


def test_points_on_a_line_lie_on_the_first_component() -> None:
    along = np.array([-2.0, -1.0, 0.0, 3.0])
    scores, shares = components(np.outer(along, [3.0, 4.0]) / 5.0)
    assert_allclose(scores[:, 0], along, atol=1e-12)
    assert_allclose(scores[:, 1], 0.0, atol=1e-12)
    assert shares == pytest.approx((1.0, 0.0))


def test_one_column_is_its_own_component() -> None:
    scores, shares = components(np.array([[-1.0], [1.0]]))
    assert_allclose(scores, [[-1.0, 0.0], [1.0, 0.0]])
    assert shares == (1.0, 0.0)


def test_points_that_are_all_the_same_have_no_spread() -> None:
    scores, shares = components(np.zeros((5, 3)))
    assert shares == (0.0, 0.0)
    assert_allclose(scores, 0.0)


@given(arrays(np.float64, (12, 3), elements=st.floats(-100, 100, width=32)))
def test_no_direction_spreads_the_points_more(points: NDArray[np.float64]) -> None:
    points = points - points.mean(axis=0)
    scores, _ = components(points)
    spread = scores.var(axis=0)
    assert spread[0] >= spread[1] - 1e-6
    for angle in np.linspace(0.0, np.pi, 12):
        other = np.array([np.cos(angle), np.sin(angle) * 0.6, np.sin(angle) * 0.8])
        assert (points @ other).var() <= spread[0] * (1 + 1e-9) + 1e-6
