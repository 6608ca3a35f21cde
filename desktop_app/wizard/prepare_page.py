"""The step Prepare: how columns are recoded before anything else, with the risk beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from core.errors import Problem, Refused, Severity
from core.jobs import Job
from core.model import Dataset, Preparing, Role, Source
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.preparing.preparing_suggestions import Searched
from desktop_app.state import Step
from desktop_app.state.draft import Draft
from desktop_app.state.prepared_schema import as_read, before_preparing
from desktop_app.store import ProjectStore
from desktop_app.store.preparing_steps import PreparingSteps
from desktop_app.text import failure_text, list_names, problem_text, tr
from desktop_app.views.frame.page import MainAction, StepPage
from desktop_app.views.layouts import fill, in_column
from desktop_app.views.split import split
from desktop_app.wizard.preparing.ground import CATEGORIES, Ground
from desktop_app.wizard.preparing.step_form import StepForm
from desktop_app.wizard.preparing.steps_panel import StepsPanel
from desktop_app.wizard.preparing_risk import RiskPanel

_SHARES = (1, 1)
_LEFT_OUT = ("unit-dropped", "members-by-dropped")
_USUAL_K = 5
# Columns that are not released have nothing to be prepared for; they come last.
_ROLES = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL, Role.OTHER)


class PreparePage(StepPage):
    """Steps or the form of one on the left, the risk of the file as prepared on the right."""

    step = Step.PREPARE

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(
            tr("Prepare"),
            tr("Recode identifying columns before they are masked, and see the risk."),
        )
        self.steps = PreparingSteps(store, runner, self)
        self.panel = StepsPanel(runner)
        # The row of the step in the form; `None` for a new one.
        self._row: int | None = None
        self._waiting_step: Preparing | None = None
        self._ground = Latest(runner, tr("Looking at the columns"), self)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.panel)
        right = QWidget()
        self._beside = in_column(inside=right, spacing=-1)
        # From the outside in: what gets another parent is styled again.
        self._split = split(Qt.Orientation.Horizontal, self._stack, right, _SHARES)
        fill(self.body, (self._split, 1))
        # The risk says what the steps mean.
        self.meaning.hide()
        self._unmade = self._make_parts()

    def _make_parts(self) -> Iterator[None]:
        self.risk = RiskPanel(self.runner, self._split.widget(1))
        self._beside.addWidget(self.risk)
        yield
        self.form = StepForm(self.runner, self._stack)
        self._stack.addWidget(self.form)
        yield
        self._connect()

    def _connect(self) -> None:
        steps, panel = self.steps, self.panel
        steps.applied.connect(self._take_applied)
        steps.refused.connect(self._show_refusal)
        steps.failed.connect(self._show_failure)
        steps.changed.connect(self._show_progress)
        steps.returned.connect(self._say_returned)
        panel.add_wanted.connect(self._add)
        panel.list.edit_wanted.connect(self._edit)
        panel.list.remove_wanted.connect(steps.remove)
        panel.list.move_wanted.connect(steps.move)
        panel.list.switch_wanted.connect(self._switch)
        panel.suggestions.add_wanted.connect(steps.add)
        panel.suggestions.edit_wanted.connect(self._add_suggested)
        self.form.edited.connect(self.report_state)
        self._ground.arrived.connect(self._begin_form)
        self._ground.failed.connect(self._show_failure)
        self.store.opened.connect(self._forget)

    @property
    def editing(self) -> bool:
        """Whether the form is shown."""
        return self._stack.currentWidget() is not self.panel

    # Changing

    @Slot()
    def _add(self) -> None:
        self._ask(None, None)

    @Slot(object)
    def _add_suggested(self, step: Preparing) -> None:
        self._ask(None, step)

    @Slot(int)
    def _edit(self, row: int) -> None:
        if 0 <= row < len(self.steps.steps):
            self._ask(row, self.steps.steps[row])

    @Slot(int, bool)
    def _switch(self, row: int, is_off: bool) -> None:
        self.steps.switch(row, is_off=is_off)

    def _ask(self, row: int | None, step: Preparing | None) -> None:
        """Show the form once the columns that the step finds are known."""
        store = self.store
        draft, source, read = store.draft, store.source, store.read_dataset
        if draft is None or source is None or read is None:
            return
        self._row, self._waiting_step = row, step
        steps = self.steps.steps
        earlier = steps if row is None else steps[:row]
        self._ground.ask(partial(find_ground, draft, earlier, source, read), Lane.IO)

    @Slot(object)
    def _begin_form(self, ground: Ground) -> None:
        row = self._row
        title = tr("Add a step") if row is None else tr("Change step {number}", number=row + 1)
        self.panel.say("")
        self._stack.setCurrentWidget(self.form)
        self.form.begin(ground, title, self._waiting_step)
        self.state_changed.emit()

    def _leave_form(self) -> None:
        self._stack.setCurrentWidget(self.panel)
        rows = self.panel.list.count()
        (self.panel.list if rows else self.panel.add_button).setFocus(
            Qt.FocusReason.OtherFocusReason
        )
        self.state_changed.emit()

    @Slot()
    def _take_applied(self) -> None:
        self.panel.say("")
        if self.editing:
            added = self._row is None
            self._leave_form()
            if added:
                self.panel.list.setCurrentRow(self.panel.list.count() - 1)

    @Slot(object)
    def _say_returned(self, names: tuple[str, ...]) -> None:
        names_text = list_names(names)
        self.remarked.emit(
            tr("Nothing was said of {names} yet: confirm the step Columns again.", names=names_text)
        )

    @Slot(object)
    def _show_refusal(self, problems: tuple[Problem, ...]) -> None:
        text = "\n".join(problem_text(problem) for problem in problems)
        if self.editing:
            self.form.show_refusal(text)
        else:
            self.panel.say(text)
        self._show_steps()

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        if isinstance(error, Refused):
            self._show_refusal(error.problems)
            return
        self._show_steps()
        (self.form.show_refusal if self.editing else self.panel.say)(failure_text(error))

    @Slot()
    def _forget(self) -> None:
        self._ground.drop()
        self._stack.setCurrentWidget(self.panel)
        self.panel.say("")
        self.panel.suggestions.forget()
        self.risk.forget()

    # Showing

    def refresh(self) -> None:
        """Show what the store holds."""
        self.make_all()
        self._show_steps()
        store = self.store
        draft, dataset, read, project = (
            store.draft,
            store.dataset,
            store.read_dataset,
            store.project,
        )
        if draft is None or dataset is None or read is None or project is None:
            self.risk.show_risk(5, None, None)
            return
        if not store.plan_is_current and store.failure is None:
            # The records may be prepared again for it, and that goes first.
            self.risk.await_file()
            return
        k = k_of(draft)
        draft_as_read = as_read(draft, read)
        now, first = Searched(draft.schema, dataset), Searched(draft_as_read.schema, read)
        self.panel.suggestions.search(now, first, k)
        self.risk.show_risk(k, (draft_as_read.project(project.source), read), (project, dataset))

    def _show_steps(self) -> None:
        in_force = self.store.draft.prepare if self.store.draft is not None else ()
        self.panel.show_steps(self.steps.steps, in_force, self.store.dataset)

    @Slot()
    def _show_progress(self) -> None:
        self._show_steps()
        self.report_state()

    # The frame's hooks

    @property
    def is_settled(self) -> bool:
        """Whether the user has left the step by its button before, or nothing can be done."""
        draft = self.store.draft
        return draft is not None and Step.PREPARE in draft.confirmed

    def problems(self) -> tuple[Problem, ...]:
        """Return the problems of the steps, and that units name a column which one leaves out."""
        of_units = (p for p in self.store.problems_of(Step.COLUMNS) if p.code in _LEFT_OUT)
        return (*super().problems(), *of_units)

    def main_action(self) -> MainAction:
        """Take the form over, or go on to the method."""
        busy = tr("The columns are being prepared.") if self.steps.waiting else ""
        if self.editing:
            text = tr("&Add this step") if self._row is None else tr("&Change this step")
            lacking = busy or self.form.complaint()
            return MainAction(text, not lacking, lacking)
        wrong = any(problem.severity is Severity.ERROR for problem in self.problems())
        reason = busy or (tr("Resolve the problems listed above first.") if wrong else "")
        return MainAction(tr("Choose the &method"), not reason, reason)

    def trigger(self) -> None:
        """Do what the main button says."""
        if not self.editing:
            super().trigger()
        elif self._row is None:
            self.steps.add(self.form.step())
        else:
            self.steps.change(self._row, self.form.step())

    def back(self) -> bool:
        """Leave the form without a change."""
        if not self.editing:
            return False
        self.steps.drop()
        self._leave_form()
        return True

    def focus_on(self, problem: Problem) -> None:
        """Go to the step that has the problem, here or on the left."""
        if problem.code in _LEFT_OUT:
            self.go_to.emit(Step.COLUMNS)
            return
        if self.editing:
            self._leave_form()
        number = (problem.where.field or "").partition("[")[2].partition("]")[0]
        if number.isdigit():
            self.panel.list.setCurrentRow(int(number))
        widget = self.panel.list if self.panel.list.count() else self.panel.add_button
        widget.setFocus(Qt.FocusReason.OtherFocusReason)


def find_ground(
    draft: Draft, steps: Sequence[Preparing], source: Source, read: Dataset, job: Job
) -> Ground:
    """Return the columns that a step behind `steps` finds.

    Codes of questions that were not asked count as missing: no step recodes them.

    Raises
    ------
    Refused
        If one of `steps` cannot be done.
    """
    from core.encode.not_applicable import set_apart
    from core.pipeline.prepared_input import prepared
    from core.pipeline.resolve.taxonomy_loading import with_taxonomies
    from core.prepare.category_steps import left_on_levels
    from core.prepare.recoded_cells import as_categories

    earlier = before_preparing(draft, steps)
    _, dataset = prepared(earlier.project(source), read, job)
    coded = {a.name: a for a in earlier.schema.attributes if a.not_applicable}
    columns = [set_apart(c, coded[c.name]) if c.name in coded else c for c in dataset.columns]
    dataset = replace(dataset, columns=tuple(columns))
    loaded, _ = with_taxonomies(earlier.schema)
    with_taxonomy = {a.name: a for a in loaded.attributes if a.taxonomy is not None}
    decimal = source.options.decimal
    levels_by_column = {
        column.name: left_on_levels(
            as_categories(column, decimal).categories, with_taxonomy[column.name]
        )
        for column in dataset.columns
        if column.name in with_taxonomy and column.kind in CATEGORIES
    }
    levels = {name: counts for name, counts in levels_by_column.items() if counts}
    roles = {a.name: _ROLES.index(a.role) for a in earlier.schema.attributes if a.role in _ROLES}
    names = sorted(dataset.names, key=lambda name: roles.get(name, len(_ROLES)))
    return Ground(dataset, levels, k_of(draft), decimal, tuple(names))


def k_of(draft: Draft) -> int:
    """Return the k that the method asks for; the usual one if it has none."""
    k = draft.method.parameters.get("k")
    return k if isinstance(k, int) else _USUAL_K
