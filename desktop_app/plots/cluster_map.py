"""The cluster map: original records in grey, what each cluster became in the accent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, LogNorm
from matplotlib.figure import Figure
from numpy.typing import NDArray

from desktop_app.plots.axes import legend, name_axes_at_length, new_axes, write_numbers
from desktop_app.plots.cloud import DRAWN_AS_POINTS, Cloud, thin
from desktop_app.plots.ink import Ink

_MOST_SPOKES = 60
_REACH = 24.0
"""How far from a cluster a click still means it, in pixels."""


@dataclass(frozen=True, slots=True)
class MapWords:
    """What the map says, in the user's language."""

    x_title: str
    y_title: str
    records: str
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
    words : MapWords
        Titles, legend and sentence.
    number : tuple of two callables
        How the numbers of the x and of the y axis are written.
    selected : int or None
        The cluster that is picked out.
    members : numpy.ndarray of float64, shape (s, 2)
        The original records of that cluster.
    """

    records: Cloud
    centroids: NDArray[np.float64]
    words: MapWords
    number: tuple[Callable[[float], str], Callable[[float], str]]
    selected: int | None
    members: NDArray[np.float64]

    def draw(self, figure: Figure, ink: Ink) -> None:
        """Draw the picture into an empty figure."""
        axes = new_axes(figure, ink)
        self._draw_records(axes, ink)
        self._draw_centroids(axes, ink)
        if self.selected is not None:
            self._draw_selected(axes, ink, self.selected)
        self._frame(axes)
        for axis, number in zip((axes.xaxis, axes.yaxis), self.number, strict=True):
            write_numbers(axis, number)
        legend(axes, ink, lines_above=1)
        name_axes_at_length(axes, ink, self.words.x_title, self.words.y_title)

    def said(self) -> str:
        """Return what the picture shows in one sentence."""
        return self.words.sentence

    def pick(self, axes: Axes, x: float, y: float) -> int | None:
        """Return the cluster whose representative is nearest to a point, if near enough."""
        if len(self.centroids) == 0:
            return None
        places = axes.transData.transform(self.centroids)
        away = np.hypot(places[:, 0] - x, places[:, 1] - y)
        nearest = int(np.argmin(away))
        return nearest if away[nearest] <= _REACH else None

    def _draw_records(self, axes: Axes, ink: Ink) -> None:
        if self.records.counts is not None:
            self._draw_counts(axes, ink, self.records.counts)
        axes.plot(
            self.records.points[:, 0],
            self.records.points[:, 1],
            linestyle="",
            marker="o",
            markersize=3.2,
            color=ink.before,
            markeredgewidth=0,
            alpha=0.75,
            label=self.words.records,
            gid="records",
        )

    def _draw_counts(self, axes: Axes, ink: Ink, counts: NDArray[np.float64]) -> None:
        shades = LinearSegmentedColormap.from_list("records", [ink.grid, ink.before, ink.muted])
        axes.imshow(
            np.ma.masked_equal(counts.T, 0),
            origin="lower",
            extent=self.records.extent,
            aspect="auto",
            cmap=shades.with_extremes(bad=(0.0, 0.0, 0.0, 0.0)),
            norm=LogNorm(1, max(2.0, float(counts.max()))),
            interpolation="nearest",
            gid="counts",
        )

    def _draw_centroids(self, axes: Axes, ink: Ink) -> None:
        shown = thin(self.centroids, self.records.extent)
        axes.plot(
            shown[:, 0],
            shown[:, 1],
            linestyle="",
            marker="D",
            markersize=_marker_size(len(shown)),
            color=ink.after,
            alpha=1.0 if len(shown) <= DRAWN_AS_POINTS else 0.5,
            markeredgewidth=0,
            label=self.words.clusters,
            gid="clusters",
        )

    def _draw_selected(self, axes: Axes, ink: Ink, selected: int) -> None:
        centre = self.centroids[selected]
        spokes = [(centre, member) for member in self.members[:_MOST_SPOKES]]
        axes.add_collection(LineCollection(spokes, colors=ink.selection, linewidths=1.0))
        axes.plot(
            self.members[:, 0],
            self.members[:, 1],
            linestyle="",
            marker="o",
            markersize=5.5,
            color=ink.surface,
            markeredgecolor=ink.selection,
            markeredgewidth=1.4,
            gid="members",
        )
        axes.plot(
            *centre,
            linestyle="",
            marker="D",
            markersize=9,
            color=ink.after,
            markeredgecolor=ink.selection,
            markeredgewidth=1.8,
            label=self.words.chosen,
            gid="chosen",
        )

    def _frame(self, axes: Axes) -> None:
        left, right, low, high = self.records.extent
        wide, tall = (right - left) * 0.03, (high - low) * 0.04
        axes.set_xlim(left - wide, right + wide)
        axes.set_ylim(low - tall, high + tall)


def _marker_size(shown: int) -> float:
    """Return a size, in points, at which `shown` markers do not cover the picture."""
    if shown <= 400:
        return 4.5
    return 3.0 if shown <= 1500 else 1.5
