"""The methods to tick, with what each would take, and why others cannot take part."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from core.compare.candidates import Candidate
from core.compare.ways import ways
from desktop_app.text import problem_text, tr
from desktop_app.text.durations import duration_text
from desktop_app.text.methods import method_title
from desktop_app.theme import sizes
from desktop_app.views.forms import note, set_kind


class CandidatesForm(QWidget):
    """One box a method. One that takes long is unticked until the user ticks it.

    Signals
    -------
    ticked()
        The user ticked or unticked a method.
    """

    ticked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decided: dict[str, bool] = {}
        self._candidates: tuple[Candidate, ...] = ()
        self.boxes: dict[str, QCheckBox] = {}
        self.notes: dict[str, QLabel] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(sizes.MARGIN)
        grid.setVerticalSpacing(sizes.UNIT)
        grid.setColumnStretch(1, 1)
        for row, name in enumerate(ways()):
            box = QCheckBox(method_title(name))
            box.setObjectName(name)
            box.clicked.connect(self._tick)
            self.boxes[name], self.notes[name] = box, note()
            grid.addWidget(box, row, 0)
            grid.addWidget(self.notes[name], row, 1)

    @property
    def chosen(self) -> frozenset[str]:
        """The methods that are to take part."""
        return frozenset(e.name for e in self._candidates if self._is_chosen(e))

    def forget(self) -> None:
        """Forget what the user ticked."""
        self._decided = {}

    def show_candidates(self, found: Iterable[Candidate]) -> None:
        """Show what each method would take, or why it cannot take part."""
        self._candidates = tuple(found)
        for candidate in self._candidates:
            box, said = self.boxes[candidate.name], self.notes[candidate.name]
            box.setEnabled(candidate.obstacle is None)
            box.setChecked(self._is_chosen(candidate))
            said.setText(_said(candidate))
            set_kind(said, "caution" if candidate.is_slow else "muted")
            box.setAccessibleDescription(said.text())

    def _is_chosen(self, candidate: Candidate) -> bool:
        wanted = self._decided.get(candidate.name, not candidate.is_slow)
        return wanted and candidate.obstacle is None

    @Slot()
    def _tick(self) -> None:
        box = self.sender()
        if isinstance(box, QCheckBox):
            self._decided[box.objectName()] = box.isChecked()
            self.ticked.emit()


def _said(candidate: Candidate) -> str:
    if candidate.obstacle is not None:
        return problem_text(candidate.obstacle)
    time = duration_text(candidate.seconds)
    if candidate.is_slow:
        return tr("{time}; left out unless you tick it", time=time)
    return time
