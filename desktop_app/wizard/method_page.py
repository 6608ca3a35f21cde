"""The step Method: which method, how strict, and what becomes of incomplete records."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from core.compare.basis import basis_of, take_over_settings
from core.compare.ways import keeps_t, way_of
from core.errors import Problem, Severity
from core.model import Dataset, Method, Role
from core.protect import METHODS
from desktop_app.jobs import Runner
from desktop_app.presenters.method.block_time import block_time
from desktop_app.presenters.method.intents import proposal, search_time
from desktop_app.presenters.method.method_meaning import meaning
from desktop_app.state import Step
from desktop_app.state.draft import Draft
from desktop_app.store import ProjectStore
from desktop_app.store.preparing_steps import PreparingSteps
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.anchor import Anchor
from desktop_app.views.forms import note, push_button, reveal, scrolling
from desktop_app.views.frame.page import MainAction, StepPage
from desktop_app.views.layouts import STRETCH, fill, in_column, in_row
from desktop_app.views.section import Section
from desktop_app.wizard.comparing.comparison_page import ComparisonPage
from desktop_app.wizard.method.chooser import IntentChooser
from desktop_app.wizard.method.conditions_form import ConditionsForm
from desktop_app.wizard.method.design_form import DesignForm, ScaleForm
from desktop_app.wizard.method.diversity_form import DiversityForm
from desktop_app.wizard.method.entries_forms import ScenariosForm, TotalsForm
from desktop_app.wizard.method.files_form import earlier_files_form, population_form, sources_form
from desktop_app.wizard.method.method_cards import AllMethods, MethodCards, MethodPicture
from desktop_app.wizard.method.missing_choice import Lacking, MissingChoice, Use, count_lacking
from desktop_app.wizard.method.outlook import (
    OutlookView,
    RelationsView,
    WeightView,
    ask_about_figure,
    paragraphs_elsewhere,
    reason_elsewhere,
)
from desktop_app.wizard.method.parameter_fields import ParameterContext
from desktop_app.wizard.method.parameter_form import ParameterForm, SettingsBlock
from desktop_app.wizard.method.profile_choice import ProfileChoice
from desktop_app.wizard.method.rules_form import RulesForm
from desktop_app.wizard.privacy.privacy_panel import PrivacyPanel

_OF_MISSING = ("records-left-out", "missing-in-closeness")


class MethodPage(StepPage):
    """Chooses a method and its settings; what they imply is said at once."""

    step = Step.METHOD

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(
            tr("Method"), tr("Choose what must be protected, how strictly, and by which method.")
        )
        self.picture = MethodPicture(runner)
        self.meaning.set_picture(self.picture)
        self._comparison: ComparisonPage | None = None
        self._lacking: tuple[object, Lacking] | None = None
        self._last: dict[str, dict[str, object]] = {}
        self._unmade = self._fill_body()

    def _fill_body(self) -> Iterator[None]:
        # From the outside in: a widget that gets another parent is laid out and styled again.
        inner = QWidget()
        self.settings_area = scrolling(inner, whole=True)
        self._anchor = Anchor(self.settings_area)
        self.stack = QStackedWidget()
        self.body.addWidget(self.stack)
        self.stack.addWidget(self.settings_area)
        layout = in_column(
            inside=inner, margins=(0, 0, sizes.UNIT, 0), spacing=2 * sizes.MARGIN - sizes.UNIT
        )
        self.chooser = IntentChooser()
        self.chooser.way_wanted.connect(self._choose_method)
        fill(layout, self.chooser, self._settings())
        yield
        layout.addWidget(self._methods())
        yield
        self.privacy = PrivacyPanel(self.store, self.runner, inner)
        self.privacy.changed.connect(self._show_meaning)
        self.privacy.section.judged.connect(self.state_changed)
        layout.addWidget(self.privacy)
        yield
        fill(layout, self._recipients(), self._conditions(), self._design(), self._scale(), STRETCH)
        self.store.opened.connect(self._forget)

    def _settings(self) -> SettingsBlock:
        self.form = ParameterForm()
        self.form.edited.connect(self._edit)
        self.form.judged.connect(self.state_changed)
        self.missing = MissingChoice()
        self.missing.chosen.connect(self.store.set_missing)
        return SettingsBlock(self.form, self.missing)

    def _methods(self) -> Section:
        """Return the section in which a method is chosen among those that serve the aim."""
        self.cards, self.all_methods, self.proposal = MethodCards(), AllMethods(), note()
        self.cards.chosen.connect(self._choose_method)
        self.all_methods.chosen.connect(self._choose_method)
        self.compare_button = push_button(tr("Co&mpare methods"), self._open_comparison)
        section = Section(tr("Which method"))
        self.search_button = push_button(tr("F&ind the best release"), self._open_search)
        row = in_row(self.all_methods, self.compare_button, self.search_button, STRETCH)
        fill(section.body, row, self.proposal, self.cards)
        return section

    def _recipients(self) -> Section:
        self.profile = ProfileChoice()
        self.profile.chosen.connect(self.store.set_profile)
        self.profile.period_chosen.connect(self.store.set_period)
        self.profile.judged.connect(self.state_changed)
        section = Section(tr("Who gets the file"))
        section.body.addWidget(self.profile)
        return section

    def _conditions(self) -> Section:
        self.outlook, self.conditions = OutlookView(self.runner), ConditionsForm()
        self.relations = RelationsView(self.runner)
        self.outlook.changing.connect(self._hold_condition)
        self.relations.changing.connect(self._hold_condition)
        self.conditions.zeros_chosen.connect(self.store.set_zeros)
        self.conditions.unasked_chosen.connect(self.store.set_not_applicable)
        self.conditions.dominance_chosen.connect(self.store.set_dominance)
        self.conditions.judged.connect(self.state_changed)
        self.diversity, self.rules = DiversityForm(), RulesForm(self.runner)
        self.diversity.chosen.connect(self.store.set_diversity)
        self.diversity.judged.connect(self.state_changed)
        self.rules.chosen.connect(self.store.set_rules)
        self.totals, self.scenarios = TotalsForm(), ScenariosForm()
        self.totals.chosen.connect(self.store.set_totals)
        self.scenarios.chosen.connect(self.store.set_scenarios)
        section = Section(tr("Conditions"))
        forms = (self.conditions, self.diversity, self.rules, self.totals, self.scenarios)
        fill(section.body, self.relations, self.outlook, *forms)
        return section

    @Slot()
    def _hold_condition(self) -> None:
        """Keep what is ticked below the outlook under the pointer when that grows or shrinks."""
        focused = self.window().focusWidget()
        below = (self.conditions, self.diversity, self.rules, self.totals, self.scenarios)
        if focused is not None and any(form.isAncestorOf(focused) for form in below):
            self._anchor.hold()

    def _design(self) -> Section:
        self.design = DesignForm()
        self.design.strata_chosen.connect(self.store.set_strata)
        self.design.weight_chosen.connect(self.store.set_weight)
        self.design.fraction_chosen.connect(self.store.set_fraction)
        self.design.judged.connect(self.state_changed)
        self.weight = WeightView(self.runner)
        section = Section(tr("Design of the survey"))
        self.population, self.sources = population_form(), sources_form()
        self.earlier_files = earlier_files_form()
        self.population.chosen.connect(self.store.set_population)
        self.sources.chosen.connect(self.store.set_sources)
        self.earlier_files.chosen.connect(self.store.set_earlier_files)
        files = self.population, self.sources, self.earlier_files
        fill(section.body, self.weight, self.design, *files)
        return section

    def _scale(self) -> Section:
        self.scale = ScaleForm()
        self.scale.chosen.connect(self.store.set_block)
        self.scale.judged.connect(self.state_changed)
        section = Section(tr("Large file"))
        section.body.addWidget(self.scale)
        return section

    def refresh(self) -> None:
        """Show the settings in force and what they imply."""
        self.make_all()
        draft, dataset = self.store.draft, self.store.dataset
        if draft is None or dataset is None:
            return
        quasi, profiles = draft.schema.with_role(Role.QUASI_IDENTIFIER), self.store.profiles
        ground = ParameterContext(
            dataset.rows,
            tuple(a.name for a in draft.schema.with_role(Role.CONFIDENTIAL)),
            tuple(a.name for a in quasi if a.name not in draft.strata),
        )
        way = way_of(draft.method, self.cards.open_way)
        time = search_time(draft, dataset.rows, way, self._last)
        masked = draft.schema.without_strata(draft.strata)
        self.chooser.show_way(way, masked, time)
        self.cards.show_method(way, masked)
        self.all_methods.show_method(way, masked)
        if draft.method.name in METHODS:
            unasked = frozenset() if keeps_t(way) else frozenset({"t"})
            self.form.show_method(draft.method.name, draft.method.parameters, ground, unasked)
        self.missing.show_policy(draft.missing, self._count_lacking(dataset, draft))
        self.design.show_design(
            profiles, draft.schema, draft.strata, draft.weight, dataset.rows, draft.fraction
        )
        self.conditions.show_conditions(
            draft.schema, draft.strata, draft.dominance, profiles, dataset.rows
        )
        self.diversity.show_diversity(draft.schema, draft.strata, draft.diversity)
        self._show_rules(draft, dataset)
        self.totals.show_totals(draft.totals, profiles, draft.schema, draft.strata, draft.weight)
        self.scenarios.show_scenarios(draft.scenarios, draft.schema)
        times = block_time(draft, dataset.rows)
        self.scale.show_scale(draft.scale, draft.method.name, times)
        self.profile.show_profile(draft.profile, draft.limits, draft.period)
        self.population.show_entries(draft.population)
        self.sources.show_entries(draft.sources)
        self.earlier_files.show_entries(draft.earlier_files)
        self.privacy.refresh()
        for button in (self.compare_button, self.search_button):
            button.setEnabled(not self._is_hindered())
        self.proposal.setText(proposal(draft, dataset.rows, way, self._last))
        self._show_comparison()
        self._show_meaning()

    def _show_rules(self, draft: Draft, dataset: Dataset) -> None:
        if (source := self.store.source) is not None:
            self.rules.set_input(draft.project(source), dataset)
        plan = self.store.plan if self.store.plan_is_current else None
        self.rules.show_rules(draft.rules, draft.schema, plan)
        for view in (self.outlook, self.relations, self.weight):
            view.show_plan(plan, dataset)

    def _is_hindered(self) -> bool:
        """Whether an earlier step holds an error, with which no method can run."""
        earlier = (Step.DATA, Step.COLUMNS, Step.TAXONOMIES)
        earlier_problems = (problem for step in earlier for problem in self.store.problems_of(step))
        return any(problem.severity is Severity.ERROR for problem in earlier_problems)

    @property
    def in_sight(self) -> object:
        """The settings or the comparison."""
        return self.step, self.comparing

    def problems(self) -> tuple[Problem, ...]:
        """List the problems of the plan, and of a domain that is typed in."""
        plan_problems = super().problems()
        return self.privacy.problems(plan_problems) if self.is_made else plan_problems

    def main_action(self) -> MainAction:
        """Go on to the run, if the settings can be run; or use the method compared."""
        if self.comparing:
            return self.compare.main_action()
        title = tr("Go on to the ru&n")
        if self.store.failure is not None:
            return MainAction(title, enabled=False, reason=failure_text(self.store.failure))
        if not self.store.plan_is_current:
            return MainAction(title, enabled=False, reason=tr("The settings are being checked."))
        forms = (self.form, self.conditions, self.diversity, self.profile, self.design, self.scale)
        wrong = next(filter(None, (form.complaint() for form in forms)), "")
        if wrong:
            return MainAction(title, enabled=False, reason=wrong)
        plan = self.store.plan
        problems = self.problems()
        is_wrong = any(problem.severity is Severity.ERROR for problem in problems)
        if plan is None or plan.errors or is_wrong:
            return MainAction(title, enabled=False, reason=self._reason(is_wrong))
        return MainAction(title)

    def _reason(self, is_wrong_here: bool) -> str:
        if is_wrong_here:
            return tr("Resolve the problems listed above first.")
        return reason_elsewhere(self.store.problems, self.step)

    @property
    def compare(self) -> ComparisonPage:
        """The comparison of methods, made at its first use."""
        if self._comparison is None:
            self._comparison = ComparisonPage(self.runner)
            self._comparison.changed.connect(self.report_state)
            self._comparison.chosen.connect(self._take_over)
            self._steps = PreparingSteps(self.store, self.runner, self)
            self._comparison.improved.connect(self._steps.take_settings)
            self._steps.applied.connect(self._show_taken)
            for signal in (self._steps.refused, self._steps.failed):
                signal.connect(self._comparison.best.show_failure)
            self.stack.addWidget(self._comparison)
        return self._comparison

    @property
    def at_work(self) -> bool:
        """Whether methods are being compared, or settings searched."""
        return self._comparison is not None and self._comparison.busy

    @property
    def unsaved_rows(self) -> int:
        """How many rows a comparison of the open file has."""
        return 0 if self._comparison is None else self._comparison.count_rows(self.store.source)

    @property
    def comparing(self) -> bool:
        """Whether the comparison is in sight, not the settings."""
        return self._comparison is not None and self.stack.currentWidget() is self._comparison

    def trigger(self) -> None:
        """Confirm the settings, or use the method that was chosen in the comparison."""
        if self.comparing:
            self.compare.trigger()
        else:
            super().trigger()

    def back(self) -> bool:
        """Go from the comparison back to the settings."""
        if not self.comparing:
            return False
        if self.compare.back():
            return True
        self._show_settings()
        self.state_changed.emit()
        return True

    def show_whole(self) -> None:
        """Show the settings."""
        while self.back():
            pass

    def _show_settings(self) -> None:
        self.stack.setCurrentIndex(0)
        self.meaning.show()

    @Slot()
    def _open_comparison(self) -> None:
        self._enter_comparison(self.compare.enter)

    @Slot()
    def _open_search(self) -> None:
        self._enter_comparison(self.compare.enter_search)

    def _enter_comparison(self, enter: Callable[[], None]) -> None:
        # The table needs the width, and the panel speaks of one method only. It goes first: side
        # by side, even for a moment, both would push a narrow window wider.
        self.meaning.hide()
        self.stack.setCurrentWidget(self.compare)
        self._show_comparison()
        enter()
        self.state_changed.emit()

    def _show_comparison(self) -> None:
        draft, dataset, source = self.store.draft, self.store.dataset, self.store.source
        # Nothing of it is worth computing before somebody has asked for it.
        if not self.comparing or draft is None or dataset is None or source is None:
            return
        plan = self.store.plan if self.store.plan_is_current else None
        self.compare.show_basis(basis_of(draft.project(source), dataset, plan, self._last), dataset)

    @Slot(object)
    def _take_over(self, method: Method) -> None:
        draft = self.store.draft
        if draft is not None:
            self._last[way_of(draft.method, self.cards.open_way)] = dict(draft.method.parameters)
            self._show_settings()
            self.store.set_method(method, key="")
            self.state_changed.emit()

    @Slot()
    def _show_taken(self) -> None:
        self._show_settings()
        self.state_changed.emit()

    def focus_on(self, problem: Problem) -> None:
        """Put the keyboard on the field that `problem` is about, and bring that into sight.

        A figure of users has no field here; it is asked about.
        """
        figures = self.store.draft.figures if self.store.draft is not None else ()
        staying = ask_about_figure(self, problem, figures)
        if staying is not None:
            if len(staying) < len(figures):
                self.store.set_figures(staying)
            return
        self._show_settings()
        self._focus_field(problem)
        # Folds that were opened for it have their size only in the next turn of the event loop.
        QTimer.singleShot(0, self, self._reveal_focus)

    def _focus_field(self, problem: Problem) -> None:
        field = problem.where.field or ""
        if (
            self.design.take_focus(field)
            or self.conditions.take_focus("zeros" if problem.code.startswith("zeros-") else field)
            or self.diversity.take_focus(field)
            or self.rules.take_focus(field)
            or self.totals.take_focus(field)
            or self.scenarios.take_focus(field)
            or self.scale.take_focus(field)
            or self.population.take_focus(field)
            or self.sources.take_focus(field)
            or self.earlier_files.take_focus(field)
            or self.profile.take_focus(field)
            or self.privacy.focus_on(problem)
        ):
            return
        if field == "missing" or problem.code in _OF_MISSING:
            self.missing.take_focus()
        elif not self.form.take_focus(field.removeprefix("method.")):
            self.cards.take_focus()

    @Slot()
    def _reveal_focus(self) -> None:
        inner = self.settings_area.widget()
        field = inner.focusWidget() if inner is not None else None
        if field is not None:
            reveal(self.settings_area, field)

    @Slot()
    def _show_meaning(self) -> None:
        plan = self.store.plan
        if self.store.failure is not None:
            self._show_only(failure_text(self.store.failure))
        elif plan is None or not self.store.plan_is_current:
            # The sentences before stay for the moment that checking takes, so nothing flickers.
            if plan is None:
                self._show_only(tr("The settings are being checked."))
        elif plan.implications is None:
            self._show_only(*self._wrong())
        else:
            method = plan.project.recipe.method.name
            self.meaning.set_paragraphs(*meaning(plan, plan.implications))
            self.picture.setVisible(METHODS[method].forms_groups or METHODS[method].adds_noise)
            if METHODS[method].adds_noise:
                self.picture.show_noise(plan, self.privacy.facts)
            else:
                self.picture.show_settings(method, plan.parameters, plan.implications)

    def _wrong(self) -> tuple[str, ...]:
        """Say why nothing can be said of the settings: what is listed here, or the other steps."""
        if any(problem.severity is Severity.ERROR for problem in self.problems()):
            return (tr("Resolve the problems listed below to see what these settings imply."),)
        paragraphs = paragraphs_elsewhere(self.store.problems, self.step)
        if not paragraphs:
            return (tr("The settings are being checked."),)
        return (tr("What these settings imply shows as soon as this is put right:"), *paragraphs)

    def _show_only(self, *paragraphs: str) -> None:
        self.meaning.set_paragraphs(*paragraphs)
        self.picture.hide()

    def _count_lacking(self, dataset: Dataset, draft: Draft) -> Lacking:
        method = METHODS.get(draft.method.name)
        parameters = draft.method.parameters
        works_on = method is not None and method.works_on_confidential(parameters)
        use = Use(works_on, needs_all=method is not None and method.keeps_t(parameters))
        # Counting takes a while in a long file, and this is asked for at every change.
        counted_for = (draft.schema, use, draft.unit)
        if self._lacking is None or self._lacking[0] != counted_for:
            lacking = count_lacking(dataset, draft.schema, use, draft.unit)
            self._lacking = (counted_for, lacking)
        return self._lacking[1]

    @Slot(object)
    def _choose_method(self, way: str) -> None:
        draft = self.store.draft
        if draft is None or way == way_of(draft.method, self.cards.open_way):
            return
        self._last[way_of(draft.method, self.cards.open_way)] = dict(draft.method.parameters)
        self.store.set_method(take_over_settings(way, draft.method, self._last))

    @Slot(object)
    def _edit(self, parameter: str) -> None:
        draft = self.store.draft
        if draft is not None:
            # Only this one is written down: what was left to its default stays so.
            values = {**draft.method.parameters, parameter: self.form.values()[parameter]}
            self.store.set_method(Method(draft.method.name, values), key=parameter)

    @Slot()
    def _forget(self) -> None:
        self._lacking = None
        self._last = {}
        self.form.reset()
        self.rules.forget()
        self.totals.forget()
        self.population.forget()
        self.sources.forget()
        self.earlier_files.forget()
        self.profile.forget()
        self.design.forget()
        self.scenarios.forget()
        self.conditions.forget()
        for view in (self.outlook, self.relations, self.weight):
            view.forget()
        self.chooser.forget()
        # A file may be opened while the page is still being made.
        if self.is_made:
            self._show_settings()
            self.privacy.forget()
        if self._comparison is not None:
            self._comparison.forget()
