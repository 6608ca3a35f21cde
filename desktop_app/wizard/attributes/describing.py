"""Columns in small pictures and in a few words: values, figures, and how many have which role."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.jobs import Job
from core.model import Column, ColumnKind
from desktop_app.models.attributes_model import Field, figure_text, value_text
from desktop_app.models.types_model import kind_title
from desktop_app.state.draft import Draft
from desktop_app.state.parts import Part, part_of
from desktop_app.text import number, percent, tr
from desktop_app.text.schema import part_title
from desktop_app.theme import current, sizes

if TYPE_CHECKING:
    from core.inspect.profiling.column_summary import Description
    from core.io import ColumnProfile

_SHOWN_CATEGORIES = 8
# No more are read at a glance.
_DIGITS = 4
_HEIGHT, _GAP = 9 * sizes.UNIT, 1
_WIDTH = 28 * sizes.UNIT
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BAR = 12
_ALWAYS = (Part.IDENTIFIER, Part.QUASI_IDENTIFIER, Part.CONFIDENTIAL, Part.OTHER)


def description_of(column: Column, job: Job) -> Description:
    """Look at a column; runs in the compute lane."""
    from core.inspect.profiling.column_summary import describe_column

    return describe_column(column, job)


def numbers_text(profile: ColumnProfile, found: Description, rows: int) -> str:
    """Return the descriptive figures of a column of `rows` records in two lines."""
    lines = [
        tr(
            "n {present}, missing {missing}, distinct {distinct}",
            present=rows - profile.missing,
            missing=profile.missing,
            distinct=number(profile.distinct),
        )
    ]
    if found.quartiles is not None and profile.median is not None:
        low, middle, high = (
            value_text(profile, v, _DIGITS)
            for v in (found.quartiles[0], profile.median, found.quartiles[1])
        )
        lines.append(tr("Quartiles {low}, {middle}, {high}", low=low, middle=middle, high=high))
    if profile.mean is not None and profile.std is not None:
        mean = value_text(profile, profile.mean, _DIGITS)
        std = number(profile.std, _DIGITS)
        if profile.kind is ColumnKind.DATE:
            lines.append(tr("Mean {mean}", mean=mean))
        else:
            lines.append(tr("Mean {mean}, SD {std}", mean=mean, std=std))
    return "\n".join(lines)


def figures_line(profile: ColumnProfile, column: Column) -> str:
    """Return what a column contains, in one line."""
    kind = kind_title(profile.kind)
    if profile.kind is ColumnKind.TEXT:
        first = column.categories[:_SHOWN_CATEGORIES]
        more = len(column.categories) - len(first)
        listed = ", ".join(first)
        if more:
            return tr("{kind}: {listed} and {count} more", kind=kind, listed=listed, count=more)
        return tr("{kind}: {listed}", kind=kind, listed=listed)
    if profile.minimum is None:
        return tr("{kind}: no value is present", kind=kind)
    return tr(
        "{kind}: from {low} to {high}, median {median}, {distinct} different values",
        kind=kind,
        low=figure_text(profile, Field.MINIMUM),
        high=figure_text(profile, Field.MAXIMUM),
        median=figure_text(profile, Field.MEDIAN),
        distinct=number(profile.distinct),
    )


class ColumnPicture(QWidget):
    """Bars over the range of numbers or dates, or a bar for each frequent category."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Description | None = None
        self._profile: ColumnProfile | None = None
        self.has_categories = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Distribution of the column"))

    def show_description(
        self, profile: ColumnProfile, found: Description | None, *, are_codes: bool = False
    ) -> None:
        """Show what was found of a column; an empty picture until it is known.

        Where numbers `are_codes`, each has a bar of its own.
        """
        self._profile, self._found = profile, found
        self.has_categories = (
            found is not None and bool(found.top) and (are_codes or not found.bars)
        )
        said = []
        if found is not None and self.has_categories:
            said = [tr("{name}: {count}", name=name, count=count) for name, count in found.top]
        elif found is not None:
            said = [number(count) for count in found.bars]
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the bars and of the line with the ends."""
        return QSize(_WIDTH, _HEIGHT + self.fontMetrics().height() + sizes.HALF)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's name
        """Paint the bars."""
        found, profile = self._found, self._profile
        if found is None or profile is None:
            return
        painter = QPainter(self)
        if self.has_categories:
            self._paint_categories(painter, found)
        elif found.bars:
            self._paint_bars(painter, found, profile)
        painter.end()

    def _paint_bars(self, painter: QPainter, found: Description, profile: ColumnProfile) -> None:
        colours, count = current(), len(found.bars)
        width, most = self.width() / count, max(found.bars)
        for place, value in enumerate(found.bars):
            height = max(1.0, _HEIGHT * value / most) if value else 0.0
            bar = QRectF(place * width, _HEIGHT - height, max(1.0, width - _GAP), height)
            painter.fillRect(bar, QColor(colours.before))
        painter.setPen(QColor(colours.border))
        painter.drawLine(0, _HEIGHT, self.width(), _HEIGHT)
        painter.setPen(QColor(colours.muted))
        line = QRectF(0, _HEIGHT + 2, self.width(), self.fontMetrics().height())
        if profile.minimum is not None and profile.maximum is not None:
            painter.drawText(line, _LEFT, value_text(profile, profile.minimum))
            painter.drawText(line, _RIGHT, value_text(profile, profile.maximum))

    def _paint_categories(self, painter: QPainter, found: Description) -> None:
        colours, metrics = current(), self.fontMetrics()
        row = min(metrics.height() + 2, self.height() // max(1, len(found.top)))
        figure = metrics.horizontalAdvance(percent(1)) + sizes.HALF
        names = self.width() * 0.5
        bar_space = self.width() - names - figure - sizes.HALF
        most = max((count for _, count in found.top), default=1)
        for place, (name, count) in enumerate(found.top):
            top = place * row
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, int(names) - 8)
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, top, names, row), _LEFT, shown)
            if most == 1 < found.present:
                # Of values that are all distinct, bars would say nothing.
                continue
            bar = QRectF(names, top + 4, max(1.0, bar_space * count / most), row - 8)
            painter.fillRect(bar, QColor(colours.before))
            place_of_figure = QRectF(self.width() - figure, top, figure, row)
            painter.setPen(QColor(colours.muted))
            painter.drawText(place_of_figure, _RIGHT, percent(count / found.present))


class RolePicture(QWidget):
    """One bar a role, as long as the role has columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: dict[Part, int] = dict.fromkeys(Part, 0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Columns by role"))

    def show_draft(self, draft: Draft) -> None:
        """Show the roles of the columns of `draft`, and those of the survey's design."""
        found = Counter(part_of(attribute, draft) for attribute in draft.schema.attributes)
        shown = [part for part in Part if part in found or part in _ALWAYS]
        self._counts = {part: found[part] for part in shown}
        self.updateGeometry()
        said = [f"{part_title(part)}: {number(count)}" for part, count in self._counts.items()]
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the bars."""
        return QSize(0, self._row() * len(self._counts))

    def _row(self) -> int:
        return self.fontMetrics().height() + sizes.UNIT

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's name
        """Paint the bars with their names and numbers."""
        colours = current()
        painter = QPainter(self)
        most = max(1, *self._counts.values())
        metrics = self.fontMetrics()
        names = max(metrics.horizontalAdvance(part_title(p)) for p in self._counts) + sizes.UNIT
        figures = max(metrics.horizontalAdvance(number(n)) for n in self._counts.values())
        figures += sizes.UNIT
        width = max(0, self.width() - names - figures)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for place, (role, count) in enumerate(self._counts.items()):
            top, row = place * self._row(), self._row()
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, top, names, row), left, part_title(role))
            length = width * count / most
            masked = role in (Part.QUASI_IDENTIFIER, Part.MASKED_WEIGHT)
            bar = QRectF(names, top + (row - _BAR) / 2, length, _BAR)
            painter.fillRect(bar, QColor(colours.after if masked else colours.before))
            place_of_figure = QRectF(names + length + sizes.HALF, top, figures, row)
            painter.drawText(place_of_figure, left, number(count))
        painter.end()
