"""What zeros and missing cells of a column may mean, and the reasons that the file gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from core.jobs import CancellableSequence, Job
from core.model import Attribute, Column, ColumnKind, Dataset, Role, Scale
from desktop_app.text import message, tr

if TYPE_CHECKING:
    from core.inspect.structure import KeptZeros, SkippedQuestion


@dataclass(frozen=True, slots=True)
class FoundStates:
    """What was found in a file.

    Attributes
    ----------
    zeros, empty : frozenset of str
        The columns of numbers with zeros; the columns with empty cells.
    kept : Mapping of str to KeptZeros
        The columns whose zeros probably mean "none".
    skipped : Mapping of str to tuple of SkippedQuestion
        The columns of questions that were probably not asked of all, each with its codes.
    """

    zeros: frozenset[str] = frozenset()
    empty: frozenset[str] = frozenset()
    kept: Mapping[str, KeptZeros] = field(default_factory=dict)
    skipped: Mapping[str, tuple[SkippedQuestion, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StateChoice:
    """A meaning that can be chosen for zeros or for the cells with one code.

    Attributes
    ----------
    code : str or None
        The code, the empty text for empty cells; ``None`` for zeros.
    is_chosen, is_suggested, is_possible : bool
        Whether it is in force, whether the file suggests it, and whether it can be chosen.
    why : str
        The reason of the suggestion, or what the choice means.
    """

    code: str | None
    is_chosen: bool
    is_suggested: bool
    is_possible: bool
    why: str

    @property
    def title(self) -> str:
        """What is chosen, in a few words."""
        if self.code is None:
            return tr("Zero means none")
        if not self.code:
            return tr("Does not apply: empty cells")
        return tr("Does not apply: {code}", code=self.code)


def search_states(dataset: Dataset, job: Job) -> FoundStates:
    """Return what zeros and missing cells of a file may mean."""
    from core.inspect.structure import find_kept_zeros, find_skipped_questions

    columns = list(CancellableSequence(dataset.columns, job))
    numbers = [c for c in columns if c.kind in (ColumnKind.INTEGER, ColumnKind.NUMBER)]
    zeros = frozenset(c.name for c in numbers if ((c.values == 0) & ~c.missing).any())
    empty = frozenset(column.name for column in columns if _has_empty(column))
    kept = {each.column: each for each in find_kept_zeros(dataset, job)}
    skipped: dict[str, tuple[SkippedQuestion, ...]] = {}
    for question in find_skipped_questions(dataset, job):
        skipped[question.column] = (*skipped.get(question.column, ()), question)
    return FoundStates(zeros, empty, kept, skipped)


def state_choices(attribute: Attribute, column: Column, found: FoundStates) -> list[StateChoice]:
    """Return what can be chosen for a column, and what is, masked or not."""
    is_masked = attribute.role is Role.QUASI_IDENTIFIER
    choices = []
    has_amounts = attribute.scale is not None and attribute.scale.has_amounts
    if attribute.keeps_zeros or (is_masked and has_amounts and column.name in found.zeros):
        kept = found.kept.get(attribute.name)
        why = (
            tr(
                "Zeros then stay zeros, except in rare patterns: they are grouped only with other "
                "zeros."
            )
            if kept is None
            else tr("Suggestion: {why}", why=message(kept.reason, **kept.reason_params))
        )
        choices.append(StateChoice(None, attribute.keeps_zeros, kept is not None, True, why))
    codes = dict.fromkeys(attribute.not_applicable)
    if is_masked:
        questions = found.skipped.get(column.name, ())
        # A column of dates can only have empty cells.
        codes |= dict.fromkeys(
            q.code for q in questions if not q.code or attribute.scale is not Scale.DATE
        )
        codes |= {"": None} if column.name in found.empty else {}
    return [*choices, *(_of_code(code, attribute, column, found) for code in codes)]


def with_choice(attribute: Attribute, code: str | None, *, chosen: bool) -> Attribute:
    """Return an attribute for which a choice was made, or taken back."""
    if code is None:
        return replace(attribute, keeps_zeros=chosen)
    others = tuple(each for each in attribute.not_applicable if each != code)
    return replace(attribute, not_applicable=(*others, code) if chosen else others)


def _of_code(code: str, attribute: Attribute, column: Column, found: FoundStates) -> StateChoice:
    is_chosen = code in attribute.not_applicable
    questions = found.skipped.get(column.name, ())
    question = next((each for each in questions if each.code == code), None)
    declared = column.missing_text[0] if column.missing_text is not None else ()
    if code and code in declared and not is_chosen:
        why = tr("On the step Data, this code is declared as missing. A code cannot mean both.")
        return StateChoice(code, False, question is not None, False, why)
    if question is None:
        why = tr(
            "These cells then stay so, except in rare patterns: they are grouped only with others "
            "that were not asked."
        )
        return StateChoice(code, is_chosen, False, True, why)
    said = message(question.reason, **question.reason_params)
    condition = question.condition.expression
    why = tr("Suggestion: {why} Condition: {condition}.", why=said, condition=condition)
    return StateChoice(code, is_chosen, True, True, why)


def _has_empty(column: Column) -> bool:
    if "" in column.categories:  # empty cells of text that are not declared as missing
        return True
    if column.missing_text is None:
        return bool(column.missing.any())
    spellings, index = column.missing_text
    spelled = np.isin(index, [i for i, spelling in enumerate(spellings) if spelling])
    return bool((column.missing & ~spelled).any())
