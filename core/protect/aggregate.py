"""The representative of each cluster, written to every record of it (methods, section 2)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.encode import numbers
from core.kernels.sums import group_means
from core.model import Attribute, Column, ColumnKind, Scale

Ints = NDArray[np.int64]


def aggregated(column: Column, attribute: Attribute, labels: Ints) -> Column:
    """Return the column with every value replaced by its cluster's representative.

    The representative is computed from the cluster's observed values and also given to its
    records with a missing one; where all are missing, the cluster stays missing. It is the mean;
    for integers and dates the mean rounded half to even; for an ordinal scale the median
    category, of an even number of values the lower of the two in the middle.

    Parameters
    ----------
    column : Column
        Of `n` records.
    attribute : Attribute
        A quasi-identifier; not nominal.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    """
    if attribute.scale is Scale.ORDINAL:
        return _medians(column, attribute, labels)
    means = group_means(numbers(column, attribute), labels, int(labels.max()) + 1)[labels]
    missing = np.isnan(means)
    if attribute.scale is Scale.CONTINUOUS:
        return Column(column.name, ColumnKind.NUMBER, means, missing)
    rounded = np.rint(np.where(missing, 0.0, means)).astype(np.int64)
    kind = ColumnKind.DATE if column.kind is ColumnKind.DATE else ColumnKind.INTEGER
    return Column(column.name, kind, rounded, missing, date_format=column.date_format)


def _medians(column: Column, attribute: Attribute, labels: Ints) -> Column:
    ranks, groups = numbers(column, attribute), int(labels.max()) + 1
    observed = np.flatnonzero(~column.missing)
    counts = np.bincount(labels[observed], minlength=groups)
    begin = np.cumsum(counts) - counts
    ordered = observed[np.lexsort((ranks[observed], labels[observed]))]
    holder = np.append(ordered, 0)[begin + np.maximum(counts - 1, 0) // 2]
    missing = (counts == 0)[labels]
    values = column.values[holder][labels].copy()
    values[missing] = _blank(column.kind)
    return replace(column, values=values, missing=missing, missing_text=None, decimals=None)


def _blank(kind: ColumnKind) -> float:
    return {ColumnKind.NUMBER: np.nan, ColumnKind.TEXT: -1}.get(kind, 0)
