"""Declares the units: which column numbers them, what they have in common, what is protected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QLabel, QRadioButton, QVBoxLayout, QWidget

from core.model import Dataset, Unit, UnitProtection
from core.recipe.declared import keys_of
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.unit_words import (
    gone_name,
    larger_text,
    look_at_unit,
    order_text,
    picture_text,
    reason_text,
    sizes_text,
)
from desktop_app.state.draft import Draft
from desktop_app.state.unit_answer import (
    UnitAnswer,
    answered,
    gone_columns,
    largest_common_size,
    smallest_k,
    suggested_unit,
)
from desktop_app.text import list_names, tr
from desktop_app.theme import sizes
from desktop_app.views.fields.choice_box import ChoiceBox
from desktop_app.views.fields.declared_fields import DeclaredOption, field_of
from desktop_app.views.fields.tick_list import TickList
from desktop_app.views.forms import (
    heading,
    label_for,
    named,
    note,
    one_tab_stop,
    reveal,
    say,
    scroll_to_top,
    scrolling,
)
from desktop_app.views.layouts import STRETCH, Gap, fill, in_column, in_row
from desktop_app.views.pictures.size_bars import UnitSizeBars
from desktop_app.views.plain import PlainLabel

if TYPE_CHECKING:
    from core.inspect.structure import LikelyUnit

_USUAL_LARGEST = 8
# What is said of a choice begins where its words do.
_BENEATH = 2 * sizes.UNIT


class UnitsForm(QWidget):
    """Answers stay here until they are taken over.

    Signals
    -------
    edited()
        An answer was changed.
    """

    edited = Signal()
    _limit_edited = Signal()

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looking = Latest(runner, tr("Looking at the units"), self, self._take_look)
        self._dataset: Dataset | None = None
        self._draft: Draft | None = None
        self._likely: tuple[LikelyUnit, ...] = ()
        self._likely_unit: LikelyUnit | None = None
        # The columns of each entry of the box with the clusters.
        self._clusters: tuple[tuple[str, ...], ...] = ()
        # The list to lead to once the column has been looked at.
        self._awaited_field = ""
        self._order: tuple[str, ...] = ()
        # What the draft says, as long as its column is shown.
        self._declared_unit: Unit | None = None
        # Sizes of units matter only while whole units are protected.
        self._is_whole_limited = False
        self._make_answers()
        self._make_settings()
        self._lay_out()
        self._answers.buttonClicked.connect(self._change)
        self.whole_units.toggled.connect(self._limit_whole)
        self._protects.buttonClicked.connect(self._change)
        self.id.activated.connect(self._choose_id)
        self.within.activated.connect(self._choose_within)
        self.linked.clicked.connect(self._change)
        self._limit_edited.connect(self._change)
        self.waves.activated.connect(self._change)
        self.columns.ticked.connect(self._change)
        self.members_by.ticked.connect(self._sort)

    # Making

    def _make_answers(self) -> None:
        self.record = QRadioButton(tr("Every row is a un&it of its own"))
        self.several = QRadioButton(tr("&Yes, this column numbers the units:"))
        self._answers = QButtonGroup(self)
        self.id = ChoiceBox()
        named(self.id, tr("Column that numbers the units"))
        self.within = ChoiceBox()
        named(self.within, tr("Column within which the numbers start again"))
        for box in (self.id, self.within):
            box.setMinimumContentsLength(16)
        self.reason, self.figures, self.caution = note(), note(kind=""), note(kind="caution")
        self.bars = UnitSizeBars()
        for button in (self.record, self.several):
            self._answers.addButton(button)

    def _make_settings(self) -> None:
        self.columns, self.members_by = TickList(), TickList()
        self.whole_units = QRadioButton(tr("&Whole units"))
        self.members = QRadioButton(tr("Their &members"))
        self._protects = QButtonGroup(self)
        for button in (self.whole_units, self.members):
            self._protects.addButton(button)
        self.linked = QCheckBox(tr("Re&lease new numbers, so that members stay together (link)"))
        hint = next(key.hint for key in keys_of(Unit) if key.name == "largest")
        limit = field_of("unit-largest", hint, self._limit_edited)
        self.limit = cast(DeclaredOption, limit)
        self.larger = note()
        self.waves = ChoiceBox()
        self.waves.setMinimumContentsLength(16)
        self.order = note()
        named(self.columns, tr("Columns of the unit"))
        named(self.members_by, tr("Sort members by"))
        named(self.waves, tr("Waves of a panel"))

    def _lay_out(self) -> None:
        inner = QWidget()
        self.settings = QWidget()
        in_column(
            heading(tr("Do several rows belong to one household, firm or school?")),
            self.record,
            in_row(self.several, self.id, STRETCH, spacing=-1),
            in_row(
                PlainLabel(tr("within")),
                self.within,
                STRETCH,
                margins=(_BENEATH, 0, 0, 0),
                spacing=-1,
            ),
            self.settings,
            STRETCH,
            inside=inner,
            margins=(0, 0, sizes.UNIT, 0),
        )
        body = in_column(
            self.reason,
            self.figures,
            self.bars,
            self.caution,
            inside=self.settings,
            margins=(sizes.MARGIN, 0, 0, 0),
            spacing=sizes.HALF,
        )
        self._lay_out_protection(body)
        self._lay_out_columns(body)
        self.area = scrolling(inner, whole=True)
        in_column(self.area, inside=self)

    def _lay_out_protection(self, body: QVBoxLayout) -> None:
        body.addSpacing(sizes.UNIT)
        fill(body, PlainLabel(tr("What is protected")), self.whole_units)
        about_whole = note(
            tr(
                "At least k units share their whole released profile, so nobody can pick out "
                "a household even if all its members are known. This changes more values."
            )
        )
        about_whole.setContentsMargins(_BENEATH, 0, 0, 0)
        body.addWidget(about_whole)
        body.addSpacing(sizes.HALF)
        body.addWidget(self.members)
        about_members = note(
            tr(
                "Each group of equal records comes from at least k units. Whoever knows several "
                "members of a household may still recognise it, so its members must not be "
                "recognisable as belonging together."
            )
        )
        about_members.setContentsMargins(_BENEATH, 0, 0, 0)
        body.addWidget(about_members)
        body.addSpacing(sizes.HALF)
        body.addWidget(self.linked)
        self.no_link = note(
            tr(
                "Not with members: the profile of the unit is not protected, and numbers would "
                "show which members belong together."
            ),
            kind="caution",
        )
        body.addWidget(self.no_link)
        body.addLayout(in_row(self.limit.widget, (self.larger, 1), spacing=-1))

    def _lay_out_columns(self, body: QVBoxLayout) -> None:
        body.addSpacing(sizes.UNIT)
        self._add(
            body,
            tr("&Columns of the unit"),
            self.columns,
            note(tr("They have one value in all rows of a unit and are masked once for each.")),
        )
        self._of_whole = [
            *self._add(body, tr("Sor&t members by"), self.members_by, self.order),
            *self._add(
                body,
                tr("Waves of a &panel"),
                self.waves,
                note(tr("Units seen in different waves are protected apart.")),
            ),
        ]

    def _add(
        self, body: QVBoxLayout, title: str, field: QWidget, about: QLabel
    ) -> tuple[QWidget, ...]:
        label = label_for(field, title)
        alignment = Qt.AlignmentFlag.AlignLeft if field is self.waves else Qt.AlignmentFlag(0)
        fill(body, Gap(sizes.HALF), label, (field, 0, alignment), about)
        return label, field, about

    # What is asked

    def begin(
        self, draft: Draft, dataset: Dataset, likely: Sequence[LikelyUnit], name: str | None = None
    ) -> None:
        """Ask about a file; `name` is the column to begin with, if it is not the likeliest."""
        scroll_to_top(self)
        self._draft, self._dataset, self._likely = draft, dataset, tuple(likely)
        answer = answered(draft)
        unit = None if answer is None else answer.unit
        self._declared_unit, self._awaited_field = unit, ""
        first = name or (unit.id[-1] if unit else likely[0].columns[-1] if likely else "")
        likely_titles = {
            n: tr("{name} (likely)", name=n)
            for n in (likely_unit.columns[-1] for likely_unit in likely)
        }
        other_columns = [a.name for a in draft.schema.attributes if a.name not in likely_titles]
        self.id.offer(likely_titles | {column: column for column in other_columns}, first)
        self._offer_clusters()
        is_record = answer is not None and unit is None and name is None
        (self.record if is_record else self.several).setChecked(True)
        self.linked.setChecked(answer is not None and answer.linked)
        self._look()
        (self.record if is_record else self.several).setFocus(Qt.FocusReason.OtherFocusReason)

    def reveal_field(self, field: str) -> None:
        """Put the keyboard on a list of columns by its key in a recipe, and scroll to it.

        While the column is being looked at there are no lists; the keyboard goes there afterwards.
        """
        self._awaited_field = field if self.waiting else ""
        tick_list = {"unit.columns": self.columns, "unit.members_by": self.members_by}.get(field)
        if tick_list is not None and tick_list.isVisible():
            tick_list.setFocus(Qt.FocusReason.OtherFocusReason)
            reveal(self.area, tick_list)

    @property
    def waiting(self) -> bool:
        """Whether the chosen column is still being looked at."""
        return self._looking.waiting

    def complaint(self) -> str:
        """Say why the answer cannot be taken over; empty if it can."""
        if self.record.isChecked():
            return ""
        if self.waiting or self._likely_unit is None:
            return tr("The column is being looked at.")
        return self.limit.complaint()

    def answer(self) -> UnitAnswer:
        """Return the answer as it is shown."""
        if self.record.isChecked():
            return UnitAnswer(None)
        is_whole, largest = self.whole_units.isChecked(), self.limit.value()
        unit = Unit(
            self._numbers(),
            tuple(name for name in self.columns.names if name != self._wave()),
            UnitProtection.UNIT if is_whole else UnitProtection.MEMBER,
            self._order if is_whole else (),
            None if largest is None else int(largest),
            self._wave() if is_whole else None,
        )
        return UnitAnswer(unit, is_whole and self.linked.isChecked())

    def _numbers(self) -> tuple[str, ...]:
        """List the columns that number the units: the clusters, then the number within them."""
        return (*self._clusters[self.within.currentIndex()], str(self.id.currentData()))

    def _wave(self) -> str | None:
        chosen = self.waves.currentData()
        return str(chosen) if chosen else None

    # Showing

    def _offer_clusters(self) -> None:
        """Offer the columns within which numbers may start again, and choose the likeliest."""
        assert self._draft is not None
        number = str(self.id.currentData())
        answers = [] if self._declared_unit is None else [self._declared_unit.id]
        ways = (*answers, *(likely.columns for likely in self._likely))
        clusters = next((names[:-1] for names in ways if names[-1] == number), ())
        names = (a.name for a in self._draft.schema.attributes if a.name != number)
        self._clusters = tuple(dict.fromkeys([(), *((name,) for name in names), clusters]))
        self.within.clear()
        self.within.addItem(tr("the whole file"))
        self.within.addItems([list_names(names) for names in self._clusters[1:]])
        self.within.setCurrentIndex(self._clusters.index(clusters))

    def _look(self) -> None:
        """Count the units of the chosen columns off the window's thread."""
        self._likely_unit = None
        names, dataset = self._numbers(), self._dataset
        if dataset is not None:
            known_unit = next((unit for unit in self._likely if unit.columns == names), None)
            if known_unit is not None:
                self._take_look(known_unit)
            else:
                self._looking.ask(partial(look_at_unit, dataset, names))
        self._show()

    @Slot(object)
    def _take_look(self, likely_unit: LikelyUnit | None) -> None:
        self._likely_unit = likely_unit
        if likely_unit is not None and self._draft is not None:
            declared = self._declared_unit
            answered_unit = (
                declared if declared is not None and declared.id == likely_unit.columns else None
            )
            suggested = suggested_unit(likely_unit, self._draft)
            self._show_unit(answered_unit or suggested, likely_unit)
            if not self.whole_units.isChecked():
                self._is_whole_limited = suggested.largest is not None
        self._show()
        if self._awaited_field:
            self.reveal_field(self._awaited_field)
        self.edited.emit()

    def _show_unit(self, unit: Unit, likely_unit: LikelyUnit) -> None:
        assert self._draft is not None
        other_columns = [a.name for a in self._draft.schema.attributes if a.name not in unit.id]
        constant = [
            name for name in other_columns if name in likely_unit.constant or name in unit.columns
        ]
        varying = [name for name in other_columns if name not in likely_unit.constant]
        # What the answer names and is gone can be unticked.
        gone = {
            name: gone_name(name)
            for name in gone_columns(self._draft)
            if unit is self._declared_unit
        }
        gone_of_unit = {name: text for name, text in gone.items() if name in unit.columns}
        gone_of_order = {name: text for name, text in gone.items() if name in unit.members_by}
        # A column that differs inside units cannot be one of theirs.
        self.columns.show_names({name: name for name in constant} | gone_of_unit, unit.columns)
        self._order = unit.members_by
        self.members_by.show_names(
            gone_of_order | {name: name for name in varying}, unit.members_by
        )
        (self.whole_units if unit.is_whole else self.members).setChecked(True)
        size = largest_common_size(likely_unit.sizes, smallest_k(self._draft))
        self.limit.number.show(unit.largest or size or min(likely_unit.largest, _USUAL_LARGEST))
        self.limit.box.setChecked(unit.largest is not None)
        waves = {name: name for name in varying}
        if unit.waves in gone:
            waves[unit.waves] = gone[unit.waves]
        self.waves.offer({"": tr("None")} | waves, unit.waves or "")

    @Slot()
    def _change(self, *_: object) -> None:
        self._show()
        self.edited.emit()

    @Slot(bool)
    def _limit_whole(self, is_whole: bool) -> None:
        """Leave no units out for their size when members are protected instead."""
        if not is_whole:
            self._is_whole_limited = self.limit.box.isChecked()
        self.limit.box.setChecked(is_whole and self._is_whole_limited)

    @Slot(int)
    def _choose_id(self, index: int) -> None:
        self._offer_clusters()
        self._choose_within(index)

    @Slot(int)
    def _choose_within(self, _index: int) -> None:
        self.several.setChecked(True)
        self._look()
        self.edited.emit()

    @Slot(object)
    def _sort(self, names: tuple[str, ...]) -> None:
        """Keep the order in which columns were ticked."""
        in_order = [name for name in self._order if name in names]
        self._order = (*in_order, *(name for name in names if name not in in_order))
        self._change()

    def _show(self) -> None:
        for group in (self._answers, self._protects):
            one_tab_stop(group.buttons())
        unit, draft = self._likely_unit, self._draft
        self.settings.setVisible(self.several.isChecked() and unit is not None)
        is_whole = self.whole_units.isChecked()
        self.linked.setEnabled(is_whole)
        self.no_link.setVisible(not is_whole)
        for widget in self._of_whole:
            widget.setVisible(is_whole)
        self.order.setText(order_text(self._order))
        if unit is None or draft is None:
            return
        largest = self.limit.number.widget.number()
        self.larger.setText("" if largest is None else larger_text(unit.sizes, largest))
        k = smallest_k(draft)
        size_words = sizes_text(unit.sizes, k, is_whole)
        self.reason.setText(reason_text(unit))
        self.reason.setVisible(bool(unit.reason))
        self.figures.setText(size_words.figures)
        say(self.caution, size_words.caution)
        self.bars.show_sizes(unit.sizes, k if is_whole else 1, picture_text(unit.sizes, k))
