"""The tables of a file to which its categories are calibrated.

Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.encode import numbers
from core.encode.content_numbers import content_numbers
from core.encode.unit_groups import first_records
from core.kernels.categories.combination_choice import Gaps, Sums
from core.kernels.categories.settle_ties import whole_weights
from core.kernels.numerics.grouping import refine
from core.model import Column, Scale
from core.model.checklist import profile_of
from core.protect.representatives.category_codes import CategoryCodes, code_categories

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

CATEGORICAL = (Scale.ORDINAL, Scale.NOMINAL)
_AMOUNTS = (Scale.CONTINUOUS, Scale.INTEGER)

FEWEST_UNITS = 3
"""Units of a cell that is a target, except in the public profile, which needs its k."""

_DOMINANCE = 0.1
"""A total in which the others hide the largest amount less than by this share is no target."""

_TOTAL_BITS = 30
_MARGIN_PENALTY, _PENALTY = 20, 5
_NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Amounts:
    """A column of numbers, times the weights of the records and in multiples of a small unit.

    Attributes
    ----------
    original, released : numpy.ndarray of int64, shape (n,)
        0 where the number is missing.
    is_observed : numpy.ndarray of bool, shape (n,)
        Where the original has a number other than 0.
    """

    original: Ints
    released: Ints
    is_observed: Bools


@dataclass(frozen=True, slots=True, eq=False)
class CalibratedFile:
    """Records whose categories are chosen, with what counts for it.

    Attributes
    ----------
    records : Records
        The `n` original records.
    weights : numpy.ndarray of int64, shape (n,)
        Survey weights in whole multiples of a small unit.
    fewest : int
        Units that a cell must have to be a target.
    published : tuple of numpy.ndarray of int64, shape (n,)
        The categories of columns that are released as they are.
    amounts : tuple of Amounts
        The released columns of numbers.
    contents : numpy.ndarray of uint64, shape (n,)
        A number of what each record contains.
    """

    records: Records
    weights: Ints
    fewest: int
    published: tuple[Ints, ...]
    amounts: tuple[Amounts, ...]
    contents: NDArray[np.uint64]


def file_to_calibrate(
    records: Records, released: Mapping[str, Column], masked: Collection[str]
) -> CalibratedFile:
    """Collect what the categories of masked columns are calibrated to.

    Parameters
    ----------
    records : Records
        The original records.
    released : Mapping of str to Column
        Their released columns, with the numbers that will be released.
    masked : collection of str
        The masked columns.
    """
    recipe, fewest = records.recipe, FEWEST_UNITS
    # Squares of gaps must be exact.
    weights = whole_weights(records.weights(), len(records))
    total = int(weights.sum())
    weights = np.maximum(weights >> max(total.bit_length() - _TOTAL_BITS, 0), 1)
    weights *= max((1 << _TOTAL_BITS) // int(weights.sum()), 1)
    if recipe.profile == "public":
        fewest = max(fewest, profile_of(recipe.profile, dict(recipe.limits)).k)
    used = [
        (records.named(attribute.name), attribute)
        for attribute in records.schema.attributes
        if attribute.name in released
        and attribute.name != recipe.weight
        and attribute.scale in (*CATEGORICAL, *_AMOUNTS)
    ]
    published = tuple(
        code_categories(column, column, attribute).original_codes
        for column, attribute in used
        if attribute.scale in CATEGORICAL and attribute.name not in masked
    )
    amounts = tuple(
        _amounts_of(numbers(column, attribute), numbers(released[column.name], attribute), weights)
        for column, attribute in used
        if attribute.scale in _AMOUNTS
    )
    contents = content_numbers(used, len(records))
    return CalibratedFile(records, weights, fewest, published, amounts, contents)


def _amounts_of(original: Floats, released: Floats, weights: Ints) -> Amounts:
    """Weight a column of numbers so that it counts as much as the weights themselves."""
    sizes = np.nan_to_num(original, nan=0.0)
    # A power of two, so that no order of records changes it.
    _, power = np.frexp(np.sqrt(np.mean(np.square(sizes))))
    multiples = [
        np.rint(weights * np.ldexp(np.nan_to_num(values, nan=0.0), -power)).astype(np.int64)
        for values in (original, released)
    ]
    return Amounts(multiples[0], multiples[1], sizes != 0.0)


def sums_of_clusters(file: CalibratedFile, labels: Ints) -> tuple[Sums, int]:
    """Sum the weights of each cluster, in all and by published categories, and its numbers.

    Returns
    -------
    sums : Sums
    n_kinds : int
        Kinds of sums.
    """
    n_clusters = int(labels.max()) + 1
    clusters, kinds, sums, n_kinds = [], [], [], 0
    whole_file = np.zeros(len(labels), dtype=np.int64)
    parts = [(codes, file.weights) for codes in (whole_file, *file.published)]
    parts += [(whole_file, amounts.released) for amounts in file.amounts]
    for codes, parts_of_records in parts:
        observed = np.flatnonzero(codes >= 0)
        pairs = refine(labels[observed], codes[observed])
        holders = observed[np.unique(pairs, return_index=True)[1]]
        clusters.append(labels[holders])
        kinds.append(n_kinds + codes[holders])
        sums.append(np.bincount(pairs, parts_of_records[observed]))
        n_kinds += int(codes.max(initial=-1)) + 1
    cluster, kind = np.concatenate(clusters), np.concatenate(kinds)
    order = np.lexsort((kind, cluster))
    begin = np.searchsorted(cluster[order], np.arange(n_clusters + 1)).astype(np.int64)
    return Sums(begin, kind[order], np.concatenate(sums)[order].astype(np.int64)), n_kinds


def gaps_of_nothing(
    file: CalibratedFile, columns: Sequence[CategoryCodes], n_kinds: int, first_places: Ints
) -> Gaps:
    """Compute what an empty release would lack, and which cells are targets.

    Parameters
    ----------
    columns : sequence of CategoryCodes
        Masked by the same clusters.
    n_kinds : int
        From `sums_of_clusters`.
    first_places : numpy.ndarray of int64, shape (m,)
        First place of each column in the numbering of all categories.
    """
    widths = np.array([column.width for column in columns], dtype=np.int64)
    lacks = np.zeros((n_kinds, int(widths.sum())), dtype=np.int64)
    penalties = np.zeros_like(lacks)
    whole_file = np.zeros(len(file.weights), dtype=np.int64)
    tables: list[tuple[Ints, Amounts | None]] = [
        *((codes, None) for codes in (whole_file, *file.published)),
        *((whole_file, amounts) for amounts in file.amounts),
    ]
    for column, first in zip(columns, first_places.tolist(), strict=True):
        places, first_kind = slice(first, first + column.width), 0
        for codes, amounts in tables:
            n_codes = int(codes.max(initial=-1)) + 1
            kinds = slice(first_kind, first_kind + n_codes)
            target, is_target = _table(file, codes, column, codes >= 0, n_codes, amounts)
            penalty = _PENALTY if first_kind else _MARGIN_PENALTY
            lacks[kinds, places], penalties[kinds, places] = -target, penalty * is_target
            first_kind += n_codes
    pairs, pair_lacks, pair_penalties, n_pairs = [], [_NONE], [_NONE], 0
    for j, column in enumerate(columns):
        for i, row in enumerate(columns[:j]):
            has_row = row.typical_codes >= 0
            target, is_target = _table(file, row.original_codes, column, has_row, row.width)
            pairs.append((i, j, n_pairs))
            pair_lacks.append(-target.ravel())
            pair_penalties.append(_PENALTY * is_target.ravel())
            n_pairs += target.size
    return Gaps(
        lacks,
        penalties,
        np.concatenate(pair_lacks),
        np.concatenate(pair_penalties),
        np.array(pairs, dtype=np.int64).reshape(-1, 3),
        first_places,
        widths,
    )


def _table(
    file: CalibratedFile,
    rows: Ints,
    column: CategoryCodes,
    has_row: Bools,
    n_rows: int,
    amounts: Amounts | None = None,
) -> tuple[Ints, Bools]:
    """Sum the weights or numbers of an original table, and find the cells that are targets.

    Where the release has cells for more records than the original, these are shared out like those
    observed.

    Parameters
    ----------
    rows : numpy.ndarray of int64, shape (n,)
        -1: in no row.
    has_row : numpy.ndarray of bool, shape (n,)
        Whether the release has a row for a record.
    amounts : Amounts, optional
        What is summed; default: the weights.

    Returns
    -------
    sums : numpy.ndarray of int64, shape (n_rows, column.width)
    is_target : numpy.ndarray of bool, shape (n_rows, column.width)
    """
    is_observed = (rows >= 0) & (column.original_codes >= 0)
    is_released = has_row & (column.typical_codes >= 0)
    original = file.weights if amounts is None else amounts.original
    released = file.weights if amounts is None else amounts.released
    observed, size = np.flatnonzero(is_observed), n_rows * column.width
    cells = rows[observed] * column.width + column.original_codes[observed]
    sums: Floats = np.bincount(cells, original[observed], size).astype(np.float64)
    total, released_total = float(sums.sum()), float(released[is_released].sum())
    if (amounts is not None or (is_observed != is_released).any()) and total * released_total > 0:
        sums = sums * (released_total / total)
    targets = np.rint(sums).astype(np.int64).reshape(n_rows, column.width)
    counts = _count_safe_units(file, observed, cells, size, amounts)
    return targets, find_targets(counts.reshape(n_rows, column.width), file.fewest)


def _count_safe_units(
    file: CalibratedFile, observed: Ints, cells: Ints, size: int, amounts: Amounts | None
) -> Ints:
    """Count the units of each cell, of a dominated one as too few; shape (size,)."""
    units = file.records.units()
    if amounts is None:
        counted = cells
        if units is not None:
            counted = cells[first_records(refine(cells, units[observed]))]
        return np.bincount(counted, minlength=size)
    has_amount = amounts.is_observed[observed]
    sizes: Floats = np.abs(amounts.original[observed])[has_amount].astype(np.float64)
    holders = cells[has_amount]
    if units is not None:
        pairs = refine(holders, units[observed][has_amount])
        sizes = np.bincount(pairs, sizes).astype(np.float64)
        holders = holders[first_records(pairs)]
    counts = np.bincount(holders, minlength=size)
    order = np.lexsort((-sizes, holders))
    firsts = np.cumsum(counts) - counts
    ordered = np.append(sizes[order], np.zeros(2))
    largest = np.where(counts > 0, ordered[firsts], 0.0)
    second = np.where(counts > 1, ordered[firsts + 1], 0.0)
    rest = np.bincount(holders, sizes, size) - largest - second
    is_dominated = rest < _DOMINANCE * largest
    return np.where(is_dominated, np.minimum(counts, file.fewest - 1), counts)


def find_targets(n_units: Ints, fewest: int) -> Bools:
    """Find the cells of a table that may be targets: those with enough units, if the rest is safe.

    The rest of a row or column follows from its margin and its other cells. It must have enough
    units and more than one cell, which would follow, too, and give away another one. As many cells
    as are needed, the smallest first, are therefore no targets either (secondary suppression:
    Hundepool et al. 2012, section 4.2.2).

    Parameters
    ----------
    n_units : numpy.ndarray of int64, shape (rows, columns)
        Units of each cell.
    """
    is_target = n_units >= fewest
    while True:
        n_targets = np.count_nonzero(is_target)
        for units, targets in ((n_units, is_target), (n_units.T, is_target.T)):
            is_rest = ~targets & (units > 0)
            is_open = (np.where(is_rest, units, 0).sum(axis=1) < fewest) | (
                is_rest.sum(axis=1) == 1
            )
            for row in np.flatnonzero(is_open & is_rest.any(axis=1) & targets.any(axis=1)):
                places = np.flatnonzero(targets[row])
                targets[row, places[units[row, places].argmin()]] = False
        if np.count_nonzero(is_target) == n_targets:
            return is_target
