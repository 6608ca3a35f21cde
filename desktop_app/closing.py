"""What is asked before the window or the project closes."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox

from desktop_app.state import Step
from desktop_app.text import tr, tr_n

if TYPE_CHECKING:
    from desktop_app.main_window import MainWindow


class Answer(Enum):
    """What the user wants done."""

    STAY = 0
    CLOSE = 1
    SAVE = 2


class Closing(Enum):
    """What is to be closed."""

    WINDOW = 0
    PROJECT = 1
    FOR_ANOTHER = 2


def confirm_closing(
    window: MainWindow, unsaved: bool, unreleased: bool, what: Closing = Closing.WINDOW
) -> Answer:
    """Ask whether to close although changes are not saved, or a run would be lost."""
    role = QMessageBox.ButtonRole
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(
        {
            Closing.WINDOW: tr("Close Statveil"),
            Closing.PROJECT: tr("Close the project"),
            Closing.FOR_ANOTHER: tr("Open another file"),
        }[what]
    )
    said = _said(window, unsaved, unreleased, what)
    box.setText(said[0])
    box.setInformativeText("\n\n".join(said[1:]))
    save = box.addButton(tr("&Save and close"), role.AcceptRole) if unsaved else None
    title = tr("Close &without saving") if unsaved else tr("&Close anyway")
    if what is Closing.FOR_ANOTHER:
        title = tr("&Open the other file")
    close = box.addButton(title, role.DestructiveRole)
    stay = box.addButton(tr("S&tay"), role.RejectRole)
    box.setDefaultButton(save or stay)
    box.setEscapeButton(stay)
    box.exec()
    chosen = box.clickedButton()
    if save is not None and chosen is save:
        return Answer.SAVE
    return Answer.CLOSE if chosen is close else Answer.STAY


def _said(window: MainWindow, unsaved: bool, unreleased: bool, what: Closing) -> list[str]:
    """Return what would be lost, what matters most first."""
    edited = window.store.draft.edited if window.store.draft else ()
    said = []
    if unsaved:
        said.append(
            tr("The project {name} has changes that are not saved.", name=window.store.name)
        )
    said += _taxonomies(len(edited))
    if unsaved and what is Closing.WINDOW:
        said.append(tr("If you close without saving, they are offered at the next start."))
    if unsaved and what is Closing.PROJECT:
        said.append(tr("If you close without saving, a copy is kept until you delete it."))
    if unreleased:
        said += _runs(window)
    if what is Closing.WINDOW and not window.at_work(Step.METHOD):
        said += _rows(window.unsaved_rows)
    return said


def _rows(count: int) -> list[str]:
    """Return what becomes of a finished comparison."""
    if not count:
        return []
    return [
        tr_n(
            "The comparison of methods has {count} row, which is in no file and would be lost. "
            "To keep it, stay and save the table on the step Method with a right click.",
            "The comparison of methods has {count} rows, which are in no file and would be lost. "
            "To keep them, stay and save the table on the step Method with a right click.",
            count,
        )
    ]


def _taxonomies(edited: int) -> list[str]:
    if not edited:
        return []
    return [
        tr_n(
            "{count} changed taxonomy is in no file yet and would be lost.",
            "{count} changed taxonomies are in no file yet and would be lost.",
            edited,
        )
    ]


def _runs(window: MainWindow) -> list[str]:
    """Return what a run or a comparison would lose."""
    said = []
    if window.at_work(Step.METHOD):
        said.append(
            tr("A comparison of methods is running. It will stop, and what it found is lost.")
        )
    if window.at_work(Step.RUN):
        said.append(tr("The protection is running. It will stop and must be repeated."))
    if window.store.result is not None and window.store.release is None:
        said.append(
            tr("The protected data have not been released yet. The run must then be repeated.")
        )
    return said or [tr("Work is still running. It will stop.")]
