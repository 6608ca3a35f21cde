"""The columns of a fixed-width file in a recipe."""

from __future__ import annotations

from core.model import FixedColumn, ReadOptions
from core.recipe.fields import Fields


def parse_columns(fields: Fields) -> tuple[FixedColumn, ...]:
    """Return the columns under ``columns``; an empty tuple for other formats."""
    columns = []
    for part in fields.sections("columns"):
        name, start, width = part.text("name"), _place(part, "start"), _place(part, "width")
        columns.append(FixedColumn(name, start, width, part.text("label", "")))
        part.close()
    return tuple(columns)


def _place(fields: Fields, key: str) -> int:
    value = fields.raw(key)
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    fields.note("recipe-expects-place", fields.path(key))
    return 1


def columns_entry(options: ReadOptions) -> list[dict[str, object]]:
    """Return the recipe's ``columns`` of a fixed-width file."""
    return [
        {"name": column.name, "start": column.start, "width": column.width}
        | ({"label": column.label} if column.label else {})
        for column in options.columns
    ]
