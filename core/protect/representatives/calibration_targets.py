"""The tables of a file to which its categories are calibrated.

Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Floats, Ints
from core.conditions import Records
from core.conditions.dominance_condition import strictest_p
from core.encode import numbers
from core.encode.content_numbers import content_numbers
from core.kernels.categories.combination_choice import (
    HALF_INTERVAL_BITS,
    SCALE_BITS,
    Gaps,
    Sums,
)
from core.kernels.categories.settle_ties import whole_weights
from core.kernels.categories.target_cells import find_targets
from core.kernels.numerics.grouping import refine
from core.model import CATEGORICAL, NK, Column, Dominance, PPercent
from core.model.checklist import profile_of
from core.protect.representatives.category_codes import CategoryCodes, code_categories
from core.protect.representatives.nested_categories import (
    find_nearly_equal,
    find_nesting,
    withdraw_nested,
)
from core.protect.representatives.representative import FEWEST_UNITS
from core.protect.representatives.total_targets import (
    count_units,
    disclose_totals,
    find_total_targets,
    have_few_units,
)

_TOTAL_BITS = 30
_REACH = 1.959964  # Of an interval of 95 %, in standard errors.
_SQUARE_BITS = 8  # Squares are whole multiples of so many, whose sums no order changes.
_NONE = np.zeros(0, dtype=np.int64)
_MOST_CELLS = 1 << 22  # Of a table: those of a larger one are empty or have few units.


@dataclass(frozen=True, slots=True, eq=False)
class Amounts:
    """A column of numbers, times the weights of the records and in multiples of a small unit.

    Attributes
    ----------
    original, released : numpy.ndarray of int64, shape (n,)
        0 where the number is missing.
    rule : PPercent or NK
        On the totals that are targets: that of the recipe, or the p% rule.
    """

    original: Ints
    released: Ints
    rule: Dominance

    @property
    def is_masked(self) -> bool:
        """Whether other numbers than the original ones are released."""
        return bool((self.original != self.released).any())


@dataclass(frozen=True, slots=True, eq=False)
class SettledCategories:
    """A column whose released categories are no longer chosen.

    Attributes
    ----------
    original, released : numpy.ndarray of int64, shape (n,)
        Category of each record; -1 where it has none.
    is_stated : numpy.ndarray of bool, shape (width,)
        Categories whose shares are targets or published.
    are_totals_stated : tuple of numpy.ndarray of bool, shape (width,)
        The same of the totals of each column of numbers.
    """

    original: Ints
    released: Ints
    is_stated: Bools
    are_totals_stated: tuple[Bools, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Targets:
    """What a release is to come near.

    Attributes
    ----------
    sums : numpy.ndarray of int64, shape (rows, columns)
        Of the original.
    scales : numpy.ndarray of int64, shape (rows, columns)
        Of their gaps, as in `Gaps`; 0 where a cell is no target.
    """

    sums: Ints
    scales: Ints


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
        Units that a cell must have to be a target: k where anybody gets the file.
    settled : tuple of SettledCategories
        The columns that are released as they are, or have been chosen.
    tabulated : tuple of SettledCategories
        Those of them by which categories are tabulated.
    amounts : tuple of Amounts
        The released columns of numbers.
    contents : numpy.ndarray of uint64, shape (n,)
        A number of what each record contains.
    later_codes : tuple of numpy.ndarray of int64, shape (n,)
        Category of each record in the columns that are chosen after those of the same clusters.
    """

    records: Records
    weights: Ints
    fewest: int
    settled: tuple[SettledCategories, ...]
    tabulated: tuple[SettledCategories, ...]
    amounts: tuple[Amounts, ...]
    contents: NDArray[np.uint64]
    later_codes: tuple[Ints, ...] = ()


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
    recipe, fewest, dominance = records.recipe, FEWEST_UNITS, records.recipe.dominance
    # Squares of gaps must be exact.
    weights = whole_weights(records.weights(), len(records))
    total = int(weights.sum())
    weights = np.maximum(weights >> max(total.bit_length() - _TOTAL_BITS, 0), 1)
    weights *= max((1 << _TOTAL_BITS) // int(weights.sum()), 1)
    if recipe.profile != "scientific":
        fewest = max(fewest, profile_of(recipe.profile, dict(recipe.limits)).k)
    used = [
        (records.named(attribute.name), attribute)
        for attribute in records.schema.attributes
        if attribute.name in released
        and attribute.name != recipe.weight
        and attribute.scale is not None
        and (attribute.scale in CATEGORICAL or attribute.scale.has_amounts)
    ]
    amounts = tuple(
        _amounts_of(
            numbers(column, attribute),
            numbers(released[column.name], attribute),
            weights,
            dominance
            if isinstance(dominance, NK) and column.name in dominance.columns
            else PPercent((column.name,), p=strictest_p(recipe, column.name)),
        )
        for column, attribute in used
        if attribute.scale not in CATEGORICAL
    )
    published = tuple(
        _settle_published(code_categories(column, column, attribute), len(amounts))
        for column, attribute in used
        if attribute.scale in CATEGORICAL and attribute.name not in masked
    )
    contents = content_numbers(used, len(records))
    return CalibratedFile(records, weights, fewest, published, published, amounts, contents)


def _settle_published(column: CategoryCodes, n_amounts: int) -> SettledCategories:
    codes, is_stated = column.original_codes, np.ones(column.width, dtype=np.bool_)
    return SettledCategories(codes, codes, is_stated, (is_stated,) * n_amounts)


def add_chosen(file: CalibratedFile, column: CategoryCodes, released: Ints) -> CalibratedFile:
    """Add a column whose categories have been chosen to those that others are tabulated with."""
    settled = (*file.settled, replace(_find_stated(file, [column])[0], released=released))
    return replace(file, settled=settled, tabulated=settled)


def _find_stated(
    file: CalibratedFile, columns: Sequence[CategoryCodes]
) -> tuple[SettledCategories, ...]:
    """Find the shares and totals that are targets, of each column given those before it."""
    records, fewest, stated = file.records, file.fewest, list(file.settled)
    units_and_fewest = records.units(), fewest
    for column in columns:
        codes, width = column.original_codes, column.width
        n_units = count_units(records, codes, width)
        every_category = np.ones(width, dtype=np.bool_)
        is_share = find_targets(n_units[None], every_category[:1], every_category, fewest)[0]
        totals = [
            find_total_targets(records, amounts.original, codes, width, amounts.rule, fewest)
            for amounts in file.amounts
        ]
        for settled in stated:
            settled_width = len(settled.is_stated)
            nesting = find_nesting(codes, width, settled.original, settled_width, *units_and_fewest)
            is_share = withdraw_nested(
                is_share,
                settled.is_stated,
                nesting,
                n_units,
                partial(have_few_units, records, fewest),
            )
            totals = [
                withdraw_nested(
                    is_target,
                    is_settled_target,
                    nesting,
                    n_units,
                    partial(disclose_totals, records, amounts.original, amounts.rule, fewest),
                )
                for is_target, is_settled_target, amounts in zip(
                    totals, settled.are_totals_stated, file.amounts, strict=True
                )
            ]
        for next_codes in file.later_codes:
            next_width = int(next_codes.max(initial=-1)) + 1
            nesting = find_nesting(codes, width, next_codes, next_width, *units_and_fewest)
            is_safe = ~find_nearly_equal(nesting)
            is_share = is_share & is_safe
            totals = [is_target & is_safe for is_target in totals]
        stated.append(SettledCategories(codes, codes, is_share, tuple(totals)))
    return tuple(stated[len(file.settled) :])


def _amounts_of(original: Floats, released: Floats, weights: Ints, rule: Dominance) -> Amounts:
    """Weight a column of numbers so that it counts as much as the weights themselves."""
    # A power of two, so that no order of records changes it.
    _, power = np.frexp(np.sqrt(np.mean(np.square(np.nan_to_num(original, nan=0.0)))))
    multiples = [
        np.rint(weights * np.ldexp(np.nan_to_num(values, nan=0.0), -power)).astype(np.int64)
        for values in (original, released)
    ]
    return Amounts(multiples[0], multiples[1], rule)


def without_large_tables(file: CalibratedFile, n_categories: int) -> CalibratedFile:
    """Tabulate by no settled columns of so many categories that a table would be too large."""
    return replace(
        file,
        tabulated=tuple(
            column for column in file.settled if len(column.is_stated) * n_categories <= _MOST_CELLS
        ),
    )


def sums_of_clusters(file: CalibratedFile, labels: Ints) -> tuple[Sums, int]:
    """Sum the weights of each cluster, in all and by settled categories, and its numbers.

    Returns
    -------
    sums : Sums
    n_kinds : int
        Kinds of sums.
    """
    n_clusters = int(labels.max()) + 1
    clusters, kinds, sums, n_kinds = [], [], [], 0
    whole_file = np.zeros(len(labels), dtype=np.int64)
    parts = [(whole_file, 1, file.weights)]
    parts += [(c.released, len(c.is_stated), file.weights) for c in file.tabulated]
    parts += [(whole_file, 1, amounts.released) for amounts in file.amounts]
    for codes, width, parts_of_records in parts:
        observed = np.flatnonzero(codes >= 0)
        pairs = refine(labels[observed], codes[observed])
        holders = observed[np.unique(pairs, return_index=True)[1]]
        clusters.append(labels[holders])
        kinds.append(n_kinds + codes[holders])
        sums.append(np.bincount(pairs, parts_of_records[observed]))
        n_kinds += width
    cluster, kind = np.concatenate(clusters), np.concatenate(kinds)
    order = np.lexsort((kind, cluster))
    begin = np.searchsorted(cluster[order], np.arange(n_clusters + 1)).astype(np.int64)
    return Sums(begin, kind[order], np.concatenate(sums)[order].astype(np.int64)), n_kinds


def gaps_of_nothing(
    file: CalibratedFile, columns: Sequence[CategoryCodes], n_kinds: int, first_categories: Ints
) -> Gaps:
    """Compute what an empty release would lack, and which cells are targets.

    Parameters
    ----------
    columns : sequence of CategoryCodes
        Masked by the same clusters.
    n_kinds : int
        From `sums_of_clusters`.
    first_categories : numpy.ndarray of int64, shape (m,)
        First category of each column in the numbering of all categories.
    """
    widths = np.array([column.width for column in columns], dtype=np.int64)
    lacks = np.zeros((n_kinds, int(widths.sum())), dtype=np.int64)
    scales = np.zeros_like(lacks)
    stated = _find_stated(file, columns)
    for column, targets, first in zip(columns, stated, first_categories.tolist(), strict=True):
        tables = [_margin(file, column, targets.is_stated)]
        for rows in file.tabulated:
            is_stated = rows.is_stated, targets.is_stated
            tables.append(_table(file, rows.original, column, *is_stated, rows.released >= 0))
        tables += [
            _totals(amounts, column, is_target)
            for amounts, is_target in zip(file.amounts, targets.are_totals_stated, strict=True)
        ]
        categories, first_kind = slice(first, first + column.width), 0
        for table in tables:
            kinds = slice(first_kind, first_kind + len(table.sums))
            lacks[kinds, categories] = -table.sums
            scales[kinds, categories] = table.scales
            first_kind += len(table.sums)
    pairs, pair_lacks, pair_scales, n_pairs = [], [_NONE], [_NONE], 0
    for i, j in combinations(range(len(columns)), 2):
        if columns[i].width * columns[j].width > _MOST_CELLS:
            continue
        table = _table(
            file,
            columns[i].original_codes,
            columns[j],
            stated[i].is_stated,
            stated[j].is_stated,
            columns[i].typical_codes >= 0,
        )
        pairs.append((i, j, n_pairs))
        pair_lacks.append(-table.sums.ravel())
        pair_scales.append(table.scales.ravel())
        n_pairs += table.sums.size
    return Gaps(
        lacks,
        scales,
        np.concatenate(pair_lacks),
        np.concatenate(pair_scales),
        np.array(pairs, dtype=np.int64).reshape(-1, 3),
        first_categories,
        widths,
    )


def _margin(file: CalibratedFile, column: CategoryCodes, is_target: Bools) -> _Targets:
    """Tabulate the shares of a column."""
    whole_file = np.zeros(len(file.weights), dtype=np.int64)
    table = _table(file, whole_file, column, np.ones(1, dtype=np.bool_))
    return replace(table, scales=np.where(is_target, table.scales, 0))


def _table(
    file: CalibratedFile,
    rows: Ints,
    column: CategoryCodes,
    is_stated_row: Bools,
    is_stated_column: Bools | None = None,
    has_row: Bools | None = None,
) -> _Targets:
    """Sum the weights of an original table, and find the cells that are targets.

    Where the release has cells for more records than the original, these are shared out like those
    observed.

    Parameters
    ----------
    rows : numpy.ndarray of int64, shape (n,)
        -1: in no row.
    is_stated_row, is_stated_column : numpy.ndarray of bool, shape (rows,) and (column.width,)
        Whether their margins are targets or published; default: all.
    has_row : numpy.ndarray of bool, shape (n,), optional
        Whether the release has a row for a record; default: where the original has one.
    """
    shape = len(is_stated_row), column.width
    if is_stated_column is None:
        is_stated_column = np.ones(column.width, dtype=np.bool_)
    is_observed = (rows >= 0) & (column.original_codes >= 0)
    is_released = (rows >= 0 if has_row is None else has_row) & (column.typical_codes >= 0)
    cells = np.where(is_observed, rows * column.width + column.original_codes, -1)
    observed = np.flatnonzero(is_observed)
    sums = np.bincount(cells[observed], file.weights[observed], shape[0] * shape[1])
    weights: Floats = sums.astype(np.float64)
    if (is_observed != is_released).any():
        weights = _scale_to(weights, file.weights[is_released])
    n_units = count_units(file.records, cells, len(weights)).reshape(shape)
    is_target = find_targets(n_units, is_stated_row, is_stated_column, file.fewest)
    squares = _squares(file.weights[observed])
    shares = sums / max(sums.sum(), 1.0)
    variances = np.bincount(cells[observed], squares, len(sums)) * (1 - 2 * shares)
    variances += shares * shares * squares.sum()
    return _Targets(
        np.rint(weights).astype(np.int64).reshape(shape),
        np.where(is_target, _scales(variances).reshape(shape), 0),
    )


def _totals(amounts: Amounts, column: CategoryCodes, is_target: Bools) -> _Targets:
    """Sum the numbers of the original by category in one row."""
    cells = column.original_codes
    observed = np.flatnonzero(cells >= 0)
    sums = np.bincount(cells[observed], amounts.original[observed], column.width)
    released = amounts.released[column.typical_codes >= 0]
    totals = _scale_to(sums.astype(np.float64), released)
    squares = _squares(amounts.original[observed])
    variances: Floats = np.bincount(cells[observed], squares, column.width).astype(np.float64)
    variances -= np.ldexp(np.square(sums), -_SQUARE_BITS) / max(len(observed), 1)
    scales = np.where(is_target, _scales(variances), 0)
    return _Targets(np.rint(totals).astype(np.int64)[None], scales[None])


def _squares(amounts: Ints) -> Floats:
    return np.rint(np.ldexp(np.square(amounts.astype(np.float64)), -_SQUARE_BITS))


def _scales(variances: Floats) -> Ints:
    """Compute scales of gaps from the variances of sums, in which squares are rounded."""
    halves = _REACH * np.sqrt(np.ldexp(np.maximum(variances, 1.0), _SQUARE_BITS))
    scales = np.rint((1 << SCALE_BITS + HALF_INTERVAL_BITS) / halves)
    return np.maximum(scales, 1.0).astype(np.int64)


def _scale_to(sums: Floats, released: Ints) -> Floats:
    """Share out what is released like the sums, where both are above zero."""
    total, released_total = float(sums.sum()), float(released.sum())
    return sums * (released_total / total) if total * released_total > 0 else sums
