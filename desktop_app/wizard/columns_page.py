"""The step Columns: what each column is, in a table or by plain questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from core.errors import Problem, Severity
from core.model import Attribute, Scale
from desktop_app.jobs import Runner
from desktop_app.models.attributes_model import AttributesModel, Field, field_title
from desktop_app.presenters.columns_meaning import implications
from desktop_app.state import Step
from desktop_app.state.cautions import column_cautions, without_clue
from desktop_app.state.choices import COMPUTED_ROLES, possible_scales, waiting_orders, with_scale
from desktop_app.state.parts import Part, part_of, proposed_weight
from desktop_app.store import ProjectStore
from desktop_app.text import list_names, tr, tr_n
from desktop_app.theme import sizes
from desktop_app.views.forms import named, note, say
from desktop_app.views.frame.page import MainAction, StepPage
from desktop_app.views.layouts import in_column
from desktop_app.wizard.attributes.attributes_table import AttributesTable
from desktop_app.wizard.attributes.deciding import (
    CluelessBar,
    OrdersBar,
    QuestionsView,
    SelectionBar,
    Strips,
)
from desktop_app.wizard.attributes.describing import RolePicture
from desktop_app.wizard.attributes.details import ColumnDetails
from desktop_app.wizard.attributes.revealing_question import RevealingQuestion
from desktop_app.wizard.attributes.unit_question import UnitQuestion

_ORDERS = 2
_NUMBERING = (Part.IDENTIFIER, Part.DROP)


class ColumnsPage(StepPage):
    """Suggestions to begin with; the main button makes them the user's own."""

    step = Step.COLUMNS

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(
            tr("Columns"), tr("Assign a role to each column; the role decides how it is treated.")
        )
        self.model = AttributesModel(store, self)
        self.table = AttributesTable(self.model)
        named(self.table, tr("Columns of the file"))
        self.bar = SelectionBar()
        self.clueless = CluelessBar()
        self.orders, self.units = OrdersBar(), UnitQuestion(store, runner, self)
        self.revealing = RevealingQuestion(store, runner, self.units, self)
        self._below = note()
        self._hidden: tuple[Field, ...] = ()
        self.details = ColumnDetails(runner)
        # From the outside in: what gets another parent is styled again.
        self._stack = QStackedWidget()
        self.body.addWidget(self._stack, 1)
        self.questions = QuestionsView(self._stack)
        self._stack.addWidget(self._table_area())
        self._stack.addWidget(self.questions)
        self._picture = RolePicture()
        self.meaning.set_picture(self._picture)
        self.setFocusProxy(self.table)
        self._connect()
        self.refresh()

    def _table_area(self) -> QWidget:
        area = QWidget(self._stack)
        strips = Strips(self.units.bar, self.revealing.bar, self.clueless, self.orders)
        in_column(
            in_column(strips, self.bar, spacing=0),
            (self.table, 1),
            self._below,
            self.details,
            inside=area,
            spacing=sizes.UNIT + sizes.HALF,
        )
        return area

    def _connect(self) -> None:
        self.model.role_wanted.connect(self._set_one_role)
        self.model.scale_wanted.connect(self._set_one_scale)
        self.table.selectionModel().selectionChanged.connect(self._show_selection)
        self.table.selectionModel().currentRowChanged.connect(self._show_details)
        self.bar.role_wanted.connect(self._set_role)
        self.bar.scale_wanted.connect(self._set_scale)
        self.bar.suggestion_wanted.connect(self._take_suggestions)
        self.bar.ask_button.clicked.connect(self._ask)
        self.bar.finder.listen_on(self)
        self.bar.finder.textChanged.connect(self._find)
        self.bar.finder.left.connect(self._leave_find)
        self.bar.finder.next_wanted.connect(self._leave_find)
        self.table.folded.connect(self._take_folded)
        self.clueless.ask_button.clicked.connect(self._ask_clueless)
        self.clueless.select_button.clicked.connect(self._select_clueless)
        self.orders.use_button.clicked.connect(self._use_orders)
        self.details.order.ordered.connect(self._set_order)
        self.details.fitted.connect(self._say_below)
        self.details.states.decided.connect(self._set_states)
        self.details.data_button.clicked.connect(self._go_to_data)
        self.questions.answered.connect(self.report_state)
        self.questions.finished.connect(self._take_answers)
        self.units.bar.form_wanted.connect(self._declare_units)
        self.details.units_button.clicked.connect(self._declare_by_current)
        self.units.visibility_changed.connect(self._show_details)
        self.units.visibility_changed.connect(self.report_state)
        self.units.edited.connect(self.report_state)

    @property
    def asking(self) -> bool:
        """Whether the question wizard is shown."""
        return self._stack.currentWidget() is self.questions

    @property
    def declaring(self) -> bool:
        """Whether the settings of units are shown."""
        return self.units.is_form(self._stack.currentWidget())

    # Changing

    @Slot(object, object)
    def _set_one_role(self, name: str, role: Part) -> None:
        self._set_parts({name: role})

    @Slot(object, object)
    def _set_one_scale(self, name: str, scale: Scale) -> None:
        self._change(self._on_scale([self.model.row_of(name)], scale))

    @Slot(object)
    def _set_role(self, role: Part) -> None:
        self._set_parts(
            {self.model.attribute(row).name: role for row in self.table.selected_rows()}
        )

    def _set_parts(self, parts: Mapping[str, Part]) -> None:
        self.store.set_parts(parts, self.store.profiles)

    @Slot(object)
    def _set_scale(self, scale: Scale) -> None:
        self._change(self._on_scale(self.table.selected_rows(), scale))

    def _on_scale(self, rows: Iterable[int], scale: Scale) -> list[Attribute]:
        return [
            self._change_scale(self.model.attribute(row), scale)
            for row in rows
            if self.model.attribute(row).role in COMPUTED_ROLES
        ]

    def _change_scale(self, attribute: Attribute, scale: Scale) -> Attribute:
        if self.store.dataset is None:
            return attribute
        return with_scale(attribute, scale, self.store.dataset.column(attribute.name))

    def _change(self, attributes: list[Attribute], key: str = "") -> None:
        if attributes:
            self.store.set_attributes(attributes, key)

    @Slot()
    def _take_suggestions(self) -> None:
        names = [self.model.attribute(row).name for row in self.table.selected_rows()]
        self.store.propose_again(names, self.store.profiles)

    @Slot(object)
    def _set_order(self, order: tuple[str, ...]) -> None:
        row = self.table.currentIndex().row()
        if row >= 0:
            attribute = self.model.attribute(row)
            self._change([replace(attribute, order=order)], key=f"order {attribute.name}")

    @Slot(object)
    def _set_states(self, attribute: Attribute) -> None:
        self._change([attribute])

    # Finding

    @Slot(str)
    def _find(self, text: str) -> None:
        current = self.table.currentIndex().row()
        name = self.model.attribute(current).name if current >= 0 else ""
        self.model.show_only(text)
        if self.model.rowCount():
            self.table.selectRow(max(0, self.model.row_of(name)))
        self._show_selection()
        self._show_details()
        self._say_below()

    @Slot()
    def _leave_find(self) -> None:
        self.table.setFocus()

    @Slot(object)
    def _take_folded(self, hidden: tuple[Field, ...]) -> None:
        self._hidden = hidden
        self._say_below()

    @Slot()
    def _say_below(self) -> None:
        """Say which rows and columns of the table are out of sight, and what bold means."""
        n_shown, every = self.model.rowCount(), self.model.every
        sentences = []
        if n_shown < every:
            sentences.append(tr("{shown} of {all} columns are shown.", shown=n_shown, all=every))
        if any(self.model.is_changed(row) for row in range(n_shown)):
            sentences.append(tr("Bold: changed by you."))
        if any(self.model.is_of_unit(row) for row in range(n_shown)):
            sentences.append(tr("House: belongs to the unit."))
        sentences += self._folded_text()
        say(self._below, " ".join(sentences))

    def _folded_text(self) -> list[str]:
        """Say which figures of the current column the table has no width for, and where they are.

        A column of texts has no largest value.
        """
        row = self.table.currentIndex().row()
        folded = [f for f in self._hidden if row >= 0 and self.model.index(row, f).data()]
        below = [field_title(f) for f in folded if self.details.shows(f)]
        lost = [field_title(f) for f in folded if not self.details.shows(f)]
        sentences = []
        if below:
            names = ", ".join(below)
            sentences.append(tr("Shown below for the selected column: {names}.", names=names))
        if lost:
            names = ", ".join(lost)
            sentences.append(tr("Shown only in a wider window: {names}.", names=names))
        return sentences

    @Slot()
    def _go_to_data(self) -> None:
        self.go_to.emit(Step.DATA)

    # Orders that the names of categories show

    def _waiting_orders(self) -> dict[str, tuple[str, ...]]:
        """Return the orders that are suggested in full, of columns that have none."""
        schema, dataset = self.store.schema, self.store.dataset
        return {} if schema is None or dataset is None else waiting_orders(schema, dataset)

    def _show_orders(self) -> None:
        orders = self._waiting_orders()
        kinds = [" < ".join(order) for order in dict.fromkeys(orders.values())]
        self.orders.show_orders(len(orders), list_names(kinds, _ORDERS))

    @Slot()
    def _use_orders(self) -> None:
        schema = self.store.schema
        if schema is not None:
            orders = self._waiting_orders().items()
            self._change([replace(schema.named(n), order=order) for n, order in orders])

    # Asking

    @Slot()
    def _ask(self) -> None:
        self._ask_about([profile.name for profile in self.store.profiles])

    @Slot()
    def _ask_clueless(self) -> None:
        self._ask_about(self._clueless())

    def _ask_about(self, names: Collection[str]) -> None:
        draft = self.store.draft
        if self.store.dataset is not None and draft is not None:
            profiles = tuple(p for p in self.store.profiles if p.name in names)
            parts = tuple(part_of(draft.schema.named(p.name), draft) for p in profiles)
            columns = tuple(self.store.dataset.column(p.name) for p in profiles)
            self._stack.setCurrentWidget(self.questions)
            self.questions.begin(profiles, columns, parts)
            self._explain()
            self.state_changed.emit()

    def _clueless(self) -> tuple[str, ...]:
        """Return the columns to ask about, until the step is confirmed."""
        draft = self.store.draft
        if draft is None or Step.COLUMNS in draft.confirmed:
            return ()
        return without_clue(draft, self.store.profiles)

    @Slot()
    def _select_clueless(self) -> None:
        selection = QItemSelection()
        self.bar.finder.clear()
        for name in self._clueless():
            row = self.model.row_of(name)
            selection.select(self.model.index(row, 0), self.model.index(row, 0))
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        self.table.setFocus()

    @Slot()
    def _take_answers(self) -> None:
        parts = {n: Part(role.value) for n, role in self.questions.interview.roles.items()}
        self._leave_questions()
        self._set_parts(parts)

    def _leave_questions(self) -> None:
        self._stack.setCurrentIndex(0)
        self.table.setFocus()
        self._explain()
        self.state_changed.emit()

    # Units of several rows

    @Slot()
    def _declare_by_current(self) -> None:
        row = self.table.currentIndex().row()
        if row >= 0:
            self._declare_units(self.model.attribute(row).name)

    @Slot()
    def _declare_units(self, name: str | None = None) -> None:
        if self._stack.indexOf(self.units.form) < 0:
            self._stack.addWidget(self.units.form)
        if self.units.begin(name):
            self._stack.setCurrentWidget(self.units.form)
            self._explain()
            self.state_changed.emit()

    def _take_units(self) -> None:
        self._leave_questions()
        self.units.take_over()

    # Showing

    def refresh(self) -> None:
        """Show what the store holds."""
        n_rows_before = self.model.rowCount()
        self.model.refresh()
        if self.model.rowCount() and (self.table.currentIndex().row() < 0 or not n_rows_before):
            self.table.selectRow(0)
        self.clueless.show_count(len(self._clueless()), self.model.every)
        self.details.states.search(self.store.dataset)
        if self.units.search() and self.declaring:
            self._leave_questions()
        self.units.show()
        self.revealing.search()
        self._show_orders()
        self._say_below()
        self._show_selection()
        self._show_details()
        self._explain()

    @Slot()
    @Slot(QItemSelection, QItemSelection)
    def _show_selection(self, *_: object) -> None:
        rows = self.table.selected_rows()
        computed = [r for r in rows if self.model.attribute(r).role in COMPUTED_ROLES]
        common = [
            scale
            for scale in Scale
            if computed
            and all(scale in possible_scales(self.model.profile(row)) for row in computed)
        ]
        self.bar.show_selection([self.model.attribute(row).name for row in rows], common)

    @Slot()
    def _show_details(self, *_: object) -> None:
        row, dataset = self.table.currentIndex().row(), self.store.dataset
        # Between another file's opening and the page's next showing the model holds the old one.
        is_current = self.model.profiles is self.store.profiles
        if dataset is None or not is_current or not 0 <= row < self.model.rowCount():
            return
        attribute = self.model.attribute(row)
        column = dataset.column(attribute.name)
        role, profile = self.model.part(row), self.model.profile(row)
        self.details.show_column(attribute, role, profile, column, dataset.rows)
        repeats = profile.distinct < dataset.rows - profile.missing
        offered = self.units.bar.isHidden() and role in _NUMBERING and repeats
        self.details.offer_units(offered=offered)

    def _explain(self) -> None:
        schema = self.store.schema
        if schema is None:
            return
        if self.store.draft is not None:
            self._picture.show_draft(self.store.draft)
        if self.declaring:
            self.meaning.set_paragraphs(
                tr(
                    "Where several rows belong to one household, firm or school, somebody who "
                    "knows the whole unit recognises it by all its rows together."
                ),
                tr("You can change the answer afterwards. Back leaves it as it was."),
            )
            return
        if self.asking:
            self.meaning.set_paragraphs(
                tr("At most three questions per column lead to its role."),
                tr("Where you are not sure, keep what is suggested and go on."),
                tr("You can change every answer afterwards in the table."),
            )
            return
        weight = proposed_weight(self.store.profiles)
        self.meaning.set_paragraphs(*implications(self.store.draft, weight))

    # The frame's hooks

    def main_action(self) -> MainAction:
        """Confirm the columns, or take over the answers."""
        if self.declaring:
            lacking = self.units.form.complaint()
            return MainAction(tr("Use this &answer"), not lacking, lacking)
        if self.asking:
            count = len(self.questions.interview.roles)
            if not count:
                return MainAction(tr("&Leave the questions"))
            return MainAction(
                tr_n("&Use the roles of {count} column", "&Use the roles of {count} columns", count)
            )
        schema = self.store.schema
        if schema is None:
            return MainAction(tr("Confirm columns"), False, tr("Open a file first."))
        text = tr_n("Confirm {count} &column", "Confirm {count} &columns", len(schema.attributes))
        if any(p.severity is Severity.ERROR for p in self.problems()):
            return MainAction(text, False, tr("Resolve the problems listed above first."))
        searching = self.units.lacking
        return MainAction(text, searching is None, searching or "")

    @property
    def in_sight(self) -> object:
        """The table, the questions or the form of units: only the table has problems."""
        return self.step, self._stack.currentIndex()

    def problems(self) -> tuple[Problem, ...]:
        """Return the problems of the table and its cautions; the questions have none."""
        draft, dataset = self.store.draft, self.store.dataset
        if self.asking or self.declaring or draft is None or dataset is None:
            return ()
        return super().problems() + column_cautions(draft, self.store.profiles, dataset.rows)

    def trigger(self) -> None:
        """Do what the main button says."""
        if self.declaring:
            self._take_units()
        elif self.asking:
            # Without an answer nothing is changed.
            self._take_answers()
        else:
            super().trigger()

    def back(self) -> bool:
        """Take an answer back, or leave the questions."""
        if self.declaring:
            self._leave_questions()
            return True
        if not self.asking:
            return False
        if not self.questions.back():
            self._leave_questions()
        return True

    def focus_on(self, problem: Problem) -> None:
        """Go to the column, or to the settings of the units."""
        if (problem.where.field or "").partition(".")[0] == "unit":
            self._declare_units()
            self.units.form.reveal_field(problem.where.field or "")
            return
        if self.declaring:
            self._leave_questions()
        if self.model.row_of(problem.where.column or "") < 0:
            self.bar.finder.clear()
        row = self.model.row_of(problem.where.column or "")
        if row >= 0:
            self.table.selectionModel().setCurrentIndex(
                self.model.index(row, 1),
                QItemSelectionModel.SelectionFlag.ClearAndSelect
                | QItemSelectionModel.SelectionFlag.Rows,
            )
        if problem.code == "ordinal-needs-order" and self.details.order.isVisible():
            self.details.order.list.setFocus()
        else:
            self.table.setFocus()
