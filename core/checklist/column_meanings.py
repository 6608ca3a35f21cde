"""What others may know of a column, and what says where somebody lives or works."""

from __future__ import annotations

from dataclasses import replace

from core.inspect.profiling.known_variables import Clue
from core.inspect.profiling.name_clues import clue_of, is_place
from core.model import CATEGORICAL, Attribute, Role

MOST_CATEGORIES = 100
"""More different numbers in a column are amounts, not codes of categories."""
_OF_PLACES = "shipped:countries"


def is_known(attribute: Attribute) -> bool:
    """Decide whether others may know a column that is published as it is.

    Without a declaration the name decides; confidential columns are not known.
    """
    if attribute.known is not None:
        return attribute.known
    name = attribute.name
    is_quasi = clue_of(name, name, firms=False) is Clue.QUASI
    return attribute.role is not Role.CONFIDENTIAL and is_quasi


def says_where(attribute: Attribute) -> bool:
    """Decide whether a column says where somebody lives or works.

    Without a declaration its name and taxonomy decide.
    """
    if attribute.place is not None:
        return attribute.place
    return attribute.taxonomy == _OF_PLACES or is_place(attribute.name)


def declare_meaning(attribute: Attribute) -> Attribute:
    """Declare what role and name say of a released column, where the checklist counts by it.

    What is masked cannot be learned and is known anyway, and an amount is no place.
    """
    is_place = attribute.scale in CATEGORICAL and says_where(attribute)
    return replace(
        attribute, sensitive=attribute.is_sensitive or None, place=True if is_place else None
    )
