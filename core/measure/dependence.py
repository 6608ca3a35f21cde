"""Measures of dependence within groups: D_X, D_Y and average diversity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

import numpy as np

from core.array_types import Floats, Ints
from core.encode import MeasuredTable, Standard, numbers, standard
from core.encode.ranks import number_values
from core.jobs import CancellableSequence, Job
from core.kernels.closeness.emd import distinct_in_groups
from core.kernels.numerics.sums import exact_mean, exact_sum, group_means
from core.measure.loss import loss_of
from core.measure.nominal_pairs import NominalPair
from core.measure.table import Pair
from core.model import Attribute, Column, Direction, Measure, Role, Scale, Schema

INTERVAL = 0.02
"""Width, in standard deviations, of what counts as one value in the average diversity."""


def quasi_distortion(
    masked: Sequence[Pair], nominal: Sequence[NominalPair] = ()
) -> tuple[Measure, ...]:
    """Compute ``D_X = SSE_X / SST_X`` over the quasi-identifiers.

    Rebollo-Monedero et al. (2016); manual: measures#dependence.
    """
    parts = [(loss.sse, loss.sst) for loss in map(loss_of, masked)]
    parts += [(pair.squared_errors(), pair.spread()) for pair in nominal]
    return (_measure("quasi-distortion", _share(parts)),)


def confidential_measures(released: MeasuredTable, job: Job | None = None) -> tuple[Measure, ...]:
    """Compute ``D_Y`` and the average diversity over the groups of the released table.

    ``D_Y = SSE_Y / SST_Y``, with each confidential value replaced by its group's mean, shows how
    poorly the released quasi-identifiers predict confidential values. It is given for the file and
    for each numeric attribute. The average diversity is the mean over the groups of the minimum,
    over the confidential attributes, of the number of distinct ``floor(y / 0.02)``, y standardised
    (Rebollo-Monedero et al. 2016, section V.B; manual: t-closeness#k-p-and-diversity); for a
    nominal attribute categories are counted.

    Parameters
    ----------
    released : MeasuredTable
        The released columns; missing values are left out.
    """
    job = job or Job()
    labels, schema = released.key_groups, released.schema
    attributes = CancellableSequence(schema.with_role(Role.CONFIDENTIAL), job)
    computed = CancellableSequence(
        [a for a in attributes if a.scale not in (None, Scale.NOMINAL)], job
    )
    parts, scales = {}, {}
    for attribute in computed:
        values = numbers(released.column(attribute.name), attribute, shared=True)
        scales[attribute.name] = standard(values)
        parts[attribute.name] = _distort(values, scales[attribute.name].mean, labels)
        del values
    measures = [*_distortion_measures(parts)]
    if attributes:
        columns = [released.column(a.name) for a in attributes]
        mean = exact_mean(diversity(columns, schema, scales, labels).astype(np.float64))
        measures.append(Measure("average-diversity", mean, "1", Direction.HIGHER))
    return tuple(measures)


def _distort(values: Floats, mean: float, labels: Ints) -> tuple[float, float]:
    """Compute SSE and SST of an attribute whose values become the means of their groups."""
    # Means of values with a large offset would have rounding errors as large as the differences.
    centred = values - mean
    return _parts(centred, group_means(centred, labels, int(labels.max()) + 1)[labels])


def _distortion_measures(parts: Mapping[str, tuple[float, float]]) -> tuple[Measure, ...]:
    """Compute ``D_Y`` of the file and of each attribute from their SSE and SST."""
    name = "confidential-distortion"
    file_measures = (_measure(name, _share(list(parts.values()))),) if parts else ()
    return (
        *file_measures,
        *(_measure(name, _share([part]), column) for column, part in parts.items()),
    )


def diversity(
    columns: Sequence[Column], schema: Schema, scales: Mapping[str, Standard], labels: Ints
) -> Ints:
    """Count the different values of each confidential column in each group; take the least.

    Parameters
    ----------
    columns : sequence of Column
        The confidential columns of all records of some groups; at least one.
    scales : Mapping of str to Standard
        Of those that are not nominal, over the whole file.
    labels : numpy.ndarray of int64, shape (n,)
        Group of each record, numbered from 0 without gaps.
    """
    distinct = []
    for column in columns:
        codes = _intervals(column, schema.named(column.name), scales.get(column.name))
        distinct.append(distinct_in_groups(labels, codes, int(codes.max(initial=0)) + 1))
    smallest: Ints = np.min(distinct, axis=0).astype(np.int64)
    return smallest


def _parts(original: Floats, released: Floats) -> tuple[float, float]:
    """Compute SSE and SST of an attribute in units of its variance."""
    is_known = ~np.isnan(original)
    original, released = original[is_known], released[is_known]
    scale = standard(original)
    if scale.deviation == 0.0:
        return 0.0, 0.0
    variance = scale.deviation**2
    return float(exact_sum((original - released) ** 2)) / variance, scale.squares(
        original
    ) / variance


def _share(parts: Sequence[tuple[float, float]]) -> float:
    total_spread = fsum(spread for _, spread in parts)
    return fsum(error for error, _ in parts) / total_spread if total_spread > 0.0 else 0.0


def _intervals(column: Column, attribute: Attribute, scale: Standard | None) -> Ints:
    """Give a number to the interval or, without a scale, the category of each value, or -1."""
    if scale is None:
        return number_values(column.values, column.missing)[0]
    intervals = np.floor(scale.apply(numbers(column, attribute, shared=True)) / INTERVAL)
    return number_values(intervals, column.missing)[0]


def _measure(name: str, value: float, attribute: str | None = None) -> Measure:
    return Measure(name, value, "1", Direction.LOWER, attribute)
