"""D_Y and the average diversity of a table on disk; see `core.measure.dependence`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.encode import Standard, numbers, standard_of_parts
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.jobs import Job
from core.kernels.numerics.part_sums import sums_of_parts
from core.kernels.numerics.sums import group_means
from core.measure.dependence import distortion_measures, diversity
from core.model import Attribute, Direction, Measure, Role, Scale, Schema
from core.pipeline.out_of_core.large_counts import GroupBuckets, group_buckets
from core.pipeline.out_of_core.workplace import Workplace

Floats = NDArray[np.float64]


def large_confidential_measures(
    table: StoredTable, schema: Schema, work: Workplace, job: Job
) -> tuple[Measure, ...]:
    """Return the measures of the confidential columns over the groups of a released table.

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
        a.name: standard_of_parts(partial(_values, table.named(a.name), a, work.rows, job))
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
    column: StoredColumn, attribute: Attribute, rows: int, job: Job, less: float = 0.0
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
