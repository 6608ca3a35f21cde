"""Finds questions that were not asked of certain records: empty exactly where a condition holds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.inspect.structure.skip_conditions import (
    ConditionColumn,
    FoundCondition,
    SkipCondition,
    SkippedRecords,
    prepare_column,
    sample_skipped,
)
from core.inspect.structure.unasked_cells import FEWEST_CELLS, UnaskedCells, find_unasked_cells
from core.jobs import CancellableSequence, Job, run_cancellable
from core.model import Column, Dataset

# Missing cells outside the condition are refusals if they are few among those who were asked ...
_MOST_REFUSED = 0.05
# ... and the condition explains most of the missing cells.
_LEAST_EXPLAINED = 0.75


@dataclass(frozen=True, slots=True)
class SkippedQuestion:
    """A column whose cells are empty, or hold one code, exactly where a condition holds.

    Attributes
    ----------
    code : str
        Spelling of the cells; empty for empty cells.
    condition : SkipCondition
        The cell is empty, or holds the code, wherever this holds, without exception.
    skipped : int
        Number of cells that are empty or hold the code.
    """

    column: str
    code: str
    condition: SkipCondition
    skipped: int
    explained: int
    records: int

    @property
    def exceptions(self) -> int:
        """Number of empty cells for which the condition does not hold: questions not answered."""
        return self.skipped - self.explained

    @property
    def asked(self) -> int:
        """Number of records for which the condition does not hold."""
        return self.records - self.explained

    @property
    def reason(self) -> str:
        """Key into the text catalogue."""
        state = "empty" if self.code == "" else "code"
        return f"skipped-{state}-refused" if self.exceptions else f"skipped-{state}"

    @property
    def reason_params(self) -> Mapping[str, object]:
        """The parameters of the sentence; no value of the file."""
        return {
            "count": self.exceptions,
            "explained": self.explained,
            "asked": self.asked,
            "by": self.condition.column,
        }


def find_skipped_questions(dataset: Dataset, job: Job | None = None) -> tuple[SkippedQuestion, ...]:
    """Find the columns that are empty, or hold one code, exactly where another has some values.

    The condition is on one other column: below or above a bound (or both), or one of some
    categories. Wherever it holds, the cell must be skipped, without exception. Elsewhere no cell
    may be, but for missing cells of up to 5 % of those asked, who did not answer, if the condition
    explains at least 75 % of the missing cells.

    Returns
    -------
    tuple of SkippedQuestion
        In column order; the condition with the fewest exceptions, then bounds or categories, then
        different values, then the first column.
    """
    job = job or Job()
    columns = CancellableSequence(dataset.columns, job)
    run = partial(run_cancellable, job=job, cells=dataset.rows)
    candidates = [
        candidate for column in columns for candidate in run(partial(_list_candidates, column))
    ]
    conditions: list[list[tuple[int, FoundCondition]]] = [[] for _ in candidates]
    # Questions that were not asked of the same records are examined once.
    sets = {candidate.key: candidate.skipped for candidate in candidates}
    # Columns are prepared one at a time, because each is as large as the column itself.
    for position, column in enumerate(columns if candidates else ()):
        prepared = run(partial(prepare_column, column))
        if prepared is not None:
            conditions_by_key = run(partial(_conditions, prepared, sets))
            for listed, candidate in zip(conditions, candidates, strict=True):
                if candidate.column != column.name:
                    listed += [
                        (position, condition) for condition in conditions_by_key[candidate.key]
                    ]
    questions = [
        _simplest(candidate, listed)
        for candidate, listed in zip(candidates, conditions, strict=True)
    ]
    # All missing cells of a column together are left out if one spelling explains itself exactly.
    explained = [question for question in questions if question is not None]
    exact = {question.column for question in explained if not question.exceptions}
    return tuple(q for q in explained if not q.exceptions or q.column not in exact)


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """Cells of a column that may mean that the question was not asked."""

    column: str
    cells: UnaskedCells
    skipped: SkippedRecords
    key: bytes


def _list_candidates(column: Column) -> list[_Candidate]:
    candidates = []
    for cells in find_unasked_cells(column):
        count = int(np.count_nonzero(cells.cells))
        if FEWEST_CELLS <= count <= len(column) - FEWEST_CELLS:
            needed = max(FEWEST_CELLS, math.ceil(_LEAST_EXPLAINED * count))
            skipped = sample_skipped(cells.cells, needed)
            candidates.append(
                _Candidate(column.name, cells, skipped, np.packbits(cells.cells).tobytes())
            )
    return candidates


def _conditions(
    prepared: ConditionColumn, sets: Mapping[bytes, SkippedRecords]
) -> dict[bytes, list[FoundCondition]]:
    return {key: prepared.find(skipped) for key, skipped in sets.items()}


def _simplest(
    candidate: _Candidate, conditions: Sequence[tuple[int, FoundCondition]]
) -> SkippedQuestion | None:
    """Choose the simplest condition that explains the cells."""
    name, cells = candidate.column, candidate.cells
    skipped, records = int(np.count_nonzero(cells.cells)), len(cells.cells)
    accepted = []
    for position, condition in conditions:
        exceptions, n_asked = skipped - condition.records, records - condition.records
        few = (
            exceptions <= _MOST_REFUSED * n_asked
            and condition.records >= _LEAST_EXPLAINED * skipped
        )
        if exceptions == 0 or (cells.is_missing and few):
            accepted.append((position, condition))
    if not accepted:
        return None
    _, best = min(
        accepted,
        key=lambda condition: (
            skipped - condition[1].records,
            condition[1].condition.parts,
            condition[1].states,
            condition[1].condition.or_missing,
            condition[0],
        ),
    )
    return SkippedQuestion(name, cells.code, best.condition, skipped, best.records, records)
