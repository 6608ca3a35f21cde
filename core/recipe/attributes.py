"""The section of a recipe that describes the columns."""

from __future__ import annotations

from pathlib import Path

from core.io.taxonomies import is_shipped, taxonomy_path
from core.model import Attribute, Role, Scale, Schema
from core.recipe.conditions import parse_zeros
from core.recipe.declared_domains import declared_domain, declared_precision
from core.recipe.fields import Fields


def parse_schema(recipe: Fields, folder: Path) -> Schema:
    """Return the schema under ``attributes``, noting any problems.

    Paths of taxonomies start from `folder`.
    """
    sections = recipe.sections("attributes", required=True)
    attributes = tuple(parse_attribute(fields, folder) for fields in sections)
    seen: set[str] = set()
    for i, attribute in enumerate(attributes):
        if attribute.name in seen:
            at = f"attributes[{i}].name"
            recipe.note("recipe-column-twice", at, column=attribute.name)
        seen.add(attribute.name)
    return Schema(attributes)


def parse_attribute(fields: Fields, folder: Path) -> Attribute:
    """Return a column's entry, noting any problems; paths of taxonomies start from `folder`."""
    role = fields.choice("role", Role) or Role.OTHER
    scale = (
        fields.choice("scale", Scale)
        if role in (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL) or fields.has("scale")
        else None
    )
    attribute = Attribute(
        name=fields.text("name"),
        role=role,
        scale=scale,
        order=fields.texts("order"),
        domain=declared_domain(fields, scale),
        taxonomy=_taxonomy(fields, folder),
        mapping=_mapping(fields),
        listed=fields.texts("categories"),
        precision=declared_precision(fields),
        domain_from_data=fields.flag("domain_from_data", False),
        keeps_zeros=parse_zeros(fields),
        not_applicable=fields.texts("not_applicable"),
    )
    fields.close()
    return attribute


def _taxonomy(fields: Fields, folder: Path) -> str | None:
    reference = fields.path_text("taxonomy", "")
    if not reference or is_shipped(reference):
        return reference or None
    return str(taxonomy_path(reference, folder.absolute()))


def _mapping(fields: Fields) -> tuple[tuple[str, str], ...]:
    value = fields.raw("mapping")
    if value is None:
        return ()
    if isinstance(value, dict) and all(isinstance(meant, str) for meant in value.values()):
        return tuple(value.items())
    fields.note("recipe-expects-mapping", fields.path("mapping"))
    return ()
