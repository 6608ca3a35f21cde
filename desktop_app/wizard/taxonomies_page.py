"""The step Taxonomies: how the categories of each column are related."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from core.errors import Problem, Severity
from core.io.taxonomies import TaxonomyKind
from core.model import Attribute
from desktop_app.jobs import Runner
from desktop_app.presenters.taxonomies.taxonomy_words import meaning_words
from desktop_app.state import Step
from desktop_app.state.relations import as_flat
from desktop_app.store import ProjectStore
from desktop_app.text import define, tr, tr_n
from desktop_app.text.lists import list_names
from desktop_app.views.choosers import choose_taxonomy_file, choose_taxonomy_target
from desktop_app.views.frame.page import MainAction, StepPage
from desktop_app.views.pictures.completeness import CoverageBar
from desktop_app.wizard.taxonomy.column_view import ColumnView
from desktop_app.wizard.taxonomy.knowledge import Knowledge
from desktop_app.wizard.taxonomy.overview import (
    Overview,
    ShownColumn,
    column_rows,
    problems_of_column,
)
from desktop_app.wizard.taxonomy.taxonomy_decisions import TaxonomyDecisions


class TaxonomiesPage(StepPage):
    """A list of the columns of categories, and a view of each, one after the other."""

    step = Step.TAXONOMIES

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(store, runner, parent)
        self.set_heading(
            tr("Taxonomies"), tr("Describe how the categories of each column are related.")
        )
        self.knowledge = Knowledge(runner, self)
        self.decisions = TaxonomyDecisions(store, runner, self.knowledge, self)
        self.overview = Overview()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.overview)
        self.body.addWidget(self._stack, 1)
        self._bar = CoverageBar()
        self.meaning.set_picture(self._bar)
        self.setFocusProxy(self.overview.table)
        self._unmade = self._make_view()

    def _make_view(self) -> Iterator[None]:
        self.view = ColumnView(self.runner, self._stack)
        yield
        self._stack.addWidget(self.view)
        yield
        self._connect()
        self._show()

    def _connect(self) -> None:
        self.knowledge.changed.connect(self._learn)
        self.store.opened.connect(self._forget)
        self.overview.table.activated.connect(self._open_row)
        self.overview.flat_button.clicked.connect(self._relate_none)
        self.view.chosen.connect(self.decisions.choose)
        self.view.ordered.connect(self.decisions.set_order)
        self.view.mapped.connect(self.decisions.map)
        self.view.file_wanted.connect(self.open_file)
        self.view.editor.change_wanted.connect(self.decisions.change)
        self.view.editor.save_wanted.connect(self._ask_and_save)
        self.view.editor.discard_wanted.connect(self.decisions.discard)
        self.decisions.remarked.connect(self.view.editor.say)

    # Many columns at once

    @Slot()
    def _relate_none(self) -> None:
        self.store.relate_all(as_flat(attribute) for attribute in self.store.undecided)
        self.report_state()

    # What is shown

    @property
    def columns(self) -> tuple[Attribute, ...]:
        """The columns of categories, in the file's order."""
        return self.decisions.columns

    @property
    def current(self) -> Attribute | None:
        """The column in sight; ``None`` while the list is."""
        return self.decisions.current

    def open_column(self, name: str | None) -> None:
        """Show one column, or the list of all."""
        self.decisions.name = name
        self.refresh()
        self.state_changed.emit()
        if name is None:
            self.overview.table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.view.take_focus()

    def refresh(self) -> None:
        """Show what the store holds."""
        self.make_all()
        self._show()

    def _show(self) -> None:
        dataset, columns = self.store.dataset, self.columns
        if dataset is not None:
            self.knowledge.look_at(dataset, columns, self.current, self.decisions.edited_taxonomy)
        rows = column_rows(self.store, columns, self.knowledge.survey)
        self.overview.show_rows(rows)
        self.overview.show_remaining(len(self.store.undecided))
        attribute = self.current
        if attribute is None or dataset is None:
            self.decisions.name = None
            self._stack.setCurrentWidget(self.overview)
        else:
            heading = tr(
                "{name} (column {at} of {all})",
                name=attribute.name,
                at=columns.index(attribute) + 1,
                all=len(columns),
            )
            self.view.show_column(self._describe_column(attribute), heading)
            self._stack.setCurrentWidget(self.view)
        self._explain()

    def _describe_column(self, attribute: Attribute) -> ShownColumn:
        dataset = self.store.dataset
        assert dataset is not None
        refused, name = self.knowledge.refusal_of(attribute)
        return ShownColumn(
            attribute,
            dataset.column(attribute.name),
            self.knowledge.survey,
            self.knowledge.study_of(attribute),
            attribute in self.store.undecided and self.decisions.edited_taxonomy is None,
            self.decisions.edited_taxonomy is not None,
            refused,
            name,
            self.knowledge.failure,
        )

    def _explain(self) -> None:
        attribute = self.current
        study = self.knowledge.study_of(attribute) if attribute is not None else None
        if attribute is None:
            undecided = self.store.undecided
            decided = [column for column in self.columns if column not in undecided]
            wrong = [column.name for column in decided if _has_errors(self.store, column)]
            self.meaning.set_paragraphs(*_overview_words(len(undecided), wrong))
        elif attribute in self.store.undecided:
            self.meaning.set_paragraphs(define("taxonomy"), define("semantic-distance"))
        else:
            edited = self.decisions.edited_taxonomy is not None
            self.meaning.set_paragraphs(*meaning_words(attribute, study, edited=edited))
        if study is None or attribute is None or attribute.taxonomy is None:
            self._bar.hide()
        else:
            covered = study.coverage.share
            records = study.coverage.records or 1
            self._bar.show_shares(covered, study.found / records - covered)

    @Slot()
    def _learn(self) -> None:
        self.refresh()
        self.state_changed.emit()

    @Slot()
    def _forget(self) -> None:
        self.decisions.forget()
        self.knowledge.forget()

    @Slot()
    def open_file(self) -> None:
        """Let the user choose a file with a taxonomy for the column in sight."""
        path = choose_taxonomy_file(self)
        if path is not None:
            self.accepts_file(str(path))

    def accepts_file(self, path: str) -> bool:
        """Take a file that was chosen or dropped, if a column is in sight."""
        if self.current is None:
            return False
        self.knowledge.bring(Path(path).absolute())
        return True

    @Slot()
    def _ask_and_save(self) -> None:
        attribute = self.current
        if attribute is None:
            return
        if attribute.taxonomy is None:
            name = tr("{name}_taxonomy", name=Path(attribute.name).name)
        else:
            base = attribute.taxonomy.removeprefix("shipped:")
            name = tr("{name}_changed", name=Path(base).name.removesuffix(".csv"))
        chosen = choose_taxonomy_target(self, f"{name}.csv")
        if chosen is not None:
            path, levels = chosen
            self.decisions.save(path, TaxonomyKind.LEVELS if levels else TaxonomyKind.PARENTS)

    # The frame's hooks

    def show_whole(self) -> None:
        """Show the list of all columns."""
        if self.current is not None:
            self.open_column(None)

    def _to_do(self) -> list[str]:
        """Return the columns that still stand in the way, in order."""
        open_ = {attribute.name for attribute in self.store.undecided}
        return [
            attribute.name
            for attribute in self.columns
            if attribute.name in open_ or _has_errors(self.store, attribute)
        ]

    def _following(self) -> str | None:
        """Return the next column that needs a decision; ``None`` where none does."""
        names = [attribute.name for attribute in self.columns]
        to_do = [name for name in self._to_do() if name != self.decisions.name]
        here = names.index(self.decisions.name) if self.decisions.name in names else -1
        later = [name for name in to_do if names.index(name) > here]
        return next(iter(later or to_do), None)

    @property
    def is_settled(self) -> bool:
        """Whether every column is decided and nothing is wrong."""
        return not self._to_do()

    def main_action(self) -> MainAction:
        """Lead from column to column, then on to the method."""
        attribute, following = self.current, self._following()
        if following is not None:
            text = tr("Ne&xt: {name}", name=following.replace("&", "&&"))
        elif self.store.draft is not None and Step.PREPARE in self.store.draft.confirmed:
            text = tr("Choose the &method")
        else:
            text = tr("&Prepare the columns")
        if attribute is None:
            return MainAction(text)
        if attribute in self.store.undecided:
            return MainAction(text, False, tr("Choose on the left how they are related."))
        if self.decisions.edited_taxonomy is not None:
            reason = tr("Save the taxonomy first, or discard it.")
            return MainAction(text, False, reason)
        if _has_errors(self.store, attribute):
            return MainAction(text, False, tr("Resolve the problems listed above first."))
        return MainAction(text)

    def trigger(self) -> None:
        """Go to the next column, or confirm the step."""
        following = self._following()
        if following is not None:
            self.open_column(following)
            return
        self.decisions.name = None
        super().trigger()

    def back(self) -> bool:
        """Go to the column before, or to the list."""
        if self.decisions.name is None:
            return False
        names = [attribute.name for attribute in self.columns]
        position = names.index(self.decisions.name) if self.decisions.name in names else 0
        self.open_column(names[position - 1] if position > 0 else None)
        return True

    def problems(self) -> tuple[Problem, ...]:
        """Return those of taxonomies and of orders."""
        names = {attribute.name for attribute in self.columns}
        orders = (p for p in self.store.problems_of(Step.COLUMNS) if p.where.column in names)
        return (*super().problems(), *orders)

    def focus_on(self, problem: Problem) -> None:
        """Open the column that has the problem."""
        for attribute in self.columns:
            if problem in problems_of_column((problem,), attribute.name):
                self.open_column(attribute.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back to the list on Esc."""
        if event.key() == Qt.Key.Key_Escape and self.decisions.name is not None:
            self.open_column(None)
            return
        super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _open_row(self, index: QModelIndex) -> None:
        self.open_column(self.overview.model.row(index.row()).name)


def _has_errors(store: ProjectStore, attribute: Attribute) -> bool:
    problems = problems_of_column(store.problems, attribute.name)
    return any(problem.severity is Severity.ERROR for problem in problems)


def _overview_words(undecided: int, wrong: Sequence[str]) -> tuple[str, ...]:
    sentences = []
    if undecided:
        decision = tr_n(
            "{count} column still needs a decision: a taxonomy, an order, or neither.",
            "{count} columns still need a decision: a taxonomy, an order, or neither.",
            undecided,
        )
        sentences.append(decision)
    if wrong:
        sentences.append(
            tr_n(
                "Needs attention: {names}. Open the column to see why.",
                "Need attention: {names}. Open a column to see why.",
                len(wrong),
                names=list_names(wrong),
            )
        )
    return (
        *(sentences or [tr("Nothing is left to decide here.")]),
        define("taxonomy"),
        define("nominal"),
    )
