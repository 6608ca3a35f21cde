"""Produces privately released columns from a plan, in positions of their declared domains."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.array_types import Floats, Ints
from core.conditions import Records
from core.encode import numbers
from core.jobs import Job
from core.model import Clusters, Column, ColumnKind, Guarantee, Scale, Step
from core.protect.privacy.category_candidates import Candidates
from core.protect.privacy.design import INSENSITIVE, LAPLACE, Design, MaskedColumn, design_of
from core.protect.privacy.entropy import Entropy, supply
from core.protect.privacy.groups import ReleasedGroups
from core.protect.privacy.modes import (
    Places,
    insensitive,
    marginals,
    own_noise,
    rank_as_published,
)
from core.protect.privacy.noise import shuffle_values
from core.protect.privacy.synthetic_records import dependent
from core.protect.protected import Protected

PHASES = ("encoding", "noising", "composing")


def places_of(masked: MaskedColumn, column: Column) -> Ints:
    """Return each record's position in the declared domain; shape (n,).

    Values outside are moved to the bounds, missing ones to the middle. These steps use one record
    at a time and so disclose no more than its noisy value.
    """
    if isinstance(masked.domain, Candidates):
        return masked.domain.places(column)
    return masked.domain.places(numbers(column, masked.attribute, shared=True))


def _release_column(masked: MaskedColumn, column: Column, groups: ReleasedGroups) -> Column:
    """Write the released column in the kind that its scale needs.

    The positions of `groups` are moved to the bounds, once for each group.
    """
    of_groups = _at_places(masked, column, groups.of_groups)
    values = groups.for_records(of_groups.values)
    return replace(of_groups, values=values, missing=np.zeros(len(values), dtype=np.bool_))


def _at_places(masked: MaskedColumn, column: Column, places: Floats) -> Column:
    if isinstance(masked.domain, Candidates):
        return masked.domain.column(column.name, np.rint(places).astype(np.int64))
    values = masked.domain.values(places)
    present = np.zeros(len(values), dtype=np.bool_)
    if masked.attribute.scale is Scale.ORDINAL:
        order = masked.attribute.order
        ranks = np.clip(np.rint(values), 0, len(order) - 1).astype(np.int64)
        used = sorted((order[rank], rank) for rank in np.unique(ranks).tolist())
        codes = np.zeros(len(order), dtype=np.int32)
        codes[[rank for _, rank in used]] = np.arange(len(used))
        texts = tuple(text for text, _ in used)
        return Column(column.name, ColumnKind.TEXT, codes[ranks], present, texts)
    if masked.attribute.scale is Scale.CONTINUOUS:
        return Column(column.name, ColumnKind.NUMBER, values, present)
    kind = ColumnKind.DATE if masked.attribute.scale is Scale.DATE else ColumnKind.INTEGER
    # Dates are written in ISO format, because the input's layout depends on all cells.
    return Column(column.name, kind, np.rint(values).astype(np.int64), present)


def release_privately(records: Records, job: Job) -> Protected:
    """Release records with noise.

    Parameters
    ----------
    records : Records
        The records to be released, of a recipe with such a method.
    job : Job
        Enters the phases `PHASES`.
    """
    design = design_of(records, len(records))
    entropy = supply(design.seed, job.check)
    columns_by_name = {column.name: column for column in records.columns}
    job.start_phase("encoding", len(design.columns))
    places = {}
    for done, column in enumerate(design.columns, start=1):
        places[column.name] = places_of(column, columns_by_name[column.name])
        job.update(done)
    job.start_phase("noising")
    groups_by_column = _draw_groups(design, places, entropy)
    job.start_phase("composing", len(design.columns))
    released = {}
    for done, masked in enumerate(design.columns, start=1):
        released[masked.name] = _release_column(
            masked, columns_by_name[masked.name], groups_by_column[masked.name]
        )
        job.update(done)
    columns = tuple(
        released.get(attribute.name, columns_by_name[attribute.name])
        for attribute in records.schema.attributes
        if attribute.role.is_released
    )
    # All records are one cluster, because the groups must not be disclosed.
    count = design.groups.records
    clusters = Clusters(np.zeros(count, dtype=np.int64), np.array([count]), {})
    return Protected(clusters, columns, _noise_steps(design), {}, paired=design.paired)


def _draw_groups(design: Design, places: Places, entropy: Entropy) -> dict[str, ReleasedGroups]:
    if design.method == LAPLACE:
        return own_noise(design, places, entropy)
    if design.method == INSENSITIVE:
        return insensitive(design, places, entropy)
    if design.guarantee is Guarantee.AS_PUBLISHED:
        return rank_as_published(design, places, entropy)
    ranked = marginals(design, places, entropy)
    if design.guarantee is Guarantee.DEPENDENCE and len(design.columns) > 1:
        return dependent(design, places, ranked, entropy)
    sorted_groups = design.groups.of_records()
    return {
        name: ReleasedGroups(noisy, shuffle_values(sorted_groups, entropy))
        for name, noisy in ranked.items()
    }


def _noise_steps(design: Design) -> tuple[Step, ...]:
    """Return the steps, with figures that follow from the recipe and the number of records."""
    source = "system" if design.seed is None else "seed"
    counts: dict[str, int | float | str] = {"columns": len(design.columns)}
    if design.method != LAPLACE:
        counts |= {"groups": design.groups.count, "k": design.groups.k}
    return (Step(design.method, counts), Step(f"noise-from-{source}"))
