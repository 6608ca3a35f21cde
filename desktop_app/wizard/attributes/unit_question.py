"""Asks whether several rows belong to one unit: searches the file and shows strip or form."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.unit_words import (
    answer_text,
    cure_text,
    gone_text,
    question_text,
    search_units,
)
from desktop_app.state.unit_answer import UnitAnswer, answered, without_gone
from desktop_app.store import ProjectStore
from desktop_app.text import tr
from desktop_app.views.forms import push_button, say
from desktop_app.wizard.attributes.deciding import Strip
from desktop_app.wizard.attributes.units_form import UnitsForm

if TYPE_CHECKING:
    from core.inspect.structure import LikelyUnit
    from core.model import Dataset
from PySide6.QtWidgets import QPushButton

from desktop_app.views.forms import named

# How long the search may take before the strip says that it is under way.
_LONG_MILLISECONDS = 1000


class UnitQuestion(QObject):
    """Holds the strip above the table and the form; both change the store's draft.

    Signals
    -------
    visibility_changed(bool)
        Whether the strip is shown, with the question or its answer.
    edited()
        An answer in the form was changed.
    """

    visibility_changed = Signal(bool)
    edited = Signal()

    def __init__(self, store: ProjectStore, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._runner = store, runner
        self.bar = UnitBar()
        self._form: UnitsForm | None = None
        self.bar.record_chosen.connect(self._choose_records)
        self.bar.cure_wanted.connect(self._cure)
        self._searching = Latest(
            runner, tr("Looking for units of several rows"), self, self._take_likely, self.show
        )
        self._searching.cancelled.connect(self.show)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.show)
        self._searched: Dataset | None = None
        self._likely: tuple[LikelyUnit, ...] = ()

    @property
    def form(self) -> UnitsForm:
        """Return the form, made at its first use: few files need it, and it takes 25 ms."""
        if self._form is None:
            self._form = UnitsForm(self._runner)
            self._form.edited.connect(self.edited)
        return self._form

    def is_form(self, widget: QWidget | None) -> bool:
        """Return whether a widget is the form, without making one."""
        return widget is not None and widget is self._form

    @property
    def lacking(self) -> str | None:
        """Why the columns cannot be confirmed yet; ``None`` if they can.

        Empty as long as the search may end before anybody reads a reason.
        """
        draft = self._store.draft
        if draft is None or answered(draft) is not None or not self._searching.waiting:
            return None
        return "" if self._soon.isActive() else tr("Searching for units of several rows…")

    @property
    def searching(self) -> bool:
        """Whether columns that number units are still being looked for."""
        return self._searching.waiting

    @property
    def numbering(self) -> tuple[tuple[str, ...], ...]:
        """The columns that number units by the answer in force, or that probably do."""
        draft = self._store.draft
        answer = answered(draft) if draft is not None else None
        if answer is None:
            return tuple(likely.columns for likely in self._likely)
        return () if answer.unit is None else (answer.unit.id,)

    def search(self) -> bool:
        """Look for columns that number units, once for each file; return whether it is new."""
        dataset = self._store.dataset
        if dataset is self._searched:
            return False
        self._searched, self._likely = dataset, ()
        self._searching.drop()
        if dataset is not None:
            # Not behind the computations that are prepared on a first start: it needs few of them.
            self._searching.ask(partial(search_units, dataset), Lane.IO)
            self._soon.start(_LONG_MILLISECONDS)
        return True

    @Slot()
    def show(self) -> None:
        """Show the question or the answer in the strip; hide it where there is neither."""
        draft = self._store.draft
        answer = answered(draft) if draft is not None else None
        if draft is not None and answer is not None:
            sentences = [text for text in (answer_text(answer), gone_text(draft)) if text]
            self.bar.show_answer(" ".join(sentences), cure_text(draft))
        elif draft is not None and self._likely:
            self.bar.ask(question_text(self._likely[0]))
        elif self._searching.waiting and not self._soon.isActive():
            self.bar.show_search()
        else:
            self.bar.hide()
        self.visibility_changed.emit(not self.bar.isHidden())

    def begin(self, name: str | None = None) -> bool:
        """Fill the form with the answer in force, or with what the file or column suggests."""
        draft, dataset = self._store.draft, self._store.dataset
        if draft is None or dataset is None:
            return False
        self.form.begin(draft, dataset, self._likely, name)
        return True

    def take_over(self) -> None:
        """Make what the form says the user's decision."""
        self._store.set_unit(self.form.answer(), self._store.profiles)

    @Slot()
    def _choose_records(self) -> None:
        self._store.set_unit(UnitAnswer(None), self._store.profiles)

    @Slot()
    def _cure(self) -> None:
        draft = self._store.draft
        answer = without_gone(draft) if draft is not None else None
        if answer is not None:
            self._store.set_unit(answer, self._store.profiles)

    @Slot(object)
    def _take_likely(self, likely: tuple[LikelyUnit, ...]) -> None:
        self._likely = likely
        self.show()


class UnitBar(Strip):
    """Shown while the question is open, and afterwards with the answer, which can be changed.

    Also shown while a long search goes on that may lead to the question.

    Signals
    -------
    record_chosen()
        Every row is a unit of its own.
    form_wanted()
        The user wants to declare the units, or to change the answer.
    cure_wanted()
        What the answer names and the file no longer has is to be replaced or removed.
    """

    record_chosen = Signal()
    form_wanted = Signal()
    cure_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.record_button = push_button(
            tr("N&o, each row is one unit"),
            self.record_chosen,
            tr("No, every row is a unit of its own"),
            tr("Records are protected one by one. You can change this answer later."),
        )
        self.form_button, self.cure_button = QPushButton(), QPushButton()
        self.form_button.clicked.connect(self.form_wanted)
        self.cure_button.clicked.connect(self.cure_wanted)
        self.lay_out(self.record_button, self.cure_button, self.form_button)

    def ask(self, question: str) -> None:
        """Ask; each answer has a button."""
        self._show(question, tr("&Yes…"), tr("Yes, declare the units"), asking=True)

    def show_answer(self, answer: str, cure: str = "") -> None:
        """Show the answer, with a button to change it, and one that mends it at a press."""
        self._show(answer, tr("Cha&nge…"), tr("Change how rows form units"), asking=False)
        say(self.cure_button, cure)

    def show_search(self) -> None:
        """Say that the question may still come."""
        self.sentence.setText(
            tr(
                "Statveil is still finding out whether several rows belong to one household, firm "
                "or school. If so, it will ask you here."
            )
        )
        for button in (self.record_button, self.cure_button, self.form_button):
            button.hide()
        self.show()

    def _show(self, sentence: str, button: str, name: str, *, asking: bool) -> None:
        self.sentence.setText(sentence)
        self.record_button.setVisible(asking)
        self.cure_button.hide()
        self.form_button.show()
        self.form_button.setText(button)
        named(self.form_button, name, tr("Opens a page with the settings of the units."))
        self.show()
