"""Categories of all clusters chosen together, so that tables of the release are the original's.

Manual: methods#calibrated-categories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Ints
from core.conditions import Records
from core.conditions.rule_counts import newly_violating
from core.jobs import Job
from core.model import CATEGORICAL, Column, Step
from core.protect.representatives.calibration_targets import (
    CalibratedFile,
    add_chosen,
    file_to_calibrate,
)
from core.protect.representatives.category_codes import CategoryCodes, code_categories
from core.protect.representatives.combination_search import search_choices, task_of
from core.protect.representatives.representative import CategoryRepresentative


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

    def restore_typical(self, clusters: Ints) -> int:
        """Give clusters their typical categories back; count those that had others."""
        typical = self._typical[clusters]
        n_restored = np.count_nonzero((self.codes[clusters] != typical).any(axis=1))
        self.codes[clusters] = typical
        return int(n_restored)

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
        are masked by the same clusters. Columns of other clusters come later, and see those chosen
        before. Where that would break a rule that holds with the typical
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
        codes_by_clusters = [
            tuple(
                code_categories(records.named(name), typical[name], schema.named(name))
                for name in names
            )
            for names in names_by_clusters.values()
        ]
        for turn, codes in enumerate(codes_by_clusters, start=1):
            later_columns = (c for columns in codes_by_clusters[turn:] for c in columns)
            file = replace(file, later_codes=tuple(c.original_codes for c in later_columns))
            choice = _choose(file, codes, labels[codes[0].released.name], job)
            for column, chosen in zip(codes, choice.codes.T, strict=True):
                file = add_chosen(file, column, chosen[choice.labels])
            choices.append(choice)
        columns, n_restored = _restore_where_rules_broke(records, typical, choices)
        # Only whole numbers are published, and these depend on the original.
        counts: dict[str, int | float | str] = {
            "clusters": sum(choice.n_clusters for choice in choices),
            "changed": float(sum(choice.n_changed for choice in choices)),
            "targets": float(sum(choice.n_targets for choice in choices)),
            "kept": float(n_restored),
        }
        return tuple(columns.values()), (Step("calibrated-categories", counts),)


def _choose(
    file: CalibratedFile, columns: tuple[CategoryCodes, ...], labels: Ints, job: Job
) -> _Choice:
    """Choose a combination of categories for each cluster."""
    task = task_of(file, columns, labels)
    job.check()
    categories = task.combinations.categories[search_choices(task, job)]
    codes = np.where(categories < 0, -1, categories - task.gaps.first_categories)
    return _Choice(columns, labels, codes, task.n_targets)


def _restore_where_rules_broke(
    records: Records,
    typical: Mapping[str, Column],
    choices: Sequence[_Choice],
) -> tuple[dict[str, Column], int]:
    """Give clusters their typical categories back where a rule broke.

    Returns
    -------
    columns : dict of str to Column
        The released columns.
    n_restored : int
        The clusters that have their typical categories back.
    """
    columns, n_restored = dict(typical), 0
    columns |= {name: column for choice in choices for name, column in choice.columns().items()}
    names = columns.keys() - {name for name in columns if columns[name] is typical[name]}
    while records.recipe.rules:
        broken = newly_violating(records, typical, columns, names)
        if not broken:
            break
        is_broken = np.logical_or.reduce(list(broken.values()))
        for choice in choices:
            clusters = np.unique(choice.labels[is_broken])
            n_restored += choice.restore_typical(clusters)
            columns |= choice.columns()
    return columns, n_restored
