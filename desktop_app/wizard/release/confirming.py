"""The questions about a result, each with a box to confirm it and a line for the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLineEdit, QWidget

from core.checklist.answers import list_included_problems, questions_of
from core.errors import Problem, Where
from core.log.checklist_rows import list_logged_rows
from core.log.declared.entries import LoggedRow
from core.model import Result
from core.model.checklist import Answer, RowCount, RowVerdict
from desktop_app.models.checklist_model import ChecklistModel
from desktop_app.presenters.joined_questions import join_questions
from desktop_app.text import problem_text, tr, tr_n
from desktop_app.text.lists import list_names
from desktop_app.theme import sizes
from desktop_app.views.fold import Fold
from desktop_app.views.forms import named, note, push_button, set_kind
from desktop_app.views.layouts import fill, in_column, in_row
from desktop_app.views.mark import Mark
from desktop_app.views.section import Section
from desktop_app.views.tables.data_table import DataTable

_MARK = 18
_NAMED = 12
_WIDEST, _TABLE_HEIGHT = 48 * sizes.UNIT, 32 * sizes.UNIT

Question = tuple[tuple[RowCount, ...], str]
"""Counts that are answered together, and what is said of them."""


class _QuestionBox(QFrame):
    """One question, or one of many columns.

    Signals
    -------
    answered(object, object)
        Its counts, and why they are accepted; ``None`` if they are not.
    change_wanted(object)
        The user wants to go to where the `Problem` can be put right.
    """

    answered = Signal(object, object)
    change_wanted = Signal(object)

    def __init__(
        self, counts: tuple[RowCount, ...], question_text: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.counts = counts
        self.setObjectName("picture")
        self._mark, self.sentence = Mark(_MARK), note(question_text, "")
        self.box = QCheckBox(tr("I know this and accept it"))
        merges = counts[0].field == "merges"
        cure = tr("Merge its groups") if merges else tr("Change…")
        self.change_button = push_button(cure, self._ask_for_change, kind="flat")
        self.change_button.setAccessibleDescription(question_text)
        self.why = QLineEdit()
        self.why.setPlaceholderText(tr("Reason (may be published)"))
        self.box.setAccessibleDescription(question_text)
        named(self.why, tr("Reason"))
        self.why.setAccessibleDescription(question_text)
        self.box.clicked.connect(self._tick)
        self.why.textEdited.connect(self._emit_answer)
        grid = QGridLayout(self)
        grid.setContentsMargins(sizes.UNIT + sizes.HALF, sizes.UNIT, sizes.UNIT, sizes.UNIT)
        grid.setHorizontalSpacing(sizes.UNIT)
        grid.addWidget(self._mark, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.sentence, 0, 1)
        if any(count.verdict is RowVerdict.NEVER for count in counts):
            refused = note(tr("No reason is accepted here: the settings must change."), "danger")
            answer = in_row((refused, 1), self.change_button, spacing=sizes.MARGIN)
        else:
            answer = in_row(self.box, (self.why, 1), self.change_button, spacing=sizes.MARGIN)
        grid.addLayout(answer, 1, 1)
        grid.setColumnStretch(1, 1)
        self._draw_mark()

    def show_answer(self, why: str | None) -> None:
        """Show what the recipe answers."""
        self.box.setChecked(why is not None)
        self.why.setEnabled(why is not None)
        if self.why.text() != (why or ""):
            self.why.setText(why or "")
            # A long reason is read from its beginning.
            self.why.setCursorPosition(0)
        self._draw_mark()

    def _draw_mark(self) -> None:
        done = self.box.isChecked() and bool(self.why.text().strip())
        self._mark.show_icon(*(("done", "good") if done else ("warning", "caution")))

    @Slot(bool)
    def _tick(self, is_accepted: bool) -> None:
        """Take the tick; the reason is what is said next."""
        self._emit_answer()
        if is_accepted:
            self.why.setFocus()

    @Slot()
    def _ask_for_change(self) -> None:
        """Ask for the first column whose change would help, or for the setting."""
        count = self.counts[0]
        columns = count.params.get("drivers") or count.params.get("columns")
        column = count.column
        if column is None and isinstance(columns, Sequence) and columns:
            column = str(columns[0])
        self.change_wanted.emit(Problem(count.row, Where(column, field=count.field), count.params))

    @Slot()
    @Slot(str)
    def _emit_answer(self, _edited: object = None) -> None:
        self.answered.emit(self.counts, self.why.text() if self.box.isChecked() else None)


class Confirming(QWidget):
    """All questions about a result.

    Signals
    -------
    answered(object, object)
        Counts, and why they are accepted; ``None`` if they are not.
    change_wanted(object)
        The user wants to go to where the `Problem` can be put right.
    """

    answered = Signal(object, object)
    change_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.questions: list[_QuestionBox] = []
        self._questions: tuple[Question, ...] = ()
        self.summary = note()
        self.model, self.table = ChecklistModel(self), DataTable(widest=_WIDEST, figures=True)
        self.table.list_model(self.model, tr("All counts"), by_rows=True)
        self.table.setFixedHeight(_TABLE_HEIGHT)
        self.all_counts = Fold("")
        self.all_counts.body.addWidget(self.table)
        self._section = Section(tr("Checklist"))
        fill(self._section.body, self.all_counts, self.summary)
        in_column(self._section, inside=self)

    def show_result(self, result: Result | None, answers: tuple[Answer, ...]) -> None:
        """Show the questions about a result with the answers of the recipe in force.

        Parameters
        ----------
        result : Result, optional
            Of the latest run.
        answers : tuple of Answer
            Those of the recipe.
        """
        counts = questions_of(result) if result is not None else ()
        questions = tuple(_question_of(joined, result) for joined in join_questions(counts))
        if questions != self._questions:
            self._fill(questions)
        answers_by_key = {answer.key: answer for answer in answers}
        for question in self.questions:
            reasons = [_reason(count, answers_by_key) for count in question.counts]
            question.show_answer(reasons[0] if None not in reasons else None)
        self._show_all(list_logged_rows(result) if result is not None else ())
        self.summary.setVisible(bool(counts))
        n_open = sum(
            any(
                count.verdict is RowVerdict.NEVER
                or not (_reason(count, answers_by_key) or "").strip()
                for count in question.counts
            )
            for question in self.questions
        )
        self.summary.setText(
            tr_n(
                "{count} question is open. Accept it and give a reason; until then the "
                "release is not called ready.",
                "{count} questions are open. Accept each and give a reason; until then the "
                "release is not called ready.",
                n_open,
            )
            if n_open
            else tr("Every question is answered.")
        )
        set_kind(self.summary, "caution" if n_open else "good")

    def _show_all(self, rows: tuple[LoggedRow, ...]) -> None:
        self.setVisible(bool(rows))
        if not rows or rows == self.model.items:
            return
        self.model.show_items(rows)
        self.table.fit_columns()
        self.all_counts.set_title(
            tr_n(
                "{count} count is within its limit",
                "{count} counts are within their limits",
                sum(row.outcome == "held" for row in rows),
            )
        )

    def _fill(self, questions: tuple[Question, ...]) -> None:
        for question in self.questions:
            self._section.body.removeWidget(question)
            question.hide()
            question.deleteLater()
        self._questions = questions
        self.questions = [_QuestionBox(counts, text) for counts, text in questions]
        for question in self.questions:
            question.answered.connect(self.answered)
            question.change_wanted.connect(self.change_wanted)
            self._section.body.addWidget(question)


def _reason(count: RowCount, answers: Mapping[str, Answer]) -> str | None:
    """Look up the reason for a count, which may still be empty; ``None`` if it is asked again."""
    answer = answers.get(count.key)
    return answer.why if answer is not None and answer.is_about(count) else None


def _question_of(counts: tuple[RowCount, ...], result: Result | None) -> Question:
    """Put counts that are answered together into words."""
    problems = [counts[0].problem]
    if result is not None:
        problems += list_included_problems(counts[0], result)
    question_text = " ".join(map(problem_text, problems))
    other_columns = [count.column or "" for count in counts[1:]]
    if not other_columns:
        return counts, question_text
    same_holds = tr(
        "The same holds for {count} other columns: {names}.",
        count=len(other_columns),
        names=list_names(other_columns, _NAMED),
    )
    return counts, f"{question_text} {same_holds}"
