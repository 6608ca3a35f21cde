"""Ticks for what zeros and missing cells of a column mean, each with the reason for it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.model import Attribute, Column, Dataset
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.column_states import (
    FoundStates,
    StateChoice,
    search_states,
    state_choices,
    with_choice,
)
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note

_NOTHING = FoundStates()
_WIDEST = 30 * sizes.UNIT


class StateTicks(QScrollArea):
    """Zeros that mean "none", and codes that mean "does not apply", of the column that is shown.

    Signals
    -------
    decided(object)
        With the `Attribute` as it is to be.
    filled()
        The ticks of the column are others than before, or there are none.
    """

    decided = Signal(object)
    filled = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searching = Latest(runner, tr("Looking for questions that do not apply"), self)
        self._searching.arrived.connect(self._take_found)
        self._searched: Dataset | None = None
        self._found = _NOTHING
        self._attribute: Attribute | None = None
        self._column: Column | None = None
        self._codes: list[str | None] = []
        self.boxes: list[QCheckBox] = []
        self.reasons: list[QLabel] = []
        self.waiting = note(tr("Looking for questions that do not apply…"))
        self.waiting.hide()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        # Words wrap, and what cannot wrap has the width that it needs.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        self._rows = QVBoxLayout(inner)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(sizes.HALF)
        self._rows.addWidget(self.waiting)
        self._rows.addStretch(1)
        self.setWidget(inner)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to show of the column."""
        return bool(self._codes) or self._searching.waiting

    def search(self, dataset: Dataset | None) -> None:
        """Look for what can be chosen, once for each file."""
        if dataset is self._searched:
            return
        self._searched, self._found = dataset, _NOTHING
        self._searching.drop()
        if dataset is not None:
            self._searching.ask(partial(search_states, dataset))

    def show_column(self, attribute: Attribute, column: Column) -> None:
        """Show what can be chosen for a column, and what is."""
        self._attribute, self._column = attribute, column
        choices = state_choices(attribute, column, self._found)
        self._codes = [choice.code for choice in choices]
        while len(self.boxes) < len(choices):
            self._add()
        for place, (box, reason) in enumerate(zip(self.boxes, self.reasons, strict=True)):
            box.setVisible(place < len(choices))
            reason.setVisible(place < len(choices))
            if place < len(choices):
                _show(box, reason, choices[place])
        self.waiting.setVisible(self._searching.waiting)
        wide = max((box.sizeHint().width() for box in self.boxes[: len(choices)]), default=0)
        bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(min(wide + bar, _WIDEST))
        self.filled.emit()

    def _add(self) -> None:
        box, reason = QCheckBox(), note()
        box.clicked.connect(self._tick)
        self.boxes.append(box)
        self.reasons.append(reason)
        for widget in (box, reason):
            self._rows.insertWidget(self._rows.count() - 2, widget)

    @Slot(bool)
    def _tick(self, chosen: bool) -> None:
        place = next(i for i, box in enumerate(self.boxes) if box is self.sender())
        if self._attribute is not None:
            self.decided.emit(with_choice(self._attribute, self._codes[place], chosen=chosen))

    @Slot(object)
    def _take_found(self, found: FoundStates) -> None:
        self._found = found
        if self._attribute is not None and self._column is not None:
            self.show_column(self._attribute, self._column)


def _show(box: QCheckBox, reason: QLabel, choice: StateChoice) -> None:
    # An ampersand in a code would underline the letter behind it.
    box.setText(choice.title.replace("&", "&&"))
    box.setEnabled(choice.is_possible)
    box.setChecked(choice.is_chosen)
    reason.setText(choice.why)
    named(box, choice.title, choice.why)
