"""Recounts the promises in a written file, which is read back from disk into the scratch folder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.errors import Problem, Where
from core.io import written_format
from core.io.scratch.apart_columns import apart_columns, table_as_in_file
from core.io.scratch.disk_columns import StoredTable
from core.io.scratch.raw_rows import AT, columns_of, row_type
from core.io.scratch.row_files import RoutedRows
from core.jobs import Job
from core.model import Column, FileKind, Plan, Project, Verification
from core.pipeline.out_of_core.large_counts import GroupCounts, count_blocks, count_groups
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.large_release import LargeDraft, read_large_back
from core.pipeline.out_of_core.parts.large_conditions import large_conditions
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.scratch_rows import parts_of_rows
from core.pipeline.out_of_core.sorting.placing import in_places
from core.pipeline.out_of_core.units.large_links import large_link_problems
from core.pipeline.out_of_core.units.stable_links import records_hash
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.promise import unkept
from core.pipeline.promised_conditions import broken_conditions
from core.pipeline.seal.cell_comparison import cell_differences
from core.pipeline.seal.input_metadata import masked_names
from core.pipeline.seal.metadata_check import metadata_differences
from core.pipeline.seal.read_back import layout_of
from core.protect.privacy import is_private, noisy_names


@dataclass(frozen=True, slots=True, eq=False)
class LargeWritten:
    """The file as read back from disk.

    Attributes
    ----------
    found : StoredTable
        Its records, in the order of the file; questions that were not asked are set apart.
    records_sha256 : str
        Hash of its records in any order.
    """

    found: StoredTable
    counts: GroupCounts
    verification: Verification
    records_sha256: str


def recount_written(
    draft: LargeDraft,
    path: Path,
    formats: tuple[str, ...],
    given: LargeInput,
    planned: tuple[Plan, PartsOfFile],
    work: Workplace,
    job: Job,
) -> LargeWritten:
    """Read the written file, compare every cell, and count k and t.

    Parameters
    ----------
    path, formats : pathlib.Path and tuple of str
        The file, and the format of each of its columns (`write_large`).
    planned : pair of Plan and PartsOfFile
        The plan, and which records were grouped separately.
    work, job : Workplace and Job
        Where the records are sorted; enters phases.
    """
    (plan, parts), project = planned, planned[0].project
    layout = layout_of(draft.heads, project.recipe.target.kind, draft.options)
    masked = masked_names(project)
    found = read_large_back(path, layout, masked, work, job)
    differences = _differences(found, draft, formats, (project, given), work, job)
    job.start_phase("recounting", found.rows)
    found = apart_columns(found.columns, project.schema)
    counts = count_groups(found, project.schema, work, job)
    t = {} if is_private(project) else dict(counts.t)
    k_blocks = count_blocks(found, project, work, job)
    tables = given.table, found
    conditions = large_conditions(plan, tables, draft.positions, parts, work, job)
    broken = broken_conditions(conditions)
    links = large_link_problems(
        given.table, found, draft.positions, given.units, project.schema, work, job
    )
    verification = Verification(
        rows=found.rows,
        columns=len(found.columns),
        same_table=not differences,
        k=counts.k,
        t=t,
        problems=(
            *differences,
            *unkept(project.recipe.method, counts.k, t, k_blocks),
            *broken,
            *links,
        ),
        k_blocks=k_blocks,
        conditions=conditions,
    )
    return LargeWritten(found, counts, verification, records_hash(found, project.schema, work, job))


def _differences(
    found: StoredTable,
    draft: LargeDraft,
    formats: tuple[str, ...],
    planned: tuple[Project, LargeInput],
    work: Workplace,
    job: Job,
) -> tuple[Problem, ...]:
    """Return the columns with other cells, labels or types than were to be written."""
    (project, given), kind = planned, planned[0].recipe.target.kind
    masked = masked_names(project)
    job.start_phase("comparing", 3 * found.rows)
    compare = differing_parts(kind, masked)
    differences = compare_with_written(found, draft.table, compare, work, job)
    heads = [column.head for column in found.columns]
    if not written_format(kind).keeps_spellings:
        differences = differences or metadata_problems(heads, draft.heads, formats)
    # Units have new numbers.
    changed = masked | noisy_names(project) | {*project.schema.links}
    unchanged = {column.name for column in found.columns} - changed
    input_order = (table_as_in_file(given.table), draft.positions)
    return differences or compare_with_input(found, input_order, unchanged, compare, work, job)


Compare = Callable[[Sequence[Column], Sequence[Column]], tuple[Problem, ...]]
"""Returns problems for the columns whose cells differ from those that were written."""


def differing_parts(kind: FileKind, masked: frozenset[str]) -> Compare:
    """Return how parts of a file of some kind are compared: by values and, if it has any, spelling.

    Parameters
    ----------
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
        for rows in parts_of_rows(columns, work.rows):
            start = int(rows[AT][0])
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
