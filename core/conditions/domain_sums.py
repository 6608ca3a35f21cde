"""Weighted totals by domain, in the original and in a release (manual: conditions#totals).

A user knows the domain of a record from its released values, so a total of the release is that of
the records released with the domain, and a total of the original that of the records that belong to
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.conditions.dominance_condition import DominanceLimit, contributions, once_each
from core.conditions.recipe_records import Records
from core.encode.not_applicable import all_set_apart, all_written_back
from core.kernels.numerics.grouping import refine
from core.model import Column, ColumnKind, Recipe

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
    """The totals of a column in the original, and the domain of each record.

    Attributes
    ----------
    totals : numpy.ndarray of float64, shape (d,)
        Of each domain of the original.
    apart : numpy.ndarray of bool, shape (d,)
        The domains that are not calibrated, because their totals could disclose an amount.
    before, after : numpy.ndarray of int64, shape (n,)
        The domain of each record, by its original and by its released values; numbers from `d` are
        of combinations that only the release has.
    """

    totals: Floats
    apart: Bools
    before: Ints
    after: Ints


def total_requests(recipe: Recipe) -> list[TotalRequest]:
    """Return each column of ``totals`` with each of its sets of domains, in the recipe's order."""
    return [
        TotalRequest(name, each.by, each.within) for each in recipe.totals for name in each.columns
    ]


def targets_of(request: TotalRequest, original: Records, released: Mapping[str, Column]) -> Targets:
    """Return what the totals of a release are compared with.

    Parameters
    ----------
    request : TotalRequest
        Its columns are released.
    original : Records
        The `n` records before protection.
    released : Mapping of str to Column
        The released columns of the same records.
    """
    before, after = _domains(request.by, original, released)
    domains = int(before.max()) + 1
    amounts = np.nan_to_num(original.numbers(request.column), nan=0.0) * _weights(original)
    totals = np.bincount(before, weights=amounts, minlength=domains).astype(np.float64)
    sizes = np.bincount(before, weights=np.abs(amounts), minlength=domains)
    none = np.abs(totals) <= _NOTHING * sizes
    return Targets(totals, _apart(request.column, original, before, none), before, after)


def released_sums(
    request: TotalRequest, targets: Targets, original: Records, released: Mapping[str, Column]
) -> Floats:
    """Return the totals that users of a release compute, shape (d,)."""
    (column,) = all_set_apart([released[request.column]], original.schema)
    amounts = np.where(column.missing, 0.0, column.values.astype(np.float64))
    amounts = amounts * released_weights(original, released)
    domains = len(targets.totals)
    return np.bincount(targets.after, weights=amounts, minlength=domains)[:domains].astype(
        np.float64
    )


def deviations(targets: Targets, sums: Floats) -> Floats:
    """Return how far totals are from those of the original, as shares; 0 where they are apart."""
    gaps, sizes = np.abs(sums - targets.totals), np.abs(targets.totals)
    return np.divide(gaps, sizes, out=np.zeros(len(sums)), where=~targets.apart)


def released_weights(original: Records, released: Mapping[str, Column]) -> Floats:
    """Return the released survey weights, 1 without any; shape (n,)."""
    name = original.recipe.weight
    if name is None:
        return np.ones(len(original))
    return released[name].values.astype(np.float64)


def _weights(original: Records) -> Floats:
    weights = original.weights()
    return np.ones(len(original)) if weights is None else weights


def _domains(
    names: Sequence[str], original: Records, released: Mapping[str, Column]
) -> tuple[Ints, Ints]:
    """Return the domain of each record before and after, those of the original first."""
    records = len(original)
    labels = np.zeros(2 * records, dtype=np.int64)
    for name in names:
        pair = all_written_back([original.named(name), released[name]], original.schema)
        labels = refine(labels, _keys(*pair))
    return labels[:records], labels[records:]


def _keys(before: Column, after: Column) -> Ints:
    """Return numbers that are equal where two columns have the same value; shape (2n,)."""
    if before.kind is ColumnKind.TEXT:
        place: dict[str, int] = {}
        parts = []
        for column in (before, after):
            known = [place.setdefault(text, len(place)) for text in column.categories]
            parts.append(np.array([*known, -1], dtype=np.int64)[column.values])
        return np.concatenate(parts)
    values = np.concatenate((before.values, after.values)).astype(np.float64)
    missing = np.concatenate((before.missing, after.missing))
    values[missing] = 0.0
    found = np.unique(values, return_inverse=True)[1].astype(np.int64)
    found[missing] = -1
    return found


def _apart(name: str, original: Records, labels: Ints, none: Bools) -> Bools:
    """Return the domains whose totals could disclose an amount.

    These are domains with amounts of fewer than k units, those that violate the dominance rule, and
    as many more, the smallest first, as are needed for the domains apart to be safe together: their
    sum follows from the other totals and that of the file.
    """
    apart = none | ~_is_safe(name, original, labels)
    sizes = np.bincount(labels)
    while apart.any() and not apart.all():
        together = np.where(apart[labels], 0, 1)
        if _is_safe(name, original, together)[0]:
            break
        sound = np.flatnonzero(~apart)
        apart[sound[sizes[sound].argmin()]] = True
    return np.asarray(apart)


def _is_safe(name: str, original: Records, labels: Ints) -> Bools:
    """Return whether each group has amounts of k units and satisfies the dominance rule."""
    recipe, groups = original.recipe, int(labels.max()) + 1
    parts, where = once_each(original, contributions(original, name), labels)
    k = recipe.method.parameters.get("k")
    enough = np.bincount(where[parts > 0], minlength=groups) >= (k if isinstance(k, int) else 1)
    if recipe.dominance is None or name not in recipe.dominance.columns:
        return np.asarray(enough)
    over = DominanceLimit(parts, recipe.dominance).start(where, groups)
    return np.asarray(enough & (over <= 0.0))
