"""Checks that schema and file have the same columns and that each fits its role."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

import numpy as np

from core.checklist.cast_columns import cast_column
from core.errors import Problem, Where, warning
from core.model import Attribute, Column, ColumnKind, Dataset, Recipe, Role, Scale, Schema
from core.pipeline.resolve.scales import magnitude_problems, scale_problems


def column_problems(
    recipe: Recipe, schema: Schema, dataset: Dataset, decimal: str, listed: Container[str] = ()
) -> list[Problem]:
    """Compare `schema` with the columns of `dataset`; list the discrepancies.

    Parameters
    ----------
    listed : container of str
        Names of the columns whose list of categories is checked with the method, not here.
    """
    # At a NUL in a name most readers stop.
    problems = unmatched_columns(schema, dataset) + [
        Problem("column-name-nul", Where(attribute.name))
        for attribute in schema.attributes
        if "\0" in attribute.name and attribute.role.is_released
    ]
    names = set(dataset.names)
    for attribute in schema.attributes:
        if attribute.name in names:
            column = cast_column(dataset.column(attribute.name), attribute, decimal)
            if (
                attribute.role is Role.QUASI_IDENTIFIER
                and attribute.name in recipe.strata
                and attribute.scale is not Scale.NOMINAL
            ):
                # It is constant in every cluster and never used in computations; only measures look
                # up the categories of a taxonomy or an order.
                problems += _order_problems(attribute, column, dataset, decimal)
                continue
            checked = replace(attribute, categories=None) if attribute.name in listed else attribute
            if checked.role in (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL):
                cell_problems = scale_problems(checked, column, dataset, decimal)
                cell_problems = cell_problems or magnitude_problems(column, dataset)
                problems += cell_problems or _warn_of_rounding(column)
                values = column.values[~column.missing]
                is_quasi = checked.role is Role.QUASI_IDENTIFIER
                if (
                    not cell_problems
                    and is_quasi
                    and len(values)
                    and bool((values == values[0]).all())
                ):
                    problems.append(warning("column-constant", checked.name))
            elif checked.role is Role.OTHER:
                cell_problems = _order_problems(checked, column, dataset, decimal)
                # A text column that is published unchanged may identify records.
                alone = column.kind is ColumnKind.TEXT and len(column.categories) == len(column)
                if not cell_problems and alone and len(column) > 1:
                    cell_problems = [warning("column-unprotected-unique", checked.name)]
                problems += cell_problems
    if not schema.with_role(Role.QUASI_IDENTIFIER):
        problems.append(Problem("no-quasi-identifier", Where(field="attributes")))
    return problems


def unmatched_columns(schema: Schema, dataset: Dataset) -> list[Problem]:
    """Return the columns that only the recipe or only the file has."""
    described = {attribute.name for attribute in schema.attributes}
    absent = [a.name for a in schema.attributes if a.name not in set(dataset.names)]
    extra = [name for name in dataset.names if name not in described]
    if described and extra and len(absent) == len(schema.attributes):
        # The header is then probably a record, whose cells no sentence may repeat.
        file = dataset.fingerprint.file_name
        return [Problem("no-column-in-file", Where(field="input.options"), {"file": file})]
    return [Problem("column-not-in-file", Where(name)) for name in absent] + [
        Problem("column-not-described", Where(name)) for name in extra
    ]


def _order_problems(
    attribute: Attribute, column: Column, dataset: Dataset, decimal: str
) -> list[Problem]:
    """Return problems with the declared order of a column, even if no method uses it."""
    declared = attribute.scale is Scale.ORDINAL and bool(attribute.order)
    if not declared or bool(column.missing.all()):
        return []
    return scale_problems(attribute, column, dataset, decimal)


def _warn_of_rounding(column: Column) -> list[Problem]:
    """Return a warning of numbers with more digits than the computations use."""
    odd = column.spellings
    count = int(np.count_nonzero(odd.where_rounded() & ~column.missing)) if odd else 0
    if column.kind is ColumnKind.INTEGER:
        with np.errstate(invalid="ignore"):
            nearest = column.values.astype(np.float64).astype(column.values.dtype)
        count += int(np.count_nonzero((nearest != column.values) & ~column.missing))
    return [warning("numbers-rounded", column.name, count=count)] if count else []
