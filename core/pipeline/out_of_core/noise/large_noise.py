"""Releases a file in the scratch folder with noise; see `core.protect.privacy.private_release`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RowFile, Rows
from core.jobs import Job
from core.model import Guarantee, Plan
from core.pipeline.out_of_core.large_protect import LargeProtected
from core.pipeline.out_of_core.noise.long_shuffle import shuffled_rows
from core.pipeline.out_of_core.noise.masked_places import MaskedPlaces, field_of
from core.pipeline.out_of_core.sorting.rank_groups import rank_groups
from core.pipeline.out_of_core.workplace import Workplace
from core.protect.privacy.design import INSENSITIVE, LAPLACE, design_of
from core.protect.privacy.entropy import Entropy, supply
from core.protect.privacy.groups import FixedGroups
from core.protect.privacy.modes import noisy_groups, smoothed
from core.protect.privacy.private_release import noise_steps

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NOISE_PHASES = ("noising", "composing")


def noise_large(plan: Plan, table: StoredTable, work: Workplace, job: Job) -> LargeProtected:
    """Return the records of a table, released with noise.

    The same random bits are drawn for the same values as in memory, in the same order, whatever the
    parts. Of each group, some dozen bytes are in memory.

    Parameters
    ----------
    plan : Plan
        Resolved, of a private method with a guarantee that is possible on disk.
    table : StoredTable
        The records to release.
    work, job : Workplace and Job
        Where the records are sorted; enters the phases `NOISE_PHASES`.
    """
    design = design_of(plan.project, table.rows)
    noise = _Noise(MaskedPlaces(design, table, work, job), supply(design.seed, job.check))
    if design.method == LAPLACE:
        found = noise.own()
    elif design.method == INSENSITIVE:
        found = noise.insensitive()
    elif design.guarantee is Guarantee.AS_PUBLISHED:
        found = noise.ranked_as_published()
    else:
        found = noise.marginals()
    named = {column.name: column for column in found}
    released = StoredTable(tuple(named.get(column.name, column) for column in table.columns))
    # All records are one cluster, because the groups must not be disclosed.
    sizes = np.array([table.rows])
    return LargeProtected(released, sizes, noise_steps(design), (), paired=design.paired)


class _Noise:
    """Draws the noise of the masked columns.

    Parameters
    ----------
    places : MaskedPlaces
        The masked columns.
    entropy : Entropy
        Source of random bits, which are drawn in the same order as in `modes`.
    """

    def __init__(self, places: MaskedPlaces, entropy: Entropy) -> None:
        self._places, self._entropy = places, entropy
        self._design, self._work = places.design, places.work

    def own(self) -> list[StoredColumn]:
        """Return every record's values with independent noise; see `modes.own_noise`."""
        self._start("noising")
        return [self._places.released(at, self._of_records(at)) for at in self._each()]

    def ranked_as_published(self) -> list[StoredColumn]:
        """Return individual ranking as published; see `modes.ranked_as_published`."""
        self._start("noising")
        columns = self._design.columns
        return [self._in_groups(at, self._places.in_order(columns[at]), 0) for at in self._each()]

    def insensitive(self) -> list[StoredColumn]:
        """Return groups along one order of records; see `modes.insensitive`."""
        self._start("noising")
        parts = self._places.from_corner()
        first = next(parts)
        with RowFile(self._work.place("ordered"), first.dtype) as ordered:
            ordered.add(first)
            for part in parts:
                ordered.add(part)
            return [self._in_groups(at, ordered.parts(self._work.rows), at) for at in self._each()]

    def marginals(self) -> list[StoredColumn]:
        """Return the sorted groups of each column in an order of its own; see `modes.marginals`."""
        self._start("noising")
        groups, columns, noisy = self._design.groups, self._design.columns, []
        for at in self._each():
            parts = self._noisy_parts(at, self._places.in_order(columns[at]), 0)
            found = np.concatenate([of_groups for _, _, of_groups in parts])
            noisy.append(smoothed(columns[at], found, groups))
        self._start("composing")
        return [self._places.released(at, self._shuffled(noisy[at])) for at in self._each()]

    def _start(self, phase: str) -> None:
        self._places.job.start_phase(phase, len(self._design.columns))

    def _each(self) -> Iterator[int]:
        """Yield the numbers of the columns, and report each that is finished."""
        for at in range(len(self._design.columns)):
            yield at
            self._places.job.update(at + 1)

    def _of_records(self, at: int) -> Iterator[Floats]:
        """Yield the noisy position of each record in a column."""
        column = self._design.columns[at]
        for (places,) in self._places.parts(column):
            yield noisy_groups(column, places, FixedGroups(len(places), 1), self._entropy)

    def _in_groups(self, at: int, ordered: Iterator[Rows], field: int) -> StoredColumn:
        """Return a column with the noisy position of each record's group, by record."""
        noisy = self._noisy_parts(at, ordered, field)
        each = ((where, of_groups[labels]) for where, labels, of_groups in noisy)
        return self._places.released(at, self._places.placed(each))

    def _noisy_parts(
        self, at: int, ordered: Iterator[Rows], field: int
    ) -> Iterator[tuple[Ints, Ints, Floats]]:
        """Yield some groups at a time: records, the group of each, and the groups' positions."""
        column, groups = self._design.columns[at], self._design.groups
        for _, rows, labels in rank_groups(ordered, groups.begins()):
            places = np.ascontiguousarray(rows[field_of(field)])
            own = FixedGroups(len(rows), groups.k)
            yield rows[AT], labels, noisy_groups(column, places, own, self._entropy)

    def _shuffled(self, of_groups: Floats) -> Iterator[Floats]:
        """Yield the positions of sorted records in a random order."""
        kinds, groups = np.dtype([("group", "<i4")]), self._design.groups

        def parts() -> Iterator[Rows]:
            for start in range(0, groups.records, self._work.rows):
                ranks = np.arange(start, min(start + self._work.rows, groups.records))
                rows = np.empty(len(ranks), kinds)
                rows["group"] = np.minimum(ranks // groups.k, groups.count - 1)
                yield rows

        place, records = self._work.place("shuffling"), groups.records
        for rows in shuffled_rows(parts(), kinds, place, records, self._entropy):
            if len(rows):
                yield of_groups[rows["group"]]
