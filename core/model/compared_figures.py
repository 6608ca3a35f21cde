"""Figures that users of a file compute: what is asked for, and both sides compared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

_LOG = "log("
# Figures of equal columns may differ by the rounding of their sums.
_ROUNDING = 1e-9
Category = tuple[str, str]
"""A column and one of its categories."""


class FigureKind(StrEnum):
    """What is computed (manual: figures#what-can-be-computed)."""

    TOTAL = "total"
    MEAN = "mean"
    DEVIATION = "deviation"
    SHARE = "share"
    QUANTILE = "quantile"
    GINI = "gini"
    RATIO = "ratio"
    CORRELATION = "correlation"
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
    of : tuple of str
        Its column; of a ratio the numerator and the denominator; of a correlation both columns; of
        a table all columns that span it; of a regression the outcome, which may be ``log(COLUMN)``.
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
        terms = (*self.of, *self.on)
        if self.what is FigureKind.REGRESSION:
            terms = tuple(column_of(term) for term in terms)
        return tuple(dict.fromkeys((*terms, *self.by)))


def is_log(term: str) -> bool:
    """Decide whether a term of a regression is a logarithm."""
    return term.startswith(_LOG) and term.endswith(")")


def column_of(term: str) -> str:
    """Find the column of a term of a regression."""
    return term[len(_LOG) : -1] if is_log(term) else term


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure of one side with its interval.

    Attributes
    ----------
    low, high : float or None
        Ends of its 95 % interval; ``None`` where there are too few units for one.
    records, units : int
        Number of records that it counts, and of units that its interval rests on.
    heaviest : float
        Largest share of its variance, in [0, 1], that comes from a single unit; of a share of a
        category an upper bound.
    outside : int or None
        Of a quantile: the smaller number of records at or beyond one end of its interval.
    """

    value: float
    low: float | None
    high: float | None
    records: int
    units: int
    heaviest: float
    outside: int | None = None

    @property
    def records_behind(self) -> int:
        """On how many records it rests; the ends of a quantile are single values."""
        return self.records if self.outside is None else min(self.records, self.outside)


@dataclass(frozen=True, slots=True)
class FigureValue:
    """One value of a figure: that of a domain, of a category or of a coefficient.

    Attributes
    ----------
    by : tuple of pairs of str
        The domain: columns with their categories.
    of : tuple of pairs of str
        The category whose share it is, or which a coefficient of a regression belongs to.
    term : str or None
        Of a regression: the term, empty for the intercept.
    original, released : Estimate or None
        Both sides; ``None`` where there is nothing to compute the figure from.
    overlap : float or None
        Overlap of the intervals, in [0, 1]; ``None`` if a side has none.
    inside : bool or None
        Whether the released figure lies inside the original's interval; ``None`` if that has none.
    """

    by: tuple[Category, ...]
    of: tuple[Category, ...]
    term: str | None
    original: Estimate | None
    released: Estimate | None
    overlap: float | None
    inside: bool | None

    def is_close(self, share: float) -> bool:
        """Decide whether the released figure differs by at most a share of the original's."""
        if self.original is None or self.released is None:
            return False
        value = self.original.value
        return abs(self.released.value - value) <= (share + _ROUNDING) * abs(value)


@dataclass(frozen=True, slots=True)
class Side:
    """The records of one side on which a figure rests.

    Attributes
    ----------
    records, missing, not_applicable : int
        Records that count; that lack a value; that the question does not apply to.
    lacks : str or None
        Why a regression cannot be computed: ``log``, ``few`` or ``collinear``.
    """

    records: int
    missing: int
    not_applicable: int
    lacks: str | None = None


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A figure with all of its values on both sides."""

    figure: Figure
    original: Side
    released: Side
    values: tuple[FigureValue, ...]


@dataclass(frozen=True, slots=True)
class UsualFigures:
    """The figures that users will probably compute, on both sides.

    Attributes
    ----------
    records : int
        Records of the original that they were computed from.
    is_sample : bool
        Whether these are a sample of the file; those of the recipe are of the whole file even so.
    least : int
        Records on which a figure must rest to count.
    compared : tuple of ComparedFigure
        First those of the recipe, then the others (manual: figures#usual-figures).
    """

    records: int
    is_sample: bool
    least: int
    compared: tuple[ComparedFigure, ...]
