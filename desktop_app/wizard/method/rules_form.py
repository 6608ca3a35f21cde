"""Edit rules: those of the recipe with a tick each, own ones typed, others found in the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from core.errors import Problem, Refused
from core.model import Dataset, Plan, Project, Schema
from core.rules import name_text, parse_rule
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt, AttemptState
from desktop_app.jobs.latest import Latest
from desktop_app.presenters.method.edit_rules import (
    find_rule_texts,
    rule_states,
    rules_of_file,
    wrong_rules,
)
from desktop_app.text import failure_text, problem_text, tr, tr_n
from desktop_app.views.choosers import choose_rule_file
from desktop_app.views.forms import label_for, named, note, push_button, say
from desktop_app.views.layouts import fill, in_row
from desktop_app.wizard.method.entries_list import EntriesList

# More mistakes than this would fill the page; those after them show once these are mended.
_MOST_MISTAKES = 5
_WORD = re.compile(r"[^\W\d][\w.]*$")


class RulesForm(EntriesList[str]):
    """The rules of the recipe, a field to type one, and a search in the background."""

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        about = tr(
            "What must hold between the columns of a record, such as TOTAL = A + B. No more "
            "released records violate a rule than original ones; sums are shared out again."
        )
        super().__init__("rules", tr("Edit rules"), about, parent)
        self.field, self.sentence = RuleField(), note()
        self.add_button = push_button(tr("&Add"), self._add)
        self.find_button = push_button(tr("&Find rules"), self._find)
        self.file_button = push_button(
            tr("Read from fil&e…"),
            self._choose_file,
            tr("Read rules from a file"),
            tr("A YAML file of the R package validate. Its rules are added to those above."),
        )
        self.search = Attempt(runner, self)
        self.reading = Latest(runner, tr("Reading rules"), self, self._take_file, self._refuse_file)
        self._states: dict[str, str] = {}
        self._wrong: frozenset[str] = frozenset()
        self._input: tuple[Project, Dataset] | None = None
        title = label_for(self.field, tr("A &rule of your own"))
        named(self.field, tr("A rule of your own"), tr("Press Return to add it."))
        row = in_row((self.field, 1), self.add_button, self.find_button, self.file_button)
        fill(self.fold.fill(self), note(about), self.entries, title, row, self.sentence)
        self.sentence.hide()
        self.field.entered.connect(self._add)
        self.search.succeeded.connect(self._offer)
        self.search.changed.connect(self._show_search)

    def show_rules(self, rules: Sequence[str], schema: Schema, plan: Plan | None) -> None:
        """Show the rules of the recipe, and what a plan of theirs makes of them."""
        self.field.show_names([a.name for a in schema.attributes if a.role.is_released])
        self._states = rule_states(rules, plan)
        self._wrong = wrong_rules(rules, plan)
        self.show_entries(rules)

    def text_of(self, entry: str) -> str:
        """Return a rule, with what becomes of it."""
        return self._states.get(entry, entry)

    def name_of(self, entry: str) -> str:
        """Return the rule itself."""
        return entry

    def set_input(self, project: Project, dataset: Dataset) -> None:
        """Search this file for rules."""
        self._input = (project, dataset)

    def forget(self) -> None:
        """Forget what was offered and typed: another file was opened."""
        super().forget()
        self.search.abandon()
        self.reading.drop()
        self._input, self._states = None, {}
        say(self.sentence, "")
        self.field.clear()

    def choose(self, entries: tuple[str, ...]) -> None:
        """Choose rules; a wrong one that is unticked comes back into the field to be corrected."""
        back = next((r for r in self._listed if r in self._wrong and r not in entries), None)
        if back is not None and not self.field.text():
            self._offered.remove(back)
            self.field.setText(back)
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        super().choose(entries)

    @Slot()
    def _add(self) -> None:
        text = self.field.text().strip()
        if not text:
            return
        try:
            parse_rule(text)
        except Refused as refused:
            self._show_mistake(refused.problems[0])
            return
        self.field.clear()
        say(self.sentence, "")
        if text not in self._listed:
            self.chosen.emit((*self._listed, text))

    def _show_mistake(self, problem: Problem) -> None:
        say(self.sentence, problem_text(problem))
        character = problem.params.get("character")
        lead = len(self.field.text()) - len(self.field.text().lstrip())
        if isinstance(character, int):
            self.field.show_mistake(character + lead)

    @Slot()
    def _find(self) -> None:
        if self.search.busy:
            self.search.cancel()
        elif self._input is not None:
            find_rules = partial(find_rule_texts, *self._input)
            self.search.begin(find_rules, Lane.COMPUTE, tr("Searching for rules"))

    @Slot(object)
    def _offer(self, rule_texts: tuple[str, ...]) -> None:
        new = [rule for rule in rule_texts if rule not in self._offered]
        self.offer_entries(new)
        if not new:
            say(self.sentence, tr("No other rule holds in all records."))
        else:
            sentence = tr_n(
                "{count} rule holds in all records; tick it to keep it.",
                "{count} rules hold in all records; tick those to keep.",
                len(new),
            )
            say(self.sentence, sentence)

    @Slot()
    def _choose_file(self) -> None:
        path = choose_rule_file(self)
        if path is not None:
            say(self.sentence, tr("Reading {file}…", file=path.name))
            self.reading.ask(partial(rules_of_file, path), Lane.IO)

    @Slot(object)
    def _take_file(self, read: tuple[str, ...]) -> None:
        new = tuple(rule for rule in read if rule not in self._listed)
        sentence = tr_n("{count} rule was read.", "{count} rules were read.", len(read))
        if len(new) < len(read):
            repeated = tr_n("{count} was there already.", "{count} were there already.",
                         len(read) - len(new))  # fmt: skip
            sentence = tr("{read} {known}", read=sentence, known=repeated)
        say(self.sentence, sentence)
        if new:
            self.chosen.emit((*self._listed, *new))

    @Slot(object)
    def _refuse_file(self, error: BaseException) -> None:
        """Say what is wrong with the file; none of its rules is taken over."""
        if not isinstance(error, Refused):
            say(self.sentence, failure_text(error))
            return
        wrong = error.problems
        lines = [problem_text(problem) for problem in wrong[:_MOST_MISTAKES]]
        if len(wrong) > len(lines):
            lines.append(tr("{count} more rules cannot be read.", count=len(wrong) - len(lines)))
        lines.append(tr("No rule was taken over from this file."))
        say(self.sentence, "\n".join(lines))

    @Slot()
    def _show_search(self) -> None:
        state = self.search.state
        self.find_button.setText(tr("&Stop") if self.search.busy else tr("&Find rules"))
        self.find_button.setEnabled(state is not AttemptState.STOPPING)
        if self.search.error is not None and state is AttemptState.FAILED:
            say(self.sentence, failure_text(self.search.error))


class RuleField(QLineEdit):
    """A line for a rule.

    Signals
    -------
    entered()
        Return was pressed to add the rule, not to choose a name.
    """

    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = QStringListModel(self)
        self.names = QCompleter(self._names, self)
        self.names.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.names.setWidget(self)
        self.names.activated.connect(self._insert)
        self.textEdited.connect(self._offer)
        self.returnPressed.connect(self._enter)

    def show_names(self, names: Sequence[str]) -> None:
        """Offer these names of columns."""
        if list(names) != self._names.stringList():
            self._names.setStringList(list(names))

    def show_mistake(self, character: int) -> None:
        """Select the sign at a place, counted from 1, or put the cursor behind the last one."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setCursorPosition(character - 1)
        if character <= len(self.text()):
            self.setSelection(character - 1, 1)

    def _word(self) -> str:
        """Return the name that is being typed."""
        match = _WORD.search(self.text()[: self.cursorPosition()])
        return match[0] if match else ""

    @Slot()
    def _offer(self) -> None:
        word = self._word()
        self.names.setCompletionPrefix(word)
        offered = self.names.completionCount() if word else 0
        if not offered or (offered == 1 and self.names.currentCompletion() == word):
            self._close()
            return
        self.names.complete()

    @Slot(str)
    def _insert(self, name: str) -> None:
        end = self.cursorPosition()
        start = end - len(self._word())
        spelled_name = name_text(name)
        self.setText(self.text()[:start] + spelled_name + self.text()[end:])
        self.setCursorPosition(start + len(spelled_name))

    @Slot()
    def _enter(self) -> None:
        popup = self.names.popup()
        if popup is not None and popup.isVisible() and popup.currentIndex().isValid():
            return
        self._close()
        self.entered.emit()

    def _close(self) -> None:
        popup = self.names.popup()
        if popup is not None:
            popup.hide()
