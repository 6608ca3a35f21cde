"""A small picture: how many columns have which role."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.state.draft import Draft
from desktop_app.state.parts import Part, part_of
from desktop_app.text import number, tr
from desktop_app.text.schema import part_title
from desktop_app.theme import current, sizes

_BAR = 12
_ALWAYS = (Part.IDENTIFIER, Part.QUASI_IDENTIFIER, Part.CONFIDENTIAL, Part.OTHER)


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
        figures = metrics.horizontalAdvance("0000")
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
