"""Casts columns of texts in the scratch folder to numbers, as `core.pipeline.cast_columns` does."""

from __future__ import annotations

from collections.abc import Set

from core.io.scratch.disk_columns import StoredColumn, StoredTable, TableWriter
from core.jobs import Job
from core.model import ColumnKind, Project
from core.pipeline.cast_columns import NUMERIC, cast_column
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.seal.input_metadata import masked_names


def with_numbers(
    table: StoredTable, project: Project, others: Set[str], work: Workplace, job: Job
) -> StoredTable:
    """Return the table in which columns such as 007, 012 hold numbers if they are declared as such.

    As in memory, a column stays as it is unless all of its texts are numbers, also those of records
    that are not released.

    Parameters
    ----------
    others : set of str
        Columns that have a text which is not a number.
    """
    decimal, columns = project.source.options.decimal, list[StoredColumn]()
    masked = masked_names(project).difference(project.recipe.strata)
    for column in table.columns:
        is_text = column.kind is ColumnKind.TEXT and column.name not in others
        if not is_text or project.schema.named(column.name).scale not in NUMERIC:
            columns.append(column)
            continue
        attribute = project.schema.named(column.name)
        writer = TableWriter(work.folder, f"cast-{column.path.name}", masked)
        for part in job.each(column.parts(work.rows)):
            writer.add([cast_column(part, attribute, decimal)])
        column.path.unlink()
        if column.notes is not None:
            column.notes.unlink()
        columns += writer.finish().columns
    return StoredTable(tuple(columns))
