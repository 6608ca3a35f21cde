"""Categories of all clusters chosen together, so that tables of the release are the original's.

Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.conditions.rule_counts import newly_violating
from core.encode.content_numbers import content_numbers
from core.encode.unit_groups import first_records
from core.jobs import Job
from core.kernels.categories.combination_choice import (
    Combinations,
    Gaps,
    Sums,
    add_choices,
    choose_least_changed,
    improve_choices,
)
from core.kernels.categories.settle_ties import whole_weights
from core.kernels.numerics.grouping import refine
from core.model import Column, Scale, Step
from core.model.checklist import profile_of
from core.protect.representatives.category_codes import CategoryCodes, code_categories
from core.protect.representatives.representative import CategoryRepresentative

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_CATEGORICAL = (Scale.ORDINAL, Scale.NOMINAL)
FEWEST_UNITS = 3
"""Units of a cell that is a target, except in the public profile, which needs its k."""

_TOTAL_WEIGHT = 1 << 40
_MARGIN_PENALTY, _PENALTY = 20, 5
_FACTORS = (64, 32, 16, 8, 4, 2)
_MOST_ROUNDS = 12
# Of the clusters: when so few move in a round, the next would change little.
_FEW_MOVED = 1e-3
_NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _File:
    """Records whose categories are chosen, with what counts for it.

    Attributes
    ----------
    records : Records
        The `n` original records.
    weights : numpy.ndarray of int64, shape (n,)
        Survey weights in whole multiples of a small unit.
    units : numpy.ndarray of int64, shape (n,), or None
        Unit of each record; ``None``: each is one.
    fewest : int
        Units that a cell must have to be a target.
    published : tuple of numpy.ndarray of int64, shape (n,)
        The categories of columns that are released as they are.
    contents : numpy.ndarray of uint64, shape (n,)
        A number of what each record contains.
    """

    records: Records
    weights: Ints
    units: Ints | None
    fewest: int
    published: tuple[Ints, ...]
    contents: NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """The categories chosen for columns that are masked by the same clusters.

    Attributes
    ----------
    coded : tuple of CategoryCodes
        The `m` columns.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record.
    codes : numpy.ndarray of int64, shape (clusters, m)
        The category of each column in each cluster; -1: none.
    n_targets : int
        Cells that were targets.
    """

    coded: tuple[CategoryCodes, ...]
    labels: Ints
    codes: Ints
    n_targets: int

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return len(self.codes)

    @property
    def n_changed(self) -> int:
        """Clusters with another combination than the typical categories."""
        return int(np.count_nonzero((self.codes != self._typical).any(axis=1)))

    @property
    def _typical(self) -> Ints:
        holders = np.unique(self.labels, return_index=True)[1]
        return np.column_stack([column.typical_codes[holders] for column in self.coded])

    def keep(self, clusters: Ints) -> int:
        """Give clusters their typical categories back; count those that had others."""
        typical = self._typical[clusters]
        n_kept = np.count_nonzero((self.codes[clusters] != typical).any(axis=1))
        self.codes[clusters] = typical
        return int(n_kept)

    def columns(self) -> dict[str, Column]:
        """Build the released columns, by name."""
        return {
            column.released.name: column.column(self.codes[:, j][self.labels])
            for j, column in enumerate(self.coded)
        }


class CalibratedCategories(CategoryRepresentative):
    """A combination of categories of a record of the cluster, chosen for tables of the file."""

    name = "calibrated"
    looks_at_all_clusters = True

    def choose(
        self,
        records: Records,
        released: Sequence[Column],
        labels: Mapping[str, Ints],
        job: Job,
    ) -> tuple[tuple[Column, ...], tuple[Step, ...]]:
        """Choose the categories of clusters so that margins and two-way tables are the original's.

        Each cluster takes one combination of the categories of its own records, in all columns that
        are masked by the same clusters. Where that would break a rule that holds with the typical
        categories, a cluster keeps these.
        """
        schema = records.schema
        names_by_clusters: dict[int, list[str]] = {}
        for name, clusters in labels.items():
            if schema.named(name).scale in _CATEGORICAL:
                names_by_clusters.setdefault(id(clusters), []).append(name)
        if not names_by_clusters:
            return tuple(released), ()
        typical = {column.name: column for column in released}
        file = _file_of(records, labels)
        choices = []
        for names in names_by_clusters.values():
            codes = tuple(
                code_categories(records.named(name), typical[name], schema.named(name))
                for name in names
            )
            choices.append(_choose(file, codes, labels[names[0]], job))
        columns, n_kept = _keep_rules(records, typical, choices)
        counts = {
            "clusters": sum(choice.n_clusters for choice in choices),
            "changed": sum(choice.n_changed for choice in choices),
            "targets": sum(choice.n_targets for choice in choices),
            "kept": n_kept,
        }
        return tuple(columns.values()), (Step("calibrated-categories", counts),)


def _file_of(records: Records, masked: Mapping[str, Ints]) -> _File:
    recipe = records.recipe
    weights = whole_weights(records.weights(), len(records))
    # Without survey weights, the same unit as with them.
    weights = weights * max(_TOTAL_WEIGHT // int(weights.sum()), 1)
    fewest = FEWEST_UNITS
    if recipe.profile == "public":
        fewest = max(fewest, profile_of(recipe.profile, dict(recipe.limits)).k)
    coded = [
        (records.named(attribute.name), attribute)
        for attribute in records.schema.attributes
        if attribute.role.is_released
        and (attribute.name in masked or attribute.scale in _CATEGORICAL)
        and attribute.scale is not None
    ]
    published = tuple(
        code_categories(column, column, attribute).original_codes
        for column, attribute in coded
        if attribute.name not in masked
    )
    contents = content_numbers(coded, len(records))
    return _File(records, weights, records.units(), fewest, published, contents)


def _choose(file: _File, columns: tuple[CategoryCodes, ...], labels: Ints, job: Job) -> _Choice:
    """Choose a combination of categories for each cluster."""
    widths = np.array([column.width for column in columns], dtype=np.int64)
    first_places = np.cumsum(widths) - widths
    combinations = _combinations_of(file, columns, labels, first_places)
    job.check()
    sums, n_kinds = _sums_of(file, labels)
    gaps = _targets_of(file, columns, n_kinds, first_places)
    job.check()
    chosen = choose_least_changed(combinations)
    add_choices(chosen, combinations, sums, gaps)
    sequence = _sequence(file, labels)
    for factor in _FACTORS:
        improve_choices(chosen, sequence, factor, combinations, sums, gaps)
        job.check()
    for _ in range(_MOST_ROUNDS):
        n_moved = improve_choices(chosen, sequence, 1, combinations, sums, gaps)
        job.check()
        if n_moved <= _FEW_MOVED * len(chosen):
            break
    places = combinations.places[chosen]
    codes = np.where(places < 0, -1, places - first_places)
    n_targets = np.count_nonzero(gaps.penalties) + np.count_nonzero(gaps.pair_penalties)
    return _Choice(columns, labels, codes, int(n_targets))


def _combinations_of(
    file: _File, columns: Sequence[CategoryCodes], labels: Ints, first_places: Ints
) -> Combinations:
    """List the combinations of each cluster, in the order of their categories.

    A record without a category has the typical one of its cluster; where a cluster has none, no
    combination has.
    """
    cells = [
        np.where(
            (column.original_codes < 0) | (column.typical_codes < 0),
            column.typical_codes,
            column.original_codes,
        )
        for column in columns
    ]
    order = np.lexsort((*cells[::-1], labels))
    is_first = np.zeros(len(order), dtype=np.bool_)
    is_first[:1] = True
    for keys in (labels, *cells):
        is_first[1:] |= np.diff(keys[order]) != 0
    holders = order[is_first]
    groups = labels[holders]
    changed = np.zeros(len(holders), dtype=np.int64)
    for column, codes in zip(columns, cells, strict=True):
        observed = np.flatnonzero(column.original_codes >= 0)
        weights = file.weights[observed]
        pairs = refine(
            np.concatenate((labels[observed], groups)),
            np.concatenate((column.original_codes[observed], codes[holders])),
        )
        n_pairs = int(pairs.max(initial=-1)) + 1
        kept = np.bincount(pairs[: len(observed)], weights, n_pairs)[pairs[len(observed) :]]
        whole = np.bincount(labels[observed], weights, int(labels.max()) + 1)[groups]
        changed += (whole - kept).astype(np.int64)
    codes_of_holders = np.column_stack([codes[holders] for codes in cells])
    places = np.where(codes_of_holders < 0, -1, codes_of_holders + first_places)
    begin = np.searchsorted(groups, np.arange(int(labels.max()) + 2)).astype(np.int64)
    return Combinations(begin, np.ascontiguousarray(places), changed)


def _sums_of(file: _File, labels: Ints) -> tuple[Sums, int]:
    """Sum the weights of each cluster, in all and by the categories that are published."""
    n_clusters = int(labels.max()) + 1
    groups = [np.arange(n_clusters)]
    kinds = [np.zeros(n_clusters, dtype=np.int64)]
    amounts = [np.bincount(labels, file.weights, n_clusters)]
    n_kinds = 1
    for codes in file.published:
        observed = np.flatnonzero(codes >= 0)
        pairs = refine(labels[observed], codes[observed])
        holders = observed[np.unique(pairs, return_index=True)[1]]
        groups.append(labels[holders])
        kinds.append(n_kinds + codes[holders])
        amounts.append(np.bincount(pairs, file.weights[observed]))
        n_kinds += int(codes.max(initial=-1)) + 1
    group, kind = np.concatenate(groups), np.concatenate(kinds)
    order = np.lexsort((kind, group))
    begin = np.searchsorted(group[order], np.arange(n_clusters + 1)).astype(np.int64)
    amount = np.concatenate(amounts)[order].astype(np.int64)
    return Sums(begin, kind[order].astype(np.int64), amount), n_kinds


def _targets_of(
    file: _File,
    columns: Sequence[CategoryCodes],
    n_kinds: int,
    first_places: Ints,
) -> Gaps:
    """Compute what an empty release would lack, and which cells are targets."""
    widths = np.array([column.width for column in columns], dtype=np.int64)
    lacks = np.zeros((n_kinds, int(widths.sum())), dtype=np.int64)
    penalties = np.zeros_like(lacks)
    whole_file = np.zeros(len(file.weights), dtype=np.int64)
    for column, first in zip(columns, first_places.tolist(), strict=True):
        places, first_kind = slice(first, first + column.width), 0
        for codes in (whole_file, *file.published):
            n_codes = int(codes.max(initial=-1)) + 1
            kinds = slice(first_kind, first_kind + n_codes)
            is_released = (codes >= 0) & (column.typical_codes >= 0)
            target, is_target = _table(file, codes, column, is_released, n_codes)
            penalty = _PENALTY if first_kind else _MARGIN_PENALTY
            lacks[kinds, places], penalties[kinds, places] = -target, penalty * is_target
            first_kind += n_codes
    tables, pair_lacks, pair_penalties, n_pairs = [], [_NONE], [_NONE], 0
    for j, column in enumerate(columns):
        for i, row in enumerate(columns[:j]):
            is_released = (row.typical_codes >= 0) & (column.typical_codes >= 0)
            target, is_target = _table(file, row.original_codes, column, is_released, row.width)
            tables.append((i, j, n_pairs))
            pair_lacks.append(-target.ravel())
            pair_penalties.append(_PENALTY * is_target.ravel())
            n_pairs += target.size
    return Gaps(
        lacks,
        penalties,
        np.concatenate(pair_lacks),
        np.concatenate(pair_penalties),
        np.array(tables, dtype=np.int64).reshape(-1, 3),
        first_places,
        widths,
    )


def _table(
    file: _File, rows: Ints, column: CategoryCodes, is_released: Bools, n_rows: int
) -> tuple[Ints, Bools]:
    """Sum the weights of an original table, and find the cells that are targets.

    Where the release has cells for more records than the original, these are shared out like those
    observed.

    Parameters
    ----------
    rows : numpy.ndarray of int64, shape (n,)
        -1: in no row.
    is_released : numpy.ndarray of bool, shape (n,)
        Whether a record is in the table of the release.

    Returns
    -------
    weights : numpy.ndarray of int64, shape (n_rows, column.width)
    is_target : numpy.ndarray of bool, shape (n_rows, column.width)
    """
    is_observed = (rows >= 0) & (column.original_codes >= 0)
    observed, shape = np.flatnonzero(is_observed), (n_rows, column.width)
    cells = rows[observed] * column.width + column.original_codes[observed]
    weights = np.bincount(cells, file.weights[observed], n_rows * column.width)
    counted = cells
    if file.units is not None:
        counted = cells[first_records(refine(cells, file.units[observed]))]
    n_units = np.bincount(counted, minlength=len(weights)).reshape(shape)
    if (is_observed != is_released).any():
        weights = weights * (float(file.weights[is_released].sum()) / max(weights.sum(), 1.0))
    targets = np.rint(weights).astype(np.int64).reshape(shape)
    return targets, find_targets(n_units, file.fewest)


def find_targets(n_units: Ints, fewest: int) -> Bools:
    """Find the cells of a table that have enough units, and the rest of each row and column, too.

    The rest follows from the margin and the other cells. As many cells as are needed, the smallest
    first, are therefore no targets either (secondary suppression: Hundepool et al. 2012, section
    4.2.2).

    Parameters
    ----------
    n_units : numpy.ndarray of int64, shape (rows, columns)
        Units of each cell.
    """
    is_target = n_units >= fewest
    while True:
        n_targets = np.count_nonzero(is_target)
        for units, targets in ((n_units, is_target), (n_units.T, is_target.T)):
            rests = np.where(targets, 0, units).sum(axis=1)
            for row in np.flatnonzero((rests > 0) & (rests < fewest) & targets.any(axis=1)):
                places = np.flatnonzero(targets[row])
                targets[row, places[units[row, places].argmin()]] = False
        if np.count_nonzero(is_target) == n_targets:
            return is_target


def _sequence(file: _File, labels: Ints) -> Ints:
    """Put the clusters in a sequence that no order of records changes: by what they contain."""
    n_clusters = int(labels.max()) + 1
    contents = np.zeros(n_clusters, dtype=np.uint64)
    np.add.at(contents, labels, file.contents)
    weights = np.bincount(labels, file.weights, n_clusters)
    firsts = np.empty(n_clusters, dtype=np.int64)
    firsts[labels[::-1]] = np.arange(len(labels))[::-1]
    return np.lexsort((firsts, weights, contents))


def _keep_rules(
    records: Records,
    typical: Mapping[str, Column],
    choices: Sequence[_Choice],
) -> tuple[dict[str, Column], int]:
    """Give clusters their typical categories back where a rule broke.

    Returns
    -------
    columns : dict of str to Column
        The released columns.
    n_kept : int
        The clusters that have their typical categories back.
    """
    columns, n_kept = dict(typical), 0
    columns |= {name: column for choice in choices for name, column in choice.columns().items()}
    names = columns.keys() - {name for name in columns if columns[name] is typical[name]}
    while records.recipe.rules:
        broken = newly_violating(records, typical, columns, names)
        if not broken:
            break
        is_broken = np.logical_or.reduce(list(broken.values()))
        for choice in choices:
            clusters = np.unique(choice.labels[is_broken])
            n_kept += choice.keep(clusters)
            columns |= choice.columns()
    return columns, n_kept
