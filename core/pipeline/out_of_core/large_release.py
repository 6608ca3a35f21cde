"""Writes a protected table from the scratch folder to a file, and reads it back into another."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.errors import Problem
from core.io import write_problems
from core.io.scratch.apart_columns import table_as_in_file
from core.io.scratch.disk_columns import StoredTable, TableWriter
from core.io.scratch.raw_rows import RowWriter, row_type
from core.io.scratch.row_files import RoutedRows
from core.io.streaming import stream, write_stream
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, Project, ReadOptions, Recipe, Source
from core.pipeline.out_of_core.large_input import LargeInput
from core.pipeline.out_of_core.noise.long_shuffle import shuffled_rows
from core.pipeline.out_of_core.scratch_rows import parts_of_rows
from core.pipeline.out_of_core.units.large_links import drawn
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.seal.input_metadata import masked_names, with_input_metadata
from core.pipeline.seal.read_back import Layout, as_written
from core.pipeline.seal.record_order import secret_order
from core.pipeline.seal.target_options import target_options
from core.protect.privacy import supply


@dataclass(frozen=True, slots=True, eq=False)
class LargeDraft:
    """The table to write.

    Attributes
    ----------
    table : StoredTable
        The released columns in the order of the file.
    heads : tuple of Column
        The columns with their metadata, and one record for each category.
    positions : pathlib.Path or None
        File with the position in the input of each record; ``None``: the same order.
    warnings : tuple of Problem
        What the file format does not hold.
    """

    table: StoredTable
    heads: tuple[Column, ...]
    positions: Path | None
    options: ReadOptions
    warnings: tuple[Problem, ...]


def large_draft(
    released: StoredTable, given: LargeInput, project: Project, work: Workplace, job: Job
) -> LargeDraft:
    """Return the table to write, in the order required by the recipe."""
    job.start_phase("ordering", 2 * released.rows)
    table, positions = table_as_in_file(released), None
    if given.units is not None:
        table = drawn(table, given.units, work, job)
    if not project.recipe.keep_order:
        table, positions = _in_random_order(table, project.recipe, work, job)
    heads, warnings = with_input_metadata(
        [with_each_category(column.head) for column in table.columns], _given(given), project
    )
    options, kind = target_options(project, heads), project.recipe.target.kind
    warnings += write_problems(heads, kind, masked_names(project), options)
    return LargeDraft(table, heads, positions, options, warnings)


def _given(given: LargeInput) -> Dataset:
    """Return the columns of the input without their records, of the kinds in the file."""
    heads = (column.head for column in table_as_in_file(given.table).columns)
    columns = (replace(head, kind=given.kinds.get(head.name, head.kind)) for head in heads)
    return Dataset(tuple(columns), given.fingerprint)


def with_each_category(head: Column) -> Column:
    """Return a column with one record for each category; without records for other kinds."""
    if head.kind is not ColumnKind.TEXT:
        return head
    values = np.arange(len(head.categories), dtype=np.int32)
    return replace(head, values=values, missing=np.zeros(len(values), np.bool_))


def _in_random_order(
    released: StoredTable, recipe: Recipe, work: Workplace, job: Job
) -> tuple[StoredTable, Path]:
    """Return the table in a random order, and the file of the records' positions.

    It is secret, or derived from the seed in an insecure test (`record_order.order_of`).
    """
    kinds, place = row_type(released.columns), work.place("dealt")
    parts = parts_of_rows(released.columns, work.rows)
    writer = RowWriter(work.folder, "shuffled", released.columns)
    if recipe.insecure_test_seed is not None:
        source = supply(recipe.insecure_test_seed, job.check, apart="order")
        for part in shuffled_rows(parts, kinds, place, released.rows, source):
            writer.add(part)
        return writer.finish()
    # Each record is dealt to a bucket at random, and each bucket is shuffled: every order of the
    # file has the same probability.
    buckets, done = work.buckets(released.rows), 0
    with RoutedRows(place, kinds, buckets) as dealt:
        for part in parts:
            drawn = np.frombuffer(os.urandom(8 * len(part)), np.uint64)
            dealt.add(part, drawn % np.uint64(buckets))
            job.update(done)
            done += len(part)
        for bucket in range(buckets):
            part = dealt.bucket(bucket)
            writer.add(part[secret_order(len(part))])
            done += len(part)
            job.update(done)
    return writer.finish()


def write_large(
    draft: LargeDraft, given: LargeInput, path: Path, project: Project, work: Workplace, job: Job
) -> tuple[str, ...]:
    """Write the file; return the format of each column that reading must find."""
    job.start_phase("writing", draft.table.rows)
    heads = _given(given)

    def parts() -> Iterator[Sequence[Column]]:
        for _, columns in draft.table.parts(work.rows):
            yield with_input_metadata(columns, heads, project)[0]

    masked = masked_names(project)
    target = project.recipe.target
    return write_stream(draft.heads, parts, path, target, masked, draft.options, job)


def read_large_back(
    path: Path, layout: Layout, bare: frozenset[str], work: Workplace, job: Job
) -> StoredTable:
    """Read a released file into the scratch folder, with known column kinds.

    How the cells of the columns `bare` are spelled is not kept.

    Raises
    ------
    Refused
        If the file cannot be read, or a cell does not have its column's kind.
    """
    writer = TableWriter(work.folder, "found", bare)
    texts = frozenset(n for n, kind in layout.kinds.items() if kind is ColumnKind.TEXT)

    def take(part: Dataset) -> None:
        writer.add([as_written(column, layout) for column in part.columns])

    stream(Source(str(path), layout.kind, layout.options), work.rows, take, job, texts, again=True)
    return writer.finish()
