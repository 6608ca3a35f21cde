"""The measures of a table on disk: those that follow from sums and from counts of groups.

They are those of `core.measure.measure_all` on the same table in memory, in the same order. Left
out are those that look for links between records or fit models.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers, standard_of_parts
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.jobs import Job
from core.measure.group_counts import measures_of_groups
from core.measure.marginals import marginal_distances
from core.measure.measure_all import measures_of_pairs
from core.measure.moments import long_moment_changes
from core.measure.table import with_lost
from core.model import Attribute, Measure, Role, Scale, Schema
from core.pipeline.out_of_core.encoded.stored_nominal import StoredNominalPair, stored_nominal
from core.pipeline.out_of_core.large_counts import GroupCounts
from core.pipeline.out_of_core.measuring.large_dependence import large_confidential_measures
from core.pipeline.out_of_core.workplace import Workplace

Floats = NDArray[np.float64]

# Each measure goes through the parts a few times: smaller ones take longer to fetch than to add up.
_LEAST_ROWS = 256


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
            self._known.append(standard_of_parts(self._befores).mean)
        return self._known[0]

    def _befores(self) -> Iterator[Floats]:
        for part in self.job.each(self.before.parts(self.rows)):
            yield numbers(part, self.attribute, shared=True)


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
    found += large_confidential_measures(after, schema, work, job)
    found += marginal_distances(masked, schema, nominal)
    place = {attribute.name: i for i, attribute in enumerate(schema.attributes)}
    return tuple(sorted(found, key=lambda m: -1 if m.attribute is None else place[m.attribute]))


def _of_groups(before: GroupCounts, after: GroupCounts) -> tuple[Measure, ...]:
    """Return k, groups, uniques, p and t as `core.measure.group_measures` does."""
    sizes, uniques = (after.k, after.largest, after.groups), (before.uniques, after.uniques)
    means = {name: total.total() / max(1, count) for name, (total, count) in after.emd.items()}
    each = {name: (after.p[name], largest, means[name]) for name, largest in after.t.items()}
    return measures_of_groups(sizes, uniques, each)
