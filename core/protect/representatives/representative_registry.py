"""All representatives by recipe name.

A new one is a class in a module of this package, an entry here, its name in the catalogue
(``choice-aggregate-NAME``, ``choice-categories-NAME``) and a paragraph in the manual
(methods#representative-of-a-cluster). Checks, the form of the window, edit rules, row B5 and the
logs follow from the entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.protect.representatives.calibrated_categories import CalibratedCategories
from core.protect.representatives.drawn.hybrid_records import HybridRecords
from core.protect.representatives.drawn.local_spread import LocalSpread
from core.protect.representatives.drawn.swapped_categories import SwappedCategories
from core.protect.representatives.means import Mean
from core.protect.representatives.medians import Median
from core.protect.representatives.moments.restored_moments import RestoredMoments
from core.protect.representatives.representative import (
    CategoryRepresentative,
    NumberRepresentative,
    Representative,
)
from core.protect.representatives.typical_categories import TypicalCategories

MEAN = Mean()
TYPICAL = TypicalCategories()

NUMBER_REPRESENTATIVES: Mapping[str, NumberRepresentative] = MappingProxyType(
    {
        representative.name: representative
        for representative in (MEAN, Median(), RestoredMoments(), LocalSpread(), HybridRecords())
    }
)


CATEGORY_REPRESENTATIVES: Mapping[str, CategoryRepresentative] = MappingProxyType(
    {
        representative.name: representative
        for representative in (TYPICAL, CalibratedCategories(), SwappedCategories())
    }
)


def number_representative(parameters: Mapping[str, object]) -> NumberRepresentative:
    """Look up the representative that a method's parameters choose, by default the mean.

    The checks of parameters refuse unknown ones; until then they count as the mean.
    """
    return NUMBER_REPRESENTATIVES.get(str(parameters.get("aggregate")), MEAN)


def category_representative(parameters: Mapping[str, object]) -> CategoryRepresentative:
    """Look up the same of categories, by default the typical one."""
    return CATEGORY_REPRESENTATIVES.get(str(parameters.get("categories")), TYPICAL)


def list_drawing(parameters: Mapping[str, object]) -> tuple[Representative, ...]:
    """List the chosen representatives that draw records from the clusters' values, the core."""
    chosen = (number_representative(parameters), category_representative(parameters))
    return tuple(representative for representative in chosen if representative.core_words)
