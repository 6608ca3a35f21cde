"""Compares a file that was read back with what was written, and with the input, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.errors import Problem, Where
from core.io import written_format
from core.io.scratch.disk_columns import StoredTable
from core.io.scratch.raw_rows import AT, columns_of, row_type, rows_of
from core.io.scratch.row_files import RoutedRows
from core.jobs import Job
from core.model import Column, FileKind
from core.pipeline.out_of_core.sorting.placing import in_places
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.seal.cell_comparison import cell_differences
from core.pipeline.seal.metadata_check import metadata_differences

Compare = Callable[[Sequence[Column], Sequence[Column]], tuple[Problem, ...]]
"""Returns problems for the columns whose cells differ from those that were written."""


def differing_parts(kind: FileKind, masked: frozenset[str]) -> Compare:
    """Return how parts of a file of some kind are compared: by values and, if it has any, spelling.

    Parameters
    ----------
    kind : FileKind
        Format of the file.
    masked : frozenset of str
        Columns with new values, whose spelling is not compared.
    """
    if not written_format(kind).keeps_spellings:
        return cell_differences

    def compare(found: Sequence[Column], written: Sequence[Column]) -> tuple[Problem, ...]:
        differing = cell_differences(found, written)
        return differing or metadata_differences(found, written, kind, masked)

    return compare


def compare_with_written(
    found: StoredTable, written: StoredTable, compare: Compare, work: Workplace, job: Job
) -> tuple[Problem, ...]:
    """Return problems for the columns whose cells differ from those that were written."""
    if [c.name for c in found.columns] != [c.name for c in written.columns]:
        return (Problem("release-columns-differ"),)
    if found.rows != written.rows:
        params = {"found": found.rows, "written": written.rows}
        return (Problem("release-rows-differ", params=params),)
    problems: list[Problem] = []
    for start, columns in found.parts(work.rows):
        job.update(start)
        problems += compare(columns, written.part(start, start + work.rows))
    return _together(problems)


def compare_with_input(
    found: StoredTable,
    given: tuple[StoredTable, Path | None],
    unchanged: Collection[str],
    compare: Compare,
    work: Workplace,
    job: Job,
) -> tuple[Problem, ...]:
    """Return problems for the columns released as they are whose cells differ from the input's.

    Parameters
    ----------
    found : StoredTable
        The file read back.
    given : tuple of StoredTable and pathlib.Path or None
        The released records of the input, and the file with the position among them of each record
        of `found`; ``None``: the same order.
    unchanged : collection of str
        Names of the columns that pass through.
    compare : callable
        Compares two parts (`differing_parts`).
    work, job : Workplace and Job
        Where the records are sorted; the caller starts a phase of twice as many units as records.
    """
    table, positions = given
    columns = [column for column in found.columns if column.name in unchanged]
    before = [table.named(column.name) for column in columns]
    if not columns:
        return ()
    problems: list[Problem] = []
    buckets = work.buckets(found.rows)
    with RoutedRows(work.place("returned"), row_type(columns), buckets) as routed:
        for start in range(0, found.rows, work.rows):
            rows = rows_of(start, columns, min(start + work.rows, found.rows))
            if positions is not None:
                rows[AT] = np.fromfile(positions, "<i8", len(rows), offset=8 * start)
            routed.add(rows, rows[AT] // work.rows)
            job.update(start)
        for bucket in range(buckets):
            first = bucket * work.rows
            rows = in_places(routed.bucket(bucket), first)
            own = [column.part(first, first + work.rows) for column in before]
            problems += compare(columns_of(rows, columns), own)
            job.update(found.rows + first)
    return _together(problems)


def metadata_problems(
    found: Sequence[Column], written: Sequence[Column], formats: Sequence[str]
) -> tuple[Problem, ...]:
    """Return problems for columns with other labels or types than were written.

    Parameters
    ----------
    found, written : sequence of Column
        The columns read back and those written, of which the records do not matter.
    formats : sequence of str
        The format that each column must have.
    """
    problems: list[Problem] = []
    for one, other, form in zip(found, written, formats, strict=True):
        own, expected = one.labels, other.labels
        same = {
            "release-kind-differs": one.kind is other.kind,
            "release-label-differs": own.variable == expected.variable,
            "release-value-labels-differ": own.meaning() == expected.meaning(),
            "release-format-differs": form in ("", own.format),
            "release-measure-differs": expected.measure in ("", own.measure),
        }
        problems += [Problem(code, Where(one.name)) for code, agrees in same.items() if not agrees]
    return tuple(problems)


def _together(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return one problem for each column, with all of its differing cells."""
    found: dict[tuple[str, str | None], Problem] = {}
    for problem in problems:
        key, count = (problem.code, problem.where.column), problem.params.get("count", 0)
        known = found.get(key)
        before = 0 if known is None else known.params.get("count", 0)
        assert isinstance(count, int)
        assert isinstance(before, int)
        found[key] = replace(problem, params={**problem.params, "count": before + count})
    return tuple(found.values())
