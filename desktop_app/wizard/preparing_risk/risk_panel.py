"""The risk of the file as it is prepared: the right half of the step Prepare."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QStackedLayout, QWidget

from core.model import Dataset, Project
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.file_risk import ChosenRecordsModel
from desktop_app.presenters.preparing_risk.risk_counting import (
    AskedFile,
    RiskCounts,
    RiskQuestion,
    count_risk,
)
from desktop_app.presenters.preparing_risk.risk_words import nothing_text
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, note, push_button, scrolling
from desktop_app.views.layouts import STRETCH, at_left, in_column, in_row
from desktop_app.views.plain import PlainLabel
from desktop_app.views.tables.data_table import DataTable
from desktop_app.wizard.preparing_risk.risk_overview import RiskOverview

if TYPE_CHECKING:
    from core.assess import FileRisk

_DIMMED = 0.45
# What is counted sooner appears without a flicker.
_DIM_AFTER_MILLISECONDS = 150
_Pair = tuple[Project, Dataset]


class RiskPanel(QWidget):
    """Counts in the background and shows the figures, or the records behind one of them.

    While it counts, the figures before stay to be seen, dimmed. Nothing is counted while nobody
    can see the panel.
    """

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counting = Latest(
            runner, tr("Counting the risk"), self, self._take, self._take_failure
        )
        self._counting.cancelled.connect(self._give_up)
        self._question: RiskQuestion | None = None
        # What is counted, or was: the answer to a question that is asked again is there.
        self._asked_question: RiskQuestion | None = None
        # What is shown; `None` if there is nothing.
        self.counts: RiskCounts | None = None
        self._returning_to: QWidget | None = None
        self._dimming = QTimer(self)
        self._dimming.setSingleShot(True)
        self._dimming.setInterval(_DIM_AFTER_MILLISECONDS)
        self._dimming.timeout.connect(self._dim)
        self.status = PlainLabel(tr("being counted…"), kind="muted")
        label = Sentence()
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setProperty("kind", "muted")
        label.setContentsMargins(sizes.MARGIN, 0, sizes.MARGIN, 0)
        self.message = label
        self.overview = RiskOverview(runner)
        self.overview.records_wanted.connect(self._show_records)
        self.records = RiskRecords()
        self.records.closed.connect(self.show_overview)
        self._dimness = QGraphicsOpacityEffect(self.overview)
        self._dimness.setOpacity(_DIMMED)
        self._dimness.setEnabled(False)
        self.overview.setGraphicsEffect(self._dimness)
        self._scroll = scrolling(self.overview, whole=True)
        self._stack = QStackedLayout()
        self._lay_out()
        self._say(nothing_text(None))

    def _lay_out(self) -> None:
        self.heading = PlainLabel(tr("Risk of the file"), font=sizes.section_font())
        top = in_row(self.heading, STRETCH, self.status, spacing=-1)
        in_column(top, (self._stack, 1), inside=self)
        # Only now: the first one is shown, and without a parent it would be a window of its own.
        for widget in (self.message, self._scroll, self.records):
            self._stack.addWidget(widget)

    @property
    def is_counting(self) -> bool:
        """Whether figures are still to come."""
        return self._counting.waiting

    @property
    def is_dimmed(self) -> bool:
        """Whether the figures that are shown are out of date."""
        return self._dimness.isEnabled()

    def show_risk(self, k: int, before: _Pair | None, now: _Pair | None) -> None:
        """Show the risk of a file; what is known already is not counted again.

        Parameters
        ----------
        k : int
            Of k-anonymity, as the method in force has it.
        before : tuple of Project and Dataset, or None
            The file as it was read; ``None`` if it is not to be compared.
        now : tuple of Project and Dataset, or None
            The file as it is prepared; ``None`` if no file is open.
        """
        asked_file = None if now is None else AskedFile(*now)
        nothing_sentence = nothing_text(asked_file)
        if asked_file is None or nothing_sentence:
            self._counting.drop()
            self._brighten()
            self._question = self._asked_question = self.counts = None
            self.records.model.clear()
            self._say(nothing_sentence)
            return
        self._question = RiskQuestion(k, None if before is None else AskedFile(*before), asked_file)
        if self.isVisible():
            self._ask()

    def await_file(self) -> None:
        """Let go of the lane while the file is prepared again; dim the figures until it is there.

        The preparation runs in the same lane, where it would wait for figures that nobody needs.
        """
        self._counting.drop()
        self._question = self._asked_question = None
        if self.counts is not None and not self.is_dimmed:
            self._dimming.start()

    def forget(self) -> None:
        """Forget the file that was open."""
        self.show_risk(1, None, None)

    def showEvent(self, event: QShowEvent) -> None:
        """Count what was put off while nobody could see it."""
        super().showEvent(event)
        self._ask()

    def _ask(self) -> None:
        question = self._question
        if question is None or question.is_like(self._asked_question):
            return
        self._asked_question = question
        if self.counts is not None and question.is_like(self.counts.question):
            self._counting.drop()
            self._brighten()
            return
        # Not the compute lane: there it would wait behind a long run.
        self._counting.ask(partial(count_risk, question, self.counts), Lane.IO)
        if self.counts is None:
            self._say(tr("The risk of the file is being counted…"))
        self._dimming.start()

    @Slot(object)
    def _take(self, counts: RiskCounts) -> None:
        focus = QApplication.focusWidget()
        had_keyboard = focus is not None and self.records.isAncestorOf(focus)
        self.counts = counts
        self._brighten()
        self.overview.show_counts(counts)
        self.records.model.clear()
        self._stack.setCurrentWidget(self._scroll)
        if had_keyboard:
            self.overview.driving.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        self.counts = None
        self._brighten()
        self._say(failure_text(error))

    @Slot()
    def _give_up(self) -> None:
        self._asked_question = None
        self._brighten()

    @Slot()
    def _dim(self) -> None:
        # Without figures the message says it.
        self.status.setVisible(self.counts is not None)
        self._dimness.setEnabled(self.counts is not None)

    def _brighten(self) -> None:
        self._dimming.stop()
        self.status.hide()
        self._dimness.setEnabled(False)

    def _say(self, sentence: str) -> None:
        self.message.setText(sentence)
        self._stack.setCurrentWidget(self.message)

    @Slot(object, object)
    def _show_records(self, heading: str, positions: NDArray[np.int64]) -> None:
        if self.counts is None:
            return
        self._returning_to = QApplication.focusWidget()
        self.records.show_records(heading, self.counts.now, positions)
        self._stack.setCurrentWidget(self.records)
        self.records.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def show_overview(self) -> None:
        """Go back from the records to the figures, with the keyboard where it was."""
        self._stack.setCurrentWidget(self._scroll)
        goal = self._returning_to
        if goal is None or not self.overview.isAncestorOf(goal):
            goal = self.overview.driving
        goal.setFocus(Qt.FocusReason.OtherFocusReason)
        self.records.model.clear()


class RiskRecords(QWidget):
    """A heading, and the records in a table.

    Signals
    -------
    closed()
        The user goes back.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back_button = push_button(tr("← Back to the risk (Esc)"), self.closed, kind="flat")
        self.heading = Sentence()
        self.heading.setFont(sizes.strong_font())
        self.sentence = note(tr("In the order of the file, with the number of each record."))
        self.model = ChosenRecordsModel(self)
        self.table = DataTable()
        self.table.setModel(self.model)
        in_column(
            at_left(self.back_button),
            self.heading,
            self.sentence,
            (self.table, 1),
            inside=self,
            spacing=sizes.HALF,
        )

    def show_records(self, heading: str, risk: FileRisk, positions: NDArray[np.int64]) -> None:
        """Show the records at these positions under a heading."""
        self.heading.setText(heading)
        self.table.setAccessibleName(heading)
        self.model.show_records(risk, positions)
        self.table.scrollToTop()
        if len(positions):
            self.table.setCurrentIndex(self.model.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)
