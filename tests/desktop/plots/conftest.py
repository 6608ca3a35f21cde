"""What the tests of pictures share: colours, an empty figure and how numbers are written."""

from __future__ import annotations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from desktop_app.plots.ink import Ink


@pytest.fixture(autouse=True)
def _painted(drawn_pictures) -> None:
    """Have every picture painted: painting is the subject here."""


@pytest.fixture
def ink() -> Ink:
    return Ink(
        surface="#ffffff",
        text="#111111",
        muted="#555555",
        grid="#dddddd",
        before="#808080",
        after="#0000ff",
        crowded="#aaaaaa",
        selection="#d55e00",
        limit="#b00000",
    )


@pytest.fixture
def figure() -> Figure:
    figure = Figure(figsize=(5, 3), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    return figure
