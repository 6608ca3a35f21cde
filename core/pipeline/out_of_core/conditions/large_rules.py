"""Edit rules of a file in the scratch folder: what is wrong with them, what keeps them, and counts.

They are judged, counted and kept as in memory (`core.conditions.rules_condition`,
`core.protect.edit_rules`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records, counted_rule, record_problems, rule_counts, rule_of
from core.errors import Problem, Refused, Severity
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of, rows_of
from core.io.scratch.row_files import Rows
from core.jobs import Job
from core.model import Column, ConditionCount, Project, Recipe, Schema
from core.pipeline.out_of_core.conditions.large_totals import large_total_problems
from core.pipeline.out_of_core.large_release import with_each_category
from core.pipeline.out_of_core.scratch_rows import parts_of_rows
from core.protect import blocks_of
from core.protect.edit_rules import Judgement, decisive_records, judged, share_out
from core.rules import SumOfParts
from core.rules import columns_of as columns_of_rule

Ints = NDArray[np.int64]


def large_rule_problems(
    project: Project, table: StoredTable, rows: int, job: Job, equal_means: bool | None = None
) -> list[Problem]:
    """Return what is wrong with rules and totals of a resolved recipe, and what may not be kept.

    Parameters
    ----------
    project : Project
        Resolved, with rules that have no errors whatever the file contains.
    table : StoredTable
        The records to release.
    rows, job : int and Job
        Records of a part; can be cancelled.
    equal_means : bool, optional
        As of `core.protect.edit_rules.judged`; needed where several records form a unit.
    """
    recipe, schema = project.recipe, project.schema
    if not recipe.rules and not recipe.totals:
        return []
    columns = _columns_of_rules(recipe, table)
    heads = [with_each_category(column.head) for column in columns]
    problems = [
        *record_problems(recipe, schema, heads, _parts(columns, rows, job)),
        *large_total_problems(project, table, rows, job),
    ]
    if any(problem.severity is Severity.ERROR for problem in problems):
        return problems
    return [*problems, *large_judgement(project, table, rows, job, equal_means).problems]


def large_judgement(
    project: Project, table: StoredTable, rows: int, job: Job, equal_means: bool | None = None
) -> Judgement:
    """Return what a run does to the rules, as `core.protect.edit_rules.judged` does in memory.

    The parameters are those of `large_rule_problems`.
    """
    recipe, schema = project.recipe, project.schema
    if not recipe.rules:
        return Judgement()
    masked = [name for block in blocks_of(recipe.method, schema, recipe.strata) for name in block]
    known = {column.name: column for column in _columns_of_rules(recipe, table)}
    known |= {name: table.named(name) for name in masked}
    columns, kept = list(known.values()), rows_of(0, list(known.values()), 0)

    def typed(some: Rows) -> Records:
        return Records(columns_of(some, columns), schema, recipe)

    for some in job.each(parts_of_rows(columns, rows)):
        kept = np.concatenate((kept, some[decisive_records(typed(some))]))
        kept = kept[decisive_records(typed(kept))]
    return judged(typed(kept), equal_means)


def large_rule_counts(
    recipe: Recipe, schema: Schema, tables: tuple[StoredTable, StoredTable], rows: int, job: Job
) -> list[ConditionCount]:
    """Count the violations of each rule before and after.

    Parameters
    ----------
    recipe, schema : Recipe and Schema
        With rules that can be evaluated.
    tables : pair of StoredTable
        The records to release and the released ones, in any order.
    rows, job : int and Job
        Records of a part; can be cancelled.
    """
    rules = [rule_of(text) for text in recipe.rules]
    before, after = (
        rule_counts(rules, _parts(_columns_of_rules(recipe, table), rows, job), schema)
        for table in tables
    )
    return [counted_rule(*each) for each in zip(recipe.rules, before, after, strict=True)]


class LargeSharing:
    """Shares masked totals out among their parts, for some clusters at a time.

    Parameters
    ----------
    sums : sequence of SumOfParts
        Each after the one that its total is a part of.
    """

    def __init__(self, sums: Sequence[SumOfParts]) -> None:
        self._sums = tuple(sums)
        self._refused: dict[int, int] = {}

    def shared(
        self, records: Records, means: Sequence[Column], groups: Mapping[str, Ints]
    ) -> Sequence[Column]:
        """Return the masked columns of all records of some clusters with parts that add up.

        Parameters
        ----------
        means : sequence of Column
            Their masked columns.
        groups : Mapping of str to numpy.ndarray of int64, shape (n,)
            For each masked column, the cluster of each record, numbered from 0 without gaps.
        """
        for at, each in enumerate(self._sums):
            try:
                means = share_out(records, means, [each], groups)
            except Refused as refused:
                (problem,) = refused.problems
                count = problem.params["count"]
                assert isinstance(count, int)
                self._refused[at] = self._refused.get(at, 0) + count
                break
        return means

    def finish(self) -> None:
        """Raise `Refused` if all parts of a group are 0 and its total is not.

        As in memory, the groups of the first such sum are counted.
        """
        if self._refused:
            count = self._refused[min(self._refused)]
            raise Refused(Problem("rule-nothing-to-share", params={"count": count}))


def _columns_of_rules(recipe: Recipe, table: StoredTable) -> tuple[StoredColumn, ...]:
    """Return the columns of a table that a rule names."""
    used = {name for text in recipe.rules for name in columns_of_rule(rule_of(text))}
    return tuple(column for column in table.columns if column.name in used)


def _parts(columns: Sequence[StoredColumn], rows: int, job: Job) -> Iterator[tuple[Column, ...]]:
    for _, part in job.each(StoredTable(tuple(columns)).parts(rows)):
        yield part
