"""What every picture can do, so that one canvas shows them all."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from desktop_app.plots.ink import Ink


class Drawing(Protocol):
    """A picture as a value: arrays that know how they are drawn."""

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""

    @property
    def sentence(self) -> str:
        """What the picture shows, for those who cannot see it."""


@runtime_checkable
class Picking(Drawing, Protocol):
    """A picture in which things can be picked."""

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the number of the thing drawn near a point, or ``None``.

        Parameters
        ----------
        axes : matplotlib.axes.Axes
            The axes that were clicked.
        x, y : float
            Where, in pixels of the figure.
        """


@runtime_checkable
class Hinting(Drawing, Protocol):
    """A picture that says what is under the mouse, although nothing in it can be picked."""

    def hint(self, axes: Axes, x: float, y: float) -> str:
        """Return what is drawn at a point in words; empty if nothing is. As in `pick`."""
