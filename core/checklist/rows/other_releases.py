"""Rows D1 and D4: what a release discloses together with earlier ones of the same records.

Two files, each of groups of at least k, show together which records are in one group of either.
Their number can be one, and the means of groups can then be solved for amounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.array_types import Bools
from core.checklist.evidence import Evidence
from core.checklist.released_groups import group_released
from core.checklist.row import Family, Publicity, Row, judge
from core.encode.cell_keys import hash_cells
from core.encode.record_groups import first_of_groups
from core.encode.unit_groups import number_units
from core.io import read_as_guessed
from core.jobs import CancellableSequence
from core.kernels.numerics.grouping import Labels, refine
from core.model import Dataset
from core.model.checklist import RowCount, RowVerdict
from core.model.release import EarlierRelease, Grouping
from core.table import empty, forget

OTHER_RELEASE = Row("D1", "other-release", Publicity.ANSWERED, facts=("releases",))
NESTED_FILE = Row("D4", "nested-file", Publicity.ANSWERED, facts=("releases",), field="attributes")

# Two columns of one name hold the same if so many values of one are values of the other.
_ALIKE = 0.9


class _Joint(NamedTuple):
    """Records, shape (n,), in groups that several releases show together, and no release alone.

    The groups have too few units, or a single one.
    """

    is_few: Bools
    is_alone: Bools


def _count(evidence: Evidence) -> Iterator[RowCount]:
    if evidence.earlier is None or not evidence.is_paired:
        return
    profile, code = evidence.profile, OTHER_RELEASE.code
    compared = [release for release in evidence.earlier if release.groupings]
    rows = len(compared[0].groupings[0].labels) if compared else 0
    present = group_released(evidence.plan, evidence.released, rows) if compared else ()
    # The same groups again disclose nothing new, and a repeated run states what the first one did.
    compared = [release for release in compared if not _are_equal(release.groupings, present)]
    releases = tuple(release.about.records_sha256 for release in compared)
    joint = _worst_joint_groups(evidence, compared, present)
    if joint is None:
        yield RowCount(code, None, 0, 0, RowVerdict.HELD, {"releases": releases}, field="merges")
        return
    few, alone = int(np.count_nonzero(joint.is_few)), int(np.count_nonzero(joint.is_alone))
    # A record alone in a file for anybody is what no profile with a least number takes.
    is_never = alone > 0 and profile.least > 1
    params: dict[str, object] = {
        "count": few,
        "alone": alone,
        "k": profile.k,
        "linked": _count_linked(evidence, compared, joint.is_few) if few else 0,
        "date": [release.about.when.partition("T")[0] for release in compared],
        "name": compared[-1].about.number,
        "releases": releases,
    }
    verdict = judge(profile, OTHER_RELEASE, few, 0, is_never=is_never)
    yield RowCount(code, None, few, 0, verdict, params, field="merges")


def _are_equal(earlier: Sequence[Grouping], present: Sequence[Grouping]) -> bool:
    """Return whether two releases have the same groups in the same columns."""
    return len(earlier) == len(present) and all(
        past.columns == now.columns and np.array_equal(past.labels, now.labels)
        for past, now in zip(earlier, present, strict=True)
    )


def _worst_joint_groups(
    evidence: Evidence, earlier: Sequence[EarlierRelease], present: Sequence[Grouping]
) -> _Joint | None:
    """Find the records in few, by all masked columns together or by one whose groups differ."""
    if not (earlier and present):
        return None
    units = _units_over(evidence, len(present[0].labels))
    joints = []
    for labels in _label_sets(present, [release.groupings for release in earlier]):
        evidence.job.check()
        joints.append(_find_few(labels, units, evidence.profile.k))
    return max(joints, key=lambda joint: (joint.is_few.sum(), joint.is_alone.sum()))


def _label_sets(
    present: Sequence[Grouping], earlier: Sequence[Sequence[Grouping]]
) -> list[list[Labels]]:
    """List the groups to be laid over one another: of whole records, and of single columns."""
    of_records = [_groups_of_records(groupings) for groupings in (present, *earlier)]
    label_sets = {frozenset(map(id, of_records)): of_records}
    masked = {name for grouping in present for name in grouping.columns}
    for name in sorted(masked):
        present_labels = [g.labels for g in present if name in g.columns]
        past_labels = [g.labels for groupings in earlier for g in groupings if name in g.columns]
        if past_labels:
            of_column = [*present_labels, *past_labels]
            label_sets.setdefault(frozenset(map(id, of_column)), of_column)
    return list(label_sets.values())


def _groups_of_records(groupings: Sequence[Grouping]) -> Labels:
    """Group records by all masked columns of a release; those left out have the group 0."""
    block_labels = [grouping.labels for grouping in groupings if not grouping.keeps_total]
    if len(block_labels) == 1:
        return block_labels[0]
    is_released = block_labels[0] > 0
    return np.where(is_released, reduce(refine, block_labels) + 1, 0)


def _units_over(evidence: Evidence, rows: int) -> Labels | None:
    """Group all records by their unit; each that the input lacks is one."""
    unit = evidence.recipe.unit
    if unit is None:
        return None
    units = number_units(evidence.typed, unit)
    return np.append(units, int(units.max(initial=-1)) + 1 + np.arange(rows - len(units)))


def _find_few(label_set: Sequence[Labels], units: Labels | None, k: int) -> _Joint:
    """Find the records in joint groups of fewer than `k` units.

    A joint group that is a whole group of one release discloses no more than this release alone.

    Parameters
    ----------
    label_set : sequence of numpy.ndarray of int, shape (n,)
        Groups of the releases; 0 of records that a release left out.
    units : numpy.ndarray of int, shape (n,), or None
        The unit of each record; ``None``: each is one.
    """
    joint = reduce(refine, label_set)
    sizes = np.bincount(joint)
    # Records that no release has are no group; those that one of them lacks are.
    is_new = np.any([labels > 0 for labels in label_set], axis=0)
    for labels in label_set:
        is_new &= (labels == 0) | (np.bincount(labels)[labels] > sizes[joint])
    n_units = sizes
    if units is not None:
        first = first_of_groups(refine(joint, units))
        n_units = np.bincount(joint[first], minlength=len(sizes))
    n_alike = n_units[joint]
    return _Joint(is_new & (n_alike < k), is_new & (n_alike == 1))


def _count_linked(evidence: Evidence, earlier: Sequence[EarlierRelease], is_few: Bools) -> int:
    """Count the records in few that columns published in all the files match one to one."""
    in_all = set(evidence.published).intersection(*(r.about.published for r in earlier))
    if not in_all:
        return 0
    is_matched = evidence.are_alone(in_all)
    return int(np.count_nonzero(is_matched & is_few[evidence.plan.kept]))


def _count_nested(evidence: Evidence) -> Iterator[RowCount]:
    """Count the records that columns published in an earlier file match with one of its records."""
    columns: tuple[str, ...] = ()
    n_matched, file_name, hashes = 0, "", list[str]()
    for path in CancellableSequence(evidence.recipe.earlier_files, evidence.job):
        earlier = read_as_guessed(Path(path), evidence.job)
        hashes.append(earlier.fingerprint.sha256)
        count, names = _match_records(evidence, earlier)
        if count > n_matched:
            n_matched, columns, file_name = count, names, earlier.fingerprint.file_name
    if not hashes:
        return
    params = {
        "count": n_matched,
        "columns": columns,
        "file": file_name,
        "releases": tuple(hashes),
    }
    yield NESTED_FILE.count(evidence.profile, n_matched, 0, params, columns=columns)


def _match_records(evidence: Evidence, earlier: Dataset) -> tuple[int, tuple[str, ...]]:
    """Count the records that are alone in both files with the columns that are equal in both."""
    n_released = len(evidence.released)
    every_record: Labels = np.zeros(n_released + earlier.rows, dtype=np.int32)
    labels, names = every_record, list[str]()
    shared = [name for name in evidence.published if name in earlier.names]
    for name in CancellableSequence(shared, evidence.job):
        cells = empty(len(labels), np.int64)
        cells[:n_released] = hash_cells(evidence.released.column(name))
        cells[n_released:] = hash_cells(earlier.column(name))
        forget(cells)
        if _share_in_earlier(refine(every_record, cells), n_released) >= _ALIKE:
            labels = refine(labels, cells)
            names.append(name)
    if not names:
        return 0, ()
    n_groups = int(labels.max(initial=-1)) + 1
    in_released = np.bincount(labels[:n_released], minlength=n_groups)
    in_earlier = np.bincount(labels[n_released:], minlength=n_groups)
    return int(np.count_nonzero((in_released == 1) & (in_earlier == 1))), tuple(names)


def _share_in_earlier(labels: Labels, n_released: int) -> float:
    """Compute the share of the released cells, which come first, whose value earlier ones have."""
    is_in_earlier = np.zeros(int(labels.max(initial=-1)) + 1, dtype=np.bool_)
    is_in_earlier[labels[n_released:]] = True
    return float(np.mean(is_in_earlier[labels[:n_released]]))


FAMILY = Family((OTHER_RELEASE,), _count, is_of_core=True)
NESTED = Family((NESTED_FILE,), _count_nested, is_of_release=True)
