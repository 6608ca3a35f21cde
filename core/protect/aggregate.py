"""Replaces the values of each cluster by their representative.

Manual: methods#representative-of-a-cluster.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.encode import category_places, column_of_places, numbers, semantics_of
from core.encode.content_numbers import content_numbers
from core.encode.marginality import tied_categories
from core.encode.not_applicable import codes_of, with_codes
from core.encode.unit_groups import first_records
from core.kernels.categories.settle_ties import Words, middle_categories, settle, whole_weights
from core.kernels.closeness.emd import sorted_records
from core.kernels.numerics.grouping import refine
from core.kernels.numerics.sums import group_means, weighted_group_means
from core.model import Aggregate, Attribute, Column, ColumnKind, Role, Scale

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

FEWEST_ANSWERS = 3
"""Units whose answers may stand for a cluster in which others gave none.

One answer would be published as it is, and of two each unit could work out the other
(Hundepool et al. 2024, section 4.2.1: minimum frequency 3).
"""


def aggregated(
    column: Column,
    attribute: Attribute,
    labels: Ints,
    by: Aggregate = Aggregate.MEAN,
    weights: Floats | None = None,
    units: Ints | None = None,
    contents: Words | None = None,
) -> Column:
    """Replace every value of a column by its cluster's representative.

    The representative is computed from the cluster's observed values and also assigned to records
    with a missing value, unless fewer than `FEWEST_ANSWERS` units gave one: the column is then
    missing in the whole cluster. It is the mean or the median, rounded half to even for integers
    and dates; for an ordinal scale the median category; for a nominal scale the least marginal
    category (`core.encode.representatives`). Both are weighted where weights are used, and ties are
    settled for all clusters together (`core.kernels.categories.settle_ties`). Where zeros are kept,
    the representative of other values is never rounded to 0 (manual: conditions#zeros). In a
    cluster in which most records were not asked the question, all get the code for that; otherwise
    the representative of those who answered (manual: conditions#does-not-apply).

    Parameters
    ----------
    column : Column
        Of `n` records.
    attribute : Attribute
        A quasi-identifier.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.
    by : Aggregate
        The representative of numbers.
    weights : numpy.ndarray of float64, shape (n,), optional
        Positive survey weights for means and categories; medians of numbers are not weighted.
    units : numpy.ndarray of int64, shape (n,), optional
        Unit of each record, numbered from 0; without it each record is one.
    contents : numpy.ndarray of uint64, shape (n,), optional
        A number of what each record contains in all masked columns, which puts clusters in order
        where they contain the same in this one (`core.encode.content_numbers`).
    """
    found = _represented(column, attribute, labels, by, weights, contents)
    if column.missing.any():
        found = _emptied(found, _lack_answers(~column.missing, labels, units)[labels])
    if not attribute.not_applicable:
        return found
    codes = codes_of(column, attribute)
    width = int(codes.max(initial=0)) + 1
    counts = np.bincount(
        width * labels.astype(np.int64) + codes, minlength=(int(labels.max()) + 1) * width
    )
    # The most frequent code of each cluster, the lowest one in a tie.
    usual = counts.reshape(-1, width).argmax(axis=1)
    return with_codes(found, attribute, np.asarray(usual[labels]))


def masked_contents(records: Records) -> Words | None:
    """Give records a number by their masked values, if some are categories."""
    masked = records.schema.with_role(Role.QUASI_IDENTIFIER)
    if not any(attribute.scale in (Scale.ORDINAL, Scale.NOMINAL) for attribute in masked):
        return None
    columns = [(records.named(attribute.name), attribute) for attribute in masked]
    return content_numbers(columns, len(records))


def representatives_of(
    records: Records, column: Column, labels: Ints, by: Aggregate, contents: Words | None
) -> Column:
    """Return a masked column of records with the representatives of their clusters.

    A masked weight gets its unweighted mean. This preserves the sum of a group's weights and so the
    weighted total of every column masked in the same groups.
    """
    attribute = records.schema.named(column.name)
    weights = None if column.name == records.recipe.weight else records.weights()
    return aggregated(column, attribute, labels, by, weights, records.units(), contents)


def _lack_answers(answered: Bools, labels: Ints, units: Ints | None) -> Bools:
    """Find the clusters in which too few units gave an answer, and some record none.

    Parameters
    ----------
    answered : numpy.ndarray of bool, shape (n,)
        Whether each record has a value.

    Returns
    -------
    numpy.ndarray of bool, shape (clusters,)
    """
    clusters = int(labels.max()) + 1
    answering = labels[answered]
    if units is not None and len(answering):
        answering = answering[first_records(refine(answering, units[answered]))]
    has_gap = np.bincount(labels[~answered], minlength=clusters) > 0
    return np.asarray(has_gap & (np.bincount(answering, minlength=clusters) < FEWEST_ANSWERS))


def _emptied(column: Column, emptied: Bools) -> Column:
    """Make the cells of some records missing."""
    if not (emptied & ~column.missing).any():
        return column
    values = column.values.copy()
    values[emptied] = {ColumnKind.NUMBER: np.nan, ColumnKind.TEXT: -1}.get(column.kind, 0)
    missing = column.missing | emptied
    return replace(column, values=values, missing=missing, missing_text=None, decimals=None)


def _represented(
    column: Column,
    attribute: Attribute,
    labels: Ints,
    by: Aggregate,
    weights: Floats | None,
    contents: Words | None,
) -> Column:
    """Return the column with the representatives of the observed values."""
    if attribute.scale is Scale.NOMINAL:
        meaning = semantics_of(attribute, column)
        places = category_places(column, meaning)
        counts = whole_weights(weights, len(column))
        tied = tied_categories(meaning, labels, places, counts)
        chosen = settle(tied, labels, places, counts, contents)[labels]
        return column_of_places(column, meaning, chosen)
    if attribute.scale is Scale.ORDINAL:
        counts = whole_weights(weights, len(column))
        return _middle_categories(column, attribute, labels, counts, contents)
    values = numbers(column, attribute)
    middles = _middles(values, labels, by, weights)
    if attribute.keeps_zeros:
        middles = _away_from_zero(middles, values, labels, attribute.scale is Scale.INTEGER)
    found = middles[labels]
    missing = np.isnan(found)
    if attribute.scale is Scale.CONTINUOUS:
        return Column(column.name, ColumnKind.NUMBER, found, missing)
    rounded = np.rint(np.where(missing, 0.0, found)).astype(np.int64)
    kind = ColumnKind.DATE if column.kind is ColumnKind.DATE else ColumnKind.INTEGER
    return Column(column.name, kind, rounded, missing, date_format=column.date_format)


def _middle_categories(
    column: Column, attribute: Attribute, labels: Ints, counts: Ints, contents: Words | None
) -> Column:
    """Replace categories that have an order by the median of their cluster."""
    observed = np.flatnonzero(~column.missing)
    _, holders, ranks_of_observed = np.unique(
        numbers(column, attribute)[observed], return_index=True, return_inverse=True
    )
    ranks = np.full(len(column), -1, dtype=np.int64)
    ranks[observed] = ranks_of_observed
    order, begin = sorted_records(labels, ranks, int(labels.max()) + 1, len(holders))
    tied = middle_categories(order, begin, ranks, counts)
    chosen = settle(tied, labels, ranks, counts, contents)[labels]
    categories = column.values[np.append(observed[holders], 0)][chosen]
    missing = chosen < 0
    categories[missing] = {ColumnKind.NUMBER: np.nan, ColumnKind.TEXT: -1}.get(column.kind, 0)
    return replace(column, values=categories, missing=missing, missing_text=None, decimals=None)


def _away_from_zero(middles: Floats, values: Floats, labels: Ints, whole: bool) -> Floats:
    """Return the representatives, where that of a cluster without a zero is none either.

    If it would be rounded to 0, it becomes 1 or -1. Amounts that cancel out get the largest power
    of ten that is at most the smallest of them: it changes little and is no record's value.
    """
    smallest = np.full(len(middles), np.inf)
    np.fmin.at(smallest, labels, np.abs(values))
    without = (smallest > 0) & np.isfinite(smallest)
    found = middles.copy()
    if whole:
        small = without & (np.rint(middles) == 0.0)
        found[small] = np.where(middles[small] < 0, -1.0, 1.0)
        return found
    cancelled = without & (middles == 0.0)
    found[cancelled] = 10.0 ** np.floor(np.log10(smallest[cancelled]))
    return found


def _middles(values: Floats, labels: Ints, by: Aggregate, weights: Floats | None) -> Floats:
    """Return the mean or median of each cluster's observed values, NaN without any."""
    groups = int(labels.max()) + 1
    match by:
        case Aggregate.MEDIAN:
            lower, upper, counts = _middle_records(values, labels, groups)
            # Halved before adding, because the sum of two large numbers could be infinite.
            below, above = values[lower], values[upper]
            found = np.where(below == above, below, 0.5 * below + 0.5 * above)
            return np.asarray(np.where(counts > 0, found, np.nan))
        case Aggregate.MEAN if weights is None:
            return group_means(values, labels, groups)
        case Aggregate.MEAN:
            return weighted_group_means(values, weights, labels, groups)
        case _:
            assert_never(by)


def _middle_records(values: Floats, labels: Ints, groups: int) -> tuple[Ints, Ints, Ints]:
    """Return the two middle records of each sorted group, and the number of observed values."""
    observed = np.flatnonzero(~np.isnan(values))
    counts = np.bincount(labels[observed], minlength=groups)
    begin = np.cumsum(counts) - counts
    ordered = np.append(observed[np.lexsort((values[observed], labels[observed]))], 0)
    lower = ordered[begin + np.maximum(counts - 1, 0) // 2]
    return lower, ordered[begin + counts // 2], counts
