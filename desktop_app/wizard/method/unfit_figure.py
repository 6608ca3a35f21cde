"""Asks about a figure of the recipe that can no longer be computed, such as of a dropped column.

Figures are chosen on the step Results, which cannot be reached while one of them forbids a run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtWidgets import QMessageBox, QWidget

from core.errors import Problem
from core.model import Figure
from desktop_app.presenters.results_figures import title_of_figure
from desktop_app.text import problem_text, tr

_FIGURE = re.compile(r"figures\[([0-9]{1,9})\]")


def figure_of(problem: Problem, figures: Sequence[Figure]) -> int | None:
    """Return which figure of the recipe a problem is about, if it is about one."""
    found = _FIGURE.match(problem.where.field or "")
    place = None if found is None else int(found[1])
    return place if place is not None and place < len(figures) else None


def confirm_leaving_out(parent: QWidget, figure: Figure, problem: Problem) -> bool:
    """Ask whether a figure is left out of the recipe."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("Figure of users"))
    box.setText(tr("Leave out the figure “{figure}”?", figure=title_of_figure(figure)))
    said = tr("It can be brought back with Undo, or chosen again on the step Results.")
    box.setInformativeText(f"{problem_text(problem)} {said}")
    leaving = box.addButton(tr("&Leave it out"), QMessageBox.ButtonRole.AcceptRole)
    keep = box.addButton(tr("&Keep it"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leaving)
    box.setEscapeButton(keep)
    box.exec()
    return box.clickedButton() is leaving
