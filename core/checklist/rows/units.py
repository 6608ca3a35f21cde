"""Rows A8 to A10 and D3: households, firms, schools, whose records may be protected one by one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.encode import group_records
from core.encode.unit_groups import first_records, group_units
from core.inspect.structure.column_values import is_constant_within
from core.inspect.structure.likely_units import LikelyUnit
from core.kernels.numerics.grouping import Labels, refine
from core.model.checklist import RowCount, RowVerdict

_ALONE = Row("A8", "unit-alone", Publicity.ANSWERED, field="unit")
_PANEL = Row("D3", "panel", Publicity.ANSWERED, field="unit")
_UNDECLARED = Row("A9", "unit-undeclared", Publicity.ANSWERED, field="unit")
_REBUILT = Row("A10", "unit-rebuilt", Publicity.ANSWERED, field="attributes")


def _count(evidence: Evidence) -> Iterator[RowCount]:
    unit = evidence.unit_of_record
    if unit is not None:
        yield from _count_alone(evidence, unit)
        yield from _count_rebuilt(evidence, unit)
        return
    likely = evidence.likely_unit
    if likely is None:
        yield RowCount(_UNDECLARED.code, None, 0, 0, RowVerdict.HELD, {})
        return
    unit = _number_likely(evidence, likely)
    yield _count_undeclared(evidence, likely, unit)
    hidden = set(evidence.hidden).intersection(likely.columns)
    if evidence.recipe.records_are_units and hidden:
        yield from _count_rebuilt(evidence, unit)


def _number_likely(evidence: Evidence, likely: LikelyUnit) -> Labels:
    """Label each released record by its likely unit; without a number it is one by itself."""
    columns = [evidence.original.column(name) for name in likely.columns]
    labels = group_records(columns)
    is_missing = np.any([column.missing for column in columns], axis=0)
    apart = int(labels.max(initial=-1)) + 1 + np.arange(len(labels))
    return refine(np.where(is_missing, apart, labels), np.zeros_like(labels))


def _count_undeclared(evidence: Evidence, likely: LikelyUnit, unit: Labels) -> RowCount:
    """Count the groups of records in which there are too few of the likely units.

    Whether it numbers units is for those to say who know the file: without a statement no figure
    is small enough.
    """
    strata = [name for name in evidence.recipe.strata if name in evidence.published]
    masked = [*evidence.masked, *strata] if evidence.forms_groups else []
    labels = evidence.groups(masked or evidence.known)
    has_few = evidence.units_in_groups(labels, unit) < evidence.profile.k
    count, limit = int(np.count_nonzero(has_few)), evidence.profile.groups
    is_stated = evidence.recipe.records_are_units
    return _UNDECLARED.count(
        evidence.profile,
        count,
        limit,
        {
            "columns": likely.columns,
            "count": count,
            "all": len(has_few),
            "records": int(np.count_nonzero(has_few[labels])),
            "rows": len(labels),
            "k": evidence.profile.k,
        },
        columns=likely.columns,
        is_never=not is_stated,
    )


def _count_rebuilt(evidence: Evidence, unit: Labels) -> Iterator[RowCount]:
    """Count the units that are alone with what is published of all their records alike.

    Anybody who has such values puts the records of the unit together again, though no number is
    released. Where members alone are protected, that undoes what was promised.
    """
    if evidence.schema.links:
        return
    first = first_records(unit)
    if len(first) == len(unit):
        return
    leaders = first[unit]
    columns = [
        name
        for name in evidence.published
        if is_constant_within(evidence.released.column(name), leaders)
    ]
    sizes = evidence.units_in_groups(evidence.groups(columns), unit) if columns else np.array([0])
    declared, limit = evidence.recipe.unit, evidence.profile.rebuilt
    count = int(np.count_nonzero(sizes == 1))
    is_never = count > limit and declared is not None and not declared.is_whole
    yield _REBUILT.count(
        evidence.profile,
        count,
        limit,
        {
            "columns": columns,
            "count": count,
            "units": len(first),
            "below": int(sizes[sizes < evidence.profile.k].sum()),
            "k": evidence.profile.k,
        },
        columns=columns,
        is_never=is_never,
    )


def _count_alone(evidence: Evidence, unit: Labels) -> Iterator[RowCount]:
    """Count the units of whose members others know too much: few units have the same ones.

    Of a panel they know the course over the waves as well: what a unit was in which wave.
    """
    if not evidence.known:
        return
    waves = None if evidence.recipe.unit is None else evidence.recipe.unit.waves
    row, columns = _ALONE, list(evidence.known)
    if waves is not None:
        row, columns = _PANEL, [*(name for name in columns if name != waves), waves]
    profiles = group_units(unit, evidence.groups(columns))
    sizes = np.bincount(profiles)
    count, limit = int(sizes[sizes < evidence.profile.k].sum()), evidence.profile.units
    yield row.count(
        evidence.profile,
        count,
        limit,
        {
            "columns": columns,
            "count": count,
            "units": len(profiles),
            "alone": int(np.count_nonzero(sizes == 1)),
            "others": evidence.profile.k - 1,
            "waves": waves,
        },
        columns=columns,
    )


FAMILY = Family((_ALONE, _PANEL, _UNDECLARED, _REBUILT), _count)
