"""Reads the taxonomies named in the schema."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.encode import MOST_NODES
from core.errors import Problem, Refused, Where
from core.io.taxonomies import is_shipped, list_shipped, read_cached, taxonomy_path
from core.model import IMPLIED_ROOT, Attribute, Role, Scale, Schema, Taxonomy, flat

_COMPUTED = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)
_NAMED = 5
_FIELD = "taxonomy"


def with_taxonomies(schema: Schema) -> tuple[Schema, list[Problem]]:
    """Read the taxonomies of `schema`, with the problems in reading them.

    A taxonomy that an attribute already has, for example from an audit log, is not read again.
    """
    read_attributes = [_read(attribute) for attribute in schema.attributes]
    problems = [problem for _, problems in read_attributes for problem in problems]
    return Schema(tuple(attribute for attribute, _ in read_attributes)), problems


def _read(attribute: Attribute) -> tuple[Attribute, list[Problem]]:
    location = Where(attribute.name, field=_FIELD)
    if attribute.taxonomy is None and not attribute.mapping:
        # A flat list of the declared categories, if there are any, takes the place of a taxonomy.
        if not attribute.listed or attribute.scale is not Scale.NOMINAL:
            return attribute, []
        if IMPLIED_ROOT in attribute.listed:
            return attribute, [Problem("category-is-root", Where(attribute.name))]
        return replace(attribute, categories=attribute.categories or flat(attribute.listed)), []
    if attribute.scale is not Scale.NOMINAL or attribute.role not in _COMPUTED:
        return attribute, [Problem("taxonomy-needs-nominal", location)]
    if attribute.taxonomy is None:
        return attribute, [Problem("mapping-needs-taxonomy", location)]
    taxonomy, reference = attribute.categories, attribute.taxonomy
    try:
        if not taxonomy:
            path = taxonomy_path(reference, Path())
            if is_shipped(reference) and not path.exists():
                choices = sorted(taxonomy_file.reference for taxonomy_file in list_shipped())
                raise Refused(Problem("taxonomy-not-shipped", params={"choices": choices}))
            if not is_shipped(reference) and not path.is_absolute():
                # Only the reader of a recipe knows the folder from which a relative path starts.
                raise Refused(
                    Problem(
                        "file-not-found", params={"file": path.name, "folder": str(path.parent)}
                    )
                )
            taxonomy = read_cached(path)
    except Refused as refusal:
        # The row is one of the taxonomy's file, not of the data.
        field = f"{_FIELD}.{attribute.name}"
        return attribute, [
            replace(problem, where=Where(row=problem.where.row, field=field))
            for problem in refusal.problems
        ]
    return replace(attribute, categories=taxonomy), _problems(attribute, taxonomy)


def _problems(attribute: Attribute, taxonomy: Taxonomy) -> list[Problem]:
    location = Where(attribute.name, field=_FIELD)
    if len(taxonomy) > MOST_NODES:
        return [
            Problem("taxonomy-too-wide", location, {"count": len(taxonomy), "most": MOST_NODES})
        ]
    categories = {taxonomy.nodes[node] for node in taxonomy.domain.tolist()}
    if not categories.issuperset(attribute.listed):
        return [Problem("categories-not-in-taxonomy", location)]
    odd = [i for i, (_, meant) in enumerate(attribute.mapping, start=1) if meant not in categories]
    params = {"count": len(odd), "entries": tuple(odd[:_NAMED])}
    return [Problem("mapping-not-in-taxonomy", location, params)] if odd else []
