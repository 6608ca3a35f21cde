"""Masked columns in the scratch folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from core.encode import semantics_of
from core.encode.not_applicable import written_back
from core.io.scratch.apart_columns import ApartColumn, apart_column, as_in_file
from core.io.scratch.disk_columns import Cells, StoredColumn, raw_cells
from core.jobs import Job
from core.model import Attribute, Column, ColumnKind, Scale
from core.pipeline.out_of_core.encoded.category_counts import category_counts
from core.pipeline.out_of_core.large_release import with_each_category
from core.protect.aggregate import aggregated


def masked_column(column: StoredColumn, attribute: Attribute) -> StoredColumn:
    """Return what a column is like once it is masked, without records.

    A column of texts has all categories that may represent a group.
    """
    # In the files, codes of what does not apply are categories.
    if column.kind is ColumnKind.TEXT:
        categories: Iterable[str] = column.head.categories
        if attribute.scale is Scale.NOMINAL and attribute.categories is not None:
            # With a taxonomy, also those above them.
            known = semantics_of(attribute, with_each_category(column.head))
            categories = (known.name(place) for place in known.domain.tolist())
        codes = (code for code in attribute.not_applicable if code)
        names = tuple(sorted({*categories, *codes}))
        head = replace(column.head, categories=names, missing_text=None, decimals=None)
        if attribute.scale is Scale.NOMINAL:
            head = Column(column.name, ColumnKind.TEXT, head.values, head.missing, names)
        ranks = np.append(np.arange(len(names)), -1).astype(np.int32)
        return apart_column(StoredColumn(head, column.path, 0, ranks), attribute)
    nobody = np.zeros(1, np.int64)
    one = column.typed(np.zeros(1, column.dtype))
    head = aggregated(one, replace(attribute, not_applicable=()), nobody)
    head = Column(
        head.name, head.kind, head.values[:0], head.missing[:0], date_format=head.date_format
    )
    return apart_column(StoredColumn(head, column.path, 0, column.ranks), attribute)


def cells_of(column: Column, masked: StoredColumn) -> Cells:
    """Return the cells of a masked column as they are in files."""
    if isinstance(masked, ApartColumn) and masked.attribute is not None:
        column = written_back(column, masked.attribute)
    if column.kind is not ColumnKind.TEXT:
        return raw_cells(column)
    code = {name: at for at, name in enumerate(as_in_file(masked).head.categories)}
    codes = [*(code[name] for name in column.categories), -1]
    return np.array(codes, masked.dtype)[column.values]


def with_used(column: StoredColumn, rows: int, job: Job) -> StoredColumn:
    """Return a column whose head has the categories that occur, and no others."""
    if column.kind is not ColumnKind.TEXT:
        return column
    if isinstance(column, ApartColumn) and column.attribute is not None:
        return apart_column(with_used(as_in_file(column), rows, job), column.attribute)
    used = np.flatnonzero(category_counts(column, rows, job))
    names = tuple(column.head.categories[at] for at in used.tolist())
    ranks = np.full(len(column.ranks), -1, np.int32)
    ranks[used] = np.arange(len(used), dtype=np.int32)
    return StoredColumn(replace(column.head, categories=names), column.path, column.rows, ranks)
