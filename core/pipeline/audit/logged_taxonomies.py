"""The taxonomies of a run in its log, so that verify and replay need no other file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.errors import Problem, Refused, Where
from core.model import Project, Schema
from core.model.taxonomy_building import TaxonomyTooLarge
from core.model.taxonomy_entry import taxonomy_entry, taxonomy_of_entry


def taxonomy_entries(schema: Schema) -> list[dict[str, object]]:
    """Return the taxonomies of a resolved schema, whole: which categories occur is not told.

    A flat list, which is made of a column's own categories, is not among them.
    """
    return [
        {"column": attribute.name, **taxonomy_entry(attribute.categories)}
        for attribute in schema.attributes
        if attribute.categories is not None
    ]


def with_logged_taxonomies(project: Project, document: Mapping[str, Any]) -> Project:
    """Return `project` with the taxonomies that the log holds.

    Raises
    ------
    Refused
        If an entry is not what Statveil writes.
    """
    try:
        found = {
            entry["column"]: taxonomy_of_entry(entry) for entry in document.get("taxonomies") or []
        }
    except TaxonomyTooLarge as large:
        params = {"field": "taxonomies", "count": large.count, "most": large.most}
        raise Refused(Problem(large.code, Where(field="taxonomies"), params)) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        params = {"section": "taxonomies"}
        raise Refused(Problem("audit-malformed", Where(field="taxonomies"), params)) from None
    attributes = project.schema.attributes
    known = tuple(replace(a, categories=found.get(a.name, a.categories)) for a in attributes)
    return replace(project, schema=Schema(known))
