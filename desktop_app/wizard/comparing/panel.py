"""What a comparison found: a table and a risk-utility map that fill while it runs."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from core.compare.basis import Basis
from core.compare.comparison import Comparison
from core.compare.sweep import SYMBOLS
from core.jobs import Progress
from core.model import Dataset, Method
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.models.comparison import ComparisonModel
from desktop_app.presenters.comparing.age import ComparisonAge, age
from desktop_app.presenters.comparing.comparison_words import caption, out_of_date, recommendation
from desktop_app.text import explain, failure_text, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import note, push_button, say, set_kind
from desktop_app.views.frame.activity import outlook_text
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.pictures.picture_frame import PictureFrame
from desktop_app.views.split import split, turn_for_width
from desktop_app.wizard.comparing.comparison_table import (
    CompareTable,
    drawn_rows,
    risk_utility_map,
    standing,
)

_STEPS = 1000
PAUSE_MILLISECONDS = 1000
"""Between two pictures of what is still coming in."""


class ComparePanel(QWidget):
    """Runs a comparison on the compute lane; what it found is kept until another is begun.

    Signals
    -------
    changed()
        The selection or the state of the comparison has changed.
    again(), setting_up()
        The user asked to compare again, or to choose what is compared.
    method_taken()
        The user asked to use the method of the selected row.
    """

    changed = Signal()
    again = Signal()
    setting_up = Signal()
    method_taken = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self._age = ComparisonAge()
        self._drawn: object = None
        self._selected_in_map: int | None = None
        self._attempt = Attempt(runner, self)
        self._attempt.changed.connect(self.changed)
        self._attempt.progressed.connect(self._show_progress)
        self.caption, self.warning, self.sentence = note(kind=""), note(kind="caution"), note()
        self.advice = note(kind="")
        self.progress = ProgressRow(tr("Cancel the com&parison"), tr("Progress of the comparison"))
        self.progress.cancelled.connect(self.cancel)
        self.again_button = push_button(tr("Compare a&gain"), self.again)
        self.setup_button = push_button(tr("Var&y settings, choose methods…"), self.setting_up)
        self.model = ComparisonModel(self)
        self.table = CompareTable(self.model)
        self.table.row_picked.connect(self._pick)
        self.table.row_taken.connect(self.method_taken)
        self.copy_button = push_button(tr("C&opy table"), self.table.copy_all, kind="flat")
        self.picture = PictureFrame(
            tr("Risk-utility map"), runner, meaning=explain("risk-utility map")
        )
        self.picture.set_hints(self._hint)
        self.picture.picked.connect(self._select_drawn)
        self.picture.stepped.connect(self._step)
        self.setFocusProxy(self.table)
        # While rows come in, drawing each would take the interpreter's lock from the window.
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._draw)
        buttons = in_row(
            self.again_button, self.setup_button, (self.progress, 1), 0, self.copy_button
        )
        self.split = split(Qt.Orientation.Vertical, self.table, self.picture, (1, 1))
        in_column(
            self.caption,
            self.advice,
            self.warning,
            buttons,
            (self.split, 1),
            self.sentence,
            inside=self,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put table and map side by side, or one above the other in a narrow panel."""
        super().resizeEvent(event)
        if turn_for_width(self.split, event.size().width()):
            self._share_width()

    def _share_width(self) -> None:
        """Give the table what its columns need, and the map the rest; half each if beneath."""
        if self.split.orientation() is Qt.Orientation.Vertical:
            self.split.setSizes([1000, 1000])
        else:
            table = min(self.table.wanted_width(), 2 * self.width() // 3)
            self.split.setSizes([table, self.width() - table])

    @property
    def busy(self) -> bool:
        """Whether the comparison runs or is being stopped."""
        return self._attempt.busy

    @property
    def chosen(self) -> Method | None:
        """The method of the selected row, if it has a result."""
        row = self.table.current
        compared = self.model.compared[row] if row is not None else None
        return compared.method if compared is not None and compared.figures is not None else None

    @property
    def chosen_label(self) -> str:
        """The selected row in few words."""
        row = self.table.current
        return self.model.label(row) if row is not None else ""

    def begin(self, comparison: Comparison, dataset: Dataset) -> None:
        """Run `comparison`, unless one is under way."""
        if self.busy:
            return

        self.comparison = comparison
        title = tr_n("Comparing: {count} run", "Comparing: {count} runs", len(comparison.trials))
        self.progress.begin()
        self._attempt.begin(lambda job: comparison.run(dataset, job), Lane.COMPUTE, title)

    @Slot()
    def cancel(self) -> None:
        """Ask the comparison to stop; what it found so far stays."""
        self._attempt.cancel()

    def show_basis(self, basis: Basis) -> None:
        """Show what was found, held against the settings in force."""
        comparison = self.comparison
        rows = comparison.found if comparison is not None else ()
        self._age = age(comparison, basis) if comparison is not None else ComparisonAge()
        symbol = SYMBOLS.get(comparison.sweep.parameter, "") if comparison is not None else ""
        shown_before = (self.model.rowCount(), symbol)
        sample = comparison.sample if comparison is not None else None
        self.model.show_rows(rows, standing(rows, self._age, basis), symbol, sample)
        if comparison is not None and (len(rows), symbol) != shown_before:
            self.table.show_columns(comparison)
            if symbol != shown_before[1]:
                self._share_width()
        self.caption.setText(caption(comparison, self.busy))
        current = [row for i, row in enumerate(rows) if i not in self._age.old]
        say(self.advice, "" if self.busy else recommendation(current, basis, symbol))
        say(self.warning, out_of_date(self._age, len(rows)))
        self.progress.setVisible(self.busy)
        self.progress.let_cancel(self._attempt.state is AttemptState.RUNNING)
        for button in (self.again_button, self.setup_button):
            button.setVisible(not self.busy)
        self.copy_button.setEnabled(self.model.rowCount() > 0)
        self._say()
        self._draw()

    def _say(self) -> None:
        row = self.table.current
        error = self.model.compared[row].error if row is not None else None
        failure = self._attempt.error or error
        set_kind(self.sentence, "caution" if failure is not None else "muted")
        if failure is not None:
            self.sentence.setText(failure_text(failure))
        elif self._attempt.state is AttemptState.CANCELLED:
            self.sentence.setText(tr("Cancelled. What was found until then is shown."))
        else:
            self.sentence.setText(
                tr(
                    "↓ lower is better, ↑ higher is better. k and t are counted on the released "
                    "columns; sizes are records of a cluster. Choose a row or a mark to use its "
                    "method."
                )
            )

    @Slot()
    def _draw(self) -> None:
        if not drawn_rows(self.model):
            waiting = tr("The map appears with the first result.")
            self.picture.show_empty(waiting if self.busy else tr("There is nothing to show yet."))
            self._drawn = None
            return
        to_draw = (self.table.current, self.model.standing, self.model.compared)
        waits = self.busy and self._pause.isActive() and to_draw[0] == self._selected_in_map
        if to_draw != self._drawn and not waits:
            self._drawn, self._selected_in_map = to_draw, to_draw[0]
            self.picture.show_drawing(risk_utility_map(self.model, self.table.current))
            self._pause.start()

    def _hint(self, drawn: int) -> str:
        rows = drawn_rows(self.model)
        return self.model.hint(rows[drawn]) if drawn < len(rows) else ""

    @Slot(object)
    def _select_drawn(self, drawn: int) -> None:
        rows = drawn_rows(self.model)
        if drawn < len(rows):
            self.table.select(rows[drawn])

    @Slot(object)
    def _step(self, step: int) -> None:
        """Go to the next mark by risk, or the one before."""
        rows = drawn_rows(self.model)
        order = sorted(rows, key=self._rank_by_risk)
        if order:
            now = order.index(self.table.current) if self.table.current in order else -step
            self.table.select(order[max(0, min(len(order) - 1, now + step))])

    def _rank_by_risk(self, row: int) -> tuple[float, float, int]:
        figures = self.model.compared[row].figures
        return (figures.linkage, figures.loss, row) if figures is not None else (0.0, 0.0, row)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.progress.show_progress(progress)
        self.changed.emit()

    @Slot()
    def _pick(self) -> None:
        self._say()
        self._draw()
        self.changed.emit()


class ProgressRow(QWidget):
    """How far a comparison or a search is.

    Parameters
    ----------
    cancel, name : str
        What its button says, and what it shows the progress of.

    Signals
    -------
    cancelled()
        The user asked to stop.
    """

    cancelled = Signal()

    def __init__(self, cancel: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(name)
        self.time_left = ElidedLabel()
        self.time_left.setProperty("kind", "muted")
        self.cancel_button = push_button(cancel, self.cancelled)
        in_row(self.cancel_button, (self.bar, 1), self.time_left, inside=self, spacing=sizes.MARGIN)

    def begin(self) -> None:
        """Start from nothing."""
        self.bar.setValue(0)
        self.time_left.setText("")

    def show_progress(self, progress: Progress) -> None:
        """Show how far it is."""
        share = progress.done / progress.total if progress.total else 0.0
        self.bar.setValue(round(_STEPS * min(1.0, share)))
        self.time_left.setText(outlook_text(progress))

    def let_cancel(self, possible: bool) -> None:
        """Let the user stop it, or show that it is being stopped."""
        self.cancel_button.setEnabled(possible)
