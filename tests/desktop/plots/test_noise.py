"""The picture of a column's noise in the narrow panel beside the settings."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from desktop_app.plots.ink import Ink
from desktop_app.plots.noise import Noise


@pytest.mark.parametrize("most", [120.0, 5_000.0, 2_000_000.0, 5e12])
def test_the_numbers_below_the_picture_do_not_meet(ink: Ink, most: float) -> None:
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
