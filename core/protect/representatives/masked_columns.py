"""Replaces the values of masked columns by the representatives of their clusters.

Manual: methods#representative-of-a-cluster.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.array_types import Bools, Floats, Ints, Words
from core.conditions import Records
from core.encode import numbers
from core.encode.content_numbers import content_numbers
from core.encode.not_applicable import codes_of, with_codes
from core.encode.unit_groups import first_records
from core.kernels.numerics.grouping import refine
from core.model import CATEGORICAL, Attribute, Column, ColumnKind, Role, Scale
from core.protect.representatives.representative import FEWEST_UNITS, NumberRepresentative
from core.protect.representatives.representative_registry import MEAN
from core.protect.representatives.typical_categories import replace_by_typical


def represent(
    column: Column,
    attribute: Attribute,
    labels: Ints,
    of_numbers: NumberRepresentative = MEAN,
    weights: Floats | None = None,
    units: Ints | None = None,
    contents: Words | None = None,
) -> Column:
    """Replace every value of a column by its cluster's representative.

    The representative is computed from the cluster's observed values and also assigned to records
    with a missing value, unless fewer than `FEWEST_UNITS` units gave one: the column is then
    missing in the whole cluster. Numbers are rounded half to even for integers and dates; for an
    ordinal scale it is the median category; for a nominal scale the least marginal category
    (`core.encode.find_representatives`). Categories are weighted where weights are used, and ties
    are settled for all clusters together (`core.kernels.categories.settle_ties`). Where zeros are
    kept, the representative of other values is never rounded to 0 (manual: conditions#zeros). In a
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
    of_numbers : NumberRepresentative
        The representative of numbers.
    weights : numpy.ndarray of float64, shape (n,), optional
        Positive survey weights.
    units : numpy.ndarray of int64, shape (n,), optional
        Unit of each record, numbered from 0; without it each record is one.
    contents : numpy.ndarray of uint64, shape (n,), optional
        A number of what each record contains in all masked columns, which puts clusters in order
        where they contain the same in this one (`core.encode.content_numbers`).
    """
    if attribute.scale in CATEGORICAL:
        masked = replace_by_typical(column, attribute, labels, weights, contents)
    else:
        masked = _represent_numbers(column, attribute, labels, of_numbers, weights)
    if column.missing.any():
        masked = _empty_cells(masked, _lack_answers(~column.missing, labels, units)[labels])
    if not attribute.not_applicable:
        return masked
    codes = codes_of(column, attribute)
    width = int(codes.max(initial=0)) + 1
    counts = np.bincount(
        width * labels.astype(np.int64) + codes, minlength=(int(labels.max()) + 1) * width
    )
    # The most frequent code of each cluster, the lowest one in a tie.
    usual = counts.reshape(-1, width).argmax(axis=1)
    return with_codes(masked, attribute, np.asarray(usual[labels]))


def contents_of_masked(records: Records) -> Words | None:
    """Give records a number by their masked values, if some are categories."""
    masked = records.schema.with_role(Role.QUASI_IDENTIFIER)
    if not any(attribute.scale in CATEGORICAL for attribute in masked):
        return None
    columns = [(records.named(attribute.name), attribute) for attribute in masked]
    return content_numbers(columns, len(records))


def represent_column_of(
    records: Records,
    column: Column,
    labels: Ints,
    of_numbers: NumberRepresentative,
    contents: Words | None,
) -> Column:
    """Replace every value of a masked column of records by its cluster's representative.

    A masked weight gets its unweighted mean. This preserves the sum of a group's weights and so the
    weighted total of every column masked in the same groups.
    """
    attribute = records.schema.named(column.name)
    weights = None if column.name == records.recipe.weight else records.weights()
    return represent(column, attribute, labels, of_numbers, weights, records.units(), contents)


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
    return np.asarray(has_gap & (np.bincount(answering, minlength=clusters) < FEWEST_UNITS))


def _empty_cells(column: Column, is_emptied: Bools) -> Column:
    """Make the cells of some records missing."""
    if not (is_emptied & ~column.missing).any():
        return column
    values = column.values.copy()
    values[is_emptied] = {ColumnKind.NUMBER: np.nan, ColumnKind.TEXT: -1}.get(column.kind, 0)
    missing = column.missing | is_emptied
    return replace(column, values=values, missing=missing, missing_text=None, decimals=None)


def _represent_numbers(
    column: Column,
    attribute: Attribute,
    labels: Ints,
    of_numbers: NumberRepresentative,
    weights: Floats | None,
) -> Column:
    """Replace the observed numbers by the representatives of their clusters."""
    values = numbers(column, attribute)
    middles = of_numbers.of_clusters(values, labels, weights)
    if attribute.keeps_zeros:
        middles = _away_from_zero(middles, values, labels, attribute.scale is Scale.INTEGER)
    cells = middles[labels]
    missing = np.isnan(cells)
    if attribute.scale is Scale.CONTINUOUS:
        return Column(column.name, ColumnKind.NUMBER, cells, missing)
    rounded = np.rint(np.where(missing, 0.0, cells)).astype(np.int64)
    kind = ColumnKind.DATE if column.kind is ColumnKind.DATE else ColumnKind.INTEGER
    return Column(column.name, kind, rounded, missing, date_format=column.date_format)


def _away_from_zero(middles: Floats, values: Floats, labels: Ints, is_whole: bool) -> Floats:
    """Move the representatives of clusters without a zero away from 0.

    If it would be rounded to 0, it becomes 1 or -1. Amounts that cancel out get the largest power
    of ten that is at most the smallest of them: it changes little and is no record's value.
    """
    smallest = np.full(len(middles), np.inf)
    np.fmin.at(smallest, labels, np.abs(values))
    without = (smallest > 0) & np.isfinite(smallest)
    moved = middles.copy()
    if is_whole:
        small = without & (np.rint(middles) == 0.0)
        moved[small] = np.where(middles[small] < 0, -1.0, 1.0)
        return moved
    cancelled = without & (middles == 0.0)
    moved[cancelled] = 10.0 ** np.floor(np.log10(smallest[cancelled]))
    return moved
