"""What zeros and missing cells of a column may mean, and who may know or learn its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from core.checklist.column_meanings import (
    MOST_CATEGORIES,
    is_known,
    says_where,
)
from core.jobs import CancellableSequence, Job
from core.model import CATEGORICAL, Attribute, Column, ColumnKind, Dataset, Role, Scale
from desktop_app.state.parts import Part
from desktop_app.text import message, tr

if TYPE_CHECKING:
    from core.inspect.structure import KeptZeros, SkewedAmounts, SkippedQuestion
    from core.io import ColumnProfile


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
    skewed : Mapping of str to SkewedAmounts
        The columns that are better compared by logarithms.
    """

    zeros: frozenset[str] = frozenset()
    empty: frozenset[str] = frozenset()
    kept: Mapping[str, KeptZeros] = field(default_factory=dict)
    skipped: Mapping[str, tuple[SkippedQuestion, ...]] = field(default_factory=dict)
    skewed: Mapping[str, SkewedAmounts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StateChoice:
    """A meaning that can be chosen for zeros, for the cells with one code, or for a column.

    Attributes
    ----------
    code : str or None
        The code, the empty text for empty cells; ``None`` for zeros and columns.
    is_chosen, is_possible : bool
        Whether it is in force, and whether it can be chosen.
    why : str
        The reason of the suggestion, or what the choice means.
    meaning : str
        What is said of a column: ``known``, ``sensitive`` or ``place``.
    """

    code: str | None
    is_chosen: bool
    is_possible: bool
    why: str
    meaning: str = ""

    @property
    def title(self) -> str:
        """What is chosen, in a few words."""
        if self.meaning:
            return message(f"setting-column-{self.meaning}")
        if self.code is None:
            return tr("Zero means none")
        if not self.code:
            return tr("Does not apply: empty cells")
        return tr("Does not apply: {code}", code=self.code)


def search_states(dataset: Dataset, job: Job) -> FoundStates:
    """Return what zeros and missing cells of a file may mean, and which columns are skewed."""
    from core.inspect.structure import (
        find_kept_zeros,
        find_skewed_amounts,
        find_skipped_questions,
    )

    columns = list(CancellableSequence(dataset.columns, job))
    numbers = [c for c in columns if c.kind.is_numeric]
    zeros = frozenset(c.name for c in numbers if ((c.values == 0) & ~c.missing).any())
    empty = frozenset(column.name for column in columns if _has_empty(column))
    kept_zeros = {found_zeros.column: found_zeros for found_zeros in find_kept_zeros(dataset, job)}
    skewed = {amounts.column: amounts for amounts in find_skewed_amounts(dataset, job)}
    skipped: dict[str, tuple[SkippedQuestion, ...]] = {}
    for question in find_skipped_questions(dataset, job):
        skipped[question.column] = (*skipped.get(question.column, ()), question)
    return FoundStates(zeros, empty, kept_zeros, skipped, skewed)


def state_choices(attribute: Attribute, column: Column, states: FoundStates) -> list[StateChoice]:
    """Return what can be chosen for a column, and what is, masked or not."""
    is_masked = attribute.role is Role.QUASI_IDENTIFIER
    choices = []
    has_amounts = attribute.scale is not None and attribute.scale.has_amounts
    if attribute.keeps_zeros or (is_masked and has_amounts and column.name in states.zeros):
        kept_zeros = states.kept.get(attribute.name)
        why = (
            tr(
                "Zeros then stay zeros, except in rare patterns: they are grouped only with other "
                "zeros."
            )
            if kept_zeros is None
            else tr("Suggestion: {why}", why=message(kept_zeros.reason, **kept_zeros.reason_params))
        )
        choices.append(StateChoice(None, attribute.keeps_zeros, True, why))
    codes = dict.fromkeys(attribute.not_applicable)
    if is_masked:
        questions = states.skipped.get(column.name, ())
        # A column of dates can only have empty cells.
        codes |= dict.fromkeys(
            q.code for q in questions if not q.code or attribute.scale is not Scale.DATE
        )
        codes |= {"": None} if column.name in states.empty else {}
    return [*choices, *(_of_code(code, attribute, column, states) for code in codes)]


_MEANINGS: Mapping[str, Callable[[Attribute], bool]] = {
    "known": is_known,
    "sensitive": attrgetter("is_sensitive"),
    "place": says_where,
}
# Amounts say nothing of a place, and what is masked cannot be learned.
_MEANINGS_OF_PART: Mapping[Part, tuple[str, ...]] = {
    Part.OTHER: ("known", "sensitive", "place"),
    Part.CONFIDENTIAL: ("sensitive",),
    Part.STRATUM: ("place",),
    Part.QUASI_IDENTIFIER: ("place",),
}


def meaning_choices(
    attribute: Attribute, part: Part, profile: ColumnProfile
) -> Iterator[StateChoice]:
    """List what can be said of a released column for the checklist, where it matters."""
    may_be_place = attribute.scale in CATEGORICAL or (
        attribute.scale is None
        and (profile.kind is ColumnKind.TEXT or profile.distinct <= MOST_CATEGORIES)
    )
    for meaning in _MEANINGS_OF_PART.get(part, ()):
        if meaning == "place" and not (may_be_place or attribute.place):
            continue
        is_chosen = _MEANINGS[meaning](attribute)
        why = message(f"setting-column-{meaning}-hint")
        yield StateChoice(None, is_chosen, True, why, meaning)


def with_choice(attribute: Attribute, choice: StateChoice, *, chosen: bool) -> Attribute:
    """Return an attribute for which a choice was made, or taken back.

    What its name and role say of a column anyway needs no declaration.
    """
    if choice.meaning:
        undeclared, declared = (
            _declare(attribute, choice, None),
            _declare(attribute, choice, chosen),
        )
        return undeclared if _MEANINGS[choice.meaning](undeclared) == chosen else declared
    if choice.code is None:
        return replace(attribute, keeps_zeros=chosen)
    other_codes = tuple(code for code in attribute.not_applicable if code != choice.code)
    return replace(attribute, not_applicable=(*other_codes, choice.code) if chosen else other_codes)


def _declare(attribute: Attribute, choice: StateChoice, value: bool | None) -> Attribute:
    setting: dict[str, Any] = {choice.meaning: value}
    return replace(attribute, **setting)


def _of_code(code: str, attribute: Attribute, column: Column, states: FoundStates) -> StateChoice:
    is_chosen = code in attribute.not_applicable
    questions = states.skipped.get(column.name, ())
    question = next((q for q in questions if q.code == code), None)
    declared = column.missing_text[0] if column.missing_text is not None else ()
    if code and code in declared and not is_chosen:
        why = tr("On the step Data, this code is declared as missing. A code cannot mean both.")
        return StateChoice(code, False, False, why)
    if question is None:
        why = tr(
            "These cells then stay so, except in rare patterns: they are grouped only with others "
            "that were not asked."
        )
        return StateChoice(code, is_chosen, True, why)
    suggestion = message(question.reason, **question.reason_params)
    condition = question.condition.expression
    why = tr("Suggestion: {why} Condition: {condition}.", why=suggestion, condition=condition)
    return StateChoice(code, is_chosen, True, why)


def _has_empty(column: Column) -> bool:
    if "" in column.categories:  # empty cells of text that are not declared as missing
        return True
    if column.missing_text is None:
        return bool(column.missing.any())
    spellings, index = column.missing_text
    spelled = np.isin(index, [i for i, spelling in enumerate(spellings) if spelling])
    return bool((column.missing & ~spelled).any())
