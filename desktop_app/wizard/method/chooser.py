"""Three questions that lead to the methods which serve an aim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QRadioButton, QWidget

from core.compare.ways import ways
from core.model import Schema
from desktop_app.presenters.method.intents import (
    AcceptableLoss,
    Aim,
    Intent,
    Intruder,
    aim_text,
    choose_way,
    hindrance,
    intent_of,
    intruder_text,
    loss_given,
    loss_text,
    promise_text,
    serving,
)
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import note, one_tab_stop, say
from desktop_app.views.layouts import fill, in_column, in_grid
from desktop_app.views.plain import PlainLabel, set_tip


class QuestionBox(QWidget):
    """Answers to choose one from: in a row where there is space, else one below the other.

    Signals
    -------
    answered(str)
        The user chose the answer of this name.
    """

    answered = Signal(str)

    def __init__(self, title: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.only = PlainLabel(wraps=True)
        self.buttons: dict[str, QRadioButton] = {}
        self._group = QButtonGroup(self)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for name, answer in answers.items():
            button = QRadioButton(answer)
            button.setObjectName(name)
            button.setAccessibleDescription(title)
            button.clicked.connect(self._answer)
            self._group.addButton(button)
            self._row.addWidget(button)
            self.buttons[name] = button
        fill(self._row, (self.only, 1), 0)

    def show_answer(self, name: str, offered: Iterable[str], otherwise: str) -> None:
        """Show the answer in force among those offered, or a sentence if there is no choice."""
        offered_names = frozenset(offered)
        choice = len(offered_names) > 1
        for answer, button in self.buttons.items():
            button.setVisible(choice and answer in offered_names)
        self.only.setVisible(not choice)
        self.only.setText(otherwise)
        if name in self.buttons:
            self.buttons[name].setChecked(True)
        else:
            self._choose_none()
        one_tab_stop(self.buttons.values())
        self._arrange()

    def bar(self, name: str, reason: str) -> None:
        """Let an answer be chosen, or say in its tooltip why it cannot be."""
        self.buttons[name].setEnabled(not reason)
        set_tip(self.buttons[name], reason)

    @property
    def reasons(self) -> dict[str, str]:
        """Why answers in sight cannot be chosen, by their words."""
        barred_buttons = (b for b in self.buttons.values() if not b.isHidden() and b.toolTip())
        return {button.text(): button.toolTip() for button in barred_buttons}

    def minimumSizeHint(self) -> QSize:
        """Measure the answers one below the other."""
        widths = [b.minimumSizeHint().width() for b in self.buttons.values() if not b.isHidden()]
        return QSize(max(widths, default=0), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the answers side by side if they fit."""
        super().resizeEvent(event)
        self._arrange()

    def _choose_none(self) -> None:
        self._group.setExclusive(False)
        for button in self.buttons.values():
            button.setChecked(False)
        self._group.setExclusive(True)

    def _arrange(self) -> None:
        buttons = [button for button in self.buttons.values() if not button.isHidden()]
        wanted_width = sum(b.sizeHint().width() + 2 * sizes.MARGIN for b in buttons)
        beside = wanted_width <= self.width()
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._row.direction() is not way:
            self._row.setDirection(way)
        self._row.setSpacing(2 * sizes.MARGIN if beside else sizes.HALF)

    @Slot()
    def _answer(self) -> None:
        button = self.sender()
        if isinstance(button, QRadioButton):
            self.answered.emit(button.objectName())


class IntentChooser(QWidget):
    """What must be protected, against whom, how much may be lost.

    The answers are those of the way in force; another answer chooses another way.

    Signals
    -------
    way_wanted(object)
        The way to use a method (`method_ways`) that the user's answers lead to.
    """

    way_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._schema = Schema(())
        # The answers in force; none where the method is not known.
        self.intent: Intent | None = None
        self._last: dict[Aim, str] = {}
        titles = (tr("What must be protected?"), tr("Against whom?"), tr("How much may be lost?"))
        self.aim = QuestionBox(titles[0], {aim: aim_text(aim) for aim in Aim})
        intruders = (Intruder.EVERY_COLUMN, Intruder.ONE_COLUMN)
        self.intruder = QuestionBox(
            titles[1], {intruder: intruder_text(intruder) for intruder in intruders}
        )
        losses = (AcceptableLoss.LEAST, AcceptableLoss.QUICK)
        self.loss = QuestionBox(titles[2], {loss: loss_text(loss) for loss in losses})
        self.promise = note(kind="")
        self.barred = note()
        grid = in_grid()
        questions = (self.aim, self.intruder, self.loss)
        for row, (title, question) in enumerate(zip(titles, questions, strict=True)):
            label = PlainLabel(title, font=sizes.strong_font())
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(question, row, 1)
        in_column(grid, self.promise, self.barred, inside=self)
        self.aim.answered.connect(self._want_aim)
        self.intruder.answered.connect(self._want_intruder)
        self.loss.answered.connect(self._want_loss)

    def show_way(self, way: str, schema: Schema, time: str = "") -> None:
        """Show the answers that lead to a way.

        Parameters
        ----------
        way : str
            The way in force; a method that is not known answers nothing.
        schema : Schema
            The columns without strata, which may bar answers.
        time : str
            How long the methods that lose least take.
        """
        self._schema = schema
        self.intent = intent = intent_of(way) if way in ways() else None
        self._bar(intent)
        self.loss.buttons[AcceptableLoss.LEAST].setText(loss_text(AcceptableLoss.LEAST, time))
        self.intruder.setEnabled(intent is not None)
        self.loss.setEnabled(intent is not None)
        if intent is None:
            self.aim.show_answer("", Aim, "")
            self.intruder.show_answer("", (), "–")
            self.loss.show_answer("", (), "–")
            self.promise.setText(promise_text(None) if way in ways() else "")
            self._say_barred()
            return
        self._last[intent.aim] = way
        self.aim.show_answer(intent.aim, Aim, "")
        intents = [i for i in map(intent_of, serving(intent.aim)) if i is not None]
        self.intruder.show_answer(
            intent.intruder, {i.intruder for i in intents}, intruder_text(intent.intruder)
        )
        self.loss.show_answer(
            intent.loss,
            {i.loss for i in intents if i.intruder is intent.intruder},
            loss_text(intent.loss) or loss_given(intent),
        )
        self.promise.setText(promise_text(intent))
        self._say_barred()

    def forget(self) -> None:
        """Forget what was chosen for another file."""
        self._last = {}

    def take_focus(self) -> None:
        """Put the keyboard on what must be protected."""
        chosen = [b for b in self.aim.buttons.values() if b.isChecked()]
        target = next(iter((*chosen, *self.aim.buttons.values())))
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _bar(self, intent: Intent | None) -> None:
        """Bar what the columns do not allow; what is in force stays chosen."""
        for aim in Aim:
            in_force = intent is not None and intent.aim is aim
            reason = "" if in_force else hindrance(serving(aim), self._schema)
            self.aim.bar(aim, reason)
        for loss in (AcceptableLoss.LEAST, AcceptableLoss.QUICK):
            possible_ways = serving(intent.aim, loss=loss) if intent is not None else ()
            in_force = intent is not None and intent.loss is loss
            self.loss.bar(loss, "" if in_force else hindrance(possible_ways, self._schema))
        for intruder in (Intruder.EVERY_COLUMN, Intruder.ONE_COLUMN):
            possible_ways = serving(intent.aim, intruder) if intent is not None else ()
            in_force = intent is not None and intent.intruder is intruder
            self.intruder.bar(intruder, "" if in_force else hindrance(possible_ways, self._schema))

    def _say_barred(self) -> None:
        """Say of each answer in sight that cannot be chosen why; tooltips need a mouse."""
        reasons = {**self.aim.reasons, **self.intruder.reasons, **self.loss.reasons}
        sentences = [
            tr("{answer}: {reason}", answer=answer, reason=reason)
            for answer, reason in reasons.items()
        ]
        say(self.barred, "\n".join(sentences))

    @Slot(str)
    def _want_aim(self, name: str) -> None:
        self._want(serving(Aim(name)))

    @Slot(str)
    def _want_intruder(self, name: str) -> None:
        if self.intent is not None:
            self._want(serving(self.intent.aim, Intruder(name)))

    @Slot(str)
    def _want_loss(self, name: str) -> None:
        if self.intent is not None:
            self._want(serving(self.intent.aim, self.intent.intruder, AcceptableLoss(name)))

    def _want(self, possible_ways: tuple[str, ...]) -> None:
        way = choose_way(possible_ways, self._schema, self._last)
        if way is not None:
            self.way_wanted.emit(way)
