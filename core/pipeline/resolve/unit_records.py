"""Checks that the records of a file form units that can be protected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.checklist.cast_columns import cast_columns
from core.conditions import JoinedPattern, Records, kept_records
from core.encode.not_applicable import write_all_back
from core.encode.unit_groups import first_records, group_units, number_units, units_in_groups
from core.errors import Problem, Severity, Where, warning
from core.measure.unit_counts import find_unequal_columns
from core.model import Attribute, Dataset, Implications, Project, Recipe, Role, Schema, Unit
from core.pipeline.resolve.file_implications import implications_for_file
from core.pipeline.resolve.parts import joined_problems
from core.pipeline.resolve.records import without_answer
from core.pipeline.resolve.scales import SHOWN, cells_problem
from core.protect import METHODS, promise_of
from core.protect.units import patterns_of
from core.protect.units.member_parts import member_parts
from core.protect.units.protect_units import file_of, limits_on_unit_columns, limits_on_units

Ints = NDArray[np.int64]

# Units with more records are not protected whole: their profile would have too many columns.
_MOST_MEMBERS = 1_000
_NAMED = 10


@dataclass(frozen=True, slots=True, eq=False)
class KeptUnits:
    """The records of the units to release, and problems with them.

    Attributes
    ----------
    kept : numpy.ndarray of int64, shape (r,)
        Their positions, ascending.
    problems : list of Problem
        Errors, and warnings with the units left out.
    """

    kept: Ints
    problems: list[Problem]


class _UnitCounts(NamedTuple):
    """Units with the same number of members in each stratum.

    Attributes
    ----------
    size, units : int
        Number of members of each, and of such units.
    first : int
        What says where the first one is.
    """

    size: int
    units: int
    first: int


def kept_units(project: Project, dataset: Dataset, kept: Ints) -> KeptUnits:
    """Return the records of units that can be released.

    Parameters
    ----------
    project : Project
        Resolved; with a unit.
    kept : numpy.ndarray of int64, shape (r,)
        Positions of the records without missing values that matter.
    """
    unit = project.recipe.unit
    assert unit is not None
    typed = cast_columns(dataset, project)
    unnumbered = unnumbered_records(unit, typed, dataset)
    if unnumbered:
        return KeptUnits(kept, unnumbered)
    labels = number_units(typed, unit)
    warnings: list[Problem] = []
    if unit.is_whole:
        kept, warnings = _complete(labels, kept)
    kept, larger = _small_enough(unit, labels, kept)
    if not len(kept):
        lost = _lost(project, dataset, typed, kept) if warnings else []
        return KeptUnits(kept, lost or [Problem("no-units", Where(field="unit.largest"))])
    records = kept_records(typed, kept, project.schema, project.recipe)
    problems = _unequal(records, dataset, kept, unit)
    if not problems:
        problems = _too_few(records, dataset, kept, unit)
        if problems and warnings:
            problems = _lost(project, dataset, typed, kept) or problems
    if not problems:
        problems = _parts(records, dataset, kept, unit)
        problems += _mostly_lost(project, dataset, labels, kept, problems) if warnings else []
    return KeptUnits(kept, [*warnings, *larger, *problems])


def unnumbered_records(unit: Unit, typed: Dataset, dataset: Dataset) -> list[Problem]:
    """List a problem for each column without numbers of some units, with their records."""
    problems = []
    for column in map(typed.column, unit.id):
        absent = np.flatnonzero(column.missing)
        if len(absent):
            problem = cells_problem("unit-unnumbered", column, absent, len(absent), dataset)
            problems.append(replace(problem, where=replace(problem.where, field="unit.id")))
    return problems


def unit_implications(project: Project, dataset: Dataset, kept: Ints) -> Implications:
    """Compute what the settings imply for the units of a file; `clusters` are groups of records.

    Their number is a bound: units are grouped within patterns, of which each leaves some over.
    """
    recipe = project.recipe
    records = kept_records(cast_columns(dataset, project), kept, project.schema, recipe)
    left_out = dataset.rows - len(kept)
    name, parameters = recipe.method.name, recipe.method.parameters
    if recipe.unit is None or not recipe.unit.is_whole:
        sizes = np.array([len(kept)])
        return replace(implications_for_file(name, parameters, sizes, left_out), at_most=True)
    patterns = _patterns(records)
    found = implications_for_file(
        name, parameters, np.array([pattern.units for pattern in patterns]), left_out
    )
    each = (implications_for_file(name, parameters, np.array([p.units]), 0) for p in patterns)
    clusters = sum(e.clusters * p.size for e, p in zip(each, patterns, strict=True))
    return replace(found, records=len(kept), clusters=clusters, at_most=True)


def _complete(unit: Ints, kept: Ints) -> tuple[Ints, list[Problem]]:
    """Leave out units of which a record is left out: no unit is released in part."""
    is_kept = np.zeros(len(unit), dtype=np.bool_)
    is_kept[kept] = True
    broken = np.zeros(int(unit.max(initial=-1)) + 1, dtype=np.bool_)
    broken[unit[~is_kept]] = True
    whole = kept[~broken[unit[kept]]]
    gone = len(kept) - len(whole)
    if not gone:
        return kept, []
    count = int(np.count_nonzero(broken))
    return whole, [warning("units-incomplete", count=count, records=gone)]


def _small_enough(unit: Unit, labels: Ints, kept: Ints) -> tuple[Ints, list[Problem]]:
    """Leave out units with more records in the file than the recipe allows."""
    if unit.largest is None:
        return kept, []
    sizes = np.bincount(labels)
    small = kept[sizes[labels[kept]] <= unit.largest]
    gone = len(np.unique(labels[kept])) - len(np.unique(labels[small]))
    if not gone:
        return kept, []
    records = len(kept) - len(small)
    return small, [warning("units-left-out", count=gone, records=records, largest=unit.largest)]


def _unequal(records: Records, dataset: Dataset, kept: Ints, unit: Unit) -> list[Problem]:
    """Return an error for each column of the unit that differs inside units."""
    labels = records.units()
    assert labels is not None
    named = [records.named(name) for name in unit.columns]
    columns = write_all_back(named, records.schema)
    problems = []
    for one in find_unequal_columns(labels, columns, SHOWN):
        rows = [dataset.row_number(int(kept[row])) for row in one.rows]
        where = Where(one.name, rows[0], "unit.columns")
        problems.append(Problem("unit-column-differs", where, {"count": one.units, "rows": rows}))
    return problems


def _patterns(records: Records) -> list[_UnitCounts]:
    """Return the patterns of units, by size, then by first unit."""
    unit, strata = records.units(), records.strata()
    assert unit is not None
    groups, sizes = group_units(unit, strata), np.bincount(unit)
    counts, first = np.bincount(groups), first_records(groups)
    rows = first_records(unit)[first]
    found = zip(sizes[first].tolist(), counts.tolist(), rows.tolist(), strict=True)
    return sorted((_UnitCounts(*one) for one in found), key=lambda one: (one.size, one.first))


def _too_few(records: Records, dataset: Dataset, kept: Ints, unit: Unit) -> list[Problem]:
    """Return an error if units are too large, or fewer than k have a size, or are in a stratum."""
    k = records.recipe.method.parameters.get("k")
    labels = records.units()
    if not isinstance(k, int) or labels is None:
        return []
    if not unit.is_whole:
        strata = records.strata()
        counts = units_in_groups(strata, labels)
        small = np.flatnonzero(counts < k)
        if not len(small):
            return []
        said: dict[str, object] = {"count": int(counts[small[0]]), "k": k}
        if not records.recipe.strata:
            return [Problem("units-too-few", Where(field="unit"), said)]
        first_row = dataset.row_number(int(kept[first_records(strata)[small[0]]]))
        said["columns"] = list(records.recipe.strata)
        return [Problem("units-too-few-in-stratum", Where(row=first_row, field="strata"), said)]
    largest = int(np.bincount(labels).max())
    if largest > _MOST_MEMBERS:
        params: dict[str, object] = {"count": largest, "most": _MOST_MEMBERS}
        return [Problem("unit-too-large", Where(unit.id[0], field="unit.largest"), params)]
    few = _rare(records)
    if not few:
        return []
    if int(records.strata().max()):
        row = dataset.row_number(int(kept[few[0].first]))
        params = {"count": sum(one.units for one in few), "k": k, "patterns": len(few)}
        return [Problem("unit-patterns", Where(unit.id[0], row, "unit.largest"), params)]
    return [_sizes_problem(_patterns(records), few, unit, k)]


def _rare(records: Records) -> list[_UnitCounts]:
    """Return the patterns with fewer than k units."""
    k = records.recipe.method.parameters.get("k")
    return [one for one in _patterns(records) if isinstance(k, int) and one.units < k]


def _lost(project: Project, dataset: Dataset, typed: Dataset, kept: Ints) -> list[Problem]:
    """Return the error that missing values leave too few units, if they are the reason.

    Units with an incomplete record are left out whole, so a question that was not asked of all can
    take away nearly all units of several records.
    """
    recipe, found = project.recipe, _costliest(project, dataset)
    unit, k = recipe.unit, recipe.method.parameters.get("k")
    if unit is None or found is None or not isinstance(k, int):
        return []
    labels = number_units(typed, unit)
    every, _ = _small_enough(unit, labels, np.arange(dataset.rows, dtype=np.int64))
    whole = kept_records(typed, every, project.schema, recipe)
    if len(kept):
        rare = _rare(kept_records(typed, kept, project.schema, recipe))
        named = whole.units()
        assert named is not None
        groups = group_units(named, whole.strata())
        first = named[np.searchsorted(every, [kept[one.first] for one in rare])]
        is_reason = bool((np.bincount(groups)[groups[first]] >= k).any())
    else:
        is_reason = any(one.units >= k for one in _patterns(whole))
    if not is_reason:
        return []
    attribute, records = found
    is_masked = attribute.role is Role.QUASI_IDENTIFIER
    code = "units-lost" if is_masked else "units-lost-confidential"
    return [Problem(code, Where(attribute.name), {"count": records, "k": k})]


def _mostly_lost(
    project: Project, dataset: Dataset, labels: Ints, kept: Ints, problems: Sequence[Problem]
) -> list[Problem]:
    """Return what missing values have to do with units that are too far from the whole file.

    If most units of their size are left out for a missing value, those that remain are what happens
    to be complete, and no t that is worth promising holds for them.
    """
    # The field is that of t only where t is promised.
    sizes = [p.params["size"] for p in problems if p.where.field == "method.t"]
    found = _costliest(project, dataset) if sizes else None
    if found is None:
        return []
    records, remain = np.bincount(labels), np.bincount(labels[kept], minlength=labels.max() + 1)
    said = []
    for size in sizes:
        every = int((records == size).sum())
        lost = int(((records == size) & (remain == 0)).sum())
        if 2 * lost > every:
            params = {"size": size, "lost": lost, "count": every}
            said.append(Problem("units-too-close-lost", Where(found[0].name), params))
    return said


def _costliest(project: Project, dataset: Dataset) -> tuple[Attribute, int] | None:
    """Return the column for which most records are left out, with their number."""
    method = project.recipe.method
    works_on = METHODS[method.name].works_on_confidential(method.parameters)
    lacking = without_answer(project.schema, dataset, works_on)
    counted = {name: int(missing.sum()) for name, missing in lacking.items()}
    if not any(counted.values()):
        return None
    name = max(counted, key=counted.__getitem__)
    return project.schema.named(name), counted[name]


def _parts(records: Records, dataset: Dataset, kept: Ints, unit: Unit) -> list[Problem]:
    """Return errors for parts that no grouping can protect, or a warning with joined patterns."""
    promise = promise_of(records.recipe.method)
    k, file = promise.k, file_of(records)
    limits = limits_on_units(records, file, promise)
    of_units = [] if unit.is_whole else limits_on_unit_columns(records, file)
    if k is None or not (file.states or limits or of_units):
        return []
    if unit.is_whole:
        patterns = list(patterns_of(file, k, limits))
        shapes = [one.rows.shape for one in patterns if one.broken]
        wrong = [_unprotected_units_problem(units, size, records.recipe) for units, size in shapes]
        joins = [one for pattern in patterns for one in pattern.joins]
        return wrong or _joined_units_warning(joins, records.schema)
    parts = member_parts(file, k, limits, of_units)
    if parts.broken:
        rows = [dataset.row_number(int(kept[first])) for first in parts.broken]
        return [_unprotected_part_problem(row, records.recipe) for row in rows]
    return joined_problems([parts.joins], parts.patterns, records.schema)


def _unprotected_units_problem(units: int, size: int, recipe: Recipe) -> Problem:
    """Return the error for so many units of a size that violate a limit even as a single group."""
    params = {"count": units, "size": size}
    code, field, limits = _unkept_limits(recipe)
    return Problem(f"units-{code}", Where(field=field), params | limits)


def _unprotected_part_problem(row: int, recipe: Recipe) -> Problem:
    """Return the error for a part of the file, given by a row, that violates a limit as a whole."""
    code, field, limits = _unkept_limits(recipe)
    return Problem(f"members-{code}", Where(row=row, field=field), limits)


def _unkept_limits(recipe: Recipe) -> tuple[str, str, dict[str, object]]:
    """Name the limit that a part of the file violates as a whole, its setting and its number."""
    t, diversity = promise_of(recipe.method).t, recipe.diversity
    if [t, recipe.dominance, diversity].count(None) < 2:
        return "beyond-limits", "diversity.l" if t is None else "method.t", {}
    if t is not None:
        return "too-close", "method.t", {"t": t}
    if diversity is not None:
        return "too-uniform", "diversity.l", {"l": diversity.n_values}
    return "dominated", "dominance", {}


def _joined_units_warning(joins: Sequence[JoinedPattern], schema: Schema) -> list[Problem]:
    """Return a warning with the patterns of units that are joined to others."""
    if not joins:
        return []
    params = {
        "count": len(joins),
        "units": sum(one.records for one in joins),
        "columns": list(dict.fromkeys(name for one in joins for name in one.columns)),
        "states": schema.kept_states,
    }
    return [Problem("unit-patterns-joined", params=params, severity=Severity.WARNING)]


def _sizes_problem(
    every: Sequence[_UnitCounts], few: Sequence[_UnitCounts], unit: Unit, k: int
) -> Problem:
    """Return the error that fewer than `k` of the units `every` have some sizes."""
    sizes = [f"{one.size} ({one.units:,})" for one in few[:_NAMED]]
    if len(few) > _NAMED:
        sizes.append("…")
    usable = [one.size for one in every if one.size < few[0].size]
    params: dict[str, object] = {"sizes": sizes, "k": k}
    where = Where(unit.id[0], field="unit.largest")
    if not usable:
        return Problem("unit-sizes", where, params)
    return Problem("unit-sizes-largest", where, {**params, "largest": max(usable)})
