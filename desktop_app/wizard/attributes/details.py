"""The strip under the table: why a column was suggested so, its figures, its order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core.model import Attribute, Column, ColumnKind, Scale
from desktop_app.models.attributes_model import Field, figure_text
from desktop_app.models.types_model import kind_title
from desktop_app.state.cautions import nearly_numbers
from desktop_app.state.choices import beginning
from desktop_app.state.parts import Part
from desktop_app.text import explain, message, number, tr
from desktop_app.text.obstacles import obstacle_text
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import named, note
from desktop_app.wizard.attributes.order_editor import OrderEditor

if TYPE_CHECKING:
    from core.io import ColumnProfile

_SHOWN_CATEGORIES = 8
_HEIGHT = 19 * sizes.UNIT


class ColumnDetails(QFrame):
    """Says of the current column what the table has no room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ElidedLabel()
        self._name.setFont(sizes.section_font())
        self._why = note()
        self._figures = note()
        self._role = note(kind="")
        self._caution = note(kind="caution")
        self.data_button = QPushButton(tr("Declare missing codes on &Data"))
        named(
            self.data_button,
            tr("Declare missing codes on the step Data"),
            tr("There, “Check the values…” names these values and takes them for missing."),
        )
        self.order = OrderEditor()
        self.order.setMaximumWidth(40 * sizes.UNIT)
        words = QVBoxLayout()
        words.setSpacing(sizes.HALF)
        for label in (self._name, self._role, self._why, self._figures):
            words.addWidget(label)
        words.addWidget(self._caution)
        words.addWidget(self.data_button, 0, Qt.AlignmentFlag.AlignLeft)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(sizes.MARGIN)
        row.addLayout(words, 1)
        row.addWidget(self.order, 1)
        self.setFixedHeight(_HEIGHT)

    def show_column(
        self, attribute: Attribute, part: Part, profile: ColumnProfile, column: Column, rows: int
    ) -> None:
        """Show one column of a file that has `rows` records."""
        self._name.setText(attribute.name)
        self._role.setText(explain(part.value))
        why = message(profile.reason, **profile.reason_params)
        self._why.setText(tr("Suggestion: {why}", why=why))
        self._figures.setText(figures_line(profile, column))
        nearly = nearly_numbers(attribute, profile, rows) is not None
        self._caution.setVisible(nearly)
        self.data_button.setVisible(nearly)
        self._caution.setText(obstacle_text(profile.obstacle) if profile.obstacle else "")
        ordinal = attribute.scale is Scale.ORDINAL
        self.order.setVisible(ordinal)
        if ordinal:
            self.order.show_order(attribute.name, attribute.order, beginning(column))


def figures_line(profile: ColumnProfile, column: Column) -> str:
    """Return what stands in a column, in one line."""
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
