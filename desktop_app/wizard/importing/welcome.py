"""What the program does, in three sentences, and its steps: shown until a file was opened."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from desktop_app.state import Step
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, named, note
from desktop_app.views.frame.rail import step_title

_WIDEST = 80 * sizes.UNIT


class Welcome(QFrame):
    """Three sentences, and the steps in a row."""

    def __init__(self) -> None:
        super().__init__()
        self.said = note(" ".join(_sentences()), kind="")
        self.said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.steps = note(" › ".join(map(step_title, Step)))
        self.steps.setAlignment(Qt.AlignmentFlag.AlignCenter)
        named(self.steps, tr("Steps: {steps}", steps=", ".join(map(step_title, Step))))
        title = heading(tr("From confidential records to a file that you can release"))
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout()
        column.setSpacing(sizes.UNIT)
        for part in (title, self.said, self.steps):
            column.addWidget(part)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.MARGIN, 0, sizes.MARGIN, 0)
        row.addStretch(1)
        inner = QFrame()
        inner.setMaximumWidth(_WIDEST)
        inner.setLayout(column)
        row.addWidget(inner, 100)
        row.addStretch(1)


def _sentences() -> tuple[str, ...]:
    return (
        tr(
            "Statveil groups similar records of a survey or register and publishes what each "
            "group has in common, so that the masked columns single nobody out."
        ),
        tr("It shows what this costs the data and which risk remains."),
        tr("It writes a release that anybody can check; all work stays on this computer."),
    )
