"""Weighted totals by domain, in the original and in a release (manual: conditions#totals).

A user knows the domain of a record from its released values, so a total of the release is that of
the records released with the domain, and a total of the original that of the records that belong to
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.conditions.dominance_condition import contributions, once_each
from core.conditions.group_amounts import exact_amounts, excess, named_by
from core.conditions.recipe_records import Records
from core.encode import group_records
from core.encode.not_applicable import all_set_apart, all_written_back
from core.model import Column, ColumnKind, Recipe, Schema

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

# A total that is smaller, as a share of the sum of the sizes of its amounts, is one of rounding.
_NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class TotalRequest:
    """A column whose totals by some columns are to be those of the original.

    Attributes
    ----------
    column : str
        The column of amounts.
    by : tuple of str
        Its domains are the combinations of their values.
    within : float
        Largest deviation, as a share of the original's total.
    factor : float
        By how much a value may be multiplied or divided at most.
    """

    column: str
    by: tuple[str, ...]
    within: float
    factor: float

    @property
    def name(self) -> str:
        """What it is called in logs and reports."""
        return f"{self.column} by {', '.join(self.by)}"


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """The totals of a column in the original, by domain.

    Attributes
    ----------
    totals : numpy.ndarray of float64, shape (d,)
        Of each domain of the original.
    apart : numpy.ndarray of bool, shape (d,)
        The domains that are not calibrated, because their totals could disclose an amount.
    domains : DomainNumbers
        The domain of each record; numbers from `d` are of combinations that only the release has.
    """

    totals: Floats
    apart: Bools
    domains: DomainNumbers


def total_requests(recipe: Recipe) -> list[TotalRequest]:
    """Return each column of ``totals`` with each of its sets of domains, in the recipe's order."""
    return [
        TotalRequest(name, entry.by, entry.within, entry.factor)
        for entry in recipe.totals
        for name in entry.columns
    ]


def targets_of(request: TotalRequest, records: Records) -> Targets:
    """Return what the totals of a release are compared with.

    Parameters
    ----------
    request : TotalRequest
        Its columns are released.
    records : Records
        The records before protection.
    """
    domains = DomainNumbers(request.by, records.schema)
    labels = domains.of({column.name: column for column in records.columns}, len(records))
    amounts = np.nan_to_num(records.numbers(request.column), nan=0.0)
    weights = records.weights()
    if weights is not None:
        amounts = amounts * weights
    totals = np.bincount(labels, weights=amounts)
    none = np.abs(totals) <= _NOTHING * np.bincount(labels, weights=np.abs(amounts))
    # Apart are domains with amounts of fewer than k units, those that violate the dominance rule,
    # and as many more, the smallest first, as are needed for the domains apart to be safe together:
    # their sum follows from the other totals and that of the file.
    counts = np.bincount(labels)
    apart = none | ~_are_safe(request.column, records, labels)
    while apart.any() and not apart.all():
        if _are_safe(request.column, records, np.where(apart, 0, 1)[labels])[0]:
            break
        sound = np.flatnonzero(~apart)
        apart[sound[counts[sound].argmin()]] = True
    return Targets(totals.astype(np.float64, copy=False), np.asarray(apart), domains)


def released_sums(
    request: TotalRequest, targets: Targets, released: Mapping[str, Column], original: Records
) -> Floats:
    """Compute the totals that users of a release compute, shape (d,).

    Parameters
    ----------
    released : Mapping of str to Column
        The released columns.
    original : Records
        The records before protection, which name the column of the survey weights.
    """
    domains = len(targets.totals)
    (column,) = all_set_apart([released[request.column]], original.schema)
    amounts = np.where(column.missing, 0.0, column.values.astype(np.float64))
    amounts = amounts * released_weights(original.recipe, released)
    labels = targets.domains.of(released, len(column))
    sums = np.bincount(labels, weights=amounts, minlength=domains)
    return sums[:domains].astype(np.float64, copy=False)


def deviations(targets: Targets, sums: Floats) -> Floats:
    """Return how far totals are from those of the original, as shares; 0 where they are apart."""
    gaps, sizes = np.abs(sums - targets.totals), np.abs(targets.totals)
    return np.divide(gaps, sizes, out=np.zeros(len(sums)), where=~targets.apart)


def released_weights(recipe: Recipe, released: Mapping[str, Column]) -> Floats:
    """Return the released survey weights, 1 without any; shape (n,)."""
    if recipe.weight is None:
        return np.ones(len(next(iter(released.values()))))
    return released[recipe.weight].values.astype(np.float64)


def _are_safe(name: str, records: Records, labels: Ints) -> Bools:
    """Return for each group of records whether its total of a column discloses no amount.

    It has amounts of k units, and satisfies the dominance rule.
    """
    recipe = records.recipe
    k = recipe.method.parameters.get("k")
    least = k if isinstance(k, int) else 1
    parts, where = once_each(records, contributions(records, name), labels)
    groups = int(labels.max()) + 1
    are_enough = np.bincount(where[parts > 0], minlength=groups) >= least
    rule = recipe.dominance
    if rule is None or name not in rule.columns:
        return np.asarray(are_enough)
    amounts = exact_amounts(parts, where, groups, named_by(rule))
    return np.asarray(are_enough & (excess(amounts, rule) <= 0.0))


@dataclass(slots=True)
class DomainNumbers:
    """The domains that were seen, numbered from 0 by first appearance.

    Attributes
    ----------
    names : sequence of str
        The columns whose combinations of values are the domains.
    """

    names: Sequence[str]
    schema: Schema
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._known)

    def of(self, columns: Mapping[str, Column], records: int) -> Ints:
        """Return the number of the domain of each of some records, shape (records,).

        Codes of questions that were not asked are values, because readers see them.
        """
        own = all_written_back([columns[name] for name in self.names], self.schema)
        labels = group_records(own) if own else np.zeros(records, dtype=np.int64)
        first = np.unique(labels, return_index=True)[1]
        keys = zip(*(_cells(column, first) for column in own), strict=True) if own else iter([()])
        numbers = [self._known.setdefault(key, len(self._known)) for key in keys]
        return np.array(numbers, dtype=np.int64)[labels]


def _cells(column: Column, at: Ints) -> Iterator[object]:
    """Yield the values of some cells, ``None`` for a missing one; equal cells have equal values."""
    cells = zip(column.values[at].tolist(), column.missing[at].tolist(), strict=True)
    for value, missing in cells:
        if missing:
            yield None
        else:
            yield column.categories[value] if column.kind is ColumnKind.TEXT else float(value)
