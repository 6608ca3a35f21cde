"""The cluster map: original records in grey, what each cluster became in the accent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import LinearSegmentedColormap, LogNorm
from matplotlib.figure import Figure
from matplotlib.transforms import AffineDeltaTransform
from numpy.typing import NDArray

from desktop_app.plots.axes import (
    draw_marks,
    legend,
    name_axes_at_length,
    nearest_place,
    new_axes,
    write_numbers,
)
from desktop_app.plots.cloud import DRAWN_AS_POINTS, Cloud, Hexagons, inside, thin
from desktop_app.plots.ink import Ink
from desktop_app.plots.zoom import Extent

_MOST_SPOKES = 60
_REACH = 24.0
"""How far from a cluster a click still means it, in pixels."""


@dataclass(frozen=True, slots=True)
class ClusterMapWords:
    """What the map says, in the user's language."""

    x_title: str
    y_title: str
    records: str
    counted: str
    clusters: str
    chosen: str
    sentence: str


@dataclass(frozen=True, slots=True, eq=False)
class ClusterMap:
    """Original records and cluster representatives over two axes.

    Attributes
    ----------
    records : Cloud
        The original records.
    centroids : numpy.ndarray of float64, shape (c, 2)
        The representatives.
    words : ClusterMapWords
        Titles, legend and sentence.
    number : tuple of two callables
        How the numbers of the x and of the y axis are written.
    selected : int or None
        The cluster that is picked out.
    members : numpy.ndarray of float64, shape (s, 2)
        The original records of that cluster.
    part : Extent or None
        The part of the map that is to be seen; ``None`` for all of it.
    """

    records: Cloud
    centroids: NDArray[np.float64]
    words: ClusterMapWords
    number: tuple[Callable[[float], str], Callable[[float], str]]
    selected: int | None
    members: NDArray[np.float64]
    part: Extent | None = None

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        self._draw_records(axes, ink)
        self._draw_centroids(axes, ink)
        if self.selected is not None:
            self._draw_selected(axes, ink, self.selected)
        left, right, low, high = self.part or self.whole
        axes.set_xlim(left, right)
        axes.set_ylim(low, high)
        for axis, number in zip((axes.xaxis, axes.yaxis), self.number, strict=True):
            write_numbers(axis, number)
        legend(axes, ink, lines_above=1)
        name_axes_at_length(axes, ink, self.words.x_title, self.words.y_title)

    @property
    def sentence(self) -> str:
        """What the picture shows."""
        return self.words.sentence

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the cluster whose representative is nearest to a point, if near enough."""
        return nearest_place(axes, self.centroids, x, y, _REACH)

    @property
    def whole(self) -> Extent:
        """The extent of all records, with a margin."""
        left, right, low, high = self.records.extent
        wide, tall = (right - left) * 0.03, (high - low) * 0.04
        return left - wide, right + wide, low - tall, high + tall

    def within(self, part: Extent | None) -> ClusterMap:
        """Return the map with only this part to be seen."""
        return replace(self, part=part)

    def _draw_records(self, axes: Axes, ink: Ink) -> None:
        cloud = self.records if self.part is None else self.records.within(self.part)
        looks = {"color": ink.before, "markeredgewidth": 0, "alpha": 0.75, "gid": "records"}
        if cloud.hexagons is None:
            draw_marks(axes, cloud.points, "o", 3.2, label=self.words.records, **looks)
        else:
            self._draw_hexagons(axes, ink, cloud.hexagons)
            draw_marks(axes, cloud.points[:0], "h", 7, label=self.words.counted, **looks)

    def _draw_hexagons(self, axes: Axes, ink: Ink, hexagons: Hexagons) -> None:
        shades = LinearSegmentedColormap.from_list("records", [ink.grid, ink.crowded])
        cells = PolyCollection(
            [hexagons.corners],
            offsets=hexagons.centres,
            offset_transform=AffineDeltaTransform(axes.transData),  # type: ignore[arg-type]
            cmap=shades,
            norm=LogNorm(1, max(2.0, float(hexagons.counts.max()))),
            edgecolors="face",
            linewidths=0.3,
            gid="counts",
        )
        cells.set_array(hexagons.counts)
        axes.add_collection(cells, autolim=False)

    def _draw_centroids(self, axes: Axes, ink: Ink) -> None:
        extent = self.part or self.whole
        shown = thin(inside(self.centroids, extent), extent)
        alpha = 1.0 if len(shown) <= DRAWN_AS_POINTS else 0.5
        looks = {"color": ink.after, "alpha": alpha, "markeredgewidth": 0, "gid": "clusters"}
        draw_marks(axes, shown, "D", _marker_size(len(shown)), label=self.words.clusters, **looks)

    def _draw_selected(self, axes: Axes, ink: Ink, selected: int) -> None:
        centre = self.centroids[selected]
        spokes = [(centre, member) for member in self.members[:_MOST_SPOKES]]
        axes.add_collection(LineCollection(spokes, colors=ink.selection, linewidths=1.0))
        ring = {"color": ink.surface, "markeredgecolor": ink.selection, "markeredgewidth": 1.4}
        draw_marks(axes, self.members, "o", 5.5, gid="members", **ring)
        ring |= {"color": ink.after, "markeredgewidth": 1.8}
        draw_marks(axes, centre[None], "D", 9, label=self.words.chosen, gid="chosen", **ring)


def _marker_size(shown: int) -> float:
    """Return a size, in points, at which `shown` markers do not cover the picture."""
    if shown <= 400:
        return 4.5
    return 3.0 if shown <= 1500 else 1.5
