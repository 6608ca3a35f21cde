"""Checks that the records of a file form units that can be protected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from core.array_types import Ints
from core.checklist.cast_columns import cast_columns
from core.conditions import JoinedPattern, Records, take_records
from core.encode.not_applicable import write_all_back
from core.encode.unit_groups import first_records, group_units, number_units, units_in_groups
from core.errors import Problem, Severity, Where, warning
from core.measure.unit_counts import find_unequal_columns
from core.model import Attribute, Dataset, Implications, Project, Recipe, Role, Schema, Unit
from core.pipeline.resolve.file_implications import implications_for_file
from core.pipeline.resolve.parts import joined_problems
from core.pipeline.resolve.records import without_answer
from core.pipeline.resolve.scales import SHOWN, cells_problem
from core.pipeline.resolve.strata_checks import Strata, small_strata
from core.protect import METHODS, promise_of
from core.protect.units import patterns_of
from core.protect.units.member_parts import form_member_parts
from core.protect.units.protect_units import file_of, limits_on_unit_columns, limits_on_units

# Units with more records are not protected whole: their profile would have too many columns.
_MOST_MEMBERS = 1_000
_NAMED = 10


@dataclass(frozen=True, slots=True, eq=False)
class KeptUnits:
    """The records of the units to release, and problems with them.

    Attributes
    ----------
    rows : numpy.ndarray of int64, shape (r,)
        Their positions, ascending.
    problems : list of Problem
        Errors, and warnings with the units left out.
    """

    rows: Ints
    problems: list[Problem]


class _UnitCounts(NamedTuple):
    """Units of `size` members in each stratum: their number, and what names the first one."""

    size: int
    units: int
    first: int


def kept_units(project: Project, dataset: Dataset, kept_rows: Ints) -> KeptUnits:
    """Select the records of units that can be released.

    Parameters
    ----------
    project : Project
        Resolved; with a unit.
    kept_rows : numpy.ndarray of int64, shape (r,)
        Positions of the records without missing values that matter.
    """
    unit = project.recipe.unit
    assert unit is not None
    typed = cast_columns(dataset, project)
    unnumbered = unnumbered_records(unit, typed, dataset)
    if unnumbered:
        return KeptUnits(kept_rows, unnumbered)
    labels = number_units(typed, unit)
    warnings: list[Problem] = []
    if unit.is_whole:
        kept_rows, warnings = _drop_incomplete(labels, kept_rows)
    kept_rows, larger = _drop_large(unit, labels, kept_rows)
    if not len(kept_rows):
        lost = _explain_lost(project, dataset, typed, kept_rows) if warnings else []
        return KeptUnits(kept_rows, lost or [Problem("no-units", Where(field="unit.largest"))])
    records = take_records(typed, kept_rows, project.schema, project.recipe)
    problems = _list_unequal(records, dataset, kept_rows, unit)
    if not problems:
        problems = _check_counts(records, dataset, kept_rows, unit)
        if problems and warnings:
            problems = _explain_lost(project, dataset, typed, kept_rows) or problems
    if not problems:
        problems = _check_parts(records, dataset, kept_rows, unit)
        problems += (
            _explain_distant(project, dataset, labels, kept_rows, problems) if warnings else []
        )
    return KeptUnits(kept_rows, [*warnings, *larger, *problems])


def unnumbered_records(unit: Unit, typed: Dataset, dataset: Dataset) -> list[Problem]:
    """List a problem for each column without numbers of some units, with their records."""
    problems = []
    for column in map(typed.column, unit.id):
        absent = np.flatnonzero(column.missing)
        if len(absent):
            problem = cells_problem("unit-unnumbered", column, absent, len(absent), dataset)
            problems.append(replace(problem, where=replace(problem.where, field="unit.id")))
    return problems


def unit_implications(project: Project, dataset: Dataset, kept_rows: Ints) -> Implications:
    """Compute what the settings imply for the units of a file; `clusters` are groups of records.

    Their number is a bound: units are grouped within patterns, and each leaves some over.
    """
    recipe = project.recipe
    records = take_records(cast_columns(dataset, project), kept_rows, project.schema, recipe)
    left_out = dataset.rows - len(kept_rows)
    name, parameters = recipe.method.name, recipe.method.parameters
    if recipe.unit is None or not recipe.unit.is_whole:
        sizes = np.array([len(kept_rows)])
        return replace(implications_for_file(name, parameters, sizes, left_out), at_most=True)
    patterns = _patterns(records)
    implied = implications_for_file(
        name, parameters, np.array([pattern.units for pattern in patterns]), left_out
    )
    by_pattern = (implications_for_file(name, parameters, np.array([p.units]), 0) for p in patterns)
    clusters = sum(e.clusters * p.size for e, p in zip(by_pattern, patterns, strict=True))
    return replace(implied, records=len(kept_rows), clusters=clusters, at_most=True)


def _drop_incomplete(unit: Ints, kept_rows: Ints) -> tuple[Ints, list[Problem]]:
    """Drop units with a record that is left out: no unit is released in part."""
    is_kept = np.zeros(len(unit), dtype=np.bool_)
    is_kept[kept_rows] = True
    broken = np.zeros(int(unit.max(initial=-1)) + 1, dtype=np.bool_)
    broken[unit[~is_kept]] = True
    complete = kept_rows[~broken[unit[kept_rows]]]
    gone = len(kept_rows) - len(complete)
    if not gone:
        return kept_rows, []
    count = int(np.count_nonzero(broken))
    return complete, [warning("units-incomplete", count=count, records=gone)]


def _drop_large(unit: Unit, labels: Ints, kept_rows: Ints) -> tuple[Ints, list[Problem]]:
    """Drop units with more records in the file than the recipe allows."""
    if unit.largest is None:
        return kept_rows, []
    sizes = np.bincount(labels)
    small = kept_rows[sizes[labels[kept_rows]] <= unit.largest]
    gone = len(np.unique(labels[kept_rows])) - len(np.unique(labels[small]))
    if not gone:
        return kept_rows, []
    records = len(kept_rows) - len(small)
    return small, [warning("units-left-out", count=gone, records=records, largest=unit.largest)]


def _list_unequal(records: Records, dataset: Dataset, kept_rows: Ints, unit: Unit) -> list[Problem]:
    """List an error for each column of the unit that differs inside units."""
    labels = records.units()
    assert labels is not None
    unit_columns = [records.named(name) for name in unit.columns]
    columns = write_all_back(unit_columns, records.schema)
    problems = []
    for differing in find_unequal_columns(labels, columns, SHOWN):
        rows = [dataset.row_number(int(kept_rows[row])) for row in differing.rows]
        location = Where(differing.name, rows[0], "unit.columns")
        problems.append(
            Problem("unit-column-differs", location, {"count": differing.units, "rows": rows})
        )
    return problems


def _patterns(records: Records) -> list[_UnitCounts]:
    """Count the units of each pattern, by size, then by first unit."""
    unit, strata = records.units(), records.strata()
    assert unit is not None
    groups, sizes = group_units(unit, strata), np.bincount(unit)
    counts, first = np.bincount(groups), first_records(groups)
    rows = first_records(unit)[first]
    counted = zip(sizes[first].tolist(), counts.tolist(), rows.tolist(), strict=True)
    return sorted((_UnitCounts(*x) for x in counted), key=lambda x: (x.size, x.first))


def _check_counts(records: Records, dataset: Dataset, kept_rows: Ints, unit: Unit) -> list[Problem]:
    """Check that no unit is too large, and that k have each size or are in each stratum."""
    k = records.recipe.method.parameters.get("k")
    labels = records.units()
    if not isinstance(k, int) or labels is None:
        return []
    if not unit.is_whole:
        labels_of_strata = records.strata()
        counts = units_in_groups(labels_of_strata, labels)
        if not records.recipe.strata and 0 < (count := int(counts.sum())) < k:
            return [Problem("units-too-few", Where(field="unit"), {"count": count, "k": k})]
        strata = Strata(counts, kept_rows[first_records(labels_of_strata)])
        return small_strata(records.recipe, dataset, strata, k, "units-too-few-in-stratum")
    largest = int(np.bincount(labels).max())
    if largest > _MOST_MEMBERS:
        params: dict[str, object] = {"count": largest, "most": _MOST_MEMBERS}
        return [Problem("unit-too-large", Where(unit.id[0], field="unit.largest"), params)]
    few = _list_rare(records)
    if not few:
        return []
    if int(records.strata().max()):
        row = dataset.row_number(int(kept_rows[few[0].first]))
        params = {"count": sum(x.units for x in few), "k": k, "patterns": len(few)}
        return [Problem("unit-patterns", Where(unit.id[0], row, "unit.largest"), params)]
    return [_sizes_problem(_patterns(records), few, unit, k)]


def _list_rare(records: Records) -> list[_UnitCounts]:
    """List the patterns with fewer than k units."""
    k = records.recipe.method.parameters.get("k")
    return [x for x in _patterns(records) if isinstance(k, int) and x.units < k]


def _explain_lost(
    project: Project, dataset: Dataset, typed: Dataset, kept_rows: Ints
) -> list[Problem]:
    """Build the error that missing values leave too few units, if they are the reason.

    Units with an incomplete record are left out whole, so a question that was not asked of all can
    take away nearly all units of several records.
    """
    recipe, costliest = project.recipe, _find_costliest(project, dataset)
    settings, k = recipe.unit, recipe.method.parameters.get("k")
    if settings is None or costliest is None or not isinstance(k, int):
        return []
    labels = number_units(typed, settings)
    all_rows, _ = _drop_large(settings, labels, np.arange(dataset.rows, dtype=np.int64))
    all_records = take_records(typed, all_rows, project.schema, recipe)
    if len(kept_rows):
        rare = _list_rare(take_records(typed, kept_rows, project.schema, recipe))
        unit = all_records.units()
        assert unit is not None
        groups = group_units(unit, all_records.strata())
        first = unit[np.searchsorted(all_rows, [kept_rows[x.first] for x in rare])]
        is_reason = bool((np.bincount(groups)[groups[first]] >= k).any())
    else:
        is_reason = any(x.units >= k for x in _patterns(all_records))
    if not is_reason:
        return []
    attribute, records = costliest
    is_masked = attribute.role is Role.QUASI_IDENTIFIER
    code = "units-lost" if is_masked else "units-lost-confidential"
    return [Problem(code, Where(attribute.name), {"count": records, "k": k})]


def _explain_distant(
    project: Project, dataset: Dataset, labels: Ints, kept_rows: Ints, problems: Sequence[Problem]
) -> list[Problem]:
    """Explain units that are too far from the whole file by missing values.

    If most units of their size are left out for a missing value, those that remain are what happens
    to be complete, and no t that is worth promising holds for them.
    """
    # The field is that of t only where t is promised.
    sizes = [p.params["size"] for p in problems if p.where.field == "method.t"]
    costliest = _find_costliest(project, dataset) if sizes else None
    if costliest is None:
        return []
    records, remain = (
        np.bincount(labels),
        np.bincount(labels[kept_rows], minlength=labels.max() + 1),
    )
    lost_problems = []
    for size in sizes:
        every = int((records == size).sum())
        lost = int(((records == size) & (remain == 0)).sum())
        if 2 * lost > every:
            params = {"size": size, "lost": lost, "count": every}
            lost_problems.append(Problem("units-too-close-lost", Where(costliest[0].name), params))
    return lost_problems


def _find_costliest(project: Project, dataset: Dataset) -> tuple[Attribute, int] | None:
    """Return the column for which most records are left out, with their number."""
    method = project.recipe.method
    works_on = METHODS[method.name].works_on_confidential(method.parameters)
    lacking = without_answer(project.schema, dataset, works_on)
    counted = {name: int(missing.sum()) for name, missing in lacking.items()}
    if not any(counted.values()):
        return None
    name = max(counted, key=counted.__getitem__)
    return project.schema.named(name), counted[name]


def _check_parts(records: Records, dataset: Dataset, kept_rows: Ints, unit: Unit) -> list[Problem]:
    """Check for parts that no grouping can protect, or warn of joined patterns."""
    promise, file = promise_of(records.recipe.method), file_of(records)
    limits = limits_on_units(records, file, promise)
    of_units = [] if unit.is_whole else limits_on_unit_columns(records, file)
    if promise.k is None or not (file.states or limits or of_units):
        return []
    name, parameters = records.recipe.method.name, records.recipe.method.parameters
    k = METHODS[name].count_cluster_records(records, parameters)
    if unit.is_whole:
        patterns = list(patterns_of(file, k, limits))
        shapes = [x.rows.shape for x in patterns if x.broken]
        wrong = [_report_unprotected_units(units, size, records.recipe) for units, size in shapes]
        joins = [x for pattern in patterns for x in pattern.joins]
        return wrong or _warn_of_joined_units(joins, records.schema)
    parts = form_member_parts(file, k, limits, of_units)
    if parts.broken:
        rows = [dataset.row_number(int(kept_rows[first])) for first in parts.broken]
        return [_report_unprotected_parts(rows, records.recipe)]
    return joined_problems([parts.joins], parts.patterns, records.schema)


def _report_unprotected_units(units: int, size: int, recipe: Recipe) -> Problem:
    """Return the error for so many units of a size that violate a limit even as a single group."""
    params = {"count": units, "size": size}
    code, field, limits = _name_broken_limit(recipe)
    return Problem(f"units-{code}", Where(field=field), params | limits)


def _report_unprotected_parts(rows: Sequence[int], recipe: Recipe) -> Problem:
    """Return the error for parts of the file, given by rows, that violate a limit as a whole."""
    code, field, limits = _name_broken_limit(recipe)
    params = {"count": len(rows), **limits}
    return Problem(f"members-{code}", Where(row=min(rows), field=field), params)


def _name_broken_limit(recipe: Recipe) -> tuple[str, str, dict[str, object]]:
    """Name the limit that a part of the file violates as a whole, its setting and its number."""
    t, diversity = promise_of(recipe.method).t, recipe.diversity
    if [t, recipe.dominance, diversity].count(None) < 2:
        return "beyond-limits", "diversity.l" if t is None else "method.t", {}
    if t is not None:
        return "too-close", "method.t", {"t": t}
    if diversity is not None:
        return "too-uniform", "diversity.l", {"l": diversity.n_values}
    return "dominated", "dominance", {}


def _warn_of_joined_units(joins: Sequence[JoinedPattern], schema: Schema) -> list[Problem]:
    """Warn of patterns of units that are joined to others."""
    if not joins:
        return []
    params = {
        "count": len(joins),
        "units": sum(x.records for x in joins),
        "columns": list(dict.fromkeys(name for x in joins for name in x.columns)),
        "states": schema.kept_states,
    }
    return [Problem("unit-patterns-joined", params=params, severity=Severity.WARNING)]


def _sizes_problem(
    all_sizes: Sequence[_UnitCounts], few: Sequence[_UnitCounts], unit: Unit, k: int
) -> Problem:
    """Build the error that fewer than `k` units have some sizes."""
    sizes = [f"{x.size} ({x.units:,})" for x in few[:_NAMED]]
    if len(few) > _NAMED:
        sizes.append("…")
    usable = [x.size for x in all_sizes if x.size < few[0].size]
    params: dict[str, object] = {"sizes": sizes, "k": k}
    location = Where(unit.id[0], field="unit.largest")
    if not usable:
        return Problem("unit-sizes", location, params)
    return Problem("unit-sizes-largest", location, {**params, "largest": max(usable)})
