"""Key columns of scenarios, whose combinations must each be shared by at least k records.

Unlike a limit on groups, this depends on all clusters together: several that are released with the
same categories count together, and merging can take records away from a combination of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Bools, Floats, Ints, Words
from core.conditions import (
    Records,
    key_groups,
    list_enforced_scenarios,
    list_masked_keys,
    list_masked_scenarios,
    sharing,
)
from core.encode import Nominal, by_first_appearance
from core.errors import Problem, Where
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.protect.merging import AnyCentroids, centroids_of
from core.protect.representatives import (
    NumberRepresentative,
    category_representative,
    contents_of_masked,
    number_representative,
    represent_column_of,
)
from core.protect.task import Parameters


@dataclass(frozen=True, slots=True, eq=False)
class KeySet:
    """The columns of a scenario with a k, some of them masked in one block.

    Attributes
    ----------
    records : Records
        The `n` records to be released.
    k : int
        How many records must share each combination of values.
    fixed : numpy.ndarray of int64, shape (n,)
        Group of equal values in the columns that are not masked.
    masked : tuple of str
        The masked columns whose released values are the representatives of clusters.
    moved : bool
        Whether the scenario has masked numbers that rules or totals may change after clustering, or
        values that depend on all clusters.
        Only records of one cluster then share them for certain.
    contents : numpy.ndarray of uint64, shape (n,), optional
        From `contents_of_masked`.
    """

    records: Records
    k: int
    fixed: Ints
    masked: tuple[str, ...]
    moved: bool
    of_numbers: NumberRepresentative
    contents: Words | None

    def short(self, labels: Ints) -> Bools:
        """Find the records that share their values with fewer than `k`, shape (n,).

        Parameters
        ----------
        labels : numpy.ndarray of int64, shape (n,)
            Cluster of each record, numbered from 0 without gaps.
        """
        if self.moved:
            combinations = refine(self.fixed, labels)
        else:
            released = [
                represent_column_of(
                    self.records, self.records.named(name), labels, self.of_numbers, self.contents
                )
                for name in self.masked
            ]
            combinations = refine(
                self.fixed, key_groups(released, self.masked, self.records.schema)
            )
        return np.asarray(np.bincount(combinations)[combinations] < self.k)


def key_sets_of(records: Records, names: Sequence[str], parameters: Parameters) -> list[KeySet]:
    """List the scenarios with a k whose masked columns are all in the block `names`.

    Nothing is masked for the others: those over several blocks are only counted.
    """
    recipe, schema = records.recipe, records.schema
    key_sets, contents = [], contents_of_masked(records)
    of_numbers = number_representative(parameters)
    for scenario in list_masked_scenarios(recipe, schema):
        if not set(scenario.masked) <= set(names):
            continue
        amounts = [schema.named(name).scale for name in scenario.masked]
        moved = bool(recipe.rules or recipe.totals) and any(
            scale is not None and scale.has_amounts for scale in amounts
        )
        moved |= of_numbers.looks_at_all_clusters
        moved |= category_representative(parameters).looks_at_all_clusters
        fixed = key_groups(records.columns, scenario.unmasked, schema)
        key_sets.append(
            KeySet(records, scenario.k, fixed, scenario.masked, moved, of_numbers, contents)
        )
    return key_sets


def merge_for_key_sets(
    points: Floats,
    labels: Ints,
    parts: Ints,
    key_sets: Sequence[KeySet],
    job: Job,
    nominal: Sequence[Nominal] = (),
) -> Ints:
    """Merge clusters with records that share their values with too few, until none are left.

    In each pass every such cluster merges with the nearest one of its part, unless one of the two
    has merged in this pass; then the combinations are counted again. A cluster that is alone in
    its part stays as it is, so that the release may still have too small combinations.

    Parameters
    ----------
    points : numpy.ndarray of float64, shape (n, m)
        The encoded quasi-identifiers, without the nominal ones; those of different parts are
        farther from each other than those of the same.
    labels : numpy.ndarray of int64, shape (n,)
        The clusters, numbered from 0 by first appearance, as are those returned.
    parts : numpy.ndarray of int64, shape (n,)
        The part of each record, whose clusters never merge with those of another.
    key_sets : sequence of KeySet
        At least one.
    """
    steps = 0
    while True:
        job.update(steps)
        short = np.zeros(len(labels), dtype=np.bool_)
        for key_set in key_sets:
            short |= key_set.short(labels)
        part_of_cluster = parts[np.unique(labels, return_index=True)[1]]
        has_short = np.bincount(labels, weights=short) > 0
        waiting = np.flatnonzero(has_short & (np.bincount(part_of_cluster)[part_of_cluster] > 1))
        if not len(waiting):
            return labels
        root = _merge_waiting(centroids_of(points, labels, nominal), part_of_cluster, waiting, job)
        steps += int(np.count_nonzero(root != np.arange(len(root))))
        labels = by_first_appearance(root[labels])


def _merge_waiting(centroids: AnyCentroids, part: Ints, waiting: Ints, job: Job) -> Ints:
    """Merge each waiting cluster with the nearest one; return the cluster that each is part of.

    Clusters are numbered by first appearance. Waiting are those that are not alone in their part;
    one that another one merged with in this pass is passed over.
    """
    n_clusters, root, touched = np.bincount(part), np.arange(len(part)), set[int]()
    for cluster in waiting.tolist():
        job.check()
        if cluster in touched or n_clusters[part[cluster]] == 1:
            continue
        into, gone = centroids.merge(cluster)
        root[gone] = into
        n_clusters[part[cluster]] -= 1
        touched.update((into, gone))
    for cluster in range(len(root)):
        # A root has a smaller number than the clusters merged into it.
        root[cluster] = root[root[cluster]]
    return root


def find_out_of_reach(records: Records) -> list[Problem]:
    """Return an error for each scenario whose columns that are not masked are shared by too few.

    Masking the other columns cannot join their combinations. Without such columns, the file itself
    has too few records or units, or too few units of one size where they are protected whole.
    """
    recipe, schema, unit = records.recipe, records.schema, records.units()
    problems: list[Problem] = []
    for position, scenario, k in list_enforced_scenarios(recipe):
        masked = list_masked_keys(scenario, recipe, schema)
        unmasked = [name for name in scenario.columns if name not in masked]
        labels = key_groups(records.columns, unmasked, schema)
        is_whole = recipe.unit is not None and recipe.unit.is_whole
        shared, _ = sharing(labels, unit, is_whole=is_whole)
        failing, fewest = int(np.count_nonzero(shared < k)), int(shared.min())
        problems += _out_of_reach_of(position, k, unmasked, failing, fewest, is_whole=is_whole)
    return problems


def _out_of_reach_of(
    position: int,
    k: int,
    unmasked: Sequence[str],
    failing: int,
    fewest: int,
    *,
    is_whole: bool = False,
) -> list[Problem]:
    """Return an error if too few share some combinations of a scenario's unmasked columns.

    `failing` of them are shared by fewer than `k`, and one by the `fewest`.
    """
    if not failing:
        return []
    field, columns = f"scenarios[{position}].k", list(unmasked)
    params: dict[str, object] = {"field": field, "k": k, "columns": columns, "count": failing}
    if unmasked:
        return [Problem("scenario-k-of-columns", Where(field=field), params)]
    if is_whole:
        return [Problem("scenario-k-of-sizes", Where(field=field), params)]
    params["count"] = fewest
    return [Problem("scenario-k-of-file", Where(field=field), params)]
