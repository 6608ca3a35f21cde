"""The question wizard: one plain question at a time, for those who do not know the terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from core.model import Column
from desktop_app.state.interview import Interview, Question
from desktop_app.state.parts import Part
from desktop_app.text import tr
from desktop_app.text.schema import part_title, role_title
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, named, note
from desktop_app.wizard.attributes.describing import figures_line

if TYPE_CHECKING:
    from core.io import ColumnProfile


def question_text(question: Question, name: str) -> str:
    """Return the question as it is asked about the column called `name`."""
    return {
        Question.FINDS_ALONE: tr(
            "Could somebody find a person or firm with the value of {name} alone?", name=name
        ),
        Question.KNOWN_OUTSIDE: tr(
            "Could an outsider know {name} about a person or firm?", name=name
        ),
        Question.DOES_HARM: tr("Would it harm a person or firm if {name} became known?", name=name),
    }[question]


def question_help(question: Question) -> str:
    """Return an example that helps to answer."""
    return {
        Question.FINDS_ALONE: tr(
            "Such as a name, an address, a telephone number or an ID number. If your records are "
            "firms, think of firms."
        ),
        Question.KNOWN_OUTSIDE: tr(
            "A neighbour, a colleague or a public register may know age, place, family or trade."
        ),
        Question.DOES_HARM: tr("Such as income, debt, an illness or an opinion."),
    }[question]


class QuestionsView(QWidget):
    """Asks; the answers stay here until they are taken over.

    Signals
    -------
    answered()
        An answer was given, left out or taken back.
    finished()
        The last question was answered.
    """

    answered = Signal()
    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.interview = Interview(())
        self._profiles: tuple[ColumnProfile, ...] = ()
        self._columns: tuple[Column, ...] = ()
        self._parts: tuple[Part, ...] = ()
        self._where, self._values, self._help, self._last = note(), note(), note(), note()
        self._question = Sentence()
        self._question.setFont(sizes.title_font())
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        named(self._bar, tr("Columns asked about"))
        self.yes_button = QPushButton(tr("&Yes"))
        self.no_button = QPushButton(tr("&No"))
        self.keep_button = QPushButton()
        self.yes_button.clicked.connect(self._yes)
        self.no_button.clicked.connect(self._no)
        self.keep_button.clicked.connect(self._keep)
        row = QHBoxLayout()
        row.setSpacing(sizes.MARGIN)
        for button in (self.yes_button, self.no_button):
            button.setMinimumSize(14 * sizes.UNIT, 5 * sizes.UNIT)
            row.addWidget(button)
        self.keep_button.setMinimumHeight(5 * sizes.UNIT)
        row.addWidget(self.keep_button)
        row.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(sizes.MARGIN)
        outer.addWidget(self._where)
        outer.addWidget(self._bar)
        outer.addSpacing(sizes.MARGIN)
        outer.addWidget(self._question)
        outer.addWidget(self._help)
        outer.addWidget(self._values)
        outer.addLayout(row)
        outer.addWidget(self._last)
        outer.addStretch(1)

    def begin(
        self,
        profiles: tuple[ColumnProfile, ...],
        columns: tuple[Column, ...],
        parts: tuple[Part, ...],
    ) -> None:
        """Ask about these columns, from the first; `parts` is what each of them is now."""
        self._profiles, self._columns, self._parts = profiles, columns, parts
        self.interview = Interview(tuple(profile.name for profile in profiles))
        self._show()
        self.yes_button.setFocus()

    def back(self) -> bool:
        """Take the last answer back; return whether there was one."""
        if not self.interview.answers:
            return False
        self.interview = self.interview.back()
        self._show()
        self.answered.emit()
        return True

    @Slot()
    def _yes(self) -> None:
        self._take(True)

    @Slot()
    def _no(self) -> None:
        self._take(False)

    @Slot()
    def _keep(self) -> None:
        self._take(None)

    def _take(self, yes: bool | None) -> None:
        self.interview = self.interview.answer(yes)
        self.answered.emit()
        if self.interview.column is None:
            self.finished.emit()
        else:
            self._show()

    def _show(self) -> None:
        at, question = self.interview.column, self.interview.question
        if at is None or question is None:
            return
        profile = self._profiles[at]
        count = len(self._profiles)
        self._bar.setRange(0, count)
        self._bar.setValue(at)
        self._where.setText(
            tr("Column {at} of {count}: {name}", at=at + 1, count=count, name=profile.name)
        )
        self._question.setText(question_text(question, profile.name))
        self._help.setText(question_help(question))
        self._values.setText(figures_line(profile, self._columns[at]))
        kept = part_title(self._parts[at])
        self.keep_button.setText(tr("Not sure: &keep “{role}”", role=kept))
        self.keep_button.setToolTip(tr("{name} stays what it is in the table.", name=profile.name))
        self._last.setText(self._last_text())

    def _last_text(self) -> str:
        name = self.interview.latest
        if name is None:
            return ""
        role = self.interview.roles.get(name)
        if role is not None:
            return tr("{name} becomes: {role}.", name=name, role=role_title(role))
        at = self.interview.names.index(name)
        return tr("{name} stays: {role}.", name=name, role=part_title(self._parts[at]))
