"""Matches the members of all units of some clusters on disk with the slots of these."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import Rows
from core.jobs import Job
from core.pipeline.out_of_core.parts.part_records import LABEL
from core.pipeline.out_of_core.units.unit_patterns import UnitPart
from core.pipeline.out_of_core.units.unit_points import SlotTable, UnitQuasi
from core.protect.clustering import Quasi
from core.protect.units.slot_matching import cheaper, matched

Ints = NDArray[np.int64]


class UnitCluster(NamedTuple):
    """All units of some clusters.

    Attributes
    ----------
    members : structured numpy.ndarray, shape (u * m,)
        The members of the units, unit by unit, with the fields of `UnitRows.kinds`.
    units : numpy.ndarray of int64, shape (u,)
        The cluster of each unit, from 0.
    groups : numpy.ndarray of int64, shape (u * m,)
        The group of each member, from 0: its cluster and its slot there.
    """

    members: Rows
    units: Ints
    groups: Ints


class ClusterSlots:
    """The slots of the clusters of a part."""

    def __init__(self, encoded: UnitQuasi, part: UnitPart, table: SlotTable, job: Job) -> None:
        self.part, self.table, self.job = part, table, job
        self._encoded = encoded

    def first(self, rows: Rows) -> Rows:
        """Return rows from the slots common to the part in those of their clusters.

        The fixed order, from which the search does not start, may cost less in a few clusters.
        """
        rows = rows[np.argsort(rows[AT], kind="stable")]
        quasi, labels, common = self._members(rows)
        found = self._matched(quasi, labels, common)
        fixed = np.take_along_axis(common, self.table.order(rows), axis=1)
        return self.table.reordered(rows, cheaper(quasi, found, fixed, labels) % self.part.size)

    def again(self, rows: Rows) -> Rows:
        """Return rows in the slots that a search from their present ones finds."""
        return self.table.reordered(rows, self._matched(*self._members(rows)) % self.part.size)

    def _members(self, rows: Rows) -> tuple[Quasi, Ints, Ints]:
        """Return members, the cluster of each unit, and its members' places, shape (u, m)."""
        members = self.table.members(rows)
        quasi = self._encoded.members(members, apart=bool(self.part.joins))
        return quasi, labels_of(rows), np.arange(len(members)).reshape(-1, self.part.size)

    def _matched(self, quasi: Quasi, labels: Ints, here: Ints) -> Ints:
        return np.hstack([matched(quasi, here[:, s], labels, self.job) for s in self.part.runs])

    def clusters(self, rows: Rows) -> UnitCluster:
        """Return all units of some clusters, whose members are in their slots."""
        labels, size = labels_of(rows), self.part.size
        groups = (size * labels[:, None] + np.arange(size)).ravel()
        return UnitCluster(self.table.members(rows), labels, groups)


def labels_of(rows: Rows) -> Ints:
    """Return the cluster of each row, numbered from 0 without gaps."""
    return np.unique(rows[LABEL], return_inverse=True)[1].astype(np.int64)
