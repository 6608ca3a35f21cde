"""Merges clusters in the scratch folder until combinations of key columns are shared by k records.

What comes out is that of `core.protect.key_sets` on the same records in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from core.conditions import MaskedScenario, Records, key_groups, masked_scenarios
from core.io.scratch.raw_rows import columns_of
from core.io.scratch.row_files import Rows
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import Project, Step, aggregate_of
from core.pipeline.out_of_core.encoded.masked_columns import cells_of, masked_column
from core.pipeline.out_of_core.large_points import LargePoints
from core.pipeline.out_of_core.merging.cluster_file import ClusterFile
from core.pipeline.out_of_core.merging.disk_clusters import DiskClusters, MergeLimits
from core.pipeline.out_of_core.parts.part_records import LABEL
from core.pipeline.out_of_core.sorting.equal_rows import equal_rows
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.aggregate import representatives_of
from core.protect.key_sets import merge_waiting, waiting_clusters

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_RECORDS = "records"
_LIMITS = MergeLimits("scenarios", "large-group-scenario")


class LargeKeySets:
    """Clusters that are merged until each combination of a scenario is shared by k records.

    Parameters
    ----------
    points : LargePoints
        What the clusters depend on, with the columns of the scenarios.
    project : Project
        Resolved.
    """

    def __init__(self, points: LargePoints, project: Project, work: Workplace) -> None:
        self._points, self._project, self._work = points, project, work
        self._key_sets = masked_scenarios(project.recipe, project.schema)
        self._by = aggregate_of(points.parameters)
        self._places = {column.name: i for i, column in enumerate(points.columns)}
        masked = zip(points.masked, points.attributes, strict=True)
        self._masked = {column.name: masked_column(column, a) for column, a in masked}

    @staticmethod
    def are_asked_for(project: Project) -> bool:
        """Return whether clusters may be merged for a scenario."""
        return bool(masked_scenarios(project.recipe, project.schema))

    def run(
        self, file: ClusterFile, part: Ints, take: Callable[[Rows], object], job: Job
    ) -> tuple[Ints, Step]:
        """Merge as far as it helps, pass all records to `take`; return the sizes and the step.

        Parameters
        ----------
        file : ClusterFile
            The clusters, numbered by first appearance.
        part : numpy.ndarray of int64, shape (clusters,)
            The part of the file of each, whose clusters never merge with those of another.
        take : callable
            Gets all records of some clusters at a time.
        job : Job
            Its phase is the caller's; can be cancelled.
        """
        before = len(part)
        with ExitStack() as files:
            for turn in count():
                places = file.places()
                waiting = waiting_clusters(self._short(file, len(part), job), part)
                if not len(waiting):
                    break
                clusters = DiskClusters(self._points, file, places, part, _LIMITS)
                root = merge_waiting(clusters.centroids(), clusters.merged, part, waiting, job)
                left, number = np.unique(root, return_inverse=True)
                path = self._work.place(f"key-sets-{turn}")
                following = files.enter_context(ClusterFile(path))
                file.regroup(places, number, self._work, following.take, job)
                file, part = following, part[left]
            for rows in file.pieces():
                take(rows)
                job.check()
        merges = {"merges": before - len(part), "clusters": len(part)}
        return places.sizes, Step("key-sets", dict(merges))

    def _short(self, file: ClusterFile, clusters: int, job: Job) -> Bools:
        """Return the clusters with a record that shares its values with too few."""
        found, work = np.zeros(clusters, np.bool_), self._work
        for key_set in self._key_sets:
            # As they are released, masked ones first.
            kept = (self._points.columns[self._places[name]] for name in key_set.kept)
            columns = [self._masked[name] for name in key_set.masked]
            columns += (replace(column, notes=None) for column in kept)
            kinds = np.dtype(
                [
                    (LABEL, "<i8"),
                    (_RECORDS, "<i8"),
                    *((f"c{i}", column.dtype) for i, column in enumerate(columns)),
                ]
            )
            names, fields = [c.name for c in columns], [f"c{i}" for i in range(len(columns))]
            place, buckets = work.place("combinations"), work.buckets(len(self._points.columns[0]))
            parts = (self._combinations(rows, key_set, kinds) for rows in file.pieces())
            for some in equal_rows(parts, kinds, fields, place, buckets, job):
                labels = key_groups(columns_of(some, columns), names, self._project.schema)
                shared = np.bincount(labels, weights=some[_RECORDS])
                found[some[LABEL][shared[labels] < key_set.k]] = True
        return found

    def _combinations(self, rows: Rows, key_set: MaskedScenario, kinds: np.dtype[np.void]) -> Rows:
        """Return each combination of each cluster, with its number of records."""
        schema, recipe = self._project.schema, self._project.recipe
        columns = columns_of(rows, self._points.columns)
        labels = np.unique(rows[LABEL], return_inverse=True)[1].astype(np.int64)
        groups = refine(labels, key_groups(columns, key_set.kept, schema))
        first = np.unique(groups, return_index=True)[1]
        found = np.empty(len(first), kinds)
        found[LABEL], found[_RECORDS] = rows[LABEL][first], np.bincount(groups)
        records = Records(columns, schema, recipe)
        for i, name in enumerate(key_set.masked):
            released = representatives_of(records, records.named(name), labels, self._by)
            found[f"c{i}"] = cells_of(released, self._masked[name])[first]
        for i, name in enumerate(key_set.kept, start=len(key_set.masked)):
            found[f"c{i}"] = rows[f"c{self._places[name]}"][first]
        return found
