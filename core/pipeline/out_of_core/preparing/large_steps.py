"""Runs the preparing steps of a recipe on columns in the scratch folder, one after the other.

Each step reads its column in parts and writes a new one. What a step needs to know of the whole
file, such as how many records have each category, it finds in a pass of its own before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, Refused
from core.io.scratch.disk_columns import TableWriter
from core.jobs import Job
from core.kernels.numerics.part_sums import sums_of_parts
from core.model import Column, ColumnKind, Dataset, Project
from core.model.preparing import (
    Action,
    Age,
    Band,
    Drop,
    Group,
    Level,
    Period,
    Prepared,
    PreparedStep,
    Preparing,
    Rare,
    Round,
    TailCoding,
    TailValue,
)
from core.pipeline.out_of_core.encoded.category_counts import category_counts
from core.pipeline.out_of_core.preparing.held_columns import HeldColumn, HeldTable
from core.pipeline.out_of_core.preparing.stored_loss import distinct_values, stored_loss
from core.pipeline.out_of_core.workplace import Workplace
from core.prepare.category_steps import grouped, on_level, without_rare
from core.prepare.date_steps import age_of, first_days
from core.prepare.number_steps import (
    banded,
    beyond_limit,
    ends_of,
    places_in_bands,
    rounded_to,
    tail_coded,
)
from core.prepare.preparation import PREPARING_PHASE, changed_cells, settings_of
from core.prepare.recoded_cells import as_categories, as_codes, is_code, refuse

Floats = NDArray[np.float64]
Found = TypeVar("Found")
Change = Callable[[Column, int], Column]
"""Returns the changed part of a column, given the part and its first record."""
_NUMBERS = (ColumnKind.INTEGER, ColumnKind.NUMBER)


@dataclass(frozen=True, slots=True, eq=False)
class LargePrepared:
    """The columns after all steps.

    Attributes
    ----------
    columns : dict of str to HeldColumn or None
        In order; see `HeldTable`.
    originals : dict of str to HeldColumn
        The changed columns that the file had and still has, as they were read.
    orders : dict of str to tuple of str
        The bands of columns in bands, from the lowest to the highest.
    """

    columns: dict[str, HeldColumn | None]
    originals: dict[str, HeldColumn]
    prepared: Prepared
    orders: dict[str, tuple[str, ...]]
    notes: tuple[Problem, ...]


def columns_of_steps(project: Project) -> frozenset[str]:
    """Return the names of the columns that the steps of a recipe look at."""
    actions = [step.action for step in project.recipe.active_preparing]
    return frozenset(
        [action.column for action in actions]
        + [action.at for action in actions if isinstance(action, Age)]
    )


def prepare_large(project: Project, table: HeldTable, work: Workplace, job: Job) -> LargePrepared:
    """Return the columns as `core.prepare.prepare` prepares them in memory.

    Parameters
    ----------
    project : Project
        Its schema describes the prepared columns, with taxonomies for `Level`.
    table : HeldTable
        The columns as they were read, among them all that steps name (`columns_of_steps`).
    work, job : Workplace and Job
        Where the columns are; enters the phase `PREPARING_PHASE`.

    Raises
    ------
    Refused
        If a step cannot be done, as in memory.
    """
    steps = project.recipe.prepare
    run = _Steps(project, table, work, job)
    job.start_phase(PREPARING_PHASE, len(steps))
    for at, step in enumerate(steps):
        if not step.is_off:
            run.apply(step, f"prepare[{at}]")
        job.update(at + 1)
    return run.finished()


def parts_of_prepared(done: LargePrepared, table: HeldTable, rows: int) -> Iterator[Dataset]:
    """Yield the prepared records in parts of `rows` records; columns not needed are empty."""
    for start in range(0, table.rows, rows):
        stop = min(start + rows, table.rows)
        columns = (
            _empty(name, stop - start) if column is None else column.part(start, stop)
            for name, column in done.columns.items()
        )
        originals = tuple(column.part(start, stop) for column in done.originals.values())
        part = table.described(tuple(columns), start, stop)
        yield replace(part, originals=originals)


def remove_prepared(done: LargePrepared, table: HeldTable) -> None:
    """Give back the space of all of these columns on the disk."""
    for column in (*done.columns.values(), *table.columns.values()):
        if column is not None:
            column.remove()
    if table.lines is not None:
        HeldColumn(table.lines).remove()


class _Steps:
    """The columns between two steps."""

    def __init__(self, project: Project, table: HeldTable, work: Workplace, job: Job) -> None:
        self._project, self._table, self._work, self._job = project, table, work, job
        self._attributes = {a.name: a for a in project.schema.attributes}
        self._columns = dict(table.columns)
        self._done: list[PreparedStep] = []
        self._notes: list[Problem] = []
        self._orders: dict[str, tuple[str, ...]] = {}
        self._made = 0
        # A column that is added under the name of one that was dropped is no recoded one.
        self._dropped: set[str] = set()

    def apply(self, step: Preparing, field: str) -> None:
        """Do a step and count what it changed."""
        action = step.action
        before = self._columns.get(action.column)
        if before is None:
            raise refuse("prepare-column-unknown", action.column, field)
        self._orders.pop(action.column, None)
        if isinstance(action, Drop):
            self._done.append(PreparedStep(step, 0, self._distinct(before), 0))
            del self._columns[action.column]
            self._dropped.add(action.column)
            return
        if isinstance(action, Age):
            self._add_age(step, action, before, field)
            return
        # A column without a value has no type either, and nothing to be recoded.
        is_empty = all(part.missing.all() for part in before.stored.parts(self._work.rows))
        after = before if is_empty else self._recoded(before, action, field)
        self._columns[action.column] = after
        changed = 0
        if after is not before:
            both = before.parts(self._work.rows), after.parts(self._work.rows)
            changed = sum(changed_cells(*pair) for pair in zip(*both, strict=True))
        counted = changed, self._distinct(before), self._distinct(after)
        self._done.append(PreparedStep(step, *counted))
        if before not in (self._table.columns.get(action.column), after):
            before.remove()

    def finished(self) -> LargePrepared:
        """Return the results of all steps."""
        originals, lost = {}, []
        for name, column in self._columns.items():
            read = None if name in self._dropped else self._table.columns.get(name)
            if read is not None and column is not None and column is not read:
                originals[name] = read
                lost.append(stored_loss(read, column, self._work, self._job))
        prepared = Prepared(
            tuple(self._done),
            tuple(lost),
            len(self._table.columns),
            settings_of(self._project),
        )
        return LargePrepared(self._columns, originals, prepared, self._orders, tuple(self._notes))

    def _distinct(self, column: HeldColumn) -> int:
        return distinct_values(column, self._work, self._job)

    # Steps

    def _add_age(self, step: Preparing, action: Age, born: HeldColumn, field: str) -> None:
        names, at = tuple(self._columns), self._columns.get(action.at)

        def change(column: Column, start: int) -> Column:
            stop = start + len(column)
            columns = {name: _empty(name, 0) for name in names}
            if at is not None:
                columns[action.at] = at.part(start, stop)
            described = self._table.described(tuple(columns.values()), start, stop)
            return age_of(column, action, described, field)

        new = self._written(born, change)
        columns: dict[str, HeldColumn | None] = {}
        for name, column in self._columns.items():
            columns[name] = column
            if name == action.column:
                columns[action.name] = new
        self._columns = columns
        count = sum(int((~part.missing).sum()) for part in new.parts(self._work.rows))
        self._done.append(PreparedStep(step, count, 0, self._distinct(new)))

    def _recoded(self, column: HeldColumn, action: Action, field: str) -> HeldColumn:
        match action:
            case TailCoding():
                return self._tail_coded(column, action, field)
            case Round():
                return self._numbers(
                    column,
                    lambda part, start: rounded_to(part, action, self._rows_at(part, start), field),
                )
            case Band():
                return self._banded(column, action, field)
            case Level() | Group() | Rare():
                return self._categories(column, action, field)
            case Period():
                return self._kept(column, lambda part, _: first_days(part, action, field))
            case _:
                raise TypeError(f"no such step: {type(action).__name__}")

    def _tail_coded(self, column: HeldColumn, action: TailCoding, field: str) -> HeldColumn:
        mean = self._mean_beyond(column, action, field) if action.to is TailValue.MEAN else None

        def change(part: Column, start: int) -> Column:
            return tail_coded(part, action, self._rows_at(part, start), field, mean)

        return self._numbers(column, change)

    def _mean_beyond(self, column: HeldColumn, action: TailCoding, field: str) -> float | None:
        """Return the mean of the values beyond a limit, ``None`` of none."""

        def look(part: Column, start: int) -> list[Floats]:
            values, beyond = beyond_limit(part, action, self._rows_at(part, start), field)
            return [values[beyond]]

        (found,) = sums_of_parts(lambda: self._checked(column, look))
        return found.total() / found.terms if found.terms else None

    def _banded(self, column: HeldColumn, action: Band, field: str) -> HeldColumn:
        def look(part: Column, start: int) -> NDArray[np.int64]:
            places = places_in_bands(part, action, self._rows_at(part, start), field)
            return places[~part.missing]

        each = [ends_of(places) for places in self._checked(column, look) if len(places)]
        ends = min(least for least, _ in each), max(most for _, most in each)

        def change(part: Column, start: int) -> Column:
            found = banded(part, action, self._rows_at(part, start), field, ends)
            self._orders[part.name] = found.order
            return found.column

        return self._kept(column, change)

    def _numbers(self, column: HeldColumn, change: Change) -> HeldColumn:
        """Return a column of numbers changed, of which the decimals may then vary."""
        found = self._kept(column, change)
        if found.varies and not column.varies:
            # All changed cells then have the decimals that they need, in parts before, too.
            found.remove()
            found = self._kept(replace(column, decimals=None, varies=True), change)
        return found

    def _categories(
        self, column: HeldColumn, action: Level | Group | Rare, field: str
    ) -> HeldColumn:
        decimal, is_text = self._project.source.options.decimal, column.kind is ColumnKind.TEXT
        texts = column
        if not is_text:
            texts = self._kept(column, lambda part, _: as_categories(part, decimal))
        counts = category_counts(texts.stored, self._work.rows, self._job).tolist()
        attribute = self._attributes.get(column.stored.name)
        notes: list[Problem] = []

        def change(part: Column, start: int) -> Column:
            found: list[Problem] = []
            match action:
                case Level():
                    rows = self._rows_at(part, start)
                    after = on_level(part, action, attribute, rows, decimal, field)
                case Group():
                    after, found = grouped(part, action, decimal, field)
                case Rare():
                    after, found = without_rare(part, action, decimal, field, counts)
            # Every part knows the categories of the whole file.
            notes[:] = found
            return after

        found = self._kept(texts, change)
        self._notes += notes
        if is_text:
            return found
        texts.remove()
        if column.kind in _NUMBERS and all(map(is_code, found.stored.head.categories)):
            names = found

            def coded(part: Column, start: int) -> Column:
                return as_codes(part, column.part(start, start + len(part)))

            found = self._kept(names, coded)
            names.remove()
        return found

    # Parts

    def _rows_at(self, part: Column, start: int) -> Dataset:
        return self._table.described((), start, start + len(part))

    def _checked(self, column: HeldColumn, look: Callable[[Column, int], Found]) -> Iterator[Found]:
        """Yield what is found in each part; raise `Refused` after the last one."""
        faults, start = _StepFaults(), 0
        for part in self._job.each(column.parts(self._work.rows)):
            try:
                found = look(part, start)
            except Refused as refused:
                faults.add(refused)
            else:
                yield found
            start += len(part)
        faults.check()

    def _kept(self, column: HeldColumn, change: Change) -> HeldColumn:
        """Return a column changed in parts, of which missing cells must stay so."""

        def keeping(part: Column, start: int) -> Column:
            after = change(part, start)
            if not np.array_equal(part.missing, after.missing):
                raise AssertionError("a step must keep missing cells")
            return after

        return self._written(column, keeping)

    def _written(self, column: HeldColumn, change: Change) -> HeldColumn:
        """Return a column changed in parts; the same one if all of its parts are the same."""
        self._made += 1
        writer = TableWriter(self._work.folder, f"step-{self._made}")
        same, varies, decimals = True, False, None

        def both(part: Column, start: int) -> tuple[Column, Column]:
            return part, change(part, start)

        for before, after in self._checked(column, both):
            same &= after is before
            varies |= after.cell_decimals is not None
            decimals = after.decimals
            writer.add([after])
        found = HeldColumn(writer.finish().columns[0], None if varies else decimals, varies)
        if same:
            found.remove()
            return column
        head = found.stored.head
        if head.kind is not ColumnKind.TEXT:
            return found
        # The labels of all categories that the whole file has.
        used, labels = set(head.categories), column.stored.head.labels.values
        values = tuple((code, label) for code, label in labels if code in used)
        head = replace(head, labels=replace(head.labels, values=values))
        return replace(found, stored=replace(found.stored, head=head))


def _empty(name: str, rows: int) -> Column:
    """Return a column without a value."""
    return Column(name, ColumnKind.TEXT, np.full(rows, -1, np.int32), np.ones(rows, np.bool_))


# Found before a step's settings are looked at.
_FIRST = ("prepare-cell-too-large", "prepare-not-in-taxonomy")


@dataclass(slots=True)
class _StepFaults:
    """The refusals of the parts so far."""

    _found: dict[str, Problem] = field(default_factory=dict)

    def add(self, refused: Refused) -> None:
        """Note the refusal of the next part."""
        for problem in refused.problems:
            known = self._found.setdefault(problem.code, problem)
            if known is not problem and "count" in problem.params:
                both = (known.params["count"], problem.params["count"])
                count = sum(one for one in both if isinstance(one, int))
                self._found[problem.code] = replace(known, params={**known.params, "count": count})

    def check(self) -> None:
        """Raise `Refused` with what a step on the whole file would say first."""
        if self._found:
            # Settings come before other cells.
            raise Refused(
                min(
                    self._found.values(),
                    key=lambda p: 0 if p.code in _FIRST else 1 if p.where.row is None else 2,
                )
            )
