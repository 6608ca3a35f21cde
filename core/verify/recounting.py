"""Recounts every figure of the log that follows from the protected file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.checklist.figure_problems import FigureChecks, setting_problems
from core.checklist.promise_counts import Counts, count
from core.encode import MeasuredTable
from core.encode.not_applicable import all_set_apart
from core.errors import Problem
from core.jobs import Job
from core.log import LogKind, is_withheld, kind_of, table_hash
from core.measure.figures import SideRecords, compare_figures, sample_of
from core.model import Figure, FigureKind, FigureValue, Project
from core.protect import adds_noise
from core.recipe.figure_requests import figure_entry
from core.verify.condition_check import condition_faults
from core.verify.fault_words import entry_fault
from core.verify.figures import compare
from core.verify.group_check import GroupSizes, group_faults
from core.verify.logged import check_columns, logged_project, unfit_columns
from core.verify.released_file import parse_released, read_released

_Key = tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]], str | None]


@dataclass(frozen=True, slots=True, eq=False)
class Recount:
    """The contents of the protected file, and where the log deviates from them.

    Attributes
    ----------
    table : MeasuredTable
        The protected file, read back, its columns set apart.
    """

    project: Project
    table: MeasuredTable
    faults: list[Problem]


def recount(document: Mapping[str, Any], log: Path, job: Job) -> Recount:
    """Read the protected file of a log and recount it.

    Raises
    ------
    Refused
        If no run can have written the log.
    """
    project = logged_project(document, log.parent)
    released = parse_released(document, log)
    check_columns(project, released)
    found = read_released(released, job)
    written = found.columns
    found = replace(found, columns=all_set_apart(written, project.schema))
    table = MeasuredTable(found.columns, project.schema, job)
    unfit = unfit_columns(project, released, found)
    if unfit:
        return Recount(project, table, unfit)
    counts = count(table, project.recipe)
    faults = _count_faults(document, counts, found.rows, len(found.columns))
    faults += condition_faults(document["verification"], project, found)
    side = sample_of(found.columns, project.recipe.weight, None)
    faults += _figure_faults(document, project, side)
    if not adds_noise(project.recipe):
        sizes = table.key_sizes
        faults += group_faults(
            document,
            project,
            counts,
            GroupSizes(len(sizes), int(sizes.min()), int(sizes.max()), int(sizes.sum())),
        )
    if table_hash(written, project.schema.links) != released.records_sha256:
        faults.append(Problem("verify-records"))
    return Recount(project, table, faults)


def _count_faults(
    document: Mapping[str, Any], counts: Counts, rows: int, columns: int
) -> list[Problem]:
    """Return where the log's counts deviate from those of a file of so many rows and columns."""
    stated, result = document["verification"], document["result"]
    # The recount made at sealing; only matching files are sealed.
    faults = [*counts.problems, *compare("k", stated["k"], counts.k)]
    for name, value in counts.t.items():
        faults += compare("t", stated["t"].get(name), value, name)
    others: dict[str, object] = {
        "rows": rows,
        "columns": columns,
        "same_table": True,
        "agrees": True,
        "problems": [],
        "k_blocks": [{"columns": list(names), "k": k} for names, k in counts.k_blocks.items()],
    }
    for name, other in others.items():
        faults += compare(f"verification.{name}", stated.get(name), other)
    if set(stated["t"]) != set(counts.t):
        faults.append(entry_fault("verification.t"))
    # The figures that the report shows are in another section, which could be changed separately.
    faults += compare("result.k_reached", result.get("k_reached"), counts.k)
    faults += compare("result.records", result.get("records"), rows)
    left_out = document["input"]["rows"] - rows
    faults += compare("result.left_out", result.get("left_out"), left_out)
    for name, value in counts.t.items():
        reached = (result.get("t_reached") or {}).get(name)
        faults += compare("result.t_reached", reached, value, name)
    return faults


def _figure_faults(
    document: Mapping[str, Any], project: Project, side: SideRecords
) -> list[Problem]:
    """Return where the figures of a log deviate from its recipe and from the file.

    The public log states no value of the release.
    Intervals are compared where records are units: a file need not hold the numbers of units.

    Parameters
    ----------
    document, project
        The log and its project.
    side : SideRecords
        The protected file, read back and set apart, without units.
    """
    figures, stated = project.recipe.figures, document.get("figures") or []
    if kind_of(document) is LogKind.PUBLIC and is_withheld(project):
        return [entry_fault("figures")] if stated else []
    if [entry["figure"] for entry in stated] != [figure_entry(figure) for figure in figures]:
        return [entry_fault("figures")]
    if setting_problems(project):
        return [entry_fault("recipe.figures")]
    if not figures or kind_of(document) is LogKind.PUBLIC:
        return []
    faults: list[Problem] = []
    for at, (figure, entry) in enumerate(zip(figures, stated, strict=True)):
        # What the file cannot carry, such as a collinear regression, has no figure of its own.
        if not FigureChecks(project, side).problems(figure, ""):
            (own,) = compare_figures([figure], project.schema, side, side, Job())
            name = f"figures[{at}].released"
            faults += compare(f"{name}.records", entry["released"]["records"], own.original.records)
            units = project.recipe.unit is not None
            faults += _value_faults(f"figures[{at}]", figure, entry, own.values, units)
    return faults


def _value_faults(
    name: str,
    figure: Figure,
    entry: Mapping[str, Any],
    values: tuple[FigureValue, ...],
    has_units: bool,
) -> Iterator[Problem]:
    own = {_key(value.by, value.of, value.term): value.original for value in values}
    stated = [
        (_key(v["by"].items(), v["of"].items(), v.get("term")), v.get("released"))
        for v in entry["values"]
    ]
    known = [(key, released) for key, released in stated if released is not None]
    if figure.what is FigureKind.REGRESSION and not all(key in own for key, _ in known):
        return  # Its first category is one that the file does not have.
    for at, (key, released) in enumerate(known):
        # In a category that the file no longer has, nothing counts.
        counted, place = own.get(key), f"{name}.values[{at}].released"
        records, value = (0, 0.0) if counted is None else (counted.records, counted.value)
        yield from compare(f"{place}.records", released["records"], records)
        yield from compare(f"{place}.value", released["value"], value)
        if counted is not None and not has_units:
            yield from compare(f"{place}.low", released.get("low"), counted.low)
            yield from compare(f"{place}.high", released.get("high"), counted.high)


def _key(by: Any, of: Any, term: str | None) -> _Key:
    return frozenset(by), frozenset(of), term
