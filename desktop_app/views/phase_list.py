"""The phases of long work: which are done, which one runs and how far it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from core.jobs import Progress
from desktop_app.text import number, phase_text, tr
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import keep_space, set_kind
from desktop_app.views.frame.activity import outlook_text
from desktop_app.views.layouts import in_grid
from desktop_app.views.mark import Mark
from desktop_app.views.plain import PlainLabel

_STEPS = 1000
_TODO, _RUNS, _DONE, _STOPPED = "to-do", "play", "done", "stop"


class PhaseList(QWidget):
    """One row for each phase: mark, name, bar, and its state in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = in_grid(self, across=sizes.UNIT, widening=3)
        self._phases: tuple[str, ...] = ()
        self._rows: list[PhaseRow] = []

    @property
    def rows(self) -> tuple[PhaseRow, ...]:
        """The rows, in the order of the phases."""
        return tuple(self._rows)

    def show_phases(self, phases: tuple[str, ...]) -> None:
        """Show these phases, all still to be done."""
        if phases != self._phases:
            self._phases = phases
            self._build()
        for row in self._rows:
            row.show_mark(_TODO)

    def show_progress(self, progress: Progress) -> None:
        """Show how far the work is."""
        if progress.phase not in self._phases:
            return
        # A phase may come twice, such as reading the input and reading the release.
        has_phase = 1 <= progress.index <= len(self._phases)
        here = has_phase and self._phases[progress.index - 1] == progress.phase
        position = progress.index - 1 if here else self._phases.index(progress.phase)
        for i, row in enumerate(self._rows):
            if i == position:
                row.show_running(progress)
            else:
                row.show_mark(_DONE if i < position else _TODO)

    def show_done(self) -> None:
        """Show that all is done."""
        for row in self._rows:
            row.show_mark(_DONE)

    def show_stopped(self) -> None:
        """Show that the work stopped where it was."""
        for row in self._rows:
            if row.mark == _RUNS:
                row.show_mark(_STOPPED)

    def _build(self) -> None:
        for row in self._rows:
            row.remove(self._grid)
        self._rows = [
            PhaseRow(phase, self._grid, grid_row) for grid_row, phase in enumerate(self._phases)
        ]


class PhaseRow:
    """The widgets of one phase."""

    def __init__(self, phase: str, grid: QGridLayout, row: int) -> None:
        self.mark = _TODO
        self.name = phase_text(phase) or phase
        self._icon, self._said, self._state = Mark(), PlainLabel(self.name), ElidedLabel()
        # What is said of work that runs must not push the window wider.
        self._state.elide = Qt.TextElideMode.ElideRight
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(24 * sizes.UNIT)
        self.bar.setAccessibleName(tr("Progress of “{phase}”", phase=self.name))
        self._state.setProperty("kind", "muted")
        self._icon.setFixedWidth(sizes.ICON)
        for column, widget in enumerate(self._widgets()):
            grid.addWidget(widget, row, column)
        grid.setRowMinimumHeight(row, sizes.ICON + sizes.HALF)

    @property
    def state(self) -> str:
        """The state of the phase, in words."""
        return self._state.text()

    def show_mark(self, mark: str) -> None:
        """Show a phase that does not run."""
        self.mark = mark
        self._state.setText({_TODO: "", _DONE: tr("done"), _STOPPED: tr("stopped")}.get(mark, ""))
        self._settle(running=False)

    def show_running(self, progress: Progress) -> None:
        """Show the phase that runs."""
        self.mark = _RUNS
        has_total = progress.total > 0
        self.bar.setRange(0, _STEPS if has_total else 0)
        if has_total:
            self.bar.setValue(round(_STEPS * min(1.0, progress.done / progress.total)))
        outlook = outlook_text(progress)
        if progress.total <= 0:
            self._state.setText(outlook)
        else:
            # A phase that still runs is not complete, even if all of its parts are counted.
            share = tr("{share} %", share=number(min(99, 100 * progress.done // progress.total)))
            self._state.setText(
                tr("{share}, {left}", share=share, left=outlook) if outlook else share
            )
        self._settle(running=True)

    def remove(self, grid: QGridLayout) -> None:
        """Take the row out of its grid."""
        for widget in self._widgets():
            grid.removeWidget(widget)
            widget.deleteLater()

    def _widgets(self) -> tuple[QWidget, ...]:
        return self._icon, self._said, self.bar, self._state

    def _settle(self, *, running: bool) -> None:
        # The bar keeps its place, so that nothing jumps when a phase begins.
        keep_space(self.bar)
        self.bar.setVisible(running)
        set_kind(self._said, "muted" if self.mark == _TODO else "")
        colours = {_DONE: "good", _RUNS: "accent", _STOPPED: "caution"}
        self._icon.show_icon(self.mark, colours.get(self.mark, "muted"))
        self._icon.setAccessibleName(self.state or tr("to do"))
