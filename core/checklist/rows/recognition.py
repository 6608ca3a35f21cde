"""Rows A11 to A13: masked records that are recognised, and whether somebody is in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from core.array_types import Floats, Ints
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.encode import numbers
from core.jobs import CancellableSequence
from core.model.checklist import RowCount
from core.protect import promise_of

_LINKED = Row("A11", "linked", Publicity.ANSWERED, field="method")
_OUTLIER = Row("A12", "outlier-found", Publicity.ANSWERED)
_POPULATION = Row("A13", "whole-population", Publicity.ANSWERED)

_MOST_LINKED_FOR_ANYBODY = 50.0
"""Per cent linked beyond which no reason is accepted where some number alike is demanded."""
_LARGEST = 10
# Few of the first ones are as large as the largest, which spares others being looked at.
_AT_ONCE = 1 << 14
# A record with a smaller weight represents nobody but itself.
_LEAST_WEIGHT = 2.0


def _count(evidence: Evidence) -> Iterator[RowCount]:
    yield from _count_linked(evidence)
    if evidence.is_paired:
        yield from _count_outliers(evidence)


def _count_linked(evidence: Evidence) -> Iterator[RowCount]:
    """Judge how many are linked, as it was measured, by all masked columns or by three."""
    profile = evidence.profile
    of_file = {m.name: m.value for m in evidence.measures if m.attribute is None}
    if "linkage" not in of_file:
        return
    # Of a method that promises nothing, its question states the share already.
    is_stated = promise_of(evidence.recipe.method).is_nothing
    by_three = of_file.get("linkage-three", 0.0)
    share = round(max(of_file["linkage"], by_three), 1)
    limit = 100 * profile.linked
    if evidence.released.core is not evidence.released:
        # Records that are drawn must not be easier to link than those of their groups.
        limit = min(limit, 100 / (promise_of(evidence.recipe.method).k or 1))
    limit = round(limit, 1)
    is_never = bool(profile.least) and share > _MOST_LINKED_FOR_ANYBODY
    if is_stated and not is_never:
        return
    are_units = evidence.unit_of_record is not None and bool(evidence.schema.links)
    params = {
        "share": share,
        "columns": evidence.masked,
        "three": round(by_three, 1),
        "what": "word-units" if are_units else "word-records",
    }
    yield _LINKED.count(profile, share, limit, params, columns=evidence.masked, is_never=is_never)


class _Outlier(NamedTuple):
    """The largest released values of a column, far above the next one.

    `ratio` is the least of them, divided by the next lower value; so many units have one of them,
    and so many of the ten largest originals are among these.
    """

    column: str
    ratio: float
    units: int
    largest: int


def _count_outliers(evidence: Evidence) -> Iterator[RowCount]:
    """Find the masked amounts of which a few units have far larger released values than others."""
    schema = evidence.schema
    amounts = [
        name
        for name in evidence.masked
        if (scale := schema.named(name).scale) is not None and scale.has_amounts
    ]
    if not amounts:
        return
    outliers = [
        outlier
        for name in CancellableSequence(amounts, evidence.job)
        if (outlier := _outlier_of(evidence, name)) is not None
    ]
    ratio = max((outlier.ratio for outlier in outliers), default=1.0)
    columns = [outlier.column for outlier in outliers]
    params = {
        "columns": columns,
        "ratios": [round(o.ratio, 1) for o in outliers],
        "limit": evidence.profile.outlier,
        "units": max((outlier.units for outlier in outliers), default=0),
        "largest": max((outlier.largest for outlier in outliers), default=0),
        "what": evidence.unit_word,
    }
    limit = evidence.profile.outlier
    # A value that is just as many times the next one is asked about, too.
    verdict = judge(evidence.profile, _OUTLIER, ratio, limit, is_asked=bool(outliers))
    figure = round(ratio, 1)
    yield RowCount(_OUTLIER.code, None, figure, limit, verdict, params, tuple(columns), "method")


def _outlier_of(evidence: Evidence, name: str) -> _Outlier | None:
    """Find the widest gap below which fewer than twice k units have a released value."""
    attribute = evidence.schema.named(name)
    released = numbers(evidence.released.column(name), attribute, shared=True)
    few = round(2 * max(evidence.profile.k, promise_of(evidence.recipe.method).k or 0))
    records = _records_of_largest(evidence, released, few)
    values = released[records]
    # The last records before each lower value, in descending order.
    ends = np.flatnonzero(values[:-1] > values[1:])
    widest = None
    for end in ends.tolist():
        n_units = _count_units_of(evidence, records[: end + 1])
        if n_units >= few or not values[end + 1] > 0:
            break
        ratio = float(values[end] / values[end + 1])
        if ratio >= evidence.profile.outlier and (widest is None or ratio > widest.ratio):
            original = numbers(evidence.original.column(name), attribute, shared=True)
            largest = _places_of_largest(original, _LARGEST)[:_LARGEST]
            n_largest = int(np.isin(largest, records[: end + 1]).sum())
            widest = _Outlier(name, ratio, n_units, n_largest)
    return widest


def _records_of_largest(evidence: Evidence, released: Floats, few: int) -> Ints:
    """Take the records with the largest values, of at least `few` units if there are as many."""
    units = evidence.unit_of_record
    n_records = few if units is None else few * int(np.bincount(units).max(initial=1))
    return _places_of_largest(released, n_records + 1)


def _places_of_largest(values: Floats, count: int) -> Ints:
    """Take the places of the `count` largest numbers and of those equal to the last of them.

    They are in descending order of the numbers, then in order.
    """
    places, numbers_there = np.empty(0, dtype=np.int64), np.empty(0)
    for start in range(0, len(values), _AT_ONCE):
        # In this order a number that is missing is smaller than any.
        chosen = values[start : start + _AT_ONCE]
        if len(places) >= count:
            is_large = chosen >= np.partition(numbers_there, -count)[-count]
        else:
            is_large = ~np.isnan(chosen)
        places = np.append(places, start + np.flatnonzero(is_large))
        numbers_there = np.append(numbers_there, chosen[is_large])
        if len(places) > count:
            is_large = numbers_there >= np.partition(numbers_there, -count)[-count]
            places, numbers_there = places[is_large], numbers_there[is_large]
    return places[np.argsort(-numbers_there, kind="stable")]


def _count_units_of(evidence: Evidence, records: Ints) -> int:
    units = evidence.unit_of_record
    return len(records) if units is None else len(np.unique(units[records]))


def _count_population(evidence: Evidence) -> Iterator[RowCount]:
    """Compare the records with the population, and count those that represent nobody else."""
    profile, weights = evidence.profile, evidence.weight_of_record
    n_records = len(evidence.released)
    count = 0
    if weights is None:
        # Without weights and without a fraction the file is taken as the population.
        source, share, alone = "word-neither", 1.0, n_records
    else:
        source = "word-fraction" if evidence.recipe.fraction is not None else "word-weights"
        share = min(1.0, n_records / float(weights.sum()))
        alone = count = int(np.count_nonzero(weights < _LEAST_WEIGHT))
    figure, limit = round(100 * share, 1), round(100 * profile.sample, 1)
    verdict = judge(profile, _POPULATION, figure, limit, is_asked=count > profile.certain)
    params = {"share": figure, "alone": alone, "rows": n_records, "what": source}
    yield RowCount(_POPULATION.code, None, figure, limit, verdict, params, field="weight")


FAMILY = Family((_LINKED, _OUTLIER), _count)
POPULATION = Family((_POPULATION,), _count_population, is_of_release=True)
