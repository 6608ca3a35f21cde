"""Figures that users of a file compute, such as a mean by region, as a recipe names them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

_LOG = "log("


class FigureKind(StrEnum):
    """What is computed (manual: figures#what-can-be-computed)."""

    TOTAL = "total"
    MEAN = "mean"
    SHARE = "share"
    QUANTILE = "quantile"
    GINI = "gini"
    RATIO = "ratio"
    REGRESSION = "regression"
    TABLE = "table"

    @property
    def counts_categories(self) -> bool:
        """Whether it has a value for each category of its columns."""
        return self in (FigureKind.SHARE, FigureKind.TABLE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that is computed from the original and from the release.

    Attributes
    ----------
    what : FigureKind
        What is computed.
    of : tuple of str
        Its column; of a ratio the numerator and the denominator; of a table all columns that span
        it; of a regression the outcome, which may be ``log(COLUMN)``.
    by : tuple of str
        Columns whose combinations of values are the domains.
    q : float or None
        Of a quantile: the share of the population below it.
    on : tuple of str
        Of a regression: the regressors, each of which may be ``log(COLUMN)``.
    """

    what: FigureKind
    of: tuple[str, ...]
    by: tuple[str, ...] = ()
    q: float | None = None
    on: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it needs, each once."""
        named = (*self.of, *self.on)
        if self.what is FigureKind.REGRESSION:
            named = tuple(column_of(term) for term in named)
        return tuple(dict.fromkeys((*named, *self.by)))


def is_log(term: str) -> bool:
    """Return whether a term of a regression is a logarithm."""
    return term.startswith(_LOG) and term.endswith(")")


def column_of(term: str) -> str:
    """Return the column of a term of a regression."""
    return term[len(_LOG) : -1] if is_log(term) else term
