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
from core.jobs import Job
from core.kernels.categories.combination_choice import (
    Combinations,
    add_choices,
    choose_least_changed,
    improve_choices,
)
from core.kernels.numerics.grouping import refine
from core.model import Column, Step
from core.protect.representatives.calibration_targets import (
    CATEGORICAL,
    CalibratedFile,
    file_to_calibrate,
    gaps_of_nothing,
    sums_of_clusters,
)
from core.protect.representatives.category_codes import CategoryCodes, code_categories
from core.protect.representatives.representative import CategoryRepresentative

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_MOST_BITS = 27  # An eighth of the weight of the file.
_MOST_ROUNDS = 3
# Of the clusters: when so few move in a round, the next would change little.
_FEW_MOVED = 1e-3


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
            if schema.named(name).scale in CATEGORICAL:
                names_by_clusters.setdefault(id(clusters), []).append(name)
        if not names_by_clusters:
            return tuple(released), ()
        typical = {column.name: column for column in released}
        file = file_to_calibrate(records, typical, labels)
        choices = []
        for names in names_by_clusters.values():
            codes = tuple(
                code_categories(records.named(name), typical[name], schema.named(name))
                for name in names
            )
            choices.append(_choose(file, codes, labels[names[0]], job))
        columns, n_kept = _keep_rules(records, typical, choices)
        # Only whole numbers are published, and these depend on the original.
        counts: dict[str, int | float | str] = {
            "clusters": sum(choice.n_clusters for choice in choices),
            "changed": float(sum(choice.n_changed for choice in choices)),
            "targets": float(sum(choice.n_targets for choice in choices)),
            "kept": float(n_kept),
        }
        return tuple(columns.values()), (Step("calibrated-categories", counts),)


def _choose(
    file: CalibratedFile, columns: tuple[CategoryCodes, ...], labels: Ints, job: Job
) -> _Choice:
    """Choose a combination of categories for each cluster."""
    widths = np.array([column.width for column in columns], dtype=np.int64)
    first_places = np.cumsum(widths) - widths
    combinations = _combinations_of(file, columns, labels, first_places)
    job.check()
    sums, n_kinds = sums_of_clusters(file, labels)
    gaps = gaps_of_nothing(file, columns, n_kinds, first_places)
    job.check()
    chosen = choose_least_changed(combinations)
    add_choices(chosen, combinations, sums, gaps)
    sequence = _sequence(file, labels)
    # In the end squares count up to the weight of a cluster, which no choice can divide.
    fewest_bits = max(int(file.weights.sum()) // len(chosen), 1).bit_length() - 1
    for bits in (*range(_MOST_BITS, fewest_bits, -1), fewest_bits, 0):
        for _ in range(_MOST_ROUNDS):
            n_moved = improve_choices(chosen, sequence, bits, combinations, sums, gaps)
            job.check()
            if n_moved <= _FEW_MOVED * len(chosen):
                break
    places = combinations.places[chosen]
    codes = np.where(places < 0, -1, places - first_places)
    n_targets = np.count_nonzero(gaps.penalties) + np.count_nonzero(gaps.pair_penalties)
    return _Choice(columns, labels, codes, int(n_targets))


def _combinations_of(
    file: CalibratedFile, columns: Sequence[CategoryCodes], labels: Ints, first_places: Ints
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


def _sequence(file: CalibratedFile, labels: Ints) -> Ints:
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
