"""The form of one preparing step: what it does, to which column, how, and why."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from core.model import Preparing
from core.model.preparing import Do
from desktop_app.jobs import Runner
from desktop_app.text import message, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.forms import (
    growing,
    heading,
    label_for,
    named,
    note,
    say,
    scroll_to_top,
    scrolling,
)
from desktop_app.views.layouts import STRETCH, Gap, in_column, in_grid
from desktop_app.wizard.preparing.ground import CATEGORIES, DATES, Ground
from desktop_app.wizard.preparing.proposed_numbers import range_text
from desktop_app.wizard.preparing.step_settings import StepSettings, columns_for, kinds_for


class StepForm(QWidget):
    """What is typed here stays here until it is taken over.

    Signals
    -------
    edited()
        A field was changed.
    """

    edited = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._made: dict[Do, StepSettings] = {}
        self._ground: Ground | None = None
        self._is_off = False
        # The column of a step that is to be changed, where an earlier step has left it out.
        self._gone = ""
        self.title, self.refusal = heading(""), note(kind="danger")
        self.kind, self.column = growing(ChoiceBox()), growing(ChoiceBox())
        self.meaning, self.facts, self.lacking = note(), note(), note(kind="caution")
        self.why = QLineEdit()
        # Not a stack, which would be as high as the highest of its pages.
        self._settings_area = QVBoxLayout()
        self.kind.offer({do: message(f"setting-{do}") for do in Do})
        named(self.kind, tr("What to do"))
        named(self.column, tr("Column"))
        named(self.why, tr("Reason"), tr("Stated in the internal log and report, never in public."))
        self._lay_out()
        self.kind.activated.connect(self._choose_kind)
        self.column.activated.connect(self._choose_column)
        self.why.textEdited.connect(self.edited)

    def _lay_out(self) -> None:
        inner = QWidget()
        top = in_grid(across=sizes.UNIT)
        alignment = Qt.AlignmentFlag.AlignLeft
        for row, (title, field) in enumerate(
            ((tr("&What to do"), self.kind), (tr("Col&umn"), self.column))
        ):
            label = label_for(field, title)
            top.addWidget(label, 2 * row, 0)
            top.addWidget(field, 2 * row, 1, alignment)
        top.addWidget(self.meaning, 1, 1)
        top.addWidget(self.facts, 3, 1)
        in_column(
            self.title,
            self.refusal,
            top,
            self.lacking,
            self._settings_area,
            Gap(sizes.HALF),
            label_for(self.why, tr("Reason, for the &internal report")),
            self.why,
            STRETCH,
            inside=inner,
            margins=(0, 0, sizes.UNIT, 0),
        )
        self.area = scrolling(inner, whole=True)
        in_column(self.area, inside=self)

    # What is asked

    def begin(self, ground: Ground, title: str, step: Preparing | None = None) -> None:
        """Ask for a new step, or show one that is to be changed."""
        self._ground = ground
        scroll_to_top(self)
        self.title.setText(title)
        self.show_refusal("")
        self.why.setText("" if step is None else step.why)
        self._is_off = step is not None and step.is_off
        for settings in self._made.values():
            settings.forget()
        if step is not None:
            self.kind.setCurrentIndex(self.kind.findData(step.do))
        self._choose_kind()
        if step is None:
            self._begin_possible()
        else:
            self._gone = step.column
            self.column.setCurrentIndex(self.column.findData(step.column))
            self._settings.show_step(step, ground)
            self._show()
        self.kind.setFocus(Qt.FocusReason.OtherFocusReason)

    def _begin_possible(self) -> None:
        """Go on to the first thing to do for which the file has a column."""
        for row in range(self.kind.count()):
            if self.column.count():
                break
            self.kind.setCurrentIndex(row)
            self._choose_kind()

    def show_refusal(self, text: str) -> None:
        """Say why the step cannot be done; empty to say nothing."""
        say(self.refusal, text)

    @property
    def _settings(self) -> StepSettings:
        do = Do(self.kind.currentData())
        if do not in self._made:
            self._made[do] = StepSettings(do, self._runner)
            self._made[do].edited.connect(self._edit)
            self._settings_area.addWidget(self._made[do])
        return self._made[do]

    def complaint(self) -> str:
        """Say why the step cannot be taken over yet; empty if it can."""
        if self._ground is None:
            return tr("The columns are being prepared.")
        if self.column.currentIndex() < 0:
            return self._lacking()
        return self._settings.complaint()

    def step(self) -> Preparing:
        """Return the step as it is set; only while there is no complaint."""
        column = str(self.column.currentData())
        step = self._settings.step(column)
        return replace(step, why=self.why.text().strip(), is_off=self._is_off)

    def _lacking(self) -> str:
        if self.column.count():
            return tr(
                "The column {name} is not there any more. Choose another one.", name=self._gone
            )
        do = Do(self.kind.currentData())
        if do is Do.LEVEL:
            return tr(
                "No column has a taxonomy in which each category has one parent. Choose one on "
                "the step Taxonomies."
            )
        lacking = {
            DATES: tr("No column holds dates."),
            CATEGORIES: tr("No column holds categories."),
        }
        return lacking.get(kinds_for(do), tr("No column holds numbers."))

    # Showing

    @Slot()
    def _choose_kind(self, *_: object) -> None:
        if self._ground is None:
            return
        names = columns_for(Do(self.kind.currentData()), self._ground)
        self.column.offer({name: name for name in names}, self.column.currentData())
        self._choose_column()

    @Slot()
    def _choose_column(self, *_: object) -> None:
        if self._ground is not None and self.column.currentIndex() >= 0:
            column = self._ground.dataset.column(str(self.column.currentData()))
            self._settings.show_column(column, self._ground)
        self._show()

    def _show(self) -> None:
        do, ground = Do(self.kind.currentData()), self._ground
        self.meaning.setText(message(f"setting-{do}-meaning"))
        there = self.column.currentIndex() >= 0
        self.lacking.setText("" if there else self._lacking())
        self.lacking.setVisible(not there)
        for settings in self._made.values():
            settings.setVisible(there and settings is self._made.get(do))
        self.column.setEnabled(self.column.count() > 0)
        facts = ""
        if there and ground is not None:
            facts = range_text(ground.dataset.column(str(self.column.currentData())))
        say(self.facts, facts)
        self.edited.emit()

    @Slot()
    def _edit(self) -> None:
        self.show_refusal("")
        self.edited.emit()
