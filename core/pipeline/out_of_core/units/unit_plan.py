"""Checks that the records of a file on disk form units that can be protected.

See `core.pipeline.resolve.unit_records`, which has all records at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.conditions.unit_conditions import k_of
from core.errors import Problem, Refused, Where
from core.io.scratch.disk_columns import Cells, StoredColumn, StoredTable
from core.io.scratch.raw_rows import AT
from core.io.scratch.row_files import RoutedRows
from core.jobs import Job
from core.model import Implications, Project
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.parts.large_strata import LargeStrata, PartNumbers
from core.pipeline.out_of_core.sorting.placing import in_places
from core.pipeline.out_of_core.units.unit_arrays import unit_array
from core.pipeline.out_of_core.units.unit_intake import LargeUnits
from core.pipeline.out_of_core.units.unit_rows import PATTERN, UnitRows, unit_rows
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.promise import promised_t
from core.pipeline.resolve.file_implications import implications_for_file
from core.pipeline.resolve.scales import SHOWN
from core.pipeline.resolve.unit_records import (
    MOST_MEMBERS,
    UnitCounts,
    joined_units_problems,
    sizes_problem,
    unprotected_units,
)

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class UnitPlan:
    """What is known of the units of a file before they are protected.

    Attributes
    ----------
    parts : PartsOfFile
        The records, unit by unit, and which of them belong to units of joined patterns.
    warnings : tuple of Problem
        On units left out and on joined patterns.
    """

    parts: PartsOfFile
    warnings: tuple[Problem, ...]
    implications: Implications


def plan_units(
    project: Project,
    table: StoredTable,
    units: LargeUnits,
    strata: Sequence[LargeStrata | None],
    left_out: int,
    work: Workplace,
    job: Job,
) -> UnitPlan:
    """Return the plan of a file's units.

    Parameters
    ----------
    project : Project
        Resolved.
    table, units : StoredTable and LargeUnits
        The records to release, and their units.
    strata : sequence of LargeStrata or None
        The strata that the recipe defines, and the waves of a panel.
    left_out : int
        Number of records that are not released.

    Raises
    ------
    Refused
        If a record has no unit, a column of the unit differs inside one, there are too few units of
        a size, or they violate a limit even as a single group.
    """
    problems = units.unnumbered or tuple(_unequal(table, units, work, job))
    if problems:
        raise Refused(*problems)
    rows = unit_rows(project, table, strata, units, work, job)
    in_strata = any(len(one.sizes) > 1 for one in strata if one is not None)
    few = _too_few(project, rows, units, in_strata, work)
    if few:
        raise Refused(few)
    recipe, broken = project.recipe, [part for part in rows.parts if part.broken]
    if broken:
        raise Refused(*(unprotected_units(part.units, part.size, recipe) for part in broken))
    joins = [one for part in rows.parts for one in part.joins]
    warnings = (*units.warnings, *joined_units_problems(joins, project.schema))
    name, parameters = project.recipe.method.name, project.recipe.method.parameters
    counts = np.array([count for _, count, _ in rows.patterns])
    implied = implications_for_file(name, parameters, counts, left_out)
    clusters = sum(
        implications_for_file(name, parameters, np.array([count]), 0).clusters * size
        for size, count, _ in rows.patterns
    )
    merges = recipe.dominance is not None or promised_t(recipe.method) is not None
    at_most = implied.at_most or merges
    implied = replace(implied, records=table.rows, clusters=clusters, at_most=at_most)
    return UnitPlan(_parts(rows, units, work, job), warnings, implied)


def keys_of_cells(raw: Cells) -> Ints:
    """Return a whole number for each cell as it is in files, equal for equal cells."""
    if raw.dtype.kind != "f":
        return raw.astype(np.int64)
    found = (raw.astype(np.float64) + 0.0).view(np.int64)
    return np.where(np.isnan(raw), np.iinfo(np.int64).min, found)


class FirstCells(NamedTuple):
    """The cells of the first records of units in a column.

    Attributes
    ----------
    first : numpy.ndarray of int64, shape (units,)
        Their keys.
    differing : int
        In how many units another record has another cell.
    positions : list of int
        The first records that differ from the first one of their unit.
    """

    first: Ints
    differing: int
    positions: list[int]


def first_cells(
    parts: Iterator[tuple[Ints, Ints]], units: int, work: Workplace, name: str
) -> FirstCells:
    """Return the cells of the first records of units.

    Parameters
    ----------
    parts : iterator of pairs of numpy.ndarray of int64
        The unit and the key of each of successive records.
    work, name : Workplace and str
        Where the first cell of each unit is kept.
    """
    first = unit_array(work, f"{name}-first", units, "<i8")
    known = unit_array(work, f"{name}-known", units, "|b1")
    differs = unit_array(work, f"{name}-differs", units, "|b1")
    positions, start = list[int](), 0
    for unit, keys in parts:
        values, at = np.unique(unit, return_index=True)
        is_new = ~known[values]
        first[values[is_new]] = keys[at[is_new]]
        known[values] = True
        other = np.flatnonzero(keys != first[unit])
        differs[unit[other]] = True
        positions += (start + other[: SHOWN - len(positions)]).tolist()
        start += len(unit)
    return FirstCells(first, int(np.count_nonzero(differs)), positions)


def have_equal_means(
    project: Project, table: StoredTable, units: LargeUnits, work: Workplace, job: Job
) -> bool:
    """Return whether means of units and of their members can be compared (`judged`)."""
    if project.recipe.weight is None or not project.recipe.rules:
        return True
    cells = _cells(table.named(project.recipe.weight), units, work, job)
    return first_cells(cells, units.count, work, "unit-weighed").differing == 0


def _cells(
    column: StoredColumn, units: LargeUnits, work: Workplace, job: Job
) -> Iterator[tuple[Ints, Ints]]:
    """Yield the unit and the key of the cell of each of some records at a time."""
    for start, stop in work.spans(units.column.rows, job):
        yield units.of(start, stop), keys_of_cells(column.raw(start, stop))


def _unequal(table: StoredTable, units: LargeUnits, work: Workplace, job: Job) -> Iterator[Problem]:
    """Yield an error for each column of the unit that differs inside units."""
    known = {column.name: column for column in (*table.columns, *units.others.columns)}
    for name in units.unit.columns:
        if name not in known:
            continue
        cells = _cells(known[name], units, work, job)
        found = first_cells(cells, units.count, work, "unit-cell")
        if found.differing:
            rows = [units.line(position) for position in found.positions]
            where, params = Where(name, rows[0], "unit.columns"), {"count": found.differing}
            yield Problem("unit-column-differs", where, {**params, "rows": rows})


def _too_few(
    project: Project, rows: UnitRows, units: LargeUnits, in_strata: bool, work: Workplace
) -> Problem | None:
    """Return an error if units are too large, or fewer than k have a size and strata."""
    unit, k = units.unit, k_of(project.recipe)
    found = [UnitCounts(*one) for one in rows.patterns]
    largest = max(one.size for one in found)
    if largest > MOST_MEMBERS:
        params = {"count": largest, "most": MOST_MEMBERS}
        return Problem("unit-too-large", Where(unit.id, field="unit.largest"), params)
    few = [one for one in found if one.units < k]
    if not few:
        return None
    if not in_strata:
        return sizes_problem(found, few, unit, k)
    of_first = (
        start + np.flatnonzero(units.of(start, start + work.rows) == few[0].first)
        for start in range(0, units.column.rows, work.rows)
    )
    row = units.line(next(int(here[0]) for here in of_first if len(here)))
    params = {"count": sum(one.units for one in few), "k": k, "patterns": len(few)}
    return Problem("unit-patterns", Where(unit.id, row, "unit.largest"), params)


def _parts(rows: UnitRows, units: LargeUnits, work: Workplace, job: Job) -> PartsOfFile:
    """Return the parts, with the pattern of each record if any were joined."""
    sizes = np.array([part.units for part in rows.parts])
    numbers = None
    if rows.own.any():
        numbers, records = PartNumbers(work.place("unit-patterns")), units.column.rows
        buckets, kinds = work.buckets(records), np.dtype([(AT, "<i8"), (PATTERN, "<i4")])
        with RoutedRows(work.place("unit-patterns-dealt"), kinds, buckets) as dealt:
            for piece in job.each(rows.pieces(work.rows)):
                some = np.empty(len(piece), kinds)
                some[AT], some[PATTERN] = piece[AT], piece[PATTERN]
                dealt.add(some, some[AT] // work.rows)
            for at in range(buckets):
                placed = in_places(dealt.bucket(at), at * work.rows)
                numbers.add(placed[PATTERN].astype(np.int64))
    return PartsOfFile(
        sizes=sizes,
        strata=np.zeros(len(sizes), np.int64),
        numbers=numbers,
        part=rows.part,
        own=rows.own,
        patterns=len(rows.part),
        by_unit=rows,
    )
