"""The part of a recipe that says what the columns are."""

from __future__ import annotations

import math
from pathlib import Path

from core.io.taxonomies import is_shipped, taxonomy_path
from core.model import Attribute, Role, Scale, Schema
from core.pipeline.recipe.fields import Fields


def parse_schema(recipe: Fields, folder: Path) -> Schema:
    """Return the schema under ``attributes``, noting what is wrong with it.

    Paths of taxonomies count from `folder`.
    """
    attributes = tuple(_attribute(fields, folder) for fields in recipe.sections("attributes"))
    seen: set[str] = set()
    for i, attribute in enumerate(attributes):
        if attribute.name in seen:
            at = f"attributes[{i}].name"
            recipe.note("recipe-column-twice", at, column=attribute.name)
        seen.add(attribute.name)
    return Schema(attributes)


def _attribute(fields: Fields, folder: Path) -> Attribute:
    role = fields.choice("role", Role) or Role.OTHER
    scale = fields.choice("scale", Scale) if _wants_scale(fields, role) else None
    attribute = Attribute(
        name=fields.text("name"),
        role=role,
        scale=scale,
        order=fields.texts("order"),
        domain=_domain(fields),
        taxonomy=_taxonomy(fields, folder),
        mapping=_mapping(fields),
    )
    fields.close()
    return attribute


def _wants_scale(fields: Fields, role: Role) -> bool:
    return role in (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL) or fields.has("scale")


def _taxonomy(fields: Fields, folder: Path) -> str | None:
    reference = fields.text("taxonomy", "")
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


def _domain(fields: Fields) -> tuple[float, float] | None:
    value = fields.raw("domain")
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2 and all(_is_finite(part) for part in value):
        low, high = float(value[0]), float(value[1])
        if low < high:
            return low, high
    fields.note("recipe-expects-domain", fields.path("domain"))
    return None


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
