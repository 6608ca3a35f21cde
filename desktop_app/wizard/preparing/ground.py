"""What a preparing step finds at its place of the list; found off the window's thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.jobs import Job
from core.model import Attribute, Column, Dataset, Preparing, Role, Source
from desktop_app.state.draft import Draft
from desktop_app.state.prepared_schema import before_preparing
from desktop_app.wizard.preparing.settings_base import CATEGORIES, Ground

_USUAL_K = 5
# Columns that are not released have nothing to be prepared for; they come last.
_ROLES = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL, Role.OTHER)


def find_ground(
    draft: Draft, steps: Sequence[Preparing], source: Source, read: Dataset, job: Job
) -> Ground:
    """Return the columns that a step behind `steps` finds.

    Codes of questions that were not asked count as missing: no step recodes them.

    Raises
    ------
    Refused
        If one of `steps` cannot be done.
    """
    from core.encode.not_applicable import set_apart
    from core.pipeline.prepared_input import prepared
    from core.pipeline.resolve.taxonomy_loading import with_taxonomies

    earlier = before_preparing(draft, steps)
    _, dataset = prepared(earlier.project(source), read, job)
    said = {a.name: a for a in earlier.schema.attributes if a.not_applicable}
    columns = [set_apart(c, said[c.name]) if c.name in said else c for c in dataset.columns]
    dataset = replace(dataset, columns=tuple(columns))
    loaded, _ = with_taxonomies(earlier.schema)
    known = {a.name: a for a in loaded.attributes if a.taxonomy is not None}
    decimal = source.options.decimal
    found = {
        column.name: _levels(column, known[column.name], decimal)
        for column in dataset.columns
        if column.name in known and column.kind in CATEGORIES
    }
    levels = {name: counts for name, counts in found.items() if counts}
    roles = {a.name: _ROLES.index(a.role) for a in earlier.schema.attributes if a.role in _ROLES}
    names = sorted(dataset.names, key=lambda name: roles.get(name, len(_ROLES)))
    return Ground(dataset, levels, k_of(draft), decimal, tuple(names))


def _levels(column: Column, attribute: Attribute, decimal: str) -> tuple[int, ...]:
    from core.prepare.category_steps import left_on_levels
    from core.prepare.recoded_cells import as_categories

    return left_on_levels(as_categories(column, decimal).categories, attribute)


def k_of(draft: Draft) -> int:
    """Return the k that the method asks for; the usual one if it has none."""
    k = draft.method.parameters.get("k")
    return k if isinstance(k, int) else _USUAL_K
