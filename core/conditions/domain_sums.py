"""Weighted totals by domain, in the original and in a release (manual: conditions#totals).

A user knows the domain of a record from its released values, so a total of the release is that of
the records released with the domain, and a total of the original that of the records that belong to
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.conditions.dominance_condition import contributions, once_each
from core.conditions.group_amounts import count_largest, exact_amounts, excess
from core.conditions.recipe_records import Records
from core.encode import group_records
from core.encode.not_applicable import set_all_apart, write_all_back
from core.model import Column, ColumnKind, Recipe, Schema

# A total that is smaller, as a share of the sum of the sizes of its amounts, is one of rounding.
_NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class TotalRequest:
    """A column whose totals by some columns are to be those of the original.

    Attributes
    ----------
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
        return " × ".join((self.column, *self.by))


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
    """List each column of ``totals`` with each of its sets of domains, in the recipe's order."""
    return [
        TotalRequest(name, entry.by, entry.within, entry.factor)
        for entry in recipe.totals
        for name in entry.columns
    ]


def targets_of(request: TotalRequest, records: Records) -> Targets:
    """Compute the totals that those of a release are compared with.

    Parameters
    ----------
    request : TotalRequest
        Its columns are released.
    """
    requests = [request]
    requests += [r for r in total_requests(records.recipe) if r.column == request.column]
    domains = DomainNumbers(request.by, records.schema)
    labels = domains.of({column.name: column for column in records.columns}, len(records))
    amounts = np.nan_to_num(records.numbers(request.column), nan=0.0)
    weights = records.weights()
    if weights is not None:
        amounts = amounts * weights
    totals = np.bincount(labels, weights=amounts).astype(np.float64, copy=False)
    apart = domains_apart(list(dict.fromkeys(r.by for r in requests)), request.column, records)[0]
    return Targets(totals, apart, domains)


def domains_apart(sets: Sequence[tuple[str, ...]], column: str, records: Records) -> list[Bools]:
    """Find the domains whose totals, or those that follow from them, could disclose an amount.

    Apart are domains with amounts of fewer than k units and those that violate the dominance rule.
    Their sum follows from the other totals of their set and that of the file, or of a domain of
    another set that they lie in. It must be safe, too (secondary suppression: Hundepool et al.
    2012, section 4.2.2): as many more domains are apart as are needed, the smallest first. Where
    all domains within one are apart, their sum is its total, which is safe.

    Parameters
    ----------
    sets : sequence of tuple of str
        Columns whose combinations of values are the domains, set by set.

    Returns
    -------
    list of numpy.ndarray of bool, shape (d,)
        For each set, of its domains in the original, by first appearance.
    """
    by_name = {own_column.name: own_column for own_column in records.columns}
    labels = [DomainNumbers(by, records.schema).of(by_name, len(records)) for by in sets]
    apart = [_find_unsafe(column, records, numbers) for numbers in labels]
    file, always = np.zeros(len(records), dtype=np.int64), np.ones(1, dtype=np.bool_)
    is_changed = True
    while is_changed:
        is_changed = False
        for inner, outer in product(range(len(sets)), (*range(len(sets)), -1)):
            if outer == inner:
                continue
            margins = (file, always) if outer < 0 else (labels[outer], ~apart[outer])
            added = _find_further(column, records, margins, labels[inner], apart[inner])
            apart[inner] |= added
            is_changed |= bool(added.any())
    return apart


def _find_unsafe(column: str, records: Records, labels: Ints) -> Bools:
    """Find the domains whose own total is empty or could disclose an amount, shape (d,)."""
    amounts = contributions(records, column)
    signed = np.sign(np.nan_to_num(records.numbers(column), nan=0.0)) * amounts
    totals = np.bincount(labels, weights=signed)
    none = np.abs(totals) <= _NOTHING * np.bincount(labels, weights=amounts)
    return np.asarray(none | ~_are_safe(column, records, labels))


def _find_further(
    column: str, records: Records, margins: tuple[Ints, Bools], labels: Ints, apart: Bools
) -> Bools:
    """Find the smallest domain to be apart in each stated margin whose rest is not safe.

    Parameters
    ----------
    margins : tuple of numpy.ndarray of int64, shape (n,), and numpy.ndarray of bool, shape (m,)
        The margin of each record, and whether its total is stated.
    labels : numpy.ndarray of int64, shape (n,)
        The domain of each record.
    apart : numpy.ndarray of bool, shape (d,)
        The domains that are apart.
    """
    margin_of_record, is_stated = margins
    margin_of_domain = margin_of_record[np.unique(labels, return_index=True)[1]]
    # What a margin lacks follows from its domains only where they lie in it as a whole.
    is_split = np.zeros(len(apart), dtype=np.bool_)
    is_split[labels[margin_of_record != margin_of_domain[labels]]] = True
    is_open = is_stated.copy()
    is_open[margin_of_record[is_split[labels]]] = False
    in_rest = apart[labels]
    if len(is_stated) > 1:  # A rest without amounts discloses none: nobody in it has one.
        in_rest &= contributions(records, column) > 0
    has_rest = np.bincount(margin_of_record[in_rest], minlength=len(is_stated)) > 0
    is_open &= has_rest
    if is_open.any():
        rests = np.where(apart[labels], margin_of_record, len(is_stated))
        is_safe = _are_safe(column, records, rests)[: len(is_stated)]
        is_open[: len(is_safe)] &= ~is_safe
    sizes, added = np.bincount(labels), np.zeros(len(apart), dtype=np.bool_)
    for margin in np.flatnonzero(is_open):
        candidates = np.flatnonzero(~apart & (margin_of_domain == margin))
        if len(candidates):
            added[candidates[sizes[candidates].argmin()]] = True
    return added


def sum_released(
    request: TotalRequest, targets: Targets, released: Mapping[str, Column], original: Records
) -> Floats:
    """Compute the totals that users of a release compute, shape (d,).

    Parameters
    ----------
    original : Records
        The records before protection, which name the column of the survey weights.
    """
    domains = len(targets.totals)
    (column,) = set_all_apart([released[request.column]], original.schema)
    amounts = column.floats(0.0)
    amounts = amounts * read_released_weights(original.recipe, released)
    labels = targets.domains.of(released, len(column))
    sums = np.bincount(labels, weights=amounts, minlength=domains)
    return sums[:domains].astype(np.float64, copy=False)


def deviations(targets: Targets, sums: Floats) -> Floats:
    """Compute how far totals are from those of the original, as shares; 0 where apart."""
    gaps, sizes = np.abs(sums - targets.totals), np.abs(targets.totals)
    return np.divide(gaps, sizes, out=np.zeros(len(sums)), where=~targets.apart)


def read_released_weights(recipe: Recipe, released: Mapping[str, Column]) -> Floats:
    """Read the released survey weights, 1 without any; shape (n,)."""
    if recipe.weight is None:
        return np.ones(len(next(iter(released.values()))))
    return released[recipe.weight].values.astype(np.float64)


def _are_safe(name: str, records: Records, labels: Ints) -> Bools:
    """Check for each group of records whether its total of a column discloses no amount.

    It has amounts of k units, and satisfies the dominance rule.
    """
    recipe = records.recipe
    k = recipe.method.parameters.get("k")
    fewest = k if isinstance(k, int) else 1
    parts, group_of_part = once_each(records, contributions(records, name), labels)
    groups = int(labels.max()) + 1
    are_enough = np.bincount(group_of_part[parts > 0], minlength=groups) >= fewest
    rule = recipe.dominance
    if rule is None or name not in rule.columns:
        return np.asarray(are_enough)
    amounts = exact_amounts(parts, group_of_part, groups, count_largest(rule))
    return np.asarray(are_enough & (excess(amounts, rule) <= 0.0))


@dataclass(slots=True)
class DomainNumbers:
    """The domains that were seen, numbered from 0 by first appearance."""

    names: Sequence[str]
    schema: Schema
    _numbers: dict[tuple[object, ...], int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, columns: Mapping[str, Column], records: int) -> Ints:
        """Find the number of the domain of each of some records, shape (records,).

        Codes of questions that were not asked are values, because readers see them.
        """
        domain_columns = write_all_back([columns[name] for name in self.names], self.schema)
        labels = (
            group_records(domain_columns) if domain_columns else np.zeros(records, dtype=np.int64)
        )
        first = np.unique(labels, return_index=True)[1]
        keys = (
            zip(*(_cells(column, first) for column in domain_columns), strict=True)
            if domain_columns
            else iter([()])
        )
        numbers = [self._numbers.setdefault(key, len(self._numbers)) for key in keys]
        return np.array(numbers, dtype=np.int64)[labels]


def _cells(column: Column, rows: Ints) -> Iterator[object]:
    """Yield the values of some cells, ``None`` for a missing one; equal cells have equal values."""
    cells = zip(column.values[rows].tolist(), column.missing[rows].tolist(), strict=True)
    for value, missing in cells:
        if missing:
            yield None
        else:
            yield column.categories[value] if column.kind is ColumnKind.TEXT else float(value)
