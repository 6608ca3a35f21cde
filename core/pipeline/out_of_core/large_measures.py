"""The measures of a table on disk: those that follow from sums and from counts of groups.

They are those of `core.measure.measure_all` on the same table in memory, in the same order. Left
out are those that look for links between records or fit models.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.conditions.unit_conditions import profile_names
from core.encode import Standard, numbers, standard_of_parts
from core.encode.not_applicable import all_written_back
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of
from core.io.scratch.row_files import RoutedRows
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.kernels.numerics.part_sums import PartSum, sums_of_parts
from core.kernels.numerics.sums import group_means
from core.measure.dependence import distortion_measures, diversity
from core.measure.group_counts import measures_of_groups
from core.measure.marginals import marginal_distances
from core.measure.measure_all import measures_of_pairs
from core.measure.moments import long_moment_changes
from core.measure.table import with_lost
from core.measure.unit_counts import (
    count_unique_units,
    measures_of_units,
    risks_of_records,
    risks_of_units,
)
from core.model import Attribute, Direction, Measure, Project, Role, Scale, Schema
from core.pipeline.out_of_core.encoded.stored_nominal import StoredNominalPair, stored_nominal
from core.pipeline.out_of_core.encoded.stored_numbers import standard_of_column
from core.pipeline.out_of_core.large_counts import GroupBuckets, GroupCounts, group_buckets
from core.pipeline.out_of_core.sorting.equal_rows import equal_records
from core.pipeline.out_of_core.units.large_unit_counts import ReleasedUnits
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.workplace import Workplace

Floats = NDArray[np.float64]

# Each measure goes through the parts a few times: smaller ones take longer to fetch than to add up.
_LEAST_ROWS = 256
_RISKS = np.dtype([("unit", "<i8"), ("risk", "<f8")])


@dataclass(frozen=True, slots=True, eq=False)
class StoredPair:
    """An attribute before and after, in the same order of records (`core.measure.table`)."""

    attribute: Attribute
    before: StoredColumn
    after: StoredColumn
    rows: int
    job: Job
    _known: list[float] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The attribute's name."""
        return self.attribute.name

    def __len__(self) -> int:
        return self.before.rows

    def parts(self) -> Iterator[tuple[Floats, Floats]]:
        """Yield the parts of both, NaN where missing."""
        for start in self.job.each(range(0, len(self), self.rows)):
            stop = start + self.rows
            columns = self.before.part(start, stop), self.after.part(start, stop)
            before, after = (numbers(column, self.attribute, shared=True) for column in columns)
            yield before, with_lost(self.attribute, before, after, self._mean)

    def _mean(self) -> float:
        """Return the mean of the original."""
        if not self._known:
            original = standard_of_column(self.before, self.attribute, self.rows, self.job)
            self._known.append(original.mean)
        return self._known[0]


def large_measures(
    schema: Schema,
    tables: tuple[StoredTable, StoredTable],
    counts: tuple[GroupCounts, GroupCounts],
    work: Workplace,
    job: Job,
    *,
    paired: bool = True,
    more: tuple[Measure, ...] = (),
) -> tuple[Measure, ...]:
    """Return the measures, first those of the file and then those of each attribute.

    Parameters
    ----------
    tables : pair of StoredTable
        The records before and after, in the same order.
    work, job : Workplace and Job
        Where they are sorted; enters the phase "measuring".
    paired : bool
        Whether record `i` of both is the same; otherwise measures of pairs are left out.
    more : tuple of Measure
        Further measures of the file.
    """
    job.start_phase("measuring", 3)
    (before, after), rows = tables, max(work.rows, _LEAST_ROWS)
    numeric = [
        StoredPair(a, before.named(a.name), after.named(a.name), rows, job)
        for a in schema.attributes
        if a.role in (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
        and a.scale not in (None, Scale.NOMINAL)
    ]
    masked = [pair for pair in numeric if pair.attribute.role is Role.QUASI_IDENTIFIER]
    nominal = []
    for a in schema.with_role(Role.QUASI_IDENTIFIER):
        if a.scale is Scale.NOMINAL:
            was, now = before.named(a.name), after.named(a.name)
            known = stored_nominal(was, a, rows, job, now)
            nominal.append(StoredNominalPair(was, now, known, rows, job))
    found = measures_of_pairs(masked, nominal, schema) if paired else ()
    job.update(1)
    found += (*_of_groups(*counts), *more)
    found += long_moment_changes(masked, numeric, job)
    job.update(2)
    found += _confidential_measures(after, schema, work, job)
    found += marginal_distances(masked, schema, nominal)
    place = {attribute.name: i for i, attribute in enumerate(schema.attributes)}
    return tuple(sorted(found, key=lambda m: -1 if m.attribute is None else place[m.attribute]))


def _of_groups(before: GroupCounts, after: GroupCounts) -> tuple[Measure, ...]:
    """Return k, groups, uniques, p and t as `core.measure.group_counts.measures_of_groups` does."""
    sizes, uniques = (after.k, after.largest, after.groups), (before.uniques, after.uniques)
    means = {name: total.total() / max(1, count) for name, (total, count) in after.emd.items()}
    each = {name: (after.p[name], largest, means[name]) for name, largest in after.t.items()}
    return measures_of_groups(sizes, uniques, each)


def _confidential_measures(
    table: StoredTable, schema: Schema, work: Workplace, job: Job
) -> tuple[Measure, ...]:
    """Return D_Y and the average diversity of a released table; see `core.measure.dependence`.

    Parameters
    ----------
    table, schema : StoredTable and Schema
        The released records, and what they mean.
    work, job : Workplace and Job
        Where they are sorted; enters the phase "measuring".
    """
    attributes = schema.with_role(Role.CONFIDENTIAL)
    if not attributes:
        return ()
    job.start_phase("measuring", table.rows)
    computed = [a for a in attributes if a.scale not in (None, Scale.NOMINAL)]
    scales = {
        a.name: standard_of_column(table.named(a.name), a, work.rows, job)
        for a in attributes
        if a.scale is not Scale.NOMINAL
    }
    with group_buckets(table, schema, [a.name for a in attributes], work, job) as groups:
        parts = {
            a.name: _squares(groups, a, scales[a.name].mean, table, work.rows, job)
            for a in computed
        }
        total = count = 0
        for labels, columns in job.each(groups.each()):
            least = diversity(columns, schema, scales, labels)
            total, count = total + int(least.sum()), count + len(least)
    mean = Measure("average-diversity", total / count, "1", Direction.HIGHER)
    return (*distortion_measures(parts), mean)


def _values(
    column: StoredColumn, attribute: Attribute, rows: int, job: Job, less: float
) -> Iterator[Floats]:
    """Yield the numbers of a column, less a constant, part by part."""
    for part in job.each(column.parts(rows)):
        yield numbers(part, attribute) - less


def _squares(
    groups: GroupBuckets, attribute: Attribute, mean: float, table: StoredTable, rows: int, job: Job
) -> tuple[float, float]:
    """Return SSE and SST of a column in units of its own variance."""
    centred = partial(_values, table.named(attribute.name), attribute, rows, job, mean)
    scale: Standard = standard_of_parts(centred)
    if scale.deviation == 0.0:
        return 0.0, 0.0

    def about() -> Iterator[tuple[Floats]]:
        for values in centred():
            yield ((values[~np.isnan(values)] - scale.mean) ** 2,)

    def errors() -> Iterator[tuple[Floats]]:
        for labels, columns in job.each(groups.each()):
            column = next(column for column in columns if column.name == attribute.name)
            values = numbers(column, attribute) - mean
            means = group_means(values, labels, int(labels.max()) + 1)[labels]
            seen = ~np.isnan(values)
            yield ((values[seen] - means[seen]) ** 2,)

    variance = scale.deviation**2
    (spread,), (within,) = sums_of_parts(about), sums_of_parts(errors)
    sst = spread.total() - spread.terms * scale.rest * scale.rest
    return within.total() / variance, sst / variance


def large_unit_measures(
    project: Project,
    tables: tuple[StoredTable, StoredTable],
    units: LargeUnits,
    work: Workplace,
    job: Job,
) -> tuple[Measure, ...]:
    """Return the units with a unique profile and the mean risk of a unit, before and after.

    See `core.measure.unit_counts.unit_measures`.

    Parameters
    ----------
    project : Project
        Resolved, with a unit.
    tables : pair of StoredTable
        The records before and after, in the order of the input.
    """
    counted, names = [], profile_names(project.recipe, project.schema)
    for table in tables:
        unique = sum(
            count_unique_units(unit, all_written_back(profile, project.schema))
            for unit, profile in ReleasedUnits(table, None, units, work, job).alike(names)
        )
        risk = PartSum(1.0, units.count)
        for some in _risks(project, table, units, work, job):
            risk.add(some)
        counted.append((unique, risk.mean()))
    return measures_of_units(*counted)


def _risks(
    project: Project, table: StoredTable, units: LargeUnits, work: Workplace, job: Job
) -> Iterator[Floats]:
    """Yield the risks of some units at a time."""
    names, buckets = profile_names(project.recipe, project.schema), work.buckets(table.rows)
    columns = [*(replace(table.named(name), notes=None) for name in names), units.column]
    with RoutedRows(work.place("unit-risks"), _RISKS, buckets) as by_unit:
        # Equal records come together, which gives each its risk.
        for rows in equal_records(columns, len(names), "unit-members", work, job):
            *profile, member_of = columns_of(rows, columns)
            own = np.empty(len(rows), _RISKS)
            own["unit"] = member_of.values
            own["risk"] = risks_of_records(all_written_back(profile, project.schema))
            by_unit.add(own, own["unit"] * buckets // units.count)
        for at in job.each(range(buckets)):
            rows = by_unit.bucket(at)
            if len(rows):
                unit = np.ascontiguousarray(rows["unit"])
                labels = refine(np.zeros_like(unit), unit)
                yield risks_of_units(labels, np.ascontiguousarray(rows["risk"]))
