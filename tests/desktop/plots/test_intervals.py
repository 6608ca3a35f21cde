"""Figures with their intervals, before and after."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from desktop_app.plots.intervals import ConfidenceIntervals, distinguish
from tests.desktop.plots.drawings import INTERVALS

pytestmark = pytest.mark.usefixtures("styled")


def intervals(
    rows: int, selected: int | None = None, reach: float | None = None
) -> ConfidenceIntervals:
    before = np.array([(0.0, -1.0, 1.0)] * rows)
    after = before + np.arange(rows)[:, None]
    return replace(
        INTERVALS,
        names=tuple(f"Total of TURNOVER, by REGION: {row}" for row in range(rows)),
        before=before,
        after=after,
        outside=np.arange(rows) > 1,
        selected=selected,
        reach=reach,
    )


def drawn(figure: Figure, what: str) -> list[tuple[np.ndarray, np.ndarray, str]]:
    lines = [line for line in figure.axes[0].get_lines() if line.get_gid() == what]
    return [(line.get_xdata(), line.get_ydata(), line.get_color()) for line in lines]


def test_each_row_has_both_sides_and_red_marks_those_outside(figure, ink) -> None:
    intervals(3).draw(figure, ink)
    colours = [colour for *_, colour in drawn(figure, "dot")]
    assert colours[::2] == [ink.before] * 3
    assert colours[1::2] == [ink.after, ink.after, ink.limit]
    ends = [tuple(x) for x, *_ in drawn(figure, "interval")]
    assert ends[::2] == [(-1, 1)] * 3
    assert ends[1::2] == [(-1, 1), (0, 2), (1, 3)]


def test_of_more_rows_than_fit_those_around_the_chosen_one_are_drawn(figure, ink) -> None:
    many = intervals(200, selected=123)
    many.draw(figure, ink)
    axes = figure.axes[0]
    places = [round(place) for place in axes.get_yticks()]
    assert 123 in places
    assert 3 < len(places) < 40
    figure.canvas.draw()
    x, y = axes.transData.transform((0.0, 123.2))
    assert many.pick(axes, x, y) == 123
    assert many.hint(axes, x, y) == "Total of TURNOVER, by REGION: 123"
    boxes = [label.get_window_extent() for label in axes.get_yticklabels()]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    # A long name loses its middle, not the domain.
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert [int(label.rpartition(" ")[2]) for label in labels] == places


def test_an_arrow_points_to_what_lies_beyond(figure, ink) -> None:
    intervals(9, reach=5.0).draw(figure, ink)
    axes = figure.axes[0]
    marks = [line.get_marker() for line in axes.get_lines() if line.get_gid() == "dot"]
    assert marks[1::2] == ["D"] * 6 + [">"] * (len(marks) // 2 - 6)
    assert ">" in marks
    assert axes.get_xlim()[1] < 6


_NAMES = (
    "Total of INCOME",
    "Total of RENT",
    "Total of INCOME_OF_THE_WHOLE_HOUSEHOLD, by SEX\nfemale",
    "Total of INCOME_OF_ALL_PERSONS_IN_IT, by SEX\nfemale",
    "Total of INCOME_OF_ALL_PERSONS_IN_IT, by SEX\nmale",
)


def test_names_that_differ_have_labels_that_differ() -> None:
    for letters in range(8, 60):
        labels = distinguish(_NAMES, letters)
        assert len(set(labels)) == len(_NAMES), (letters, labels)
        assert all(len(line) <= letters for label in labels for line in label.split("\n"))
    assert distinguish(_NAMES[:2], 15) == list(_NAMES[:2])


def test_names_that_cannot_be_distinguished_by_a_part_are_numbered() -> None:
    names = [f"{'a' * 30}{middle}{'b' * 30}" for middle in "xy"]
    assert distinguish(names, 10) == ["a…bbbb (1)", "a…bbbb (2)"]


def test_in_a_narrow_picture_nothing_is_cut_off(ink) -> None:
    narrow = Figure(figsize=(2.4, 2.4), dpi=96, layout="constrained")
    FigureCanvasAgg(narrow)
    before = np.array([(0.0, -1.0, 1.0)] * len(_NAMES))
    outside = np.array([True] + [False] * (len(_NAMES) - 1))
    long_title = "Half widths of the original’s interval"
    after = before + 1.2
    drawing = replace(
        INTERVALS, names=_NAMES, before=before, after=after, outside=outside, x_title=long_title
    )
    drawing.draw(narrow, ink)
    narrow.canvas.draw()
    (legend,) = narrow.legends
    words = [narrow.axes[0].xaxis.label, *narrow.axes[0].get_yticklabels(), *legend.get_texts()]
    boxes = [word.get_window_extent() for word in words]
    assert all(box.x0 >= 0 and box.x1 <= narrow.bbox.width for box in boxes)
