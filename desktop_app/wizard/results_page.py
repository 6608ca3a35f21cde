"""The step Results: the verdict, and a workspace to see what was done to the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSizePolicy, QTabWidget, QWidget

from core.errors import Problem
from core.log import is_withheld
from core.model import Clusters, Dataset, Result
from core.protect import METHODS, adds_noise, claim_of_plan
from desktop_app.jobs import Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.conditions import conditions_verdict
from desktop_app.presenters.results_conditions import problems_of
from desktop_app.presenters.results_figures import usual_verdict, worst_usual
from desktop_app.presenters.results_insight import ResultInsight, look_into
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import Sentence, note, push_button, say, set_kind
from desktop_app.views.frame.page import MainAction, StepPage
from desktop_app.views.layouts import fill, in_column, in_row, stack_of
from desktop_app.views.plain import PlainLabel, set_tip
from desktop_app.wizard.privacy.claim_view import claim_kind
from desktop_app.wizard.results.attributes_tab import AttributesTab
from desktop_app.wizard.results.clusters_tab import ClustersTab
from desktop_app.wizard.results.figures_tab import FiguresTab
from desktop_app.wizard.results.records_tab import RecordsTab
from desktop_app.wizard.results.results_selection import Selection
from desktop_app.wizard.results.results_verdict import verdict
from desktop_app.wizard.results.risk_tab import ConditionsTab, RiskTab
from desktop_app.wizard.results.utility_tab import BaselinesTab, UtilityTab

RECORDS = "records"
"""The tab that shows original and protected records side by side."""
FIGURES = "figures"
"""The tab with the figures that users compute."""
_LEAST_HEIGHT = 50 * sizes.UNIT


class ResultsPage(StepPage):
    """Shows the latest result. Selecting something selects it in every tab."""

    step = Step.RESULTS

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(
            tr("Results"), tr("See what the protection did, and decide whether to release.")
        )
        self.meaning.hide()
        self.selection = Selection(self)
        self._shown_clusters: Clusters | None = None
        self._insight: ResultInsight | None = None
        # Tabs that have not been in sight since the result arrived, and how they take it.
        self._behind: dict[QWidget, Callable[[], None]] = {}
        self._awaited: int | None = None
        self._latest = Latest(
            runner, tr("Looking into the result"), self, self._take, self._show_failure
        )
        self.usual, self.summary = Sentence(), Sentence()
        self.usual.setFont(sizes.strong_font())
        self.conditions_sentence = note(kind="")
        self.stale = PlainLabel(
            tr("Out of date: the settings were changed after this run."), kind="caution"
        )
        self.rerun_button = push_button(tr("Go bac&k to the run"), self._lead_to_run)
        # A widget: of a row of hidden parts Qt would make the whole page as narrow as can be.
        self._warning = QWidget()
        self.confidential = note(
            tr(
                "Internal: these figures were computed from the original and disclose single "
                "records. Log and report of this release leave them out."
            ),
            "caution",
        )
        self.waiting = note()
        self.waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.tabs = QTabWidget(self)
        self._lay_out_results()
        self._unmade = self._make_tabs()

    def _make_tabs(self) -> Iterator[None]:
        # From the outside in: what gets another parent is styled again.
        runner, inside = self.runner, stack_of(self.tabs)
        self.clusters = ClustersTab(self.selection, runner, inside)
        self.clusters.block_chosen.connect(self._look_at)
        yield
        self.clusters.lay_out()
        self.tabs.addTab(self.clusters, tr("C&lusters"))
        self.tabs.setCornerWidget(self.clusters.blocks)
        yield
        self.conditions = ConditionsTab(self.selection, runner, inside)
        self.conditions.group_picked.connect(self._pick_group)
        self.tabs.addTab(self.conditions, tr("Co&nditions"))
        yield
        self.attributes = AttributesTab(self.selection, runner, inside)
        self.tabs.addTab(self.attributes, tr("Colu&mns"))
        yield
        self.risk = RiskTab(self.selection, runner, inside)
        self.tabs.addTab(self.risk, tr("R&isk"))
        yield
        self.utility = UtilityTab(self.selection, runner, inside)
        yield
        yield from self.utility.lay_out()
        self.tabs.addTab(self.utility, tr("Utilit&y"))
        yield
        self.figures = FiguresTab(runner, inside)
        self.figures.figures_chosen.connect(self.store.set_figures)
        self.tabs.addTab(self.figures, tr("Fi&gures"))
        yield
        self.records = RecordsTab(runner, inside)
        self.tabs.addTab(self.records, tr("Re&cords"))
        yield
        self.baselines = BaselinesTab(runner, inside)
        self.tabs.addTab(self.baselines, tr("Other &ways"))
        self.tabs.currentChanged.connect(self._bring_up)

    def _lay_out_results(self) -> None:
        for label in (self.usual, self.summary, self.conditions_sentence, self.stale):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # In a low window the page scrolls before tables and pictures are too low to be read.
        self.tabs.setMinimumHeight(_LEAST_HEIGHT)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.tabBar().setAccessibleName(tr("Views of the result"))
        self.body.setSpacing(sizes.UNIT)
        in_row((self.stale, 1), self.rerun_button, inside=self._warning, spacing=-1)
        fill(
            self.body,
            # Close together: in a low window every line counts.
            in_column(self.usual, self.summary, spacing=0),
            self.conditions_sentence,
            self.confidential,
            self._warning,
            (self.waiting, 1),
            (self.tabs, 1),
            0,
        )
        finding = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        finding.activated.connect(self.find_record)

    @Slot()
    def find_record(self) -> None:
        """Show the records, with the keyboard on their search."""
        self.bring_up(RECORDS)
        self.records.bar.start_search()

    def bring_up(self, tab_name: str) -> None:
        """Show one of the tabs: `RECORDS` or `FIGURES`."""
        if tab_name == RECORDS:
            self.tabs.setCurrentWidget(self.records)
        elif tab_name == FIGURES:
            self.tabs.setCurrentWidget(self.figures)

    def focus_on(self, problem: Problem) -> None:
        """Show the figures where they are what was changed."""
        if problem.where.field == FIGURES:
            self.bring_up(FIGURES)
        super().focus_on(problem)

    def refresh(self) -> None:
        """Show the latest result; evaluate it again if it is another one."""
        self.make_all()
        result, dataset = self.store.result, self.store.dataset
        current = self.store.result_is_current
        self._warning.setVisible(result is not None and not current)
        if result is None or dataset is None:
            self._shown_clusters = self._insight = None
            self._show_views()
            self.confidential.hide()
            self.conditions_sentence.hide()
            self._say_usual("", "")
            set_kind(self.summary, "")
            self.summary.setText(tr("There is no result yet. Run the protection first."))
            return
        if self.store.project is not None:
            self.figures.show_figures(self.store.project, dataset, result)
        if result.clusters is self._shown_clusters:
            return
        self._shown_clusters, self._insight = result.clusters, None
        self.waiting.setText(tr("Computing what became of the records…"))
        self._show_views()
        self.summary.setText(verdict(result))
        claim = claim_of_plan(result.plan)
        set_kind(self.summary, "" if claim is None else claim_kind(claim))
        self._say_usual(usual_verdict(result), worst_usual(result))
        sentences = conditions_verdict(result.conditions) if claim is None else ()
        say(self.conditions_sentence, " ".join(sentences))
        self._fit_tabs(result, dataset)
        self._look_at(None)

    def _say_usual(self, usual_text: str, worst: str) -> None:
        """Begin with how many figures of users hold; without any with the verdict."""
        self.usual.setText(usual_text)
        set_tip(self.usual, worst)
        self.usual.setAccessibleDescription(worst)
        self.usual.setVisible(bool(usual_text))
        self.summary.setFont(self.font() if usual_text else sizes.section_font())

    def _show_views(self) -> None:
        """Show the tabs once there is something in them, and what is computed until then."""
        self.tabs.setVisible(self._insight is not None)
        self.waiting.setVisible(self._shown_clusters is not None and self._insight is None)

    def _fit_tabs(self, result: Result, dataset: Dataset) -> None:
        """Leave out what a private result does not have, or what only it has."""
        private = adds_noise(result.plan.project.recipe)
        self.confidential.setVisible(is_withheld(result.plan.project))
        self.clusters.blocks.setVisible(bool(result.blocks) and not private)
        forms_groups = METHODS[result.plan.project.recipe.method.name].forms_groups
        for tab in (self.clusters, self.conditions):
            self.tabs.setTabVisible(self.tabs.indexOf(tab), forms_groups)
        # Figures chosen after a private run would need another one, which spends the budget.
        shows_figures = not private or bool(result.figures)
        self.tabs.setTabVisible(self.tabs.indexOf(self.figures), shows_figures)
        self.tabs.setTabVisible(self.tabs.indexOf(self.baselines), private)
        if private:
            self.baselines.show_result(result, dataset)

    @Slot(object)
    def _look_at(self, block: int | None) -> None:
        """Look into the clusters of all columns, or of one block."""
        result, dataset = self.store.result, self.store.dataset
        if result is None or dataset is None:
            return
        # Clusters of another grouping have other numbers.
        self.selection.clear()
        self._awaited = None

        self._latest.ask(lambda job: look_into(result, dataset, job, block))

    def main_action(self) -> MainAction:
        """Go on to the release, if the result belongs to the present settings."""
        title = tr("&Prepare the release")
        if self.store.result is None:
            return MainAction(title, enabled=False, reason=tr("Run the protection first."))
        if not self.store.result_is_current:
            return MainAction(
                title, enabled=False, reason=tr("The result is out of date. Run again first.")
            )
        return MainAction(title)

    def problems(self) -> tuple[Problem, ...]:
        """List the problems that the user must know of the result."""
        result = self.store.result
        return problems_of(result) if result is not None else ()

    @Slot(object)
    def _take(self, insight: ResultInsight) -> None:
        if insight.result.clusters is self._shown_clusters:
            self._insight = insight
            self._show_views()
            tabs = (
                self.clusters,
                self.conditions,
                self.attributes,
                self.risk,
                self.utility,
                self.figures,
                self.records,
            )
            self._behind = {tab: partial(tab.show_insight, insight) for tab in tabs}
            self._bring_up()
            if self._awaited is not None:
                self.selection.select_cluster(self._awaited)
                self._awaited = None

    @Slot(object, int)
    def _pick_group(self, block: int | None, cluster: int) -> None:
        """Select a cluster; one of another block is selected once the page shows that block."""
        if self._insight is not None and self._insight.block == block:
            self.selection.select_cluster(cluster)
            return
        self._look_at(block)
        self._awaited = cluster

    @Slot()
    @Slot(int)
    def _bring_up(self, _index: int = 0) -> None:
        """Let the tab in sight take the result; filling all at once would hold up the window."""
        tab = self.tabs.currentWidget()
        self._ask_for_width_of(tab)
        if tab is not None and tab in self._behind:
            self._behind.pop(tab)()

    def _ask_for_width_of(self, tab: QWidget | None) -> None:
        """Let the tabs out of sight ask for no width: theirs may be from a wider window."""
        for position in range(self.tabs.count()):
            tab_widget = cast("QWidget", self.tabs.widget(position))
            policy = tab_widget.sizePolicy()
            horizontal = (
                QSizePolicy.Policy.Preferred if tab_widget is tab else QSizePolicy.Policy.Ignored
            )
            policy.setHorizontalPolicy(horizontal)
            tab_widget.setSizePolicy(policy)

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        self.waiting.setText(failure_text(error))
        self.clusters.map.show_empty(failure_text(error))

    @Slot()
    def _lead_to_run(self) -> None:
        self.go_to.emit(Step.RUN)
