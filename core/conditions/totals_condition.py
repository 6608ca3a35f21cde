"""Weighted totals by domain stay those of the original (manual: conditions#totals)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

import numpy as np

from core.conditions.condition import Condition, Released
from core.conditions.domain_sums import (
    deviations,
    sum_released,
    targets_of,
    total_requests,
)
from core.conditions.recipe_records import Records
from core.errors import Problem, Where, field_problem
from core.model import AMOUNTS, Attribute, ConditionCount, DomainTotals, Recipe, Role, Scale, Schema

# Sums in another order may differ in their last digits.
_MARGIN = 1e-12
_IN_ALL = 10_000
_MOST = 10**9


class Totals(Condition):
    """Each total by domain of the columns named is that of the original, but for a small share."""

    name = "totals"

    def problems(self, recipe: Recipe, schema: Schema) -> list[Problem]:
        """Check the columns, the domains and the deviation."""
        weight = recipe.weight
        if not recipe.totals:
            return []
        if weight is not None and not schema.named(weight).role.is_released:
            return [Problem("totals-weight-not-released", Where(weight, field="weight"))]
        attributes = {attribute.name: attribute for attribute in schema.attributes}
        problems = []
        for position, entry in enumerate(recipe.totals):
            problems += list(_check_entry(entry, f"totals[{position}]", recipe, attributes))
        earlier = set[tuple[str, frozenset[str]]]()
        for request in total_requests(recipe):
            key = (request.column, frozenset(request.by))
            if key in earlier:
                problems.append(field_problem("totals-twice", "totals", request.column))
            earlier.add(key)
        return problems

    def columns(self, recipe: Recipe, _schema: Schema) -> list[str]:
        """Return the names of the requests, which stand in the place of columns."""
        return [request.name for request in total_requests(recipe)]

    def claim(self, recipe: Recipe, _schema: Schema) -> Problem | None:
        """Return the sentence that says which totals are kept."""
        if not recipe.totals:
            return None
        columns = list(dict.fromkeys(r.name for r in total_requests(recipe)))
        largest_share = max(entry.within for entry in recipe.totals)
        return Problem("claim-totals", params={"columns": columns, "percent": 100 * largest_share})

    def count(self, original: Records, released: Released) -> list[ConditionCount]:
        """Count the domains whose totals are farther from the original's than is allowed.

        The figures are ``domains``; ``apart``, those that are not calibrated; ``largest``, the
        largest deviation in parts of 10,000, rounded up; and ``failing``.
        """
        counts = []
        for request in total_requests(original.recipe):
            targets = targets_of(request, original)
            off = deviations(targets, sum_released(request, targets, released.columns, original))
            failing = int(np.count_nonzero(off > request.within + _MARGIN))
            figures = {
                "domains": len(off),
                "apart": int(np.count_nonzero(targets.apart)),
                "largest": min(ceil(float(off.max()) * _IN_ALL - _MARGIN * _IN_ALL), _MOST),
                "failing": failing,
            }
            counts.append(ConditionCount(self.name, request.name, figures, failing == 0))
        return counts


def _check_entry(
    entry: DomainTotals, field: str, recipe: Recipe, attributes: Mapping[str, Attribute]
) -> Iterator[Problem]:
    if not entry.columns:
        yield field_problem("totals-no-column", f"{field}.columns")
    if not entry.by:
        yield field_problem("totals-no-domain", f"{field}.by")
    yield from _check_names(entry.columns, f"{field}.columns", attributes)
    yield from _check_names(entry.by, f"{field}.by", attributes)
    for name in entry.columns:
        attribute = attributes.get(name)
        if attribute is None:
            continue
        masked = attribute.role is Role.QUASI_IDENTIFIER and name not in recipe.strata
        if not masked:
            yield field_problem("totals-not-masked", f"{field}.columns", name)
        elif attribute.scale not in AMOUNTS:
            yield field_problem("totals-not-amounts", f"{field}.columns", name)
        elif name == recipe.weight:
            yield field_problem("totals-of-weight", f"{field}.columns", name)
    for name in entry.by:
        attribute = attributes.get(name)
        if attribute is None:
            continue
        if attribute.role is Role.LINK or not attribute.role.is_released:
            yield field_problem("totals-domain-not-released", f"{field}.by", name)
        elif attribute.scale is Scale.CONTINUOUS or name in entry.columns:
            yield field_problem("totals-domain-of-amounts", f"{field}.by", name)


def _check_names(
    names: Sequence[str], field: str, attributes: Mapping[str, Attribute]
) -> Iterator[Problem]:
    for name in names:
        if name not in attributes:
            yield Problem("totals-unknown", Where(field=field), {"field": field, "column": name})
