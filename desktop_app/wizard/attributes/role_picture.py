"""A small picture: how many columns have which role."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.model import Role, Schema
from desktop_app.text import number, tr
from desktop_app.text.schema import role_title
from desktop_app.theme import current, sizes

_BAR = 12


class RolePicture(QWidget):
    """One bar a role, as long as the role has columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: dict[Role, int] = dict.fromkeys(Role, 0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Columns by role"))

    def show_schema(self, schema: Schema) -> None:
        """Show the roles of `schema`."""
        self._counts = {role: len(schema.with_role(role)) for role in Role}
        said = [f"{role_title(role)}: {number(count)}" for role, count in self._counts.items()]
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the height of the bars."""
        return QSize(0, self._row() * len(Role))

    def _row(self) -> int:
        return self.fontMetrics().height() + sizes.UNIT

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Paint the bars with their names and numbers."""
        colours = current()
        painter = QPainter(self)
        most = max(1, *self._counts.values())
        metrics = self.fontMetrics()
        names = max(metrics.horizontalAdvance(role_title(role)) for role in Role) + sizes.UNIT
        figures = metrics.horizontalAdvance("0000")
        width = max(0, self.width() - names - figures)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for place, (role, count) in enumerate(self._counts.items()):
            top, row = place * self._row(), self._row()
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, top, names, row), left, role_title(role))
            length = width * count / most
            masked = role is Role.QUASI_IDENTIFIER
            bar = QRectF(names, top + (row - _BAR) / 2, length, _BAR)
            painter.fillRect(bar, QColor(colours.after if masked else colours.before))
            place_of_figure = QRectF(names + length + sizes.HALF, top, figures, row)
            painter.drawText(place_of_figure, left, number(count))
        painter.end()
