"""Bounds of domains as they are typed, one after the other. Knows no Qt."""

from __future__ import annotations

from dataclasses import replace

from core.model import Attribute, Schema
from desktop_app.models.masked_columns import MaskedField

Bounds = dict[str, dict[MaskedField, float]]


class Typed:
    """What was typed of domains that are not whole yet.

    A domain that was taken from the data is the user's own only when both bounds were typed.
    """

    def __init__(self) -> None:
        self._typed: Bounds = {}

    def bound(self, attribute: Attribute, field: MaskedField, value: float) -> Attribute | None:
        """Take a bound; return the attribute with its new domain, ``None`` if there is none yet."""
        typed = self._typed.setdefault(attribute.name, {})
        typed[field] = value
        known = self._known(attribute)
        if len(known) < 2 or known[MaskedField.LOW] >= known[MaskedField.HIGH]:
            return None
        still_from_data = attribute.domain_from_data and len(typed) < 2
        if not still_from_data:
            del self._typed[attribute.name]
        domain = (known[MaskedField.LOW], known[MaskedField.HIGH])
        return replace(attribute, domain=domain, domain_from_data=still_from_data)

    def pending(self, schema: Schema) -> Bounds:
        """Return what is to be shown in place of the domains in force."""
        named = {attribute.name: attribute for attribute in schema.attributes}
        return {
            name: self._known(named[name])
            for name, typed in self._typed.items()
            if name in named and typed
        }

    def crossed(self, schema: Schema) -> tuple[str, ...]:
        """Return the columns whose smallest value is not below their largest, as typed."""
        return tuple(
            name
            for name, known in self.pending(schema).items()
            if len(known) == 2 and known[MaskedField.LOW] >= known[MaskedField.HIGH]
        )

    def _known(self, attribute: Attribute) -> dict[MaskedField, float]:
        low, high = attribute.domain or (None, None)
        found = {
            MaskedField.LOW: low,
            MaskedField.HIGH: high,
            **self._typed.get(attribute.name, {}),
        }
        return {field: value for field, value in found.items() if value is not None}
