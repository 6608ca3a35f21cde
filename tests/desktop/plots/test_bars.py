"""Histograms: cluster sizes, distributions before and after, EMD, the price of a smaller t."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from numpy.testing import assert_array_equal

from desktop_app.plots.cluster_sizes import ClusterSizes, count_sizes
from desktop_app.plots.distribution import DistributionBars
from tests.desktop.plots.drawings import AGES, CLOSENESS, CLUSTER_SIZES, PRICE_OF_T, SEARCH


def _sizes(values: list[int], selected: int | None = None) -> ClusterSizes:
    bars = count_sizes(np.array(values, dtype=np.int64))
    return replace(CLUSTER_SIZES, bars=bars, selected=selected)


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=60))
def test_every_cluster_is_in_the_bar_of_its_size(values: list[int]) -> None:
    bars = count_sizes(np.array(values, dtype=np.int64))
    for low, high, count in zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True):
        assert sum(low <= value < high for value in values) == count
    assert bars.counts.sum() == len(values)
    assert len(bars.counts) <= 31


def test_few_different_sizes_get_a_bar_each(figure, ink) -> None:
    values = [5, 5, 5, 6, 9]
    _sizes(values).draw(figure, ink)
    bars = figure.axes[0].patches
    drawn = {round(bar.get_x() + 0.5): int(bar.get_height()) for bar in bars if bar.get_height()}
    assert drawn == dict(Counter(values))


@pytest.mark.parametrize(("place", "size"), [(5.0, 5), (6.3, 6), (7.0, None), (20.0, None)])
def test_a_click_on_a_bar_names_its_size(figure, ink, place: float, size: int | None) -> None:
    drawing = _sizes([5, 5, 5, 6, 9])
    drawing.draw(figure, ink)
    axes = figure.axes[0]
    assert drawing.pick(axes, *axes.transData.transform((place, 0.5))) == size


def test_the_selected_size_is_outlined(figure, ink) -> None:
    _sizes([5, 6, 6, 7], selected=6).draw(figure, ink)
    widths = [bar.get_linewidth() for bar in figure.axes[0].patches]
    assert max(widths) == widths[1]
    assert widths.count(max(widths)) == 1


def _distribution(categories: tuple[str, ...] = ()) -> DistributionBars:
    before, after = np.array([4, 0, 2]), np.array([3, 3, 0])
    return replace(AGES, edges=np.arange(4.0), before=before, after=after, categories=categories)


def test_before_and_after_share_their_bins(figure, ink) -> None:
    _distribution().draw(figure, ink)
    before, after = (patch.get_data() for patch in figure.axes[0].patches)
    assert_array_equal(before.values, [4, 0, 2])
    assert_array_equal(after.values, [3, 3, 0])
    assert_array_equal(before.edges, after.edges)


@pytest.mark.usefixtures("styled")
def test_before_and_after_differ_in_more_than_colour(figure, ink) -> None:
    _distribution().draw(figure, ink)
    before, after = figure.axes[0].patches
    assert before.get_fill()
    assert not after.get_fill()


def test_categories_are_named_beside_their_bars_the_first_on_top(figure, ink) -> None:
    _distribution(("none", "some", "all")).draw(figure, ink)
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["none", "some", "all"]
    low, high = axes.get_ylim()
    assert low > high
    drawn = {
        to_hex(bar.get_facecolor()): [int(part.get_width()) for part in bars]
        for bars in axes.containers
        for bar in bars[:1]
    }
    assert drawn == {ink.before: [4, 0, 2], ink.after: [3, 3, 0]}
    places = [bar.get_y() for bars in axes.containers for bar in bars]
    assert len(set(places)) == 6  # no bar covers another


def test_counts_of_categories_are_written_beside_their_bars(figure, ink) -> None:
    _distribution(("none", "some", "all")).draw(figure, ink)
    figure.canvas.draw()
    axes = figure.axes[0]
    written = [text for text in axes.texts if "\N{RIGHTWARDS ARROW}" in text.get_text()]
    assert [text.get_text() for text in written] == ["4 → 3", "0 → 3", "2 → 0"]
    right = axes.get_window_extent().x1
    for text, longest in zip(written, (4, 3, 2), strict=True):
        box = text.get_window_extent()
        assert axes.transData.transform((longest, 0))[0] < box.x0 < box.x1 < right


@pytest.mark.parametrize(("inches", "merged"), [(1.4, True), (1.9, True), (6.0, False)])
def test_in_a_low_picture_categories_are_put_together_and_nothing_is_written_over_another(
    ink, inches: float, *, merged: bool
) -> None:
    figure = Figure(figsize=(4.5, inches), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    counts = np.array([559, 473, 392, 304, 286, 283, 239, 203, 182, 79])
    names = tuple(f"{i:02d}" for i in range(1, 11))
    many = replace(
        _distribution(names), before=counts, after=counts[::-1].copy(), others="{} others".format
    )
    many.draw(figure, ink)
    figure.canvas.draw()
    axes = figure.axes[0]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert ("others" in labels[-1]) is merged
    if merged:
        assert labels[-1] == f"{10 - len(labels) + 1} others"
    for bars, column in zip(axes.containers, (counts, counts[::-1]), strict=True):
        assert sum(int(bar.get_width()) for bar in bars) == column.sum()
    for texts in (axes.get_yticklabels(), axes.texts):
        boxes = sorted((text.get_window_extent() for text in texts), key=lambda box: box.y0)
        assert all(low.y1 <= high.y0 + 1 for low, high in pairwise(boxes))


def test_dates_have_ticks_on_beginnings_of_years(figure, ink) -> None:
    days = _distribution()
    decades = replace(days, edges=np.array([-10_000.0, 0.0, 10_000.0, 20_000.0]), dates=True)
    decades.draw(figure, ink)
    figure.canvas.draw()
    ticks = [date(1970, 1, 1) + timedelta(int(day)) for day in figure.axes[0].get_xticks()]
    assert ticks
    assert {(tick.month, tick.day) for tick in ticks} == {(1, 1)}


def test_all_clusters_are_counted_and_the_promise_is_in_sight(figure, ink) -> None:
    replace(CLOSENESS, promised=0.3).draw(figure, ink)
    axes = figure.axes[0]
    assert axes.patches[0].get_data().values.sum() == 3
    low, high = axes.get_xlim()
    assert low == 0.0
    assert high > 0.3
    lines = {line.get_label(): line.get_xdata()[0] for line in axes.lines}
    assert lines == {"Promised": 0.3, "Selected": 0.11}


def test_without_a_promise_no_limit_is_drawn(figure, ink) -> None:
    CLOSENESS.draw(figure, ink)
    assert [line.get_label() for line in figure.axes[0].lines] == ["Selected"]


def test_a_click_picks_the_cluster_with_the_nearest_emd(figure, ink) -> None:
    CLOSENESS.draw(figure, ink)
    axes = figure.axes[0]
    assert CLOSENESS.pick(axes, *axes.transData.transform((0.06, 0.5))) == 1


def test_the_present_setting_lies_on_the_curve(figure, ink) -> None:
    PRICE_OF_T.draw(figure, ink)
    curve, now = figure.axes[0].lines
    assert now.get_xydata().tolist() == [[0.2, 3.0]]
    assert [0.2, 3.0] in curve.get_xydata().tolist()


def test_the_curve_of_a_search_steps_where_others_lead(figure, ink) -> None:
    SEARCH.draw(figure, ink)
    lines = {line.get_gid(): line for line in figure.axes[0].lines}
    assert lines["inside"].get_drawstyle() == lines["close"].get_drawstyle() == "steps-post"
    assert lines["inside"].get_xydata().tolist() == [[1, 50], [2, 50], [3, 75]]
    assert np.isfinite(lines["tried"].get_ydata()).tolist() == [True, False, True]
