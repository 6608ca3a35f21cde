"""The taxonomies of a run in its log, with which verify and replay need no other file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.errors import Problem, Refused, Where
from core.model import Project, Schema
from core.model.taxonomy_building import TaxonomyTooLarge
from core.model.taxonomy_entry import taxonomy_entry, taxonomy_of_entry


def taxonomy_entries(schema: Schema) -> list[dict[str, object]]:
    """Return the complete taxonomies of a resolved schema, which do not reveal what occurs.

    Flat lists, which consist of a column's own categories, are left out.
    """
    return [
        {"column": attribute.name, **taxonomy_entry(attribute.categories)}
        for attribute in schema.attributes
        if attribute.categories is not None
    ]


def with_logged_taxonomies(project: Project, document: Mapping[str, Any]) -> Project:
    """Return `project` with the taxonomies of the log.

    Raises
    ------
    Refused
        If an entry is malformed.
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
