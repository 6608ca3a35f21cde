"""The main figures of the risk, before and now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from desktop_app.presenters.preparing_risk.risk_words import RiskLine
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence
from desktop_app.views.tables.data_table import tabular

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_WIDEST = 64 * sizes.UNIT


class FiguresGrid(QWidget):
    """A line for each figure: what it counts, before, now.

    Parameters
    ----------
    before, now : pair of str
        Title and hint of the two columns.
    """

    def __init__(
        self, before: tuple[str, str], now: tuple[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(sizes.MARGIN)
        self._grid.setVerticalSpacing(sizes.HALF)
        self._grid.setColumnStretch(0, 1)
        self.setMaximumWidth(_WIDEST)
        self.before_title, now_title = _figure("muted"), _figure()
        for label, (title, hint) in ((self.before_title, before), (now_title, now)):
            label.setText(title)
            label.setToolTip(hint)
        now_title.setFont(sizes.strong_font())
        self._grid.addWidget(self.before_title, 0, 1)
        self._grid.addWidget(now_title, 0, 2)
        self.rows: list[tuple[QLabel, QLabel, QLabel]] = []

    def show_lines(self, lines: Sequence[RiskLine], has_before: bool) -> None:
        """Show these figures; without those of the file as it was read if there are none."""
        while len(self.rows) < len(lines):
            self._add_row()
        self.before_title.setVisible(has_before)
        for at, (title, before, now) in enumerate(self.rows):
            is_shown = at < len(lines)
            title.setVisible(is_shown)
            before.setVisible(is_shown and has_before)
            now.setVisible(is_shown)
            if is_shown:
                line = lines[at]
                title.setText(line.title)
                title.setToolTip(line.meaning)
                before.setText(line.before)
                now.setText(line.now)
                before.setAccessibleName(tr("{title}, before: {figure}", title=line.title,
                                            figure=line.before))  # fmt: skip
                now.setAccessibleName(tr("{title}, now: {figure}", title=line.title,
                                         figure=line.now))  # fmt: skip

    def _add_row(self) -> None:
        title, before, now = Sentence(), _figure("muted"), _figure()
        now.setFont(tabular(sizes.strong_font()))
        row = len(self.rows) + 1
        for column, label in enumerate((title, before, now)):
            self._grid.addWidget(label, row, column)
        self.rows.append((title, before, now))


def _figure(kind: str = "") -> QLabel:
    label = QLabel()
    label.setAlignment(_RIGHT)
    label.setFont(tabular(sizes.text_font()))
    label.setProperty("kind", kind)
    return label
