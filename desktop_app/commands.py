"""What the menus offer: each command is an action with its key and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_app.checking.release_checks import ReleaseChecks
from desktop_app.measures_export import MeasuresExport
from desktop_app.projects.keeper import ProjectKeeper
from desktop_app.reports.assessment import RiskAssessment
from desktop_app.state import Step, StepState
from desktop_app.state.changes import Change
from desktop_app.store import ProjectStore
from desktop_app.text import tr
from desktop_app.text.change_words import change_text

_Key = QKeySequence.StandardKey
_Keys = list[QKeySequence] | QKeySequence.StandardKey | None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the window shows.

    Attributes
    ----------
    step : Step
        The step whose page is shown.
    states : Mapping of Step to StepState
        The mark of each step.
    incoming : str
        The name of the file that is being imported in the place of the open one, or empty.
    meaning_folded : bool
        Whether the panel *What this means* is folded.
    """

    step: Step
    states: Mapping[Step, StepState]
    incoming: str
    meaning_folded: bool


class Commands(QObject):
    """Open, save, close, export, quit, undo, redo, verify, repeat and save as PDF.

    Parameters
    ----------
    window : QWidget
        Is closed by `quit`; the keys work in it.
    store : ProjectStore
        The open project.
    keeper : ProjectKeeper
        Saves and closes it.
    checks : ReleaseChecks
        Works on finished releases.
    export : MeasuresExport
        Exports the measures of a result.
    assessment : RiskAssessment
        Assesses the risk of the open file.
    open_file : callable
        Lets the user choose a file to open.
    """

    def __init__(
        self,
        window: QWidget,
        store: ProjectStore,
        keeper: ProjectKeeper,
        checks: ReleaseChecks,
        export: MeasuresExport,
        assessment: RiskAssessment,
        open_file: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._store = store
        self.open = self._command(tr("&Open…"), open_file, _Key.Open)
        self.save = self._command(tr("&Save project"), keeper.save, _Key.Save)
        self.save_as = self._command(
            tr("Save project &as…"), keeper.save_as, [QKeySequence("Ctrl+Shift+S")]
        )
        # Spelled out, here and below: the platform's own key can be either, and a key that is
        # given twice is ambiguous, so that pressing it does nothing. Ctrl+F4 is Windows' key.
        self.close_project = self._command(
            tr("&Close project"),
            keeper.close_project,
            [QKeySequence("Ctrl+W"), QKeySequence("Ctrl+F4")],
        )
        self.export_measures = self._command(tr("&Export measures…"), export.ask)
        self.assess = self._command(tr("Assess the ris&k of the file…"), assessment.ask)
        self.quit = self._command(tr("&Quit"), window.close, _Key.Quit)
        self.undo = self._command(tr("&Undo"), store.undo, _Key.Undo)
        self.redo = self._command(
            tr("&Redo"), store.redo, [QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")]
        )
        self.verify = self._command(tr("&Verify a release…"), checks.verify)
        self.repeat = self._command(tr("&Repeat a release…"), checks.repeat)
        self.releases = self._command(tr("Releases &made here…"), checks.list_releases)
        self.save_pdf = self._command(tr("Save a report as &PDF…"), checks.save_pdf)

    def _command(self, title: str, slot: Callable[[], object], keys: _Keys = None) -> QAction:
        action = QAction(title, self)
        if isinstance(keys, list):
            action.setShortcuts(keys)
        elif keys is not None:
            # The first of the platform's keys.
            action.setShortcut(keys)
        action.triggered.connect(slot)
        return action

    def show_state(self, shown: Shown) -> None:
        """Enable what can be done."""
        there = self._store.project is not None
        self.save.setEnabled(there)
        self.save_as.setEnabled(there)
        self.close_project.setEnabled(there and not shown.incoming)
        self.assess.setEnabled(there and not shown.incoming)
        in_results = shown.step is Step.RESULTS
        self.export_measures.setEnabled(in_results and self._store.result is not None)
        # While a file is imported, the decisions on the one before are out of sight.
        store = None if shown.incoming else self._store
        undoable, redoable = (store.undoable, store.redoable) if store else (None, None)
        self.undo.setEnabled(undoable is not None)
        self.redo.setEnabled(redoable is not None)
        self.undo.setText(tr("&Undo: {what}", what=_in_menu(undoable)) if undoable else tr("&Undo"))
        self.redo.setText(tr("&Redo: {what}", what=_in_menu(redoable)) if redoable else tr("&Redo"))


def _in_menu(change: Change) -> str:
    # An ampersand in a column's name would become a mnemonic.
    return change_text(change).replace("&", "&&")
