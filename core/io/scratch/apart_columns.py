"""Columns on disk in which cells of questions that were not asked are apart from other cells.

Files hold such cells as the protected file does, where their codes are values. Read through an
`ApartColumn` they are missing and spelled as their code (`core.encode.not_applicable`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.encode.not_applicable import set_apart
from core.io.scratch.cell_notes import Notes
from core.io.scratch.disk_columns import Cells, StoredColumn, StoredTable
from core.model import Attribute, Column, ColumnKind, Schema


@dataclass(frozen=True, slots=True, eq=False)
class ApartColumn(StoredColumn):
    """A column that is read set apart.

    Attributes
    ----------
    written : StoredColumn
        The column as it is in the files.
    attribute : Attribute
        What it means, with the codes.
    """

    written: StoredColumn | None = None
    attribute: Attribute | None = None

    def typed(self, raw: Cells, notes: Notes | None = None) -> Column:
        """Return the column of the cells of some records, set apart."""
        assert self.written is not None
        assert self.attribute is not None
        found = set_apart(self.written.typed(raw, notes), self.attribute)
        if self.kind is not ColumnKind.TEXT:
            return found
        # The categories are those of the head, whichever of them occur here.
        return replace(found, values=self.ranks[raw], categories=self.head.categories)

    def placed(self, path: Path, rows: int, notes: Path | None) -> StoredColumn:
        """Return the column with its cells in other files."""
        assert self.written is not None
        written = self.written.placed(path, rows, notes)
        return replace(self, path=path, rows=rows, notes=notes, written=written)


def apart_column(column: StoredColumn, attribute: Attribute) -> StoredColumn:
    """Return a column that is read set apart, or the column itself if it has no codes."""
    if not attribute.not_applicable:
        return column
    head, ranks = column.head, column.ranks
    codes = attribute.not_applicable
    if column.kind is ColumnKind.TEXT:
        others = [text for text in head.categories if text not in codes]
        place = {text: at for at, text in enumerate(others)}
        known = np.array([*(place.get(text, -1) for text in head.categories), -1], np.int32)
        ranks = known[column.ranks]
        codes = tuple(code for code in codes if code in head.categories)
        head = replace(head, categories=tuple(others))
    missing = head.missing_text[0] if head.missing_text else ()
    head = replace(head, missing_text=((*missing, *codes), np.empty(0, np.int16)))
    return ApartColumn(head, column.path, column.rows, ranks, column.notes, column, attribute)


def apart_columns(columns: Iterable[StoredColumn], schema: Schema) -> StoredTable:
    """Return a table whose columns are read set apart."""
    known = {attribute.name: attribute for attribute in schema.attributes}
    return StoredTable(tuple(apart_column(column, known[column.name]) for column in columns))


def as_in_file(column: StoredColumn) -> StoredColumn:
    """Return a column as it is in the files, whose codes are values."""
    written = column.written if isinstance(column, ApartColumn) else None
    return column if written is None else written


def table_as_in_file(table: StoredTable) -> StoredTable:
    """Return a table as it is in the files."""
    return StoredTable(tuple(as_in_file(column) for column in table.columns))
