"""Compares a run with the releases in the register, and adds its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.array_types import Ints, Words
from core.checklist.released_groups import group_released
from core.encode import MeasuredTable
from core.jobs import Job
from core.kernels.numerics.grouping import Labels
from core.log.stamp import now
from core.model import Dataset, Project, Release, Result
from core.model.release import EarlierRelease, Grouping, RegisteredRelease
from core.pipeline.release_register import (
    list_releases,
    read_groups,
    register_folder,
    register_key,
    write_release,
)
from core.pipeline.same_records import (
    check_bytes,
    find_records,
    has_same_order,
    hash_columns,
    hash_records,
    have_same_rows,
    have_same_values,
    most_varied_column,
    number_repeats,
    unique_identifier,
)
from core.protect import adds_noise, promise_of
from core.recipe import dump_project
from core.table import empty, forget, index_type, pieces

_IDENTIFIERS, _BYTES, _ROWS = "identifier_hashes", "check_bytes", "row_hashes"


def earlier_releases(
    project: Project, dataset: Dataset, job: Job
) -> tuple[EarlierRelease, ...] | None:
    """Find the releases of these records in the register, the oldest first.

    Returns
    -------
    tuple of EarlierRelease, or None
        ``None`` for a private run, with which nothing is compared.

    Raises
    ------
    Refused
        If the register cannot be read.
    """
    if adds_noise(project.recipe):
        return None
    folder = register_folder()
    abouts = list_releases(folder)
    hashes = hash_columns(dataset, job) if any(a.rows == dataset.rows for a in abouts) else {}
    sha256, in_order = dataset.fingerprint.sha256, slice(dataset.rows)
    positions: dict[str, Ints | slice] = {
        about.records_sha256: in_order
        for about in abouts
        if has_same_order(about, sha256, dataset.rows, hashes)
    }
    unmatched = [about for about in abouts if about.records_sha256 not in positions]
    moved, rows = _find_moved_records(unmatched, project, dataset, folder, job)
    positions |= moved
    return tuple(
        EarlierRelease(about, _groupings(folder, about, positions[about.records_sha256], rows))
        for about in abouts
        if about.records_sha256 in positions
    )


def record_release(result: Result, dataset: Dataset, release: Release, job: Job) -> None:
    """Add a release to the register, unless it is private: the ledger of budgets has that one.

    The same records released again are the same release, and take the place of the former.

    Raises
    ------
    Refused, StorageFull
        If the register cannot be written.
    """
    project = result.plan.project
    if adds_noise(project.recipe) or not result.paired:
        return
    schema, folder = project.schema, register_folder()
    released = MeasuredTable(result.columns, schema, job, core=result.core)
    groupings = group_released(result.plan, released, dataset.rows)
    key, arrays = register_key(folder, job), dict[str, NDArray[Any]]()
    identifier, compared = unique_identifier(dataset, schema), None
    if identifier is not None and len(dataset.columns) > 1:
        compared = most_varied_column(dataset, identifier)
        arrays[_IDENTIFIERS] = hash_records([dataset.column(identifier)], key, job)
        arrays[_BYTES] = check_bytes(dataset.column(compared), key)
    arrays |= {_name(i): _narrow(grouping.labels) for i, grouping in enumerate(groupings)}
    masked = {name for grouping in groupings for name in grouping.columns}
    about = RegisteredRelease(
        records_sha256=release.files[0].records_sha256,
        when=now(),
        folder=release.folder,
        file=release.protected,
        method=project.recipe.method.name,
        k=promise_of(project.recipe.method).k,
        input_sha256=dataset.fingerprint.sha256,
        input_columns=hash_columns(dataset, job),
        rows=dataset.rows,
        released=len(released),
        identifier=None if compared is None else identifier,
        compared=compared,
        published=tuple(c.name for c in result.columns if c.name not in masked),
        groupings=tuple((grouping.columns, grouping.keeps_total) for grouping in groupings),
        recipe=dump_project(project),
    )
    columns = [dataset.column(name) for name in about.released_columns]
    arrays[_ROWS] = hash_records(columns, key, job)
    write_release(folder, about, arrays, job)


def _name(grouping: int) -> str:
    return f"groups_{grouping}"


def _narrow(labels: Labels) -> Labels:
    narrow = empty(len(labels), np.min_scalar_type(int(labels.max(initial=0))))
    for piece in pieces(len(labels)):
        narrow[piece] = labels[piece]
    forget(narrow)
    return narrow


def _groupings(
    folder: Path, about: RegisteredRelease, positions: Ints | slice, rows: int
) -> tuple[Grouping, ...]:
    """Read the groups of a release whose records have these positions among `rows` records."""
    groupings = []
    for i, (columns, keeps_total) in enumerate(about.groupings):
        labels = empty(rows, index_type(rows))
        labels.fill(0)
        labels[positions] = read_groups(folder, about, (_name(i),))[_name(i)]
        forget(labels)
        groupings.append(Grouping(columns, labels, keeps_total))
    return tuple(groupings)


def _find_moved_records(
    abouts: Sequence[RegisteredRelease], project: Project, dataset: Dataset, folder: Path, job: Job
) -> tuple[dict[str, Ints], int]:
    """Find the records of releases whose inputs had others, or another order.

    Returns
    -------
    positions : dict
        For each release of the same records, the position of each; those that the present input
        lacks come after all of it.
    rows : int
        The number of all these records.
    """
    positions, gone = dict[str, Ints](), dict[str, Words]()
    if abouts:
        present = _PresentRecords(project, dataset, register_key(folder, job), job)
        for about in abouts:
            if (match := present.match(about, folder)) is not None:
                places, earlier_hashes = match
                positions[about.records_sha256] = places
                gone[about.records_sha256] = earlier_hashes[places < 0]
    further = np.unique(np.concatenate(list(gone.values()))) if gone else np.empty(0)
    for name, places in positions.items():
        places[places < 0] = dataset.rows + np.searchsorted(further, gone[name])
    return positions, dataset.rows + len(further)


class _PresentRecords:
    """The hashes of the present records, each computed once."""

    def __init__(self, project: Project, dataset: Dataset, key: bytes, job: Job) -> None:
        self._dataset, self._key, self._job = dataset, key, job
        self._identifier = unique_identifier(dataset, project.schema)
        self._hashes = dict[tuple[str, ...], Words]()

    def match(self, about: RegisteredRelease, folder: Path) -> tuple[Ints, Words] | None:
        """Find the records of a release, -1 of those that are gone, and hash each of them."""
        names = set(self._dataset.names)
        if self._identifier == about.identifier is not None and about.compared in names:
            arrays = read_groups(folder, about, (_IDENTIFIERS, _BYTES))
            places = find_records(arrays[_IDENTIFIERS], self._hash((about.identifier,)))
            present_bytes = check_bytes(self._dataset.column(about.compared), self._key)
            if have_same_values(places, arrays[_BYTES], present_bytes):
                return places, arrays[_IDENTIFIERS]
        if not names.issuperset(about.released_columns):
            return None
        earlier_rows = read_groups(folder, about, (_ROWS,))[_ROWS]
        present_rows = self._hash(about.released_columns)
        if not have_same_rows(earlier_rows, present_rows):
            return None
        earlier_rows = number_repeats(earlier_rows)
        return find_records(earlier_rows, number_repeats(present_rows)), earlier_rows

    def _hash(self, names: tuple[str, ...]) -> Words:
        if names not in self._hashes:
            columns = [self._dataset.column(name) for name in names]
            self._hashes[names] = hash_records(columns, self._key, self._job)
        return self._hashes[names]
