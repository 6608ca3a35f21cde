"""The checklist: every row that a release must answer before it is called ready."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Row
from core.checklist.rows import (
    cell_contents,
    dominated,
    file_scope,
    kept_numbers,
    known_columns,
    known_groups,
    other_releases,
    population_cells,
    private_budget,
    public_sources,
    published_values,
    recognition,
    released_order,
    released_originals,
    searched_keys,
    sensitive_columns,
    undone,
    units,
    usefulness,
    weights,
)
from core.jobs import CancellableSequence
from core.model.checklist import Profile, RowCount, RowVerdict
from core.protect import adds_noise

FAMILIES: tuple[Family, ...] = (
    known_columns.FAMILY,
    known_columns.CANDIDATES,
    other_releases.FAMILY,
    other_releases.NESTED,
    public_sources.FAMILY,
    searched_keys.FAMILY,
    recognition.FAMILY,
    recognition.POPULATION,
    population_cells.FAMILY,
    published_values.FAMILY,
    cell_contents.FAMILY,
    kept_numbers.FAMILY,
    file_scope.FAMILY,
    units.FAMILY,
    known_groups.FAMILY,
    sensitive_columns.FAMILY,
    released_originals.FAMILY,
    released_originals.REPRESENTATIVES,
    dominated.FAMILY,
    undone.FAMILY,
    weights.FAMILY,
    released_order.FAMILY,
    usefulness.FAMILY,
    private_budget.FAMILY,
)
"""In the order in which questions are asked: what discloses first, what is of use last."""

ROWS: Mapping[str, Row] = MappingProxyType(
    {row.code: row for family in FAMILIES for row in family.rows}
)
"""All rows by their codes."""


_PLACES = {row.code: place for place, family in enumerate(FAMILIES) for row in family.rows}


def in_order(counts: Iterable[RowCount]) -> tuple[RowCount, ...]:
    """Sort counts by their families, in the order of these."""
    return tuple(sorted(counts, key=lambda count: _PLACES[count.row]))


def count_rows(evidence: Evidence) -> tuple[RowCount, ...]:
    """Count all rows of the checklist that apply.

    Of a private release these are the rows on its budget, and those on its columns without noise
    that say nothing more of the original.

    Enters the phase ``searching`` of the job and raises `Cancelled` if it is cancelled.
    """
    evidence.job.start_phase("searching")
    families = FAMILIES
    if adds_noise(evidence.recipe):
        families = tuple(
            family
            for family in FAMILIES
            if family.is_of_privacy or (family.is_of_release and evidence.published)
        )
    of_core = replace(evidence, released=evidence.released.core)
    counts = (
        count
        for family in CancellableSequence(families, evidence.job)
        for count in family.count(of_core if family.is_of_core else evidence)
    )
    # Another machine may sum in another order.
    rounded = [
        replace(count, figure=_six_digits(count.figure), limit=_six_digits(count.limit))
        for count in counts
    ]
    return tuple(_ask_once(rounded, evidence.profile))


def _ask_once(counts: Sequence[RowCount], profile: Profile) -> Iterator[RowCount]:
    """Mark the questions about records and columns that another question asks about already.

    One that takes no reason stays a question of its own.
    """
    asked = [count for count in counts if count.verdict is RowVerdict.ASKED]
    wider_questions = [count for count in asked if ROWS[count.row].includes]
    for count in counts:
        columns = {count.column} if count.column is not None else {*count.columns}
        # Rare may be what more than k units have.
        is_wider_than_k = count.row == "rare-value" and profile.rare > profile.k
        asking = [
            wider.key
            for wider in wider_questions
            if count.row in ROWS[wider.row].includes and columns.issubset(wider.columns)
        ]
        is_asked_already = asking and count.verdict is RowVerdict.ASKED and not is_wider_than_k
        yield replace(count, asked_as=asking[0]) if is_asked_already else count


def _six_digits(figure: float) -> float:
    return figure if float(figure).is_integer() else float(f"{figure:.6g}")
