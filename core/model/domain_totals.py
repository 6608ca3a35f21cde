"""Requests that weighted totals by domain stay those of the original."""

from __future__ import annotations

from dataclasses import dataclass

USUAL_DEVIATION = 0.01
"""How far a total may be from the original's if a recipe does not say."""


@dataclass(frozen=True, slots=True)
class DomainTotals:
    """Columns whose weighted totals are calibrated in each domain.

    Attributes
    ----------
    columns : tuple of str
        Masked columns of amounts.
    by : tuple of str
        Columns whose combinations of values are the domains.
    within : float
        Largest deviation from the original's total, as a share of it.
    """

    columns: tuple[str, ...]
    by: tuple[str, ...]
    within: float = USUAL_DEVIATION
