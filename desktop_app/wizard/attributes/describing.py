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


def numbers_text(profile: ColumnProfile, description: Description, rows: int) -> str:
    """Return the descriptive figures of a column of `rows` records in two lines."""
    lines = [
        tr(
            "n {present}, missing {missing}, distinct {distinct}",
            present=rows - profile.missing,
            missing=profile.missing,
            distinct=number(profile.distinct),
        )
    ]
    if description.quartiles is not None and profile.median is not None:
        low, middle, high = (
            value_text(profile, v, _DIGITS)
            for v in (description.quartiles[0], profile.median, description.quartiles[1])
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
    """Describe the values of a column, in one line."""
    kind = kind_title(profile.kind)
    if profile.kind is ColumnKind.TEXT:
        first = column.categories[:_SHOWN_CATEGORIES]
        n_more = len(column.categories) - len(first)
        listed = ", ".join(first)
        if n_more:
            return tr("{kind}: {listed} and {count} more", kind=kind, listed=listed, count=n_more)
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
        self._description: Description | None = None
        self._profile: ColumnProfile | None = None
        self.has_categories = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Distribution of the column"))

    def show_description(
        self, profile: ColumnProfile, description: Description | None, *, are_codes: bool = False
    ) -> None:
        """Show what was found of a column; an empty picture until it is known.

        Where numbers `are_codes`, each has a bar of its own.
        """
        self._profile, self._description = profile, description
        self.has_categories = (
            description is not None
            and bool(description.top)
            and (are_codes or not description.bars)
        )
        texts = []
        if description is not None and self.has_categories:
            texts = [
                tr("{name}: {count}", name=name, count=count) for name, count in description.top
            ]
        elif description is not None:
            texts = [number(count) for count in description.bars]
        self.setAccessibleDescription("; ".join(texts))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the bars and of the line with the ends."""
        return QSize(_WIDTH, _HEIGHT + self.fontMetrics().height() + sizes.HALF)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's name
        """Paint the bars."""
        description, profile = self._description, self._profile
        if description is None or profile is None:
            return
        painter = QPainter(self)
        if self.has_categories:
            self._paint_categories(painter, description)
        elif description.bars:
            self._paint_bars(painter, description, profile)
        painter.end()

    def _paint_bars(
        self, painter: QPainter, description: Description, profile: ColumnProfile
    ) -> None:
        colours, count = current(), len(description.bars)
        width, highest = self.width() / count, max(description.bars)
        for position, value in enumerate(description.bars):
            height = max(1.0, _HEIGHT * value / highest) if value else 0.0
            bar = QRectF(position * width, _HEIGHT - height, max(1.0, width - _GAP), height)
            painter.fillRect(bar, QColor(colours.before))
        painter.setPen(QColor(colours.border))
        painter.drawLine(0, _HEIGHT, self.width(), _HEIGHT)
        painter.setPen(QColor(colours.muted))
        line = QRectF(0, _HEIGHT + 2, self.width(), self.fontMetrics().height())
        if profile.minimum is not None and profile.maximum is not None:
            painter.drawText(line, _LEFT, value_text(profile, profile.minimum))
            painter.drawText(line, _RIGHT, value_text(profile, profile.maximum))

    def _paint_categories(self, painter: QPainter, description: Description) -> None:
        colours, metrics = current(), self.fontMetrics()
        row = min(metrics.height() + 2, self.height() // max(1, len(description.top)))
        figure = metrics.horizontalAdvance(percent(1)) + sizes.HALF
        names = self.width() * 0.5
        bar_space = self.width() - names - figure - sizes.HALF
        highest = max((count for _, count in description.top), default=1)
        for position, (name, count) in enumerate(description.top):
            top = position * row
            elided = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, int(names) - 8)
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, top, names, row), _LEFT, elided)
            if highest == 1 < description.present:
                # Of values that are all distinct, bars would say nothing.
                continue
            bar = QRectF(names, top + 4, max(1.0, bar_space * count / highest), row - 8)
            painter.fillRect(bar, QColor(colours.before))
            figure_rect = QRectF(self.width() - figure, top, figure, row)
            painter.setPen(QColor(colours.muted))
            painter.drawText(figure_rect, _RIGHT, percent(count / description.present))


class RolePicture(QWidget):
    """One bar a role, as long as the role has columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: dict[Part, int] = dict.fromkeys(Part, 0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Columns by role"))

    def show_draft(self, draft: Draft) -> None:
        """Show the roles of the columns of `draft`, and those of the survey's design."""
        counts = Counter(part_of(attribute, draft) for attribute in draft.schema.attributes)
        roles = [role for role in Part if role in counts or role in _ALWAYS]
        self._counts = {role: counts[role] for role in roles}
        self.updateGeometry()
        texts = [f"{part_title(role)}: {number(count)}" for role, count in self._counts.items()]
        self.setAccessibleDescription("; ".join(texts))
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
        highest = max(1, *self._counts.values())
        metrics = self.fontMetrics()
        names = max(metrics.horizontalAdvance(part_title(p)) for p in self._counts) + sizes.UNIT
        figures = max(metrics.horizontalAdvance(number(n)) for n in self._counts.values())
        figures += sizes.UNIT
        width = max(0, self.width() - names - figures)
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for position, (role, count) in enumerate(self._counts.items()):
            top, row = position * self._row(), self._row()
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, top, names, row), alignment, part_title(role))
            length = width * count / highest
            masked = role in (Part.QUASI_IDENTIFIER, Part.MASKED_WEIGHT)
            bar = QRectF(names, top + (row - _BAR) / 2, length, _BAR)
            painter.fillRect(bar, QColor(colours.after if masked else colours.before))
            figure_rect = QRectF(names + length + sizes.HALF, top, figures, row)
            painter.drawText(figure_rect, alignment, number(count))
        painter.end()
