"""The cluster map of a result: what is computed for it, and how it is put into words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from core.model import Column, ColumnKind
from core.table import keep
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.plots.cloud import Cloud, gather
from desktop_app.plots.cluster_map import ClusterMap, ClusterMapWords
from desktop_app.presenters.results_insight import Axis, Principal, ResultInsight
from desktop_app.text import explain, number, percent, tr
from desktop_app.text.cells import day_text
from desktop_app.text.figures import are_years
from desktop_app.text.numbers import plain
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.wizard.results.results_selection import Selection


@dataclass(frozen=True, slots=True, eq=False)
class MapBackground:
    """A map without a selection; costly, so made on the compute lane.

    Attributes
    ----------
    insight : ResultInsight
        What it was made from.
    axes : tuple of two
        The axis across and the axis up.
    cloud : Cloud
        The original records that have a place on both axes.
    centroids : numpy.ndarray of float64, shape (c, 2)
        The representatives.
    """

    insight: ResultInsight
    axes: tuple[Axis, Axis]
    cloud: Cloud
    centroids: NDArray[np.float64]


class ClusterMapFrame(PictureFrame):
    """The map, with the selected cluster picked out; a click selects another one."""

    def __init__(self, selection: Selection, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(tr("Cluster map"), runner, parent, explain("cluster-map"))
        self._selection = selection
        self._insight: ResultInsight | None = None
        self._laid: MapBackground | None = None
        self._latest = Latest(
            runner, tr("Laying out the cluster map"), self, self._take, self.show_failure
        )
        self.picked.connect(selection.select_cluster)
        selection.cluster_changed.connect(self._show)

    def show_axes(self, insight: ResultInsight, axes: tuple[Axis, Axis]) -> None:
        """Lay out a result over two axes; until then, the same result's map stays."""
        if insight is not self._insight:
            self._insight, self._laid = insight, None
            self.show_loading()
        self._latest.ask(lambda _job: ground(insight, axes))

    @Slot(object)
    def _take(self, laid: MapBackground) -> None:
        if laid.insight is self._insight:
            self._laid = laid
            self._show()

    @Slot()
    def _show(self) -> None:
        if self._laid is not None:
            self.show_drawing(cluster_map(self._laid, self._selection.cluster))


def ground(insight: ResultInsight, axes: tuple[Axis, Axis]) -> MapBackground:
    """Lay out records and clusters over two axes."""
    points = np.column_stack([insight.records_along(axis) for axis in axes])
    complete_points = keep(points[~np.isnan(points).any(axis=1)])
    centroids = np.column_stack([insight.clusters_along(axis) for axis in axes])
    return MapBackground(insight, axes, gather(complete_points), centroids)


def cluster_map(laid: MapBackground, selected: int | None) -> ClusterMap:
    """Return the picture, with a selected cluster picked out."""
    insight, axes = laid.insight, laid.axes
    members = np.zeros((0, 2))
    if selected is not None:
        member_records = insight.members(selected)
        members = np.column_stack([insight.records_along(axis)[member_records] for axis in axes])
        members = members[~np.isnan(members).any(axis=1)]
    titles = [axis_title(insight, axis) for axis in axes]
    said = tr(
        "{records} original records and {clusters} clusters; across: {x}, up: {y}.",
        records=len(insight.order),
        clusters=insight.clusters,
        x=titles[0],
        y=titles[1],
    )
    if selected is not None:
        said = tr("{said} Cluster {number} is selected.", said=said, number=selected + 1)
    words = ClusterMapWords(
        x_title=titles[0],
        y_title=titles[1],
        records=tr("Original records"),
        counted=tr("Original records (stronger grey: more)"),
        clusters=tr("Clusters"),
        chosen=tr("Cluster {number}", number=(selected or 0) + 1),
        sentence=said,
    )
    numbers = (axis_number(insight, axes[0]), axis_number(insight, axes[1]))
    return ClusterMap(laid.cloud, laid.centroids, words, numbers, selected, members)


def axis_name(axis: Axis) -> str:
    """Name an axis in a list of choices."""
    if isinstance(axis, Principal):
        return (
            tr("First principal component") if axis.index == 0 else tr("Second principal component")
        )
    return axis


def axis_title(insight: ResultInsight, axis: Axis) -> str:
    """Return the title of an axis, with its unit."""
    if isinstance(axis, Principal):
        share = percent(insight.plane.explained[axis.index], 0)
        return tr(
            "{name} ({share} of the variance)",
            name=axis_name(axis),
            share=share,
        )
    return tr("{name} (date)", name=axis) if insight.before[axis].kind is ColumnKind.DATE else axis


def axis_number(insight: ResultInsight, axis: Axis) -> Callable[[float], str]:
    """Choose how the numbers of an axis are written."""
    if isinstance(axis, Principal):
        return number
    return value_number(insight.before[axis])


def value_number(column: Column) -> Callable[[float], str]:
    """Choose how values of a column are written at an axis: dates as dates, years plainly."""
    if column.kind is ColumnKind.DATE:
        return date_number
    values = column.values[~column.missing]
    if column.kind is not ColumnKind.INTEGER or not len(values):
        return number
    return plain if are_years(float(values.min()), float(values.max())) else number


def date_number(days: float) -> str:
    """Write days since 1970-01-01 as a date."""
    return day_text(round(days))
