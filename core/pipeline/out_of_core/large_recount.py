"""Recounts the promises in a written file, which is read back from disk into the scratch folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.errors import Problem
from core.io import written_format
from core.io.scratch.apart_columns import apart_columns, table_as_in_file
from core.io.scratch.disk_columns import StoredTable
from core.jobs import Job
from core.model import Plan, Project, Verification
from core.pipeline.out_of_core.large_comparison import (
    compare_with_input,
    compare_with_written,
    differing_parts,
    metadata_problems,
)
from core.pipeline.out_of_core.large_counts import GroupCounts, count_blocks, count_groups
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.large_release import LargeDraft, read_large_back
from core.pipeline.out_of_core.parts.large_conditions import large_conditions
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.units.large_links import large_link_problems
from core.pipeline.out_of_core.units.stable_links import records_hash
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.promise import unkept
from core.pipeline.promised_conditions import broken_conditions
from core.pipeline.seal.input_metadata import masked_names
from core.pipeline.seal.read_back import layout_of
from core.protect.privacy import is_private, noisy_names


@dataclass(frozen=True, slots=True, eq=False)
class LargeWritten:
    """The file as read back from disk.

    Attributes
    ----------
    found : StoredTable
        Its records, in the order of the file; questions that were not asked are set apart.
    counts : GroupCounts
        Its groups.
    verification : Verification
        What was recounted.
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
    draft : LargeDraft
        What was written.
    path, formats : pathlib.Path and tuple of str
        The file, and the format of each of its columns (`write_large`).
    given : LargeInput
        The input.
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
