"""Checks that a column's cells fit its declared scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from core.array_types import Ints
from core.encode.not_applicable import unanswered
from core.errors import Problem, Where
from core.io import number_failures
from core.model import (
    IMPLIED_ROOT,
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    MissingPolicy,
    Recipe,
    Role,
    Scale,
    Schema,
)

# Maximum number of rows named in one problem.
SHOWN = 5


def scale_problems(
    attribute: Attribute, column: Column, dataset: Dataset, decimal: str
) -> list[Problem]:
    """Return where the cast `column` contradicts the scale of `attribute`."""
    if attribute.scale is None:
        return [Problem("scale-missing", Where(column.name))]
    if len(column) and bool(column.missing.all()):
        return [Problem("column-all-missing", Where(column.name))]
    return _CHECKS[attribute.scale](attribute, column, dataset, decimal)


def cells_problem(
    code: str,
    column: Column,
    bad: Ints,
    count: int,
    dataset: Dataset,
    field: str | None = None,
) -> Problem:
    """Build a problem about `count` cells of `column`; `bad` are the first ones."""
    rows = [dataset.row_number(int(position)) for position in bad[:SHOWN]]
    return Problem(code, Where(column.name, rows[0], field), {"count": count, "rows": rows})


def cells_outside(column: Column, allowed: Iterable[str]) -> Ints:
    """Find the m cells whose category is not among `allowed`, by position, shape (m,).

    Uses a Python set: numpy would sort the texts while holding the interpreter's lock, 0.4 s for
    15,000 categories, and the window would freeze.
    """
    categories = set(allowed)
    unlisted = np.fromiter((name not in categories for name in column.categories), dtype=np.bool_)
    return np.flatnonzero(~column.missing & np.append(unlisted, False)[column.values])


def _continuous(_: Attribute, column: Column, dataset: Dataset, decimal: str) -> list[Problem]:
    if column.kind.is_numeric:
        return []
    if column.kind is ColumnKind.DATE:
        return [Problem("scale-dates-only", Where(column.name))]
    count, first = number_failures(column, decimal)
    if not count:
        return []
    return [cells_problem("scale-needs-numbers", column, np.asarray(first), count, dataset)]


def _integer(attribute: Attribute, column: Column, dataset: Dataset, decimal: str) -> list[Problem]:
    if column.kind is ColumnKind.TEXT:
        problems = _continuous(attribute, column, dataset, decimal)
        if problems:
            return problems
        count, first_rows = number_failures(column, decimal, ColumnKind.INTEGER)
        bad = np.asarray(first_rows)
        return [cells_problem("scale-needs-whole-numbers", column, bad, count, dataset)]
    if column.kind is not ColumnKind.NUMBER:
        return _continuous(attribute, column, dataset, decimal)
    broken = np.flatnonzero(~column.missing & (np.mod(column.values, 1) != 0))
    if not len(broken):
        return []
    return [cells_problem("scale-needs-whole-numbers", column, broken, len(broken), dataset)]


def _ordinal(attribute: Attribute, column: Column, dataset: Dataset, _: str) -> list[Problem]:
    if not attribute.order:
        return [Problem("ordinal-needs-order", Where(column.name))]
    if len(set(attribute.order)) != len(attribute.order):
        return [Problem("ordinal-order-twice", Where(column.name))]
    outside = cells_outside(column, attribute.order)
    if not len(outside):
        return []
    code = "order-of-labels" if _labels_among(attribute.order, column) else "ordinal-not-in-order"
    return [cells_problem(code, column, outside, len(outside), dataset)]


def _nominal(attribute: Attribute, column: Column, dataset: Dataset, _: str) -> list[Problem]:
    taxonomy = attribute.categories
    if taxonomy is None:
        # If a named taxonomy was not read, that is reported instead.
        has_root = IMPLIED_ROOT in column.categories and attribute.taxonomy is None
        location = Where(column.name, field="taxonomy")
        return [Problem("category-is-root", location)] if has_root else []
    categories = [taxonomy.nodes[node] for node in taxonomy.domain.tolist()]
    outside = cells_outside(column, categories)
    if not len(outside):
        return []
    code = "taxonomy-of-labels" if _labels_among(categories, column) else "taxonomy-lacks"
    return [cells_problem(code, column, outside, len(outside), dataset, "taxonomy")]


def _labels_among(names: Iterable[str], column: Column) -> bool:
    """Check whether `names` are labels of the column's values instead of its codes."""
    return not column.labels.meaning().keys().isdisjoint(column.categories) and not set(
        column.labels.meaning().values()
    ).isdisjoint(names)


_CHECKS: dict[Scale, Callable[[Attribute, Column, Dataset, str], list[Problem]]] = {
    Scale.CONTINUOUS: _continuous,
    Scale.INTEGER: _integer,
    Scale.DATE: lambda _, column, __, ___: (
        [] if column.kind is ColumnKind.DATE else [Problem("scale-needs-dates", Where(column.name))]
    ),
    Scale.ORDINAL: _ordinal,
    Scale.NOMINAL: _nominal,
}


# The measures use fourth powers, and a double holds up to 1e308: sums over the largest number of
# records do not overflow, and different values remain distinguishable.
LARGEST, _SMALLEST_SPREAD = 1e70, 1e-70


def magnitude_problems(column: Column, dataset: Dataset) -> list[Problem]:
    """Check for numbers whose powers overflow or whose differences underflow."""
    if column.kind is not ColumnKind.NUMBER:
        return []
    size = np.where(column.missing, 0.0, np.abs(column.values))
    beyond = np.flatnonzero(size > LARGEST)
    if len(beyond):
        return [cells_problem("numbers-too-large", column, beyond, len(beyond), dataset)]
    values = column.values[~column.missing]
    if 0.0 < float(np.ptp(values)) < _SMALLEST_SPREAD:
        return [Problem("numbers-too-close", Where(column.name))]
    return []


def not_applicable_problems(recipe: Recipe, schema: Schema, dataset: Dataset) -> list[Problem]:
    """Check that no code also means a missing value, in the file or in the release."""
    names, problems = set(dataset.names), list[Problem]()
    for attribute in schema.attributes:
        if attribute.not_applicable and attribute.name in names:
            column = dataset.column(attribute.name)
            location = Where(attribute.name, field="not_applicable")
            declared = set(column.missing_text[0] if column.missing_text else ()) - {""}
            missing_codes = [code for code in attribute.not_applicable if code in declared]
            if missing_codes:
                problems.append(
                    Problem("not-applicable-is-missing", location, {"codes": missing_codes})
                )
                continue
            is_filled = recipe.missing is not MissingPolicy.LEAVE_OUT
            is_masked = attribute.role is Role.QUASI_IDENTIFIER
            if is_filled and is_masked and "" in attribute.not_applicable:
                count = int(np.count_nonzero(unanswered(column, attribute)))
                params = {"count": count}
                problems += (
                    [Problem("not-applicable-and-missing", location, params)] if count else []
                )
    return problems
