"""Numbers of an axis that fit: dates, large numbers, years, noise, scales of skew columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from core.measure import distribution
from core.model import Attribute, Column, ColumnKind, Role, Scale
from desktop_app.plots.axes import crowded
from desktop_app.plots.distribution import DistributionBars
from desktop_app.plots.noise import Noise
from desktop_app.plots.rendering import Frame, render
from desktop_app.wizard.results.results_map import date_number, value_number
from tests.desktop.plots.drawings import AGES


def _drawing(edges: np.ndarray, *, dates: bool = False, number=str, width=None) -> DistributionBars:
    counts = np.ones(len(edges) - 1, dtype=np.int64)
    return replace(
        AGES,
        edges=edges,
        before=counts,
        after=counts,
        number=number,
        dates=dates,
        linear_width=width,
    )


@pytest.mark.parametrize("width", [240, 320, 640])
def test_dates_do_not_touch_each_other_however_narrow_the_picture(ink, width: int) -> None:
    edges = np.linspace(-20_000, 15_000, 41)
    drawn = render(_drawing(edges, dates=True, number=date_number), ink, Frame(width, 200, 96, 1))
    assert not crowded(drawn.figure.axes[0])
    assert len(drawn.figure.axes[0].get_xticks()) >= 2


@pytest.mark.parametrize("width", [240, 640])
def test_large_numbers_do_not_touch_each_other(ink, width: int) -> None:
    drawing = _drawing(np.linspace(0, 5_000_000, 41), number=lambda value: f"{value:,.0f}")
    assert not crowded(render(drawing, ink, Frame(width, 200, 96, 1)).figure.axes[0])


def _column(values: np.ndarray) -> Column:
    kind = ColumnKind.INTEGER if values.dtype.kind == "i" else ColumnKind.NUMBER
    return Column("X", kind, values, np.zeros(len(values), dtype=bool))


@pytest.mark.usefixtures("qapp")
def test_years_are_written_without_thousands_signs_and_amounts_with() -> None:
    years, amounts = np.array([1931, 1950, 2004]), np.array([900, 1950, 12_000])
    assert value_number(_column(years))(1950.0) == "1950"
    assert value_number(_column(amounts))(1950.0) == "1,950"


def test_a_very_skew_column_is_spread_over_its_bins(ink) -> None:
    random = np.random.default_rng(4)
    turnover = _column(np.round(random.lognormal(10, 2.2, 5000), 0))
    attribute = Attribute("X", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
    counts = distribution(attribute, turnover, turnover)
    assert counts.linear_width is not None
    assert counts.before.sum() == counts.after.sum() == 5000
    assert (counts.before >= 10).sum() >= 15  # on a linear scale nearly all lie in the first bin
    drawing = _drawing(counts.edges, number=lambda v: f"{v:,.0f}", width=counts.linear_width)
    axes = render(drawing, ink, Frame(400, 200, 96, 1)).figure.axes[0]
    assert axes.get_xscale() == "asinh"
    assert not crowded(axes)


def test_a_column_that_is_not_skew_keeps_its_scale() -> None:
    ages = _column(np.random.default_rng(4).integers(15, 95, 500))
    attribute = Attribute("X", Role.QUASI_IDENTIFIER, Scale.INTEGER)
    assert distribution(attribute, ages, ages).linear_width is None


@pytest.mark.parametrize("most", [120.0, 5_000.0, 2_000_000.0, 5e12])
def test_the_numbers_below_the_picture_do_not_meet(ink, most: float) -> None:
    values = np.linspace(0, most, 40)
    figure = Figure(figsize=(2.3, 2.2), dpi=96, layout="constrained")
    noise = Noise(values, values, "Made-up average", "Released with noise", ".", "{:,.0f}".format)
    noise.draw(figure, ink)
    figure.canvas.draw()
    labels = figure.axes[0].get_xticklabels()
    low, high = figure.axes[0].get_xlim()
    boxes = [
        label.get_window_extent()
        for label in labels
        if low <= label.get_position()[0] <= high and label.get_text()
    ]
    assert boxes
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
