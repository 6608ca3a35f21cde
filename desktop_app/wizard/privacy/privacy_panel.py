"""Private settings and the project: what is edited goes into it, what it means is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from core.errors import Problem, Where
from core.model import Attribute, Plan
from core.protect import METHODS
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.privacy_facts import PrivacyFacts, facts_of, with_domains_from_data
from desktop_app.state.masking import maskable, masked_names
from desktop_app.store import ProjectStore
from desktop_app.text import tr
from desktop_app.views.layouts import in_column
from desktop_app.wizard.privacy.privacy_section import PrivacySection

Question = tuple[Plan, str | None]


class PrivacyPanel(QWidget):
    """The section for private methods, alive; hidden for all others.

    Signals
    -------
    changed()
        `facts` are others.
    """

    changed = Signal()

    def __init__(self, store: ProjectStore, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._asked_question: Question | None = None
        self.facts: PrivacyFacts | None = None
        self.section = PrivacySection(self)
        self.section.attribute_edited.connect(self._edit_attribute)
        self.section.method_edited.connect(self._store.set_method)
        self.section.domains_wanted.connect(self._take_domains)
        self.section.column_chosen.connect(self.refresh)
        self._latest = Latest(
            runner, tr("Reckoning what the noise means"), self, self._take, self._forget_facts
        )
        in_column(self.section, inside=self)

    @Slot()
    def refresh(self) -> None:
        """Show the settings in force, and ask what they mean."""
        draft = self._store.draft
        method = METHODS.get(draft.method.name) if draft is not None else None
        if draft is None or method is None or not method.adds_noise:
            self.hide()
            return
        self.show()
        self.section.show_draft(draft, self.facts)
        plan, draft = self._store.plan, self._store.draft
        if plan is None or draft is None or not self._store.plan_is_current:
            return
        question = (plan, self.section.current)
        earlier, self._asked_question = self._asked_question, question
        if earlier is not None and earlier[0] is plan and earlier[1] == question[1]:
            return
        names, column = tuple(a.name for a in maskable(draft.schema)), question[1]

        self._latest.ask(lambda _job: facts_of(plan, names, column), Lane.IO)

    @Slot(object)
    def _take(self, facts: PrivacyFacts) -> None:
        self.facts = facts
        if self._store.draft is not None:
            self.section.show_draft(self._store.draft, facts)
        self.section.show_facts(facts)
        self.changed.emit()

    @Slot(object)
    def _forget_facts(self, _error: BaseException) -> None:
        self.facts = None
        self.section.show_facts(None)
        self.changed.emit()

    def problems(self, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        """Return the problems of a plan, with those of domains that were typed the wrong way."""
        if self.isHidden():
            return tuple(problems)
        crossed = [Problem("dp-domain-crossed", Where(name)) for name in self.section.crossed_names]
        names = {problem.where.column for problem in crossed}
        lacking = ("dp-domain-missing", "dp-domain-crossed")
        remaining = (p for p in problems if p.code not in lacking or p.where.column not in names)
        return (*crossed, *remaining)

    def focus_on(self, problem: Problem) -> bool:
        """Put the keyboard where a problem of a masked column can be put right."""
        column, columns = problem.where.column, problem.params.get("columns")
        if problem.where == Where() and isinstance(columns, list | tuple):
            # The first one of those it names together.
            column = str(columns[0]) if columns else None
        return column is not None and not self.isHidden() and self.section.take_focus(column)

    def forget(self) -> None:
        """Another file is open."""
        self._latest.drop()
        self._asked_question, self.facts = None, None
        self.section.forget()

    @Slot(object, object)
    def _edit_attribute(self, attribute: Attribute, key: str) -> None:
        self._store.set_attributes([attribute], key)

    @Slot()
    def _take_domains(self) -> None:
        draft, dataset = self._store.draft, self._store.dataset
        if draft is None or dataset is None:
            return
        names = masked_names(draft.method, draft.schema)
        masked = [a for a in maskable(draft.schema) if a.name in names]
        self._store.set_attributes(with_domains_from_data(masked, self._store.profiles, dataset))
