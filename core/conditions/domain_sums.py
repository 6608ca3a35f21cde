"""Weighted totals by domain, in the original and in a release (manual: conditions#totals).

A user knows the domain of a record from its released values, so a total of the release is that of
the records released with the domain, and a total of the original that of the records that belong to
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.conditions.dominance_condition import contributions, once_each
from core.conditions.group_amounts import GrowingAmounts, excess, named_by
from core.conditions.recipe_records import Records
from core.encode import group_records
from core.encode.not_applicable import all_set_apart, all_written_back
from core.model import Column, ColumnKind, Recipe, Schema

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
RecordParts: TypeAlias = Callable[[], Iterable[Records]]
"""Returns records, some at a time."""

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
    """

    column: str
    by: tuple[str, ...]
    within: float

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
        TotalRequest(name, each.by, each.within) for each in recipe.totals for name in each.columns
    ]


def targets_of(
    request: TotalRequest,
    parts: RecordParts,
    settings: tuple[Recipe, Schema],
    by_unit: RecordParts | None = None,
) -> Targets:
    """Return what the totals of a release are compared with.

    Parameters
    ----------
    request : TotalRequest
        Its columns are released.
    parts : callable
        Returns the records before protection, in the order of the file, some at a time.
    settings : pair of Recipe and Schema
        How they are protected, and what their columns mean.
    by_unit : callable, optional
        Returns them with all records of a unit at a time; default: `parts` does.
    """
    recipe, schema = settings
    domains, totals, sizes = DomainNumbers(request.by, schema), _Sums(), _Sums()
    filled, held = _Sums(), _Sums()
    for records in parts():
        named = {column.name: column for column in records.columns}
        labels = domains.of(named, len(records))
        amounts = np.nan_to_num(records.numbers(request.column), nan=0.0)
        weights = records.weights()
        if weights is not None:
            amounts = amounts * weights
        totals.add(labels, amounts)
        sizes.add(labels, np.abs(amounts))
        filled.add(labels, (contributions(records, request.column) > 0).astype(np.float64))
        held.add(labels, np.ones(len(labels)))
    safety = _Safety(request.column, recipe, domains, filled.values, by_unit or parts)
    none = np.abs(totals.values) <= _NOTHING * sizes.values
    # Apart are domains with amounts of fewer than k units, those that violate the dominance rule,
    # and as many more, the smallest first, as are needed for the domains apart to be safe together:
    # their sum follows from the other totals and that of the file.
    counts = held.values
    apart = none | ~safety.is_safe(np.arange(len(counts)))
    while apart.any() and not apart.all():
        if safety.is_safe(np.where(apart, 0, 1))[0]:
            break
        sound = np.flatnonzero(~apart)
        apart[sound[counts[sound].argmin()]] = True
    return Targets(totals.values, np.asarray(apart), domains)


def released_sums(
    request: TotalRequest,
    targets: Targets,
    parts: Iterable[Mapping[str, Column]],
    schema: Schema,
    recipe: Recipe,
) -> Floats:
    """Return the totals that users of a release compute, shape (d,).

    Parameters
    ----------
    parts : iterable of Mapping of str to Column
        The released columns, of some records at a time.
    schema, recipe : Schema and Recipe
        What the columns mean, and which one holds the survey weights.
    """
    found, domains = _Sums(), len(targets.totals)
    for released in parts:
        (column,) = all_set_apart([released[request.column]], schema)
        amounts = np.where(column.missing, 0.0, column.values.astype(np.float64))
        amounts = amounts * released_weights(recipe, released)
        found.add(targets.domains.of(released, len(column)), amounts)
    found.add(np.array([domains]), np.zeros(1))
    return found.values[:domains]


def deviations(targets: Targets, sums: Floats) -> Floats:
    """Return how far totals are from those of the original, as shares; 0 where they are apart."""
    gaps, sizes = np.abs(sums - targets.totals), np.abs(targets.totals)
    return np.divide(gaps, sizes, out=np.zeros(len(sums)), where=~targets.apart)


def released_weights(recipe: Recipe, released: Mapping[str, Column]) -> Floats:
    """Return the released survey weights, 1 without any; shape (n,)."""
    if recipe.weight is None:
        return np.ones(len(next(iter(released.values()))))
    return released[recipe.weight].values.astype(np.float64)


class _Sums:
    """Sums by number, added record by record in the order of the records."""

    def __init__(self) -> None:
        self.values = np.zeros(0)

    def add(self, numbers: Ints, amounts: Floats) -> None:
        """Add an amount to the sum of each number."""
        more = int(numbers.max(initial=-1)) + 1 - len(self.values)
        self.values = np.append(self.values, np.zeros(max(more, 0)))
        np.add.at(self.values, numbers, amounts)


class _Safety:
    """Which domains, or domains taken together, have totals that disclose no amount."""

    def __init__(
        self,
        name: str,
        recipe: Recipe,
        domains: DomainNumbers,
        filled: Floats,
        by_unit: RecordParts,
    ) -> None:
        self._name, self._recipe, self._domains = name, recipe, domains
        # The records of each domain with an amount.
        self._filled, self._by_unit = filled, by_unit
        k = recipe.method.parameters.get("k")
        self._least = k if isinstance(k, int) else 1
        rule = recipe.dominance
        self._rule = rule if rule is not None and name in rule.columns else None

    def is_safe(self, together: Ints) -> Bools:
        """Return whether each group of domains is safe, given the group of each domain.

        It has amounts of k units, and satisfies the dominance rule.
        """
        if self._recipe.unit is None and self._rule is None:
            return np.asarray(np.bincount(together, weights=self._filled) >= self._least)
        units = np.zeros(int(together.max()) + 1)
        amounts = None if self._rule is None else GrowingAmounts(named_by(self._rule))
        for records in self._by_unit():
            named = {column.name: column for column in records.columns}
            labels = together[self._domains.of(named, len(records))]
            parts, where = once_each(records, contributions(records, self._name), labels)
            units += np.bincount(where[parts > 0], minlength=len(units))
            if amounts is not None:
                amounts.add(parts, where)
        safe = np.asarray(units >= self._least)
        if amounts is None or self._rule is None:
            return safe
        return np.asarray(safe & (excess(amounts.amounts(), self._rule) <= 0.0))


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
