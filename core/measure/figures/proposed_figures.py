"""Proposes figures from roles and scales, for somebody who knows the file to choose from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.model import (
    CATEGORICAL,
    Attribute,
    Column,
    ColumnKind,
    Figure,
    FigureKind,
    Role,
    Scale,
    Schema,
)

MOST_AMOUNTS = 10
"""Columns of amounts of which figures are proposed: a reader looks at no more."""
MOST_CATEGORIES = 20
"""Categories of a column whose shares are proposed."""

_NUMBERS = (ColumnKind.INTEGER, ColumnKind.NUMBER)


def proposed_figures(
    schema: Schema, columns: Sequence[Column], weight: str | None = None
) -> tuple[Figure, ...]:
    """Return the usual figures of a file (manual: figures#proposed-figures).

    Parameters
    ----------
    schema : Schema
        Roles and scales.
    columns : sequence of Column
        The file's columns, in the kinds that their scales need.
    weight : str, optional
        The column of weights, of which nothing is proposed.
    """
    found = {column.name: column for column in columns}
    known = [
        attribute
        for attribute in schema.attributes
        if attribute.role.is_released and attribute.role is not Role.LINK
        if attribute.name in found and attribute.name != weight
    ]
    numeric = [
        a
        for a in known
        if a.scale is not None and a.scale.has_amounts
        if found[a.name].kind in _NUMBERS and not found[a.name].missing.all()
    ]
    amounts = [a.name for a in numeric if a.scale is Scale.CONTINUOUS][:MOST_AMOUNTS]
    means = [a.name for a in numeric][:MOST_AMOUNTS]
    totals = [a.name for a in numeric if _can_be_totalled(a, found[a.name])][:MOST_AMOUNTS]
    observed = {name: found[name].values[~found[name].missing] for name in amounts}
    # A Gini coefficient describes a column of which no value is below 0.
    unequal = [n for n, values in observed.items() if (values >= 0).all() and (values > 0).any()]
    few = [
        a
        for a in known
        if a.scale in CATEGORICAL
        and (column := found[a.name]).kind is not ColumnKind.NUMBER
        and 1 < len(np.unique(column.values[~column.missing])) <= MOST_CATEGORIES
    ]
    main = next((a.name for a in few if a.role is Role.QUASI_IDENTIFIER), None)
    return (
        *(Figure(FigureKind.TOTAL, (name,)) for name in totals),
        *(Figure(FigureKind.MEAN, (name,)) for name in means),
        *(Figure(FigureKind.QUANTILE, (name,), q=0.5) for name in amounts),
        *(Figure(FigureKind.GINI, (name,)) for name in unequal),
        *(Figure(FigureKind.TOTAL, (name,), (main,)) for name in totals if main is not None),
        *(Figure(FigureKind.SHARE, (a.name,)) for a in few),
    )


def _can_be_totalled(attribute: Attribute, column: Column) -> bool:
    """Return whether a total of a column says something: amounts, and numbers of persons or things.

    Whole numbers are also ages, years and grades. These spread less than their mean, other than
    what some have none of and few have much of, such as employees.
    """
    if attribute.scale is Scale.CONTINUOUS:
        return True
    values = column.values[~column.missing]
    return bool((values >= 0).all() and values.any() and values.std() >= values.mean())
