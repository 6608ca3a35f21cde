"""Replaces cells of a column; missing cells and those that do not apply stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.encode.not_applicable import set_apart, write_back
from core.errors import Problem, Refused, Where
from core.io import as_kind
from core.model import Attribute, Column, ColumnKind, Dataset

_EXPONENT = -1
_MOST_DECIMALS = 127


def change_asked_cells(
    column: Column, attribute: Attribute | None, change: Callable[[Column], Column]
) -> Column:
    """Change a column without the cells of questions that were not asked."""
    if attribute is None or not attribute.not_applicable:
        return change(column)
    apart = set_apart(column, attribute)
    values = apart.missing & ~column.missing
    if apart.missing_text is None or not values.any():
        return change(apart)
    # Codes that the file declares as missing are no values, and must not become any.
    spellings, index = apart.missing_text
    codes = tuple(spellings[i] for i in np.unique(index[values]).tolist())
    return write_back(change(apart), replace(attribute, not_applicable=codes))


def refuse(code: str, column: str | None, field: str, **params: object) -> Refused:
    """Build the refusal of a step; `field` names it in the recipe."""
    position = Where(column, field=field)
    return Refused(Problem(code, position, {"step": step_number(field), **params}))


def refuse_cell(code: str, dataset: Dataset, column: str, field: str, wrong: Bools) -> Refused:
    """Build the refusal of a step because of cells; the sentence names the first one's row."""
    row = dataset.row_number(int(np.flatnonzero(wrong)[0]))
    params = {"step": step_number(field), "count": int(np.count_nonzero(wrong))}
    return Refused(Problem(code, Where(column, row, field), params))


def step_number(field: str) -> int:
    """Compute the position of a step, from 1, given its name in the recipe (``prepare[0]``)."""
    return int(field.partition("[")[2].partition("]")[0]) + 1


def with_integers(column: Column, values: Ints) -> Column:
    """Build a column of whole numbers with other values."""
    values = np.where(column.missing, 0, values)
    changed = (values != column.values) & ~column.missing
    return replace(_drop_spellings(column, changed), values=values)


def with_numbers(column: Column, values: Floats) -> Column:
    """Build a column of numbers with other values; unchanged cells keep their decimals."""
    values = np.where(column.missing, np.nan, values)
    changed = (values != column.values) & ~column.missing
    recoded = replace(_drop_spellings(column, changed), values=values)
    if not changed.any() or (column.decimals is None and column.cell_decimals is None):
        return recoded
    distinct, index = np.unique(values[changed], return_inverse=True)
    needed = np.array([_decimals(value) for value in distinct.tolist()], dtype=np.int8)
    if column.decimals is not None and needed.min() >= 0 and needed.max() <= column.decimals:
        return recoded
    decimals = np.full(len(column), column.decimals or 0, dtype=np.int8)
    if column.cell_decimals is not None:
        decimals = column.cell_decimals.copy()
    decimals[changed] = needed[index]
    return replace(recoded, decimals=None, cell_decimals=decimals)


def new_numbers(column: Column, values: Floats, *, are_integers: bool) -> Column:
    """Build a column with numbers in place of its values, without their labels."""
    kind = ColumnKind.INTEGER if are_integers else ColumnKind.NUMBER
    filled = np.where(column.missing, 0.0 if are_integers else np.nan, values)
    return Column(
        column.name,
        kind,
        filled.astype(np.int64) if are_integers else filled,
        column.missing,
        missing_text=column.missing_text,
        labels=replace(column.labels, values=(), format=""),
        shared_cells=column.shared_cells,
    )


def new_texts(column: Column, names: Sequence[str], index: Ints) -> Column:
    """Build a column of categories.

    Parameters
    ----------
    column : Column
        Whose missing cells stay.
    names : sequence of str
        Categories; several may be the same.
    index : numpy.ndarray of int64, shape (n,)
        Of each record into `names`; arbitrary where the cell is missing.
    """
    used = np.unique(index[~column.missing])
    categories = tuple(sorted({names[i] for i in used.tolist()}))
    positions = {category: i for i, category in enumerate(categories)}
    category_of_name = np.full(len(names) + 1, -1, dtype=np.int32)
    category_of_name[used] = [positions[names[i]] for i in used.tolist()]
    values = category_of_name[np.where(column.missing, -1, index)]
    labels_kept = tuple((code, label) for code, label in column.labels.values if code in positions)
    labels = replace(column.labels, values=labels_kept)
    if column.kind is not ColumnKind.TEXT:
        labels = replace(labels, format="")
    return Column(
        column.name,
        ColumnKind.TEXT,
        values,
        column.missing,
        categories,
        missing_text=column.missing_text,
        labels=labels,
        shared_cells=column.shared_cells,
    )


def as_categories(column: Column, decimal: str) -> Column:
    """Build a column whose cells are categories, spelled as in the file."""
    return as_kind(column, ColumnKind.TEXT, decimal)


def as_codes(column: Column, original: Column) -> Column:
    """Make categories numbers again if `original` had numbers, so that codes keep their labels."""
    is_number = original.kind.is_numeric
    if not is_number or not all(map(_is_code, column.categories)):
        return column
    codes: Floats | Ints = np.array([*map(int, column.categories), 0], dtype=np.int64)
    if original.kind is ColumnKind.NUMBER:
        codes = codes.astype(np.float64)
        codes[-1] = np.nan
    return replace(
        original,
        values=codes[column.values],  # the index of a missing cell, -1, selects the last entry
        spellings=None,
        cell_decimals=None,
        labels=replace(column.labels, format=original.labels.format),
    )


def _is_code(category: str) -> bool:
    """Check whether a category is a whole number, spelled as usual."""
    digits = category.removeprefix("-")
    fits = digits.isascii() and digits.isdecimal() and len(digits) < 19
    return fits and str(int(category)) == category


def _drop_spellings(column: Column, changed: Bools) -> Column:
    spellings = column.spellings
    if spellings is None or not changed.any():
        return column
    index = np.where(changed, np.int32(-1), spellings.index).astype(np.int32)
    return replace(column, spellings=replace(spellings, index=index))


def _decimals(value: float) -> int:
    """Count the decimals with which a number is spelled, -1 with an exponent."""
    spelled = repr(value)
    if "e" in spelled:
        return _EXPONENT
    decimals = spelled.partition(".")[2].rstrip("0")
    return min(len(decimals), _MOST_DECIMALS)
