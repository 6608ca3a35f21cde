"""Decides whether the values of a column point to single records."""

from __future__ import annotations

MOST_DISTINCT = 0.5
"""Distinct values for each value present; above it, one of them points to very few records."""
LEAST_RECORDS = 20
"""In fewer records than this, nearly every column of numbers would be nearly unique."""


def is_nearly_unique(distinct: int, present: int) -> bool:
    """Decide whether the values of a column are nearly unique.

    Parameters
    ----------
    distinct : int
        Number of different values.
    present : int
        Number of records with a value.
    """
    return present >= LEAST_RECORDS and distinct > MOST_DISTINCT * present
