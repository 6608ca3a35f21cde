"""The list of steps with its buttons, above what the file suggests, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from core.model import Dataset, Preparing
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.preparing.preparing_suggestions import Searched, Suggested, search_steps
from desktop_app.presenters.preparing.preparing_words import effect_line, effect_lines, step_line
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, named, note, push_button, say, tool_button
from desktop_app.views.layouts import STRETCH, in_column, in_row

_BESIDE_WORDS = 5 * sizes.UNIT
_TALL = 10_000


class StepsPanel(QWidget):
    """Shows what was done; asks for changes by the signals of the list and by these.

    Signals
    -------
    add_wanted()
        The form for a new step is wanted.
    """

    add_wanted = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list, self.suggestions = StepList(), Suggestions(runner)
        self.empty, self.refusal = note(), note(kind="danger")
        self.empty.setText(
            tr(
                "No step yet: the columns are as they were read. Recode what identifies people "
                "before it is masked; it often costs less than masking alone."
            )
        )
        self.refusal.hide()
        self.add_button = push_button(
            tr("&Add a step…"), self.add_wanted, tr("Add a preparing step")
        )
        self.edit_button = push_button(tr("&Change…"), self._edit, tr("Change the chosen step"))
        self.remove_button = push_button(tr("Rem&ove"), self._remove, tr("Remove the chosen step"))
        self.up_button = tool_button("up", self.list.shift_up, tr("Move the step up"))
        self.down_button = tool_button("down", self.list.shift_down, tr("Move the step down"))
        self._lay_out()
        self.list.currentRowChanged.connect(self.show_buttons)

    def _lay_out(self) -> None:
        row = in_row(
            self.add_button,
            self.edit_button,
            self.remove_button,
            STRETCH,
            self.up_button,
            self.down_button,
        )
        in_column(
            heading(tr("Steps, in order")),
            self.empty,
            (self.list, 3),
            row,
            self.refusal,
            (self.suggestions, 4),
            0,
            inside=self,
        )

    def show_steps(
        self, steps: Sequence[Preparing], in_force: Sequence[Preparing], dataset: Dataset | None
    ) -> None:
        """Show the steps, and what they changed in the records.

        Parameters
        ----------
        steps : sequence of Preparing
            Those that are wanted.
        in_force : sequence of Preparing
            Those by which the records in `dataset` are prepared; as far as both lists are the
            same, what the steps changed is known.
        dataset : Dataset or None
            The records.
        """
        effects = effect_lines(in_force, dataset)
        lines = []
        for position, step in enumerate(steps):
            is_known = tuple(steps[: position + 1]) == tuple(in_force[: position + 1])
            effect = effects[position] if is_known else effect_line(step, None)
            lines.append((f"{position + 1}. {step_line(step)}\n{effect}", step.is_off))
        self.empty.setVisible(not steps)
        self.list.setVisible(bool(steps))
        for button in (self.edit_button, self.remove_button, self.up_button, self.down_button):
            button.setVisible(bool(steps))
        self.list.show_steps(lines)
        self.show_buttons()

    def say(self, text: str) -> None:
        """Say why a change was not made; empty to say nothing."""
        say(self.refusal, text)

    @Slot()
    def show_buttons(self, *_: object) -> None:
        """Enable what can be done to the chosen step."""
        row = self.list.currentRow()
        self.edit_button.setEnabled(row >= 0)
        self.remove_button.setEnabled(row >= 0)
        self.up_button.setEnabled(row > 0)
        self.down_button.setEnabled(0 <= row < self.list.count() - 1)

    @Slot()
    def _edit(self) -> None:
        self.list.edit_wanted.emit(self.list.currentRow())

    @Slot()
    def _remove(self) -> None:
        self.list.remove_wanted.emit(self.list.currentRow())


class LineList(QListWidget):
    """Each row is as high as its words need; nothing scrolls sideways."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self) -> None:
        """Measure the rows; after a change of their texts."""
        width = max(1, self.viewport().width() - _BESIDE_WORDS)
        blocked = self.blockSignals(True)
        for row in range(self.count()):
            item = self.item(row)
            bounds = self.fontMetrics().boundingRect(
                0, 0, width, _TALL, Qt.TextFlag.TextWordWrap, item.text()
            )
            item.setSizeHint(QSize(0, bounds.height() + sizes.UNIT))
        self.blockSignals(blocked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()


class StepList(LineList):
    """Shows lines; what the user does to them is asked for and not done here.

    Signals
    -------
    switch_wanted(int, bool)
        Switch the step of a row off (true) or on.
    move_wanted(int, int)
        Move the step of a row to another row.
    remove_wanted(int), edit_wanted(int)
        With a row.
    """

    switch_wanted = Signal(int, bool)
    move_wanted = Signal(int, int)
    remove_wanted = Signal(int)
    edit_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(
            self,
            tr("Preparing steps"),
            tr(
                "Space switches a step off or on, Return changes it, Delete removes it, Alt+Up and "
                "Alt+Down move it; or drag it with the mouse."
            ),
        )
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self._shown_lines: list[tuple[str, bool]] = []
        self.itemChanged.connect(self._switch)
        self.activated.connect(self._edit)

    def show_steps(self, lines: Sequence[tuple[str, bool]]) -> None:
        """Show the text of each step, and whether it is switched off."""
        if list(lines) == self._shown_lines and self._as_shown():
            return
        row = self.currentRow()
        self.blockSignals(True)
        self.clear()
        self._shown_lines = list(lines)
        for text, is_off in lines:
            item = QListWidgetItem(text)
            flags = Qt.ItemFlag
            item.setFlags(
                flags.ItemIsEnabled
                | flags.ItemIsSelectable
                | flags.ItemIsUserCheckable
                | flags.ItemIsDragEnabled
            )
            item.setCheckState(Qt.CheckState.Unchecked if is_off else Qt.CheckState.Checked)
            self.addItem(item)
        self.fit()
        self.setCurrentRow(min(row, self.count() - 1))
        self.blockSignals(False)
        self.currentRowChanged.emit(self.currentRow())

    def _as_shown(self) -> bool:
        """Return whether nobody has ticked what was refused then."""
        ticks = [self.item(row).checkState() for row in range(self.count())]
        return all(
            (tick is Qt.CheckState.Unchecked) == is_off
            for tick, (_, is_off) in zip(ticks, self._shown_lines, strict=True)
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by Alt+Up and Alt+Down, remove by Delete."""
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key, row = Qt.Key(event.key()), self.currentRow()
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and key in moves:
            self.shift(moves[key])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and row >= 0:
            self.remove_wanted.emit(row)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.edit_wanted.emit(row)
        else:
            super().keyPressEvent(event)

    def shift(self, by: int) -> None:
        """Ask for the current step to be moved up (-1) or down (1)."""
        row = self.currentRow()
        if row >= 0 and 0 <= row + by < self.count():
            self._move(row, row + by)

    @Slot()
    def shift_up(self) -> None:
        """Move the current step up."""
        self.shift(-1)

    @Slot()
    def shift_down(self) -> None:
        """Move the current step down."""
        self.shift(1)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for the dragged step to be moved where it was dropped."""
        point = event.position().toPoint()
        row, over = self.currentRow(), self.indexAt(point)
        to = self.count() if not over.isValid() else over.row()
        if over.isValid() and point.y() > self.visualRect(over).center().y():
            to += 1
        to -= to > row
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if row >= 0 and to != row:
            self._move(row, to)

    def _move(self, row: int, to: int) -> None:
        # The keyboard stays on the step, wherever it goes.
        self.setCurrentRow(to)
        self.move_wanted.emit(row, to)

    @Slot(QListWidgetItem)
    def _switch(self, item: QListWidgetItem) -> None:
        row = self.row(item)
        is_off = item.checkState() is Qt.CheckState.Unchecked
        if is_off != self._shown_lines[row][1]:
            self.setCurrentRow(row)
            self.switch_wanted.emit(row, is_off)

    @Slot(QModelIndex)
    def _edit(self, index: QModelIndex) -> None:
        self.edit_wanted.emit(index.row())


class SuggestionList(LineList):
    """Suggestions; Return adds the current one.

    Signals
    -------
    entered()
        Return was pressed on a row, or a row was pressed twice.
    """

    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, tr("Suggested steps"), tr("Return adds the chosen step to the list above."))
        self.itemDoubleClicked.connect(self.entered)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add by Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class Suggestions(QWidget):
    """Searches the file as it is prepared, in the background.

    Signals
    -------
    add_wanted(object)
        With the `Preparing` step to be added.
    edit_wanted(object)
        With the step to be shown in the form before it is added.
    """

    add_wanted = Signal(object)
    edit_wanted = Signal(object)

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searching = Latest(runner, tr("Looking for columns to prepare"), self, self._show)
        self._searched: tuple[object, ...] = ()
        self._suggestions: tuple[Suggested, ...] = ()
        self.list, self.sentence = SuggestionList(), note()
        self.add_button = push_button(tr("A&dd it"), self._add, tr("Add the suggested step"))
        self.edit_button = push_button(
            tr("Chan&ge and add…"), self._edit, tr("Change the suggested step before it is added")
        )
        in_column(
            heading(tr("Suggestions")),
            self.sentence,
            (self.list, 1),
            in_row(self.add_button, self.edit_button, STRETCH),
            # Without a list, what is said stays below its heading.
            0,
            inside=self,
            spacing=sizes.HALF,
        )
        self.list.entered.connect(self._add)
        self.list.currentRowChanged.connect(self._show_buttons)
        self._show(())

    def search(self, now: Searched, read: Searched, k: int) -> None:
        """Look for steps in these records, unless they were searched already."""
        basis = (now.dataset, now.schema, read.dataset, read.schema, k)
        if basis == self._searched:
            return
        self._searched = basis
        self._searching.ask(partial(search_steps, now, read, k), Lane.IO)
        self._show(self._suggestions)

    def forget(self) -> None:
        """Show nothing: another file is open."""
        self._searching.drop()
        self._searched = ()
        self._show(())

    def _show(self, suggestions: Sequence[Suggested]) -> None:
        row = self.list.currentRow()
        if tuple(suggestions) != self._suggestions or not self.list.count():
            self._suggestions = tuple(suggestions)
            self.list.blockSignals(True)
            self.list.clear()
            for suggestion in suggestions:
                self.list.addItem(QListWidgetItem(f"{suggestion.line}\n{suggestion.reason}"))
            self.list.fit()
            self.list.setCurrentRow(min(max(row, 0), len(suggestions) - 1))
            self.list.blockSignals(False)
        for widget in (self.list, self.add_button, self.edit_button):
            widget.setVisible(bool(suggestions))
        if self._searching.waiting and not suggestions:
            self.sentence.setText(tr("Examining the columns…"))
        else:
            self.sentence.setText(tr("No further step is suggested."))
        self.sentence.setVisible(not suggestions)
        self._show_buttons()

    @Slot()
    def _show_buttons(self, *_: object) -> None:
        chosen = self.list.currentRow() >= 0
        self.add_button.setEnabled(chosen)
        self.edit_button.setEnabled(chosen)

    def _chosen(self) -> Preparing | None:
        row = self.list.currentRow()
        return self._suggestions[row].step if 0 <= row < len(self._suggestions) else None

    @Slot()
    def _add(self, *_: object) -> None:
        step = self._chosen()
        if step is not None:
            self.add_wanted.emit(step)

    @Slot()
    def _edit(self) -> None:
        step = self._chosen()
        if step is not None:
            self.edit_wanted.emit(step)
