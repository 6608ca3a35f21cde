"""Distances on scales of amounts and with the importance of columns: numpy alone is the oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode.distance_scale import exponential_less_one, log_of_one_plus, on_distance_scale
from core.model import DistanceScale, Scale, Schema
from core.protect.encode import encode_nominal, encode_points
from core.table import arrays
from tests.core.tables import Cell, column, quasi

AMOUNTS = [0.0, 0.0, 3.0, 40.0, 41.5, 900.0, 1e6, -7.0]


def standardised(values: np.ndarray) -> np.ndarray:
    return np.asarray((values - values.mean()) / values.std())


def logs(values: np.ndarray) -> np.ndarray:
    unit = 0.1 * np.median(np.abs(values[values != 0]))
    return np.asarray(np.sign(values) * np.log(1 + np.abs(values) / unit))


def encoded(cells: list[Cell], **settings: Any) -> np.ndarray:
    schema = Schema((replace(quasi("a"), **settings),))
    return np.asarray(encode_points([column("a", cells)], schema)[:, 0])


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, lambda x: x),
        ({"distance": DistanceScale.LOG}, logs),
        ({"distance": DistanceScale.ROOT}, lambda x: np.sign(x) * np.sqrt(np.abs(x))),
    ],
)
@pytest.mark.parametrize("importance", [0.25, 1.0, 4.0, 3.0])
def test_amounts_are_standardised_on_their_scale(settings, expected, importance) -> None:
    points = encoded(list(AMOUNTS), **settings, importance=importance)
    wanted = np.sqrt(importance) * standardised(expected(np.array(AMOUNTS)))
    np.testing.assert_allclose(points, wanted, rtol=1e-12, atol=1e-12)


@given(st.lists(st.floats(-1e70, 1e70), min_size=1, max_size=30))
def test_any_amounts_are_numbers_in_their_order(values: list[float]) -> None:
    amounts = np.sort(np.array(values))
    for scale in DistanceScale:
        rescaled = on_distance_scale(amounts, scale)
        assert np.isfinite(rescaled).all()
        assert (np.diff(rescaled) >= -1e-12).all()


def test_a_missing_amount_takes_the_mean_of_the_scale() -> None:
    points = encoded([1.0, None, 100.0, 10.0], distance=DistanceScale.LOG)
    assert points[1] == pytest.approx(0, abs=1e-15)


def test_zeros_alone_have_no_distance() -> None:
    assert encoded([0.0] * 4, distance=DistanceScale.LOG).tolist() == [0.0] * 4


def test_a_long_column_is_rescaled_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = on_distance_scale(np.array(AMOUNTS * 5), DistanceScale.LOG)
    monkeypatch.setattr(arrays, "ROWS_AT_ONCE", 7)
    assert on_distance_scale(np.array(AMOUNTS * 5), DistanceScale.LOG).tobytes() == whole.tobytes()


def test_logarithms_are_those_of_numpy() -> None:
    values = np.concatenate([[0.0], np.logspace(-20, 270, 5000), np.linspace(0, 20, 5001)])
    np.testing.assert_allclose(log_of_one_plus(values), np.log1p(values), rtol=3e-16, atol=3e-16)


def test_exponentials_are_those_of_numpy() -> None:
    values = np.concatenate([[0.0], np.logspace(-20, 2.8, 5000), np.linspace(0, 20, 5001)])
    np.testing.assert_allclose(exponential_less_one(values), np.expm1(values), rtol=8e-16, atol=0)


@pytest.mark.parametrize("importance", [0.25, 1.0, 4.0])
def test_importance_is_a_factor_of_squared_distances_of_categories(importance: float) -> None:
    cells: list[Cell] = ["x", "y", "x", "z", "x", "y"]
    schema = Schema((replace(quasi("a", Scale.NOMINAL), importance=importance),))
    (attribute,) = encode_nominal([column("a", cells)], schema)
    shares = np.array([3, 2, 1]) / 6
    different = 1 - (shares**2).sum()
    # Different categories of a flat list have one distance, of which the mean square becomes 1.
    assert attribute.squares.max() == pytest.approx(importance / different, rel=1e-12)
