"""Chooses the figures that users of a file will probably compute, by roles and scales.

Nothing that a release did to the columns is looked at, so that the choice flatters none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

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

MOST_NUMBERS = 10
"""Columns of numbers of which figures are chosen: a reader looks at no more."""
MOST_CATEGORY_COLUMNS = 10
"""Columns of categories whose shares are chosen."""
MOST_CATEGORIES = 20
"""Categories that such a column may have."""
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
"""The quantiles of each column of numbers."""
MOST_BY_DOMAIN = 5
"""Columns of numbers whose means and totals are chosen by domain."""
MOST_DOMAINS = 2
"""Columns of categories that form these domains."""
MOST_IN_TABLES = 3
"""Columns of categories whose pairs are the tables."""
MOST_REGRESSIONS = 2
MOST_REGRESSORS = 3
"""Columns of numbers, besides those of domains, that explain the outcome of a regression."""


def usual_figures(
    schema: Schema, columns: Sequence[Column], weight: str | None = None
) -> tuple[Figure, ...]:
    """Choose the usual figures of a file (manual: figures#usual-figures).

    Parameters
    ----------
    columns : sequence of Column
        The file's columns, in the kinds that their scales need.
    weight : str, optional
        The column of weights, of which nothing is chosen.
    """
    named = {column.name: column for column in columns}
    released = [
        attribute
        for attribute in schema.attributes
        if attribute.role.is_released and attribute.role is not Role.LINK
        if attribute.name in named and attribute.name != weight
    ]
    numbers = [
        _NumberColumn(a, named[a.name].values[~named[a.name].missing])
        for a in released
        if a.scale is not None and a.scale.has_amounts
        if named[a.name].kind.is_numeric and not named[a.name].missing.all()
    ]
    few = [a for a in released if a.scale in CATEGORICAL and _has_few(named[a.name])]
    few = few[:MOST_CATEGORY_COLUMNS]
    # Users ask first how a column differs between the groups that others may know.
    by_interest = sorted(few, key=lambda a: a.role is not Role.QUASI_IDENTIFIER)
    shares = tuple(Figure(FigureKind.SHARE, (a.name,)) for a in few)
    domains = [a.name for a in by_interest[:MOST_DOMAINS]]
    crossed = [a.name for a in by_interest[:MOST_IN_TABLES]]
    return (
        *_of_numbers(numbers[:MOST_NUMBERS], domains),
        *shares,
        *(Figure(FigureKind.TABLE, pair) for pair in combinations(crossed, 2)),
        *_regressions(numbers[:MOST_NUMBERS], domains),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _NumberColumn:
    """A column of numbers and its values that are not missing."""

    attribute: Attribute
    values: np.ndarray

    @property
    def name(self) -> str:
        return self.attribute.name

    @property
    def is_continuous(self) -> bool:
        return self.attribute.scale is Scale.CONTINUOUS

    @property
    def has_total(self) -> bool:
        """Whether its total says something: amounts, and numbers of persons or things.

        Whole numbers are also ages, years and grades. These spread less than their mean, other
        than what some have none of and few have much of, such as employees.
        """
        values = self.values
        return self.is_continuous or bool(
            values.min() >= 0 and values.any() and values.std() >= values.mean()
        )

    @property
    def has_gini(self) -> bool:
        """Whether a Gini coefficient describes it: amounts of which none is below 0."""
        return self.is_continuous and bool(self.values.min() >= 0 and self.values.max() > 0)

    @property
    def term(self) -> str:
        """Its name as an outcome: amounts above 0 as their logarithm."""
        is_log = self.is_continuous and bool(self.values.min() > 0)
        return f"log({self.name})" if is_log else self.name


def _has_few(column: Column) -> bool:
    if column.kind is ColumnKind.NUMBER:
        return False
    return 1 < len(np.unique(column.values[~column.missing])) <= MOST_CATEGORIES


def _of_numbers(numbers: Sequence[_NumberColumn], domains: Sequence[str]) -> Iterator[Figure]:
    """Yield the figures of each column together, so that it is sorted once."""
    for place, column in enumerate(numbers):
        of = (column.name,)
        yield Figure(FigureKind.MEAN, of)
        yield Figure(FigureKind.DEVIATION, of)
        yield from (Figure(FigureKind.QUANTILE, of, q=q) for q in QUANTILES)
        if column.has_gini:
            yield Figure(FigureKind.GINI, of)
        kinds = [FigureKind.TOTAL] if column.has_total else []
        yield from (Figure(kind, of) for kind in kinds)
        if place < MOST_BY_DOMAIN:
            kinds.append(FigureKind.MEAN)
            yield from (Figure(kind, of, (name,)) for name in domains for kind in kinds)
    names = [column.name for column in numbers]
    yield from (Figure(FigureKind.CORRELATION, pair) for pair in combinations(names, 2))


def _regressions(numbers: Sequence[_NumberColumn], domains: Sequence[str]) -> Iterator[Figure]:
    """Yield the regressions of the columns for whose sake the file exists, confidential first."""
    outcomes = sorted(numbers, key=lambda column: column.attribute.role is not Role.CONFIDENTIAL)
    for outcome in outcomes[:MOST_REGRESSIONS]:
        regressors = [column.name for column in numbers if column is not outcome]
        on = (*regressors[:MOST_REGRESSORS], *domains)
        if on:
            yield Figure(FigureKind.REGRESSION, (outcome.term,), on=on)
