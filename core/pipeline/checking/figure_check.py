"""Checks the figures of a log against its recipe and the protected file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.errors import Problem
from core.jobs import Job
from core.measure.figures import compare_figures, sample_of
from core.model import Dataset, Estimate, Figure, FigureKind, FigureValue, Project
from core.pipeline.audit import LogKind, is_withheld, kind_of
from core.pipeline.checking.fault_words import entry_fault
from core.pipeline.checking.figures import compare
from core.pipeline.figure_problems import FigureChecks, setting_problems
from core.pipeline.recipe.figure_requests import figure_entry

_Key = tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]], str | None]


def released_figure_faults(
    document: Mapping[str, Any], project: Project, found: Dataset
) -> list[Problem]:
    """Return where the figures of a log deviate from its recipe and from the file.

    The public log states no value of the release.
    Intervals are compared where records are units: a file need not hold the numbers of units.

    Parameters
    ----------
    document, project
        The log and its project.
    found : Dataset
        The protected file, read back and set apart.
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
    side = sample_of(found.columns, project.recipe.weight, None)
    checks = FigureChecks(project, side)
    faults: list[Problem] = []
    for at, (figure, entry) in enumerate(zip(figures, stated, strict=True)):
        # What the file cannot carry, such as a collinear regression, has no figure of its own.
        if not checks.problems(figure, ""):
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
        yield from _estimate_faults(f"{name}.values[{at}]", released, own.get(key), has_units)


def _estimate_faults(
    name: str, stated: Mapping[str, Any], own: Estimate | None, has_units: bool
) -> Iterator[Problem]:
    if own is None:
        # A category that the file no longer has: nothing counts in it.
        yield from compare(f"{name}.released.records", stated["records"], 0)
        yield from compare(f"{name}.released.value", stated["value"], 0.0)
        return
    yield from compare(f"{name}.released.records", stated["records"], own.records)
    yield from compare(f"{name}.released.value", stated["value"], own.value)
    if not has_units:
        yield from compare(f"{name}.released.low", stated.get("low"), own.low)
        yield from compare(f"{name}.released.high", stated.get("high"), own.high)


def _key(by: Any, of: Any, term: str | None) -> _Key:
    return frozenset(by), frozenset(of), term
