"""The declared domain of an attribute in a recipe: two numbers or two dates."""

from __future__ import annotations

import math
from datetime import date, timedelta

from core.model import Attribute, Scale
from core.recipe.fields import Fields, is_number

_EPOCH = date(1970, 1, 1)

Domain = tuple[float, float]


def declared_domain(fields: Fields, scale: Scale | None) -> Domain | None:
    """Return the bounds under ``domain``; dates as days since 1970-01-01."""
    value = fields.raw("domain")
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2:
        low, high = (_bound(part, scale) for part in value)
        # An infinite width could not be divided into bins.
        if low is not None and high is not None and low < high and math.isfinite(high - low):
            return low, high
    code = "recipe-expects-days" if scale is Scale.DATE else "recipe-expects-domain"
    fields.note(code, fields.path("domain"))
    return None


def declared_precision(fields: Fields) -> float | None:
    """Return the positive number under ``precision``, or ``None``."""
    value = fields.raw("precision")
    if value is None:
        return None
    if is_number(value) and value > 0:
        return float(value)
    fields.note("recipe-expects-precision", fields.path("precision"))
    return None


def domain_entry(attribute: Attribute) -> list[float] | list[str]:
    """Return the recipe entry of an attribute's domain."""
    bounds = attribute.domain or (0.0, 0.0)
    if attribute.scale is not Scale.DATE:
        return list(bounds)
    return [(_EPOCH + timedelta(days=days)).isoformat() for days in bounds]


def _bound(value: object, scale: Scale | None) -> float | None:
    if scale is Scale.DATE:
        # Fractions and numbers outside the calendar cannot be written as dates.
        if not isinstance(value, str):
            return None
        try:
            return float((date.fromisoformat(value) - _EPOCH).days)
        except ValueError:
            return None
    return float(value) if is_number(value) else None
