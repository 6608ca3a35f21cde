"""Domains out of the data, for those who want them all the same. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil, floor
from typing import TYPE_CHECKING

from core.model import Attribute, Dataset, Scale

if TYPE_CHECKING:
    from core.io import ColumnProfile

# The literature's own choice for figures that are not negative: [0, 1.5 max].
_MARGIN_FACTOR = 1.5


def with_domains_from_data(
    attributes: Iterable[Attribute], profiles: Iterable[ColumnProfile], dataset: Dataset
) -> tuple[Attribute, ...]:
    """Return those attributes that have no domain, each with one taken from its column.

    Each is marked so, which voids the claim of a release made with it.
    """
    known = {profile.name: profile for profile in profiles}
    found = (_with_domain(a, known[a.name], dataset) for a in attributes)
    return tuple(attribute for attribute in found if attribute is not None)


def _with_domain(
    attribute: Attribute, profile: ColumnProfile, dataset: Dataset
) -> Attribute | None:
    if attribute.scale is Scale.ORDINAL:
        return None
    if attribute.scale is Scale.NOMINAL:
        if attribute.taxonomy or attribute.listed:
            return None
        listed = dataset.column(attribute.name).categories
        return replace(attribute, listed=tuple(listed), domain_from_data=True) if listed else None
    low, high = profile.minimum, profile.maximum
    if attribute.domain is not None or low is None or high is None:
        return None
    domain = (float(low), float(high))
    if attribute.scale is not Scale.DATE:
        domain = (min(_MARGIN_FACTOR * low, 0.0), max(_MARGIN_FACTOR * high, 0.0))
    if attribute.scale is Scale.INTEGER:
        domain = (float(floor(domain[0])), float(ceil(domain[1])))
    if domain[0] >= domain[1]:
        domain = (domain[0], domain[0] + 1.0)
    return replace(attribute, domain=domain, domain_from_data=True)
