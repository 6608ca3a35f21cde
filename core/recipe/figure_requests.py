"""The ``figures`` of a recipe, which are compared between original and release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from core.model import Figure, FigureKind
from core.model.declared_types import ColumnNames, Expects
from core.recipe.declared import write_declared

_MEDIAN = 0.5
_OF_SEVERAL = (FigureKind.RATIO, FigureKind.CORRELATION, FigureKind.TABLE)
_Of = Annotated[str | tuple[str, ...], Expects("recipe-expects-text-or-texts", of_columns=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainFigure:
    """A figure of each domain.

    Attributes
    ----------
    what : FigureKind
        What is computed.
    of : str or tuple of str
        Its column; of a `ratio` the numerator and the denominator; of a `correlation` both columns;
        of a `table` two to five columns; of a `regression` the outcome, which may be `log(COLUMN)`.
    by : tuple of str
        The domains; not of a `regression`.
    """

    what: Literal[
        FigureKind.TOTAL,
        FigureKind.MEAN,
        FigureKind.DEVIATION,
        FigureKind.SHARE,
        FigureKind.GINI,
        FigureKind.RATIO,
        FigureKind.CORRELATION,
        FigureKind.TABLE,
    ]
    of: _Of
    by: ColumnNames = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantile:
    """A quantile of each domain.

    Attributes
    ----------
    what : FigureKind
        What is computed.
    of : str or tuple of str
        Its column.
    by : tuple of str
        The domains.
    q : float
        Of a `quantile`: the share of the weight up to it.
    """

    what: Literal[FigureKind.QUANTILE]
    of: _Of
    by: ColumnNames = ()
    q: Annotated[float, Expects("figure-q", above=0, below=1)] = _MEDIAN


@dataclass(frozen=True, slots=True, kw_only=True)
class Regression:
    """A regression of the whole file.

    Attributes
    ----------
    what : FigureKind
        What is computed.
    of : str or tuple of str
        The outcome, which may be `log(COLUMN)`.
    on : tuple of str
        Of a `regression`, required: the regressors, each of which may be `log(COLUMN)`.
    """

    what: Literal[FigureKind.REGRESSION]
    of: _Of
    on: ColumnNames = ()


FigureEntry = Annotated[DomainFigure | Quantile | Regression, Field(discriminator="what")]


def figure_of(entry: DomainFigure | Quantile | Regression) -> Figure:
    """Return the figure of an entry."""
    of = (entry.of,) if isinstance(entry.of, str) else entry.of
    if isinstance(entry, Regression):
        return Figure(entry.what, of, on=entry.on)
    return Figure(entry.what, of, by=entry.by, q=entry.q if isinstance(entry, Quantile) else None)


def entry_of(figure: Figure) -> DomainFigure | Quantile | Regression:
    """Return the entry of a figure."""
    has_several = figure.what in _OF_SEVERAL or len(figure.of) != 1
    of = figure.of if has_several else figure.of[0]
    if figure.what is FigureKind.REGRESSION:
        return Regression(what=figure.what, of=of, on=figure.on)
    if figure.what is FigureKind.QUANTILE:
        return Quantile(what=figure.what, of=of, by=figure.by, q=figure.q or _MEDIAN)
    return DomainFigure(what=figure.what, of=of, by=figure.by)


def figure_entry(figure: Figure) -> dict[str, object]:
    """Return the entry of a figure in a recipe."""
    return write_declared(entry_of(figure))
