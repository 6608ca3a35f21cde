"""Merges clusters in the scratch folder until t and all conditions are kept.

See `core.protect.clustering`. Of each cluster its place on the disk, its distance from the file,
its largest amounts and, if any are merged, its centroid are in memory; the records of two clusters
are read when these are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem, PromiseBroken
from core.io.scratch.open_files import OpenFiles
from core.io.scratch.raw_rows import columns_of
from core.io.scratch.row_files import Rows
from core.jobs import Job
from core.model import Column, Project, Step
from core.pipeline.out_of_core.encoded.file_ranks import sorted_members
from core.pipeline.out_of_core.large_points import LargePoints
from core.pipeline.out_of_core.merging.cluster_file import ClusterFile, ClusterPlaces
from core.pipeline.out_of_core.merging.disk_clusters import DiskClusters, MergeLimits
from core.pipeline.out_of_core.merging.large_key_sets import LargeKeySets
from core.pipeline.out_of_core.parts.large_limits import AmountsOfClusters
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.clustering import merge_step
from core.protect.merging import Merging
from core.protect.strata import hold_apart
from core.protect.task import number

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def merges_clusters(points: LargePoints, project: Project) -> bool:
    """Return whether clusters may be merged after they were formed."""
    has_rule = project.recipe.dominance is not None
    return points.keeps_t or has_rule or LargeKeySets.are_asked_for(project)


class LargeMerging(OpenFiles):
    """The clusters of a file, some of which are merged.

    Parameters
    ----------
    points : LargePoints
        What the clusters depend on, with the confidential columns.
    project : Project
        Resolved; clusters keep its t, its dominance rule, its scenarios, or several of these.
    """

    def __init__(self, points: LargePoints, project: Project, work: Workplace) -> None:
        self._points, self._project, self._work = points, project, work
        self._bounds = [number(points.parameters, "t")] if points.keeps_t else []
        rule = project.recipe.dominance
        self._amounts = None if rule is None else AmountsOfClusters(project, rule)
        super().__init__()
        self._file = self._files.enter_context(ClusterFile(work.place("grouped")))
        self._emd: list[Floats] = []

    def take(self, rows: Rows) -> None:
        """Take all records of some clusters."""
        rows, own = self._file.take(rows)
        columns, clusters = columns_of(rows, self._points.columns), int(own.max()) + 1
        self._emd.append(self._emd_of(columns, own, clusters))
        if self._amounts is not None:
            self._amounts.take(columns, own, clusters)

    def run(
        self, part: Ints, strata: Ints, take: Callable[[Rows], object], job: Job
    ) -> tuple[Ints, tuple[Step, ...]]:
        """Merge until all limits are kept, pass all records to `take`; return sizes and steps.

        Parameters
        ----------
        part : numpy.ndarray of int64, shape (c,)
            The part of the file of each cluster, by number; those of others are too far away.
        strata : numpy.ndarray of int64, shape (parts,)
            The stratum of each part.
        take : callable
            Gets all records of some clusters at a time.
        job : Job
            Enters the phase "merging".

        Raises
        ------
        PromiseBroken
            If a cluster's EMD exceeds t, or limits can only be kept by merging clusters of two
            parts.
        Refused
            If a cluster gets more records than memory should hold.
        """
        job.start_phase("merging")
        places = self._file.places()
        final, steps = self._merged(places, part, job)
        own = part[places.labels]
        hold_apart(final, strata[own], "strata-too-far")
        hold_apart(final, own, "patterns-too-far")
        if LargeKeySets.are_asked_for(self._project):
            numbered = self._files.enter_context(ClusterFile(self._work.place("numbered")))
            self._file.regroup(places, final, self._work, numbered.take, job)
            part = own[np.unique(final, return_index=True)[1]]
            key_sets = LargeKeySets(self._points, self._project, self._work)
            sizes, step = key_sets.run(numbered, part, take, job)
            return sizes, (*steps, step)
        if int(final.max()) + 1 < len(final):
            return self._file.regroup(places, final, self._work, take, job), steps
        for rows in self._file.pieces():
            take(rows)
            job.check()
        return places.sizes, steps

    def _merged(self, places: ClusterPlaces, part: Ints, job: Job) -> tuple[Ints, tuple[Step, ...]]:
        """Merge until each cluster is within all limits; return the final number of each."""
        limits = self._limits(places.order)
        bounds = [*self._bounds, *(limit.bound for limit in limits.others)]
        count = len(places.labels)
        if not bounds:
            return np.arange(count), ()
        before = limits.emd.max(axis=0)
        clusters = DiskClusters(self._points, self._file, places, part, limits)
        merging = Merging(clusters.excess(), bounds, clusters.merged, clusters.centroids)
        merging.run(job)
        final = merging.renumbered()
        left = merging.root == np.arange(count)
        self._check(limits.emd[left].max(axis=0))
        return final, (merge_step(self._named(before), count, int(final.max()) + 1),)

    def _limits(self, order: Ints) -> MergeLimits:
        """Return the limits; clusters are numbered in the given order."""
        emd, keeps_t = np.concatenate(self._emd)[order], self._points.keeps_t
        dominance = [] if self._amounts is None else self._amounts.limits(order)
        if keeps_t:
            return MergeLimits("method.t", "large-group", keeps_t, emd, dominance)
        return MergeLimits("dominance", "large-group-dominance", keeps_t, emd, dominance)

    def _emd_of(self, columns: Sequence[Column], labels: Ints, groups: int) -> Floats:
        """Return the EMD of each of some clusters, by confidential column."""
        found = np.empty((groups, len(self._points.ranks)))
        for at, (name, own) in enumerate(self._points.ranked(columns).items()):
            members = sorted_members(labels, own.ranks, groups)
            found[:, at] = self._points.ranks[name].emd(*members)
        return found

    def _named(self, emd: Floats) -> dict[str, float]:
        return dict(zip(self._points.ranks, emd.tolist(), strict=True))

    def _check(self, emd: Floats) -> None:
        for t in self._bounds:
            for name, reached in self._named(emd).items():
                if reached > t:
                    params = {"name": name, "t": t, "reached": reached}
                    raise PromiseBroken(Problem("t-not-reached", params=params))
