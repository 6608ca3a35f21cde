"""Compares a run with the releases in the register, and adds its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.checklist.released_groups import released_groupings
from core.encode import MeasuredTable
from core.jobs import Job
from core.kernels.numerics.grouping import Labels
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
    Positions,
    check_bytes,
    find_records,
    has_same_order,
    hash_columns,
    hash_identifier,
    most_varied_column,
    unique_identifier,
)
from core.pipeline.seal.reports_and_logs import now
from core.protect import adds_noise, promise_of
from core.recipe import dump_project
from core.table import empty, forget, index_type, pieces

_HASHES, _BYTES = "identifier_hashes", "check_bytes"


def earlier_releases(
    project: Project, dataset: Dataset, job: Job
) -> tuple[EarlierRelease, ...] | None:
    """Find the releases of these records in the register, the oldest first.

    Parameters
    ----------
    project : Project
        The recipe of the run.
    dataset : Dataset
        Its prepared input.

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
    positions: dict[str, Positions | slice] = {
        about.records_sha256: in_order
        for about in abouts
        if has_same_order(about, sha256, dataset.rows, hashes)
    }
    others = [about for about in abouts if about.records_sha256 not in positions]
    by_identifier, rows = _positions_by_identifier(others, project, dataset, folder, job)
    positions |= by_identifier
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
    groupings = released_groupings(result.plan, released, dataset.rows)
    identifier, arrays = unique_identifier(dataset, schema), dict[str, NDArray[Any]]()
    compared = None
    if identifier is not None and len(dataset.columns) > 1:
        key, compared = register_key(folder, job), most_varied_column(dataset, identifier)
        arrays[_HASHES] = hash_identifier(dataset.column(identifier), key, job)
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
    folder: Path, about: RegisteredRelease, positions: Positions | slice, rows: int
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


def _positions_by_identifier(
    abouts: Sequence[RegisteredRelease], project: Project, dataset: Dataset, folder: Path, job: Job
) -> tuple[dict[str, Positions], int]:
    """Find the records of releases of corrected inputs by their identifier.

    Returns
    -------
    positions : dict
        For each release of the same records, the position of each; those that the present input
        lacks come after all of it.
    rows : int
        The number of all these records.
    """
    rows, identifier = dataset.rows, unique_identifier(dataset, project.schema)
    names = set(dataset.names)
    abouts = [
        a for a in abouts if identifier and a.identifier == identifier and a.compared in names
    ]
    if not abouts or identifier is None:
        return {}, rows
    key = register_key(folder, job)
    hashes = hash_identifier(dataset.column(identifier), key, job)
    positions, gone = {}, {}
    for about in abouts:
        assert about.compared is not None
        arrays = read_groups(folder, about, (_HASHES, _BYTES))
        present_bytes = check_bytes(dataset.column(about.compared), key)
        places = find_records(arrays[_HASHES], arrays[_BYTES], hashes, present_bytes)
        if places is not None:
            positions[about.records_sha256] = places
            gone[about.records_sha256] = arrays[_HASHES][places < 0]
    further = np.unique(np.concatenate(list(gone.values()))) if gone else np.empty(0)
    for name, places in positions.items():
        places[places < 0] = rows + np.searchsorted(further, gone[name])
    return positions, rows + len(further)
