"""The strip under the table: why a column was suggested so, its figures, ticks and order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from core.model import Attribute, Column, Scale
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.attributes_model import Field
from desktop_app.state.cautions import nearly_numbers
from desktop_app.state.choices import beginning
from desktop_app.state.parts import Part
from desktop_app.text import explain, message, tr
from desktop_app.text.obstacles import obstacle_text
from desktop_app.theme import sizes
from desktop_app.views.elided import ElidedLabel
from desktop_app.views.forms import SteadyArea, named, note
from desktop_app.views.layouts import STRETCH, at_left, in_column, in_row
from desktop_app.wizard.attributes.describing import ColumnPicture, description_of, numbers_text
from desktop_app.wizard.attributes.distance_form import DistanceForm
from desktop_app.wizard.attributes.order_editor import OrderEditor

if TYPE_CHECKING:
    from core.inspect.profiling.column_summary import Description
    from core.io import ColumnProfile
from PySide6.QtWidgets import QCheckBox, QLabel

from core.model import Dataset
from desktop_app.presenters.column_states import (
    FoundStates,
    StateChoice,
    meaning_choices,
    search_states,
    state_choices,
    with_choice,
)

# From so many pixels on there is space for a picture beside ticks or an order, and beside both.
_ROOMY, _ROOMY_FOR_BOTH = 90 * sizes.UNIT, 130 * sizes.UNIT
_BOTH = 2
_HEIGHT = 21 * sizes.UNIT
_NOTHING = FoundStates()
_WIDEST = 30 * sizes.UNIT


class ColumnDetails(QFrame):
    """Shows what the table has no space for about the current column.

    Signals
    -------
    fitted()
        What is shown of the column may have changed.
    """

    fitted = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._describing = Latest(runner, tr("Looking at the column"), self, self._take_description)
        self._described: Column | None = None
        self._profile: ColumnProfile | None = None
        self._description: Description | None = None
        self._coded = False
        self.picture = ColumnPicture()
        self.numbers = note()
        self._name = ElidedLabel()
        self._name.setFont(sizes.section_font())
        self._why = note()
        self._role = note(kind="")
        self._caution = note(kind="caution")
        self.data_button = QPushButton(tr("Declare missing codes on &Data"))
        named(
            self.data_button,
            tr("Declare missing codes on the step Data"),
            tr("There, “Check the values…” names these values and takes them for missing."),
        )
        self.units_button = QPushButton(tr("Its values number &units…"))
        named(
            self.units_button,
            tr("The values of this column number units of several rows"),
            tr("If rows with the same value belong to one household, firm or school."),
        )
        self.units_button.hide()
        self.states = StateTicks(runner)
        self.states.filled.connect(self._fit)
        self.order = OrderEditor()
        self.order.setMaximumWidth(40 * sizes.UNIT)
        self._lay_out()
        self.setFixedHeight(_HEIGHT)

    def _lay_out(self) -> None:
        words = in_column(
            self._name,
            self._role,
            self._why,
            self._caution,
            at_left(self.data_button),
            at_left(self.units_button),
            STRETCH,
            spacing=sizes.HALF,
        )
        looks = QWidget()
        # Of one width, so that the ticks beside it are in one place for all columns.
        looks.setFixedWidth(self.picture.sizeHint().width())
        in_column(self.picture, self.numbers, STRETCH, inside=looks, spacing=sizes.HALF)
        self._looks = looks
        parts = (words, 1), (looks, 0), (self.states, 1), (self.order, 1)
        in_row(*parts, inside=self, spacing=sizes.MARGIN)

    def offer_units(self, *, offered: bool) -> None:
        """Offer to declare units by the column that is shown, or do not."""
        self.units_button.setVisible(offered)

    def show_column(
        self, attribute: Attribute, role: Part, profile: ColumnProfile, column: Column, rows: int
    ) -> None:
        """Show one column of a file that has `rows` records."""
        label, self._rows = profile.label, rows
        title = tr("{name}: {label}", name=attribute.name, label=label) if label else None
        self._name.setText(title or attribute.name)
        self._role.setText(explain(role.value))
        why = message(profile.reason, **profile.reason_params)
        self._why.setText(tr("Suggestion: {why}", why=why))
        # A mean of codes says nothing.
        self._coded = attribute.scale is Scale.NOMINAL
        self._describe(profile, column)
        nearly = nearly_numbers(attribute, profile, rows) is not None
        self._caution.setVisible(nearly)
        self.data_button.setVisible(nearly)
        self._caution.setText(obstacle_text(profile.obstacle) if profile.obstacle else "")
        ordinal = attribute.scale is Scale.ORDINAL
        self.order.setVisible(ordinal)
        meanings = tuple(meaning_choices(attribute, role, profile))
        is_compared = role in (Part.QUASI_IDENTIFIER, Part.MASKED_WEIGHT)
        self.states.show_column(attribute, column, meanings, is_compared=is_compared)
        if ordinal:
            self.order.show_order(attribute.name, attribute.order, beginning(column))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the picture where ticks or an order need its space."""
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        self.states.setVisible(self.states.is_needed)
        beside = sum(not widget.isHidden() for widget in (self.order, self.states))
        roomy = self.width() >= (0, _ROOMY, _ROOMY_FOR_BOTH)[beside]
        # The panel “What this means” explains the roles, too.
        self._role.setVisible(beside < _BOTH or self.width() >= _ROOMY)
        self._looks.setVisible(roomy)
        has_picture = (
            self._description is None or bool(self._description.top) or not self._shows_codes
        )
        self.picture.setVisible(has_picture)
        self.fitted.emit()

    def shows(self, field: Field) -> bool:
        """Return whether there is space for a figure of the table, if the column has it."""
        if field in (Field.MINIMUM, Field.MAXIMUM):
            return not self._looks.isHidden() and not self.picture.has_categories
        return field is Field.REASON or not self._looks.isHidden()

    @property
    def _shows_codes(self) -> bool:
        """Whether the values are numbers that stand for categories."""
        return self._coded and self._description is not None and bool(self._description.bars)

    def _show_figures(self) -> None:
        if self._profile is not None and self._description is not None:
            self.picture.show_description(self._profile, self._description, are_codes=self._coded)
            figures_text = numbers_text(self._profile, self._description, self._rows)
            self.numbers.setText(figures_text.split("\n")[0] if self._shows_codes else figures_text)

    def _describe(self, profile: ColumnProfile, column: Column) -> None:
        """Look at the column off the window's thread; a long one takes a while to sort."""
        if column is self._described:
            self._show_figures()
            return
        self._description = None
        self._described, self._profile = column, profile
        self.picture.show_description(profile, None)
        self.numbers.setText("")
        self._describing.ask(partial(description_of, column))

    @Slot(object)
    def _take_description(self, description: Description) -> None:
        if self._profile is not None:
            self._description = description
            self._show_figures()
            self._fit()


class StateTicks(SteadyArea):
    """What is said of the column that is shown: how it is compared, its zeros, who may know it.

    Signals
    -------
    decided(object)
        With the `Attribute` as it is to be.
    filled()
        The ticks of the column are others than before, or there are none.
    """

    decided = Signal(object)
    filled = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searching = Latest(
            runner, tr("Looking for questions that do not apply"), self, self._take_found
        )
        self._searched: Dataset | None = None
        self._found_states = _NOTHING
        self._attribute: Attribute | None = None
        self._column: Column | None = None
        self._choices: list[StateChoice] = []
        self._is_compared = False
        self.distance = DistanceForm()
        self.distance.decided.connect(self.decided)
        self._meanings: tuple[StateChoice, ...] = ()
        self.boxes: list[QCheckBox] = []
        self.reasons: list[QLabel] = []
        self.waiting = note(tr("Looking for questions that do not apply…"))
        self.waiting.hide()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        # Words wrap, and what cannot wrap has the width that it needs.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        self._rows = in_column(
            self.distance, self.waiting, STRETCH, inside=inner, spacing=sizes.HALF
        )
        self.setWidget(inner)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to show of the column."""
        return bool(self._choices) or self._is_compared or self._searching.waiting

    def search(self, dataset: Dataset | None) -> None:
        """Look for what can be chosen, once for each file."""
        if dataset is self._searched:
            return
        self._searched, self._found_states = dataset, _NOTHING
        self._searching.drop()
        if dataset is not None:
            self._searching.ask(partial(search_states, dataset))

    def show_column(
        self,
        attribute: Attribute,
        column: Column,
        meanings: tuple[StateChoice, ...],
        *,
        is_compared: bool = False,
    ) -> None:
        """Show what can be chosen for a column besides its `meanings`, and what is.

        Of a column that `is_compared` when groups are formed also, how.
        """
        self._attribute, self._column, self._meanings = attribute, column, meanings
        self._is_compared = is_compared
        self.distance.setVisible(is_compared)
        if is_compared:
            self.distance.show_attribute(attribute, self._found_states.skewed.get(attribute.name))
        choices = [*state_choices(attribute, column, self._found_states), *meanings]
        self._choices = choices
        while len(self.boxes) < len(choices):
            self._add()
        for position, (box, reason) in enumerate(zip(self.boxes, self.reasons, strict=True)):
            box.setVisible(position < len(choices))
            reason.setVisible(position < len(choices))
            if position < len(choices):
                choice = choices[position]
                # An ampersand in a code would underline the letter behind it.
                box.setText(choice.title.replace("&", "&&"))
                box.setEnabled(choice.is_possible)
                box.setChecked(choice.is_chosen)
                reason.setText(choice.why)
                named(box, choice.title, choice.why)
        self.waiting.setVisible(self._searching.waiting)
        wide = max((box.sizeHint().width() for box in self.boxes[: len(choices)]), default=0)
        if is_compared:
            wide = max(wide, self.distance.minimumSizeHint().width())
        bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(min(wide + bar, _WIDEST))
        self.filled.emit()

    def _add(self) -> None:
        box, reason = QCheckBox(), note()
        box.clicked.connect(self._tick)
        self.boxes.append(box)
        self.reasons.append(reason)
        for widget in (box, reason):
            self._rows.insertWidget(self._rows.count() - 2, widget)

    @Slot(bool)
    def _tick(self, chosen: bool) -> None:
        position = next(i for i, box in enumerate(self.boxes) if box is self.sender())
        if self._attribute is not None:
            self.decided.emit(with_choice(self._attribute, self._choices[position], chosen=chosen))

    @Slot(object)
    def _take_found(self, found_states: FoundStates) -> None:
        self._found_states = found_states
        if self._attribute is not None and self._column is not None:
            self.show_column(
                self._attribute, self._column, self._meanings, is_compared=self._is_compared
            )
