"""The cautions about published columns that disclose what others hide, of a file on disk.

See `core.pipeline.disclosure_cautions`, which has all records at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.io.scratch.disk_columns import StoredTable
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.io.structure.column_values import is_numeric, numbers_of, state_keys
from core.io.structure.revealing_weights import (
    InWeightOrder,
    RevealingWeight,
    squares_of,
    what_is_revealed,
)
from core.io.structure.table_blocks import RecordsOfColumn, TableBlocks
from core.io.structure.undone_masks import THRESHOLDS, UndoneMask, search_undone_masks
from core.io.structure.unit_sums import agreement_of_units
from core.jobs import Job, run_cancellable
from core.kernels.numerics.grouping import refine
from core.model import Column, Plan
from core.pipeline.disclosure_cautions import (
    combined,
    has_few_values,
    known_columns,
    masked_columns,
    of_one_unit,
    published_columns,
    single,
    single_values,
    undone_cautions,
)
from core.pipeline.out_of_core.encoded.file_ranks import distinct_numbers
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.searching.aside import Aside
from core.pipeline.out_of_core.searching.searched_file import InParts, columns_of_file
from core.pipeline.out_of_core.sorting.equal_rows import equal_rows
from core.pipeline.out_of_core.units.unit_arrays import unit_array
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_plan import first_cells
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.weight_cautions import is_weight, revealing_weight

Ints = NDArray[np.int64]
_KEY, _KEPT, _UNIT = "key", "kept", "unit"
# So many columns are sorted at a time, each with 8 bytes for a record.
_AT_ONCE = 8


def large_disclosure_cautions(
    plan: Plan,
    tables: tuple[StoredTable, StoredTable],
    given: LargeInput,
    work: Workplace,
    job: Job,
) -> tuple[Problem, ...]:
    """Return cautions about published columns; each column has one of each kind at most.

    Parameters
    ----------
    tables : pair of StoredTable
        The released records before and after.
    given : LargeInput
        The input, with what was kept of the rest of the file, and its units.
    """
    aside, units = given.aside, given.units
    columns = columns_of_file(tables[0], aside, plan.project.schema)
    published, kept = published_columns(plan), _ReleasedRecords(aside.places, units)
    masked = masked_columns(plan)
    searched = [columns[name] for name in given.names if name in {*masked, *published}]
    undone = [*search_undone_masks(TableBlocks(searched, job), masked)]
    if units is not None:
        undone += _unit_sums(columns, masked, published, units, work, job)
    hidden = [a.name for a in plan.project.schema.attributes if a.name not in published]
    weights = [c.name for c in tables[1].columns if is_weight(plan.project, c.head)]
    found = [*undone_cautions(undone)]
    for name in weights:
        if name in published:
            search = _WeightSearch(columns[name], {**aside.keys, **columns}, aside, work, job)
            revealing = search.revealing(hidden)
            found += [] if revealing is None else [revealing_weight(revealing)]
    for name in (name for name in published if name not in weights):
        column = InParts(columns[name], work.rows, job)
        found += single(name, single_values(column, kept.with_units), plan.project.recipe.unit)
    known = known_columns(plan, [name for name in published if name not in weights])
    shown = [name for name in known if has_few_values(InParts(columns[name], work.rows, job))]
    if len(shown) > 1:
        count = _singled_out([columns[name] for name in shown], kept.with_units, work, job)
        of_all = tables[1].rows if units is None else units.count
        found += combined(shown, count, of_all, plan.project.recipe.unit)
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class _ReleasedRecords:
    """Which records are released, given the positions of all others, and their units."""

    places: Ints
    units: LargeUnits | None

    def of(self, start: int, stop: int) -> NDArray[np.bool_]:
        """Return it for the records from `start` to, not including, `stop`."""
        found = np.ones(stop - start, np.bool_)
        low, high = np.searchsorted(self.places, [start, stop])
        found[self.places[low:high] - start] = False
        return found

    def with_units(self, start: int, stop: int) -> tuple[NDArray[np.bool_], Ints]:
        """Return it with the number of the unit of each of these records."""
        units = np.arange(start, stop) if self.units is None else self.units.in_file(start, stop)
        return self.of(start, stop), units


@dataclass(frozen=True, slots=True, eq=False)
class _WeightSearch:
    """Looks for what a column of weights reveals; see `core.io.structure.revealing_weights`.

    Attributes
    ----------
    columns : Mapping of str to RecordsOfColumn
        All columns, of all records.
    aside, work, job : Aside, Workplace and Job
        As of `large_disclosure_cautions`.
    """

    weight: RecordsOfColumn
    columns: Mapping[str, RecordsOfColumn]
    aside: Aside
    work: Workplace
    job: Job

    def revealing(self, hidden: Sequence[str]) -> RevealingWeight | None:
        """Return what the weight reveals of hidden columns; ``None`` if nothing."""
        name, rows = self.weight.name, self.work.rows
        names = [each for each in hidden if each != name]
        shares, whole = dict[str, float](), InWeightOrder()
        for at in range(0, max(len(names), 1), _AT_ONCE):
            some = names[at : at + _AT_ONCE]
            whole, found = self._in_order(some)
            if whole.values < 2:
                return None
            for each, one in zip(some, found, strict=True):
                shares[each] = one.share(partial(self._squares, each))
        drawn = whole.values
        if name in self.aside.read:
            drawn, _ = distinct_numbers(self.aside.read[name], rows)
        return what_is_revealed(RevealingWeight(name, whole.values, whole.rows), shares, drawn)

    def _in_order(self, names: Sequence[str]) -> tuple[InWeightOrder, list[InWeightOrder]]:
        """Return what the order of the weights says of no column, and of each of some columns."""
        fields = [f"s{at}" for at in range(len(names))]
        key = (_KEY, self.weight.head.values.dtype)
        kinds = np.dtype([(AT, "<i8"), key, *((field, "<i8") for field in fields)])
        whole, found = InWeightOrder(), [InWeightOrder() for _ in names]

        def source() -> Iterator[Rows]:
            for start, weights in self._weights():
                rows = np.empty(int((~weights.missing).sum()), kinds)
                rows[AT] = start + np.flatnonzero(~weights.missing)
                rows[_KEY] = weights.values[~weights.missing]
                for field, name in zip(fields, names, strict=True):
                    rows[field] = self._states_of(name, start, weights)
                yield rows

        place, records = self.work.place("by-weight"), len(self.weight)
        for part in sorted_parts(source, kinds, (_KEY,), place, records, self.work.rows):
            self.job.check()
            whole.add(part[_KEY], np.zeros(len(part), np.int64))
            for field, one in zip(fields, found, strict=True):
                one.add(part[_KEY], part[field])
        return whole, found

    def _weights(self) -> Iterator[tuple[int, Column]]:
        """Yield the first position and the weights of each part."""
        start = 0
        for part in InParts(self.weight, self.work.rows, self.job).parts():
            yield start, part
            start += len(part)

    def _states_of(self, name: str, start: int, weights: Column) -> Ints:
        """Return a number for each cell of the records of a part that have a weight."""
        part = self.columns[name].part(start, start + len(weights))
        return state_keys(part)[~weights.missing]

    def _squares(self, name: str) -> int:
        parts = [self._states_of(name, start, weights) for start, weights in self._weights()]
        return squares_of(np.concatenate(parts))


def _singled_out(
    columns: Sequence[RecordsOfColumn],
    shown_of: Callable[[int, int], tuple[NDArray[np.bool_], Ints]],
    work: Workplace,
    job: Job,
) -> int:
    """Return how many units have a released record that none of another one equals in the columns.

    Parameters
    ----------
    columns : sequence of RecordsOfColumn
        Of all records.
    shown_of : callable
        As of `core.pipeline.disclosure_cautions.single_values`.
    """
    table, fields = TableBlocks(columns, job), [f"c{i}" for i in range(len(columns))]
    kinds = np.dtype([(_KEPT, "?"), (_UNIT, "<i8"), *((field, "<i8") for field in fields)])
    place, buckets = work.place("combinations"), work.buckets(table.rows)
    # Whether each unit is one of them: there are no more units than records.
    found = np.zeros(table.rows, np.bool_)

    def source() -> Iterator[Rows]:
        for start, parts in table.blocks(table.names):
            rows = np.empty(len(parts[0]), kinds)
            rows[_KEPT], rows[_UNIT] = shown_of(start, start + len(rows))
            for field, part in zip(fields, parts, strict=True):
                rows[field] = state_keys(part)
            yield rows

    for rows in equal_rows(source(), kinds, fields, place, buckets, job):
        labels = np.zeros(len(rows), np.int64)
        for field in fields:
            labels = refine(labels, np.ascontiguousarray(rows[field]))
        found[rows[_UNIT][rows[_KEPT] & of_one_unit(labels, rows[_UNIT])]] = True
    return int(np.count_nonzero(found))


def _unit_sums(
    columns: Mapping[str, RecordsOfColumn],
    masked: Sequence[str],
    published: Sequence[str],
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> Iterator[UndoneMask]:
    """Yield the published columns that are the sum or mean of a masked one over each unit.

    See `core.io.structure.unit_sums`.

    Parameters
    ----------
    columns : Mapping of str to RecordsOfColumn
        The columns, of all records of the file.
    masked, published : sequence of str
        As of `core.io.structure.unit_sums.find_unit_sums`.
    units, work, job : LargeUnits, Workplace and Job
        The units; where values of them are kept; can be cancelled.
    """
    amounts = [columns[name] for name in masked if is_numeric(columns[name].head)]
    shared = [columns[name] for name in published if is_numeric(columns[name].head)]
    if not amounts or not shared:
        return
    sizes = _sizes(units, len(amounts[0]), work, job)
    constant = [column for column in shared if _is_constant(column, units, len(sizes), work, job)]
    sums = {}
    for column in amounts if constant else ():
        sums[column.name] = unit_array(work, "unit-sum", len(sizes), "<f8")
        for labels, part in _parts(column, units, work, job):
            np.add.at(sums[column.name], labels, np.nan_to_num(numbers_of(part), nan=0.0))
    for column in constant:
        known = unit_array(work, "unit-known-number", len(sizes), "<f8")
        for labels, part in _parts(column, units, work, job):
            known[labels] = numbers_of(part)
        for name, each in sums.items():
            compare = partial(agreement_of_units, known, each, sizes)
            r_squared = run_cancellable(compare, job, len(sizes))
            if r_squared > THRESHOLDS[0]:
                yield UndoneMask((column.name,), (name,), "undo-unit-sum", r_squared)


def _sizes(units: LargeUnits, rows: int, work: Workplace, job: Job) -> NDArray[Any]:
    """Return the number of records of each unit of the file."""
    count = 0
    for start, stop in work.spans(rows, job):
        count = max(count, int(units.in_file(start, stop).max()) + 1)
    sizes = unit_array(work, "unit-file-sizes", count, "<i8")
    for start, stop in work.spans(rows, job):
        np.add.at(sizes, units.in_file(start, stop), 1)
    return sizes


def _is_constant(
    column: RecordsOfColumn, units: LargeUnits, count: int, work: Workplace, job: Job
) -> bool:
    """Return whether all records of each unit have the same cell."""
    parts = ((labels, state_keys(part)) for labels, part in _parts(column, units, work, job))
    return first_cells(parts, count, work, "unit-shared").differing == 0


def _parts(
    column: RecordsOfColumn, units: LargeUnits, work: Workplace, job: Job
) -> Iterator[tuple[Ints, Column]]:
    """Yield the units and the cells of some records at a time."""
    for start, stop in work.spans(len(column), job):
        yield units.in_file(start, stop), column.part(start, stop)
