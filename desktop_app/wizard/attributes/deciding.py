"""Roles for many columns at once, and by plain questions: the strips over the table, the wizard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QProgressBar, QPushButton, QWidget

from core.model import Column, Scale
from desktop_app.state.interview import Interview, Question
from desktop_app.state.parts import WEIGHTS, Part
from desktop_app.text import tr, tr_n
from desktop_app.text.schema import part_title, role_title, scale_title
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.find_field import FindField
from desktop_app.views.forms import Sentence, named, note, push_button
from desktop_app.views.layouts import STRETCH, Gap, in_column, in_row
from desktop_app.views.plain import set_tip
from desktop_app.wizard.attributes.describing import figures_line

if TYPE_CHECKING:
    from core.io import ColumnProfile

_SUGGESTED = "as suggested"
# One order is used where it is shown.
_FEWEST = 2
_PROMPT_LETTERS = 8
_STRIP_GAP = sizes.UNIT + sizes.HALF


class _ActionBox(ChoiceBox):
    """A list of what can be done; arrows open it, since each entry is done when it is taken."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list on the keys that would take the next entry."""
        keys = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        if event.key() in keys:
            self.showPopup()
            return
        super().keyPressEvent(event)


class SelectionBar(QWidget):
    """What can be done with the selected rows.

    Signals
    -------
    role_wanted(object), scale_wanted(object)
        With the `Part` or `Scale` for all selected columns.
    suggestion_wanted()
        The selected columns shall be again as they were suggested.
    """

    suggestion_wanted = Signal()

    role_wanted = Signal(object)
    scale_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.roles = _ActionBox()
        named(self.roles, tr("Role of the selected columns"))
        self.roles.activated.connect(self._take_role)
        self.scales = _ActionBox()
        named(self.scales, tr("Scale of the selected columns"))
        self.scales.activated.connect(self._take_scale)
        for combo in (self.roles, self.scales):
            combo.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            combo.setMinimumContentsLength(_PROMPT_LETTERS)
        self.finder = FindField(tr("Find columns"))
        self.ask_button = QPushButton(tr("&Ask me instead"))
        named(
            self.ask_button,
            tr("Ask me instead"),
            tr("Answer plain questions about each column; the roles follow from the answers."),
        )
        in_row(
            (self.roles, 3),
            (self.scales, 3),
            (self.finder, 2),
            self.ask_button,
            inside=self,
            spacing=sizes.HALF,
        )
        self.show_selection((), ())

    def show_selection(self, names: Sequence[str], scales: Iterable[Scale]) -> None:
        """Name the selected columns, and offer the scales that all of them can have."""
        count = len(names)
        columns = names[0] if count == 1 else tr_n("{count} column", "{count} columns", count)
        # A file has one survey weight.
        barred = {Part.LINK} if count == 1 else {Part.LINK, *WEIGHTS}
        offered = [role for role in Part if role not in barred]
        roles = [(role, part_title(role)) for role in offered]
        prompt = tr("Set role of {columns}…", columns=columns)
        _fill(self.roles, prompt, [(_SUGGESTED, tr("As suggested")), *roles])
        choices = [(scale, scale_title(scale)) for scale in scales]
        _fill(self.scales, tr("Set scale of {columns}…", columns=columns), choices)
        self.roles.setEnabled(count > 0)
        self.scales.setEnabled(count > 0 and bool(choices))
        why = tr("Masked and confidential columns have a scale; those selected share none.")
        set_tip(self.scales, "" if choices else why)

    @Slot(int)
    def _take_role(self, row: int) -> None:
        role = self.roles.itemData(row)
        self.roles.setCurrentIndex(0)
        if role == _SUGGESTED:
            self.suggestion_wanted.emit()
        elif role is not None:
            self.role_wanted.emit(Part(role))

    @Slot(int)
    def _take_scale(self, row: int) -> None:
        scale = self.scales.itemData(row)
        self.scales.setCurrentIndex(0)
        if scale is not None:
            self.scale_wanted.emit(Scale(scale))


def _fill(combo: QComboBox, prompt: str, choices: Sequence[tuple[str, str]]) -> None:
    titles = [prompt, *(title for _, title in choices)]
    if [combo.itemText(row) for row in range(combo.count())] == titles:
        return
    combo.clear()
    combo.addItem(prompt, None)
    for value, title in choices:
        combo.addItem(title, value)


class Strip(QWidget):
    """A sentence over the table, with buttons beside it; hidden while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sentence = note(kind="")
        self.hide()

    def lay_out(self, *buttons: QPushButton) -> None:
        """Put the buttons beside the sentence."""
        in_row((self.sentence, 1), *buttons, inside=self, margins=(sizes.MARGIN, sizes.UNIT))


class Strips(QWidget):
    """Strips above a table, which keep their height while the page is in sight.

    One that is settled leaves its place free: the table would move under the pointer.
    """

    def __init__(self, *strips: Strip) -> None:
        super().__init__()
        self._strips = strips
        in_column(*strips, STRETCH, inside=self, spacing=_STRIP_GAP)

    @property
    def _needed_height(self) -> int:
        width, strips = self.width(), [strip for strip in self._strips if not strip.isHidden()]
        return sum(strip.heightForWidth(width) + _STRIP_GAP for strip in strips)

    def event(self, event: QEvent) -> bool:
        """Keep the greatest height that was needed."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.setMinimumHeight(max(self.minimumHeight(), self._needed_height))
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure at another width, at which sentences wrap into more lines or fewer."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setMinimumHeight(self._needed_height)

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep nothing for the next visit of the page."""
        super().hideEvent(event)
        self.setMinimumHeight(0)


class CluelessBar(Strip):
    """Shown while ten columns or more are masked only because nothing is known of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.select_button = QPushButton(tr("Se&lect them"))
        named(
            self.select_button,
            tr("Select the columns without a clue"),
            tr("Then give all of them a role at once."),
        )
        self.ask_button = QPushButton(tr("Ask me about &these"))
        named(self.ask_button, tr("Ask me about the columns without a clue"))
        self.lay_out(self.select_button, self.ask_button)

    def show_count(self, count: int, every: int) -> None:
        """Show how many of `every` column are concerned; hide where there is nothing to ask."""
        self.setVisible(count > 0)
        self.sentence.setText(
            tr(
                "What are these {count} columns? Their names give no clue. They will be masked "
                "unless you decide otherwise.",
                count=count,
            )
            if count == every
            else tr_n(
                "What is {count} of {all} columns? Its name gives no clue. It will be masked "
                "unless you decide otherwise.",
                "What are {count} of {all} columns? Their names give no clue. They will be masked "
                "unless you decide otherwise.",
                count,
                all=every,
            )
        )


class OrdersBar(Strip):
    """Shown while columns wait for an order that the names of their categories show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.use_button = QPushButton(tr("Use these &orders"))
        named(
            self.use_button,
            tr("Use the suggested orders"),
            tr("Each can be changed afterwards, and all are undone together."),
        )
        self.lay_out(self.use_button)

    def show_orders(self, count: int, examples: str) -> None:
        """Show how many columns have a suggested order, and the orders; hide for a single one."""
        self.setVisible(count >= _FEWEST)
        self.sentence.setText(
            tr_n(
                "The categories of {count} column have a usual order: {orders}.",
                "The categories of {count} columns have a usual order: {orders}.",
                count,
                orders=examples,
            )
        )


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
        self._position, self._values, self._help, self._last = note(), note(), note(), note()
        self._question = Sentence()
        self._question.setFont(sizes.title_font())
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        named(self._bar, tr("Columns asked about"))
        self.yes_button = push_button(tr("&Yes"), self._yes)
        self.no_button = push_button(tr("&No"), self._no)
        self.keep_button = push_button("", self._keep)
        for button in (self.yes_button, self.no_button):
            button.setMinimumSize(14 * sizes.UNIT, 5 * sizes.UNIT)
        self.keep_button.setMinimumHeight(5 * sizes.UNIT)
        in_column(
            self._position,
            self._bar,
            Gap(sizes.MARGIN),
            self._question,
            self._help,
            self._values,
            in_row(
                self.yes_button, self.no_button, self.keep_button, STRETCH, spacing=sizes.MARGIN
            ),
            self._last,
            STRETCH,
            inside=self,
            spacing=sizes.MARGIN,
        )

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
        column, question = self.interview.column, self.interview.question
        if column is None or question is None:
            return
        profile = self._profiles[column]
        count = len(self._profiles)
        self._bar.setRange(0, count)
        self._bar.setValue(column)
        self._position.setText(
            tr("Column {at} of {count}: {name}", at=column + 1, count=count, name=profile.name)
        )
        self._question.setText(question_text(question, profile.name))
        self._help.setText(question_help(question))
        self._values.setText(figures_line(profile, self._columns[column]))
        role_now = part_title(self._parts[column])
        self.keep_button.setText(tr("Not sure: &keep “{role}”", role=role_now))
        set_tip(self.keep_button, tr("{name} stays what it is in the table.", name=profile.name))
        self._last.setText(self._last_text())

    def _last_text(self) -> str:
        name = self.interview.latest
        if name is None:
            return ""
        role = self.interview.roles.get(name)
        if role is not None:
            return tr("{name} becomes: {role}.", name=name, role=role_title(role))
        column = self.interview.names.index(name)
        return tr("{name} stays: {role}.", name=name, role=part_title(self._parts[column]))
