"""Whether a large file is protected in blocks, and how large these are."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QWidget

from core.model import BlockScale
from core.protect import METHODS
from desktop_app.presenters.method.block_time import BlockTime
from desktop_app.state.disk_draft import USUAL_BLOCK
from desktop_app.text import tr
from desktop_app.text.durations import duration_text
from desktop_app.theme import sizes
from desktop_app.views.fields.number_field import NumberField
from desktop_app.views.fold import Fold
from desktop_app.views.forms import named, note

_LEAST_BLOCK = 20


class ScaleForm(QWidget):
    """A fold with a tick and a number of records.

    Signals
    -------
    chosen(object)
        The most records of a block, or ``None``.
    judged()
        The number became right or wrong.
    """

    chosen = Signal(object)
    judged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold = Fold(tr("Blocks of a large file"))
        self.tick = QCheckBox(tr("Protect in blocks of at most"))
        self.block = NumberField(whole=True, step=0)
        self._time = note()
        self._offered: object = None
        self._lay_out()
        self.tick.clicked.connect(self._emit)
        self.block.edited.connect(self._emit)
        self.block.judged.connect(self.judged)

    def _lay_out(self) -> None:
        body = self.fold.fill(self)
        about = tr(
            "Some methods compare each record with all others, so that a file of ten times the "
            "size takes a hundred times as long. In blocks, each block of similar records is "
            "protected by itself, and the groups at the borders are then repaired. Guarantees are "
            "counted over the whole file; slightly more information may be lost."
        )
        body.addWidget(note(about))
        body.addWidget(self._time)
        row, after = QHBoxLayout(), QLabel(tr("records"))
        row.setSpacing(sizes.UNIT)
        self.block.set_bounds(_LEAST_BLOCK, None)
        self.block.show_number(USUAL_BLOCK)
        named(self.tick, tr("Protect in blocks"), about)
        named(self.block, tr("Records of a block, at most"), about)
        for widget in (self.tick, self.block, after):
            row.addWidget(widget)
        row.addStretch(1)
        body.addLayout(row)

    def show_scale(self, scale: BlockScale | None, method: str, time: BlockTime | None) -> None:
        """Show the recipe's scale, what may be chosen with a method, and the times of both ways."""
        possible = method in METHODS and METHODS[method].in_blocks
        self.tick.setEnabled(possible or scale is not None)
        self.tick.setChecked(scale is not None)
        self.block.setEnabled(scale is not None)
        if scale is not None:
            self.block.show_number(scale.block)
        self._time.setText(self._said(possible, time))
        offered = (scale is not None, time is not None and time.is_long)
        # It opens once when there is a reason, and stays as the user leaves it.
        if any(offered) and offered != self._offered:
            self.fold.set_open(True)
        self._offered = offered

    @staticmethod
    def _said(possible: bool, time: BlockTime | None) -> str:
        if not possible:
            return tr("The chosen method needs no blocks.")
        if time is None:
            return ""
        return tr(
            "This file takes {whole} as a whole, and {parts} in blocks.",
            whole=duration_text(time.whole),
            parts=duration_text(time.parts),
        )

    def complaint(self) -> str:
        """Return what is wrong with the number of records, if it is used; else an empty text."""
        return self.block.complaint() if self.tick.isChecked() else ""

    def take_focus(self, field: str) -> bool:
        """Put the keyboard on the field of the recipe's ``scale``; return whether it is one."""
        if field.partition(".")[0] != "scale":
            return False
        self.fold.set_open(True)
        widget = self.block if field == "scale.block" else self.tick
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @Slot()
    def _emit(self) -> None:
        number = self.block.number()
        if not self.tick.isChecked():
            self.chosen.emit(None)
        elif number is not None:
            self.chosen.emit(int(number))
