"""The cautions about published columns that disclose what others hide, of a file on disk.

See `core.pipeline.disclosure_cautions`, which has all records at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.io.scratch.disk_columns import StoredTable
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import Rows
from core.io.scratch.sorted_rows import sorted_parts
from core.io.structure.column_values import state_keys
from core.io.structure.revealing_weights import (
    InWeightOrder,
    RevealingWeight,
    squares_of,
    what_is_revealed,
)
from core.io.structure.table_blocks import RecordsOfColumn, TableBlocks
from core.io.structure.undone_masks import search_undone_masks
from core.jobs import Job
from core.model import Column, Plan
from core.pipeline.disclosure_cautions import (
    combined,
    has_few_values,
    known_columns,
    masked_columns,
    published_columns,
    single,
    single_values,
    undone_cautions,
)
from core.pipeline.out_of_core.encoded.file_ranks import distinct_numbers
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.searching.aside import Aside
from core.pipeline.out_of_core.searching.large_combinations import singled_out
from core.pipeline.out_of_core.searching.large_unit_sums import large_unit_sums
from core.pipeline.out_of_core.searching.searched_file import InParts, columns_of_file
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.weight_cautions import is_weight, revealing_weight

Ints = NDArray[np.int64]
_KEY = "key"
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
    plan : Plan
        What was run.
    tables : pair of StoredTable
        The released records before and after.
    given : LargeInput
        The input, with what was kept of the rest of the file, and its units.
    work, job : Workplace and Job
        Where the records are sorted; can be cancelled.
    """
    aside, units = given.aside, given.units
    columns = columns_of_file(tables[0], aside, plan.project.schema)
    published, kept = published_columns(plan), _ReleasedRecords(aside.places, units)
    masked = masked_columns(plan)
    searched = [columns[name] for name in given.names if name in {*masked, *published}]
    undone = [*search_undone_masks(TableBlocks(searched, job), masked)]
    if units is not None:
        undone += large_unit_sums(columns, masked, published, units, work, job)
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
        count = singled_out([columns[name] for name in shown], kept.of, work, job)
        found += combined(shown, count, tables[1].rows)
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
    weight : RecordsOfColumn
        The weights.
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
