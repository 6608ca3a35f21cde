"""The layout of a protected file, derived from the input's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.model import Column, FileKind, Formulas, Project, ReadOptions


def target_options(project: Project, columns: Sequence[Column]) -> ReadOptions:
    """Choose the layout in which the protected file is written and read back.

    Always UTF-8 with a header row. Delimiter and decimal mark are those of a CSV input, and so is
    the thousands mark if a column released unchanged has one. A missing cell without an original
    spelling is written empty, so an empty cell means missing unless a text column contains empty
    texts as values.
    """
    options = project.source.options
    missing = options.missing
    if "" not in missing and not any("" in column.categories for column in columns):
        missing = ("", *missing)
    plain = ReadOptions(missing=missing)
    target = project.recipe.target
    if target.kind is not FileKind.CSV:
        return plain
    plain = replace(plain, neutralised=target.formulas is Formulas.NEUTRALISE)
    if project.source.kind is FileKind.CSV:
        used = any(column.spellings and column.spellings.thousands for column in columns)
        return replace(
            plain,
            delimiter=options.delimiter,
            decimal=options.decimal,
            thousands=options.thousands if used else "",
        )
    return plain
