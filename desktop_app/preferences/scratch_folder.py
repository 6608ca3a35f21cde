"""The folder in which the columns of large files lie: put in force, and asked for when needed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from core.errors import Problem, Refused, StatveilError
from core.office import office_scratch, scratch_obstacle
from core.table import is_spooling, use_scratch
from desktop_app.preferences.in_force import SCRATCH, choose, is_locked, value_of
from desktop_app.text import problem_text, tr
from desktop_app.views.plain import plain_box


def apply_scratch() -> tuple[Problem, ...]:
    """Put the folder of Preferences in force; without one, large files stay in memory.

    The folder may be on a drive that does not answer: at the start, not for the window's thread.

    Returns
    -------
    tuple of Problem
        Why the folder cannot be used; empty if it can.
    """
    folder = value_of(SCRATCH)
    obstacles = _use(folder)
    if obstacles and Path(folder) == office_scratch():
        return (scratch_obstacle(),)
    return obstacles


def settle_scratch(error: BaseException) -> BaseException | None:
    """Ask for a folder for scratch files if a file was refused without one, and remember it.

    Parameters
    ----------
    error : BaseException
        What the reading of a file ended in.

    Returns
    -------
    BaseException or None
        What is to be shown; ``None`` if a folder is in use now, so that the file can be read.
    """
    if not isinstance(error, Refused) or not error.has("table-needs-scratch"):
        return error
    obstacles = apply_scratch()
    while not is_spooling():
        if is_locked(SCRATCH):
            return Refused(*obstacles, *error.problems)
        folder = _ask(*(obstacles or error.problems))
        if not folder:
            return error
        obstacles = _use(folder)
        if not obstacles:
            choose(SCRATCH, folder)
    return None


def _use(folder: str) -> tuple[Problem, ...]:
    try:
        use_scratch(Path(folder) if folder else None)
    except StatveilError as error:
        use_scratch(None)
        return error.problems
    return ()


def _ask(*problems: Problem) -> str:
    """Let the user choose a folder; return an empty text if they think better of it."""
    parent = QApplication.activeWindow()
    box = plain_box(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("Folder for scratch files"))
    box.setText("\n".join(map(problem_text, problems)))
    box.setInformativeText(
        tr(
            "Choose a folder on a fast local disk. Records lie there while a large file is open, "
            "and nothing is left there."
        )
    )
    choosing = box.addButton(tr("C&hoose a folder…"), QMessageBox.ButtonRole.AcceptRole)
    box.setEscapeButton(box.addButton(tr("&Cancel"), QMessageBox.ButtonRole.RejectRole))
    box.setDefaultButton(choosing)
    box.exec()
    if box.clickedButton() is not choosing:
        return ""
    title = tr("Choose the folder for scratch files")
    return QFileDialog.getExistingDirectory(parent, title, str(Path.home()))
