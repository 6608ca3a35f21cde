"""Dominance: which groups of a release would disclose the figures of a single unit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DominanceRule(StrEnum):
    """A rule on the contributions of the records of a group to its total.

    Hundepool et al. (2012), section 4.2.2; manual: conditions#dominance.
    """

    P_PERCENT = "p-percent"
    N_K = "n-k"


@dataclass(frozen=True, slots=True)
class Dominance:
    """The rule that each group of a release satisfies, and for which columns.

    Attributes
    ----------
    columns : tuple of str
        Masked columns of amounts.
    rule : DominanceRule
        Which of the two rules.
    p : float
        Of the p% rule: nobody in a group can find another one's contribution to within `p` per cent
        of it.
    n : int
        Of the (n,k) rule: the number of the largest contributions.
    share : float
        Of the (n,k) rule: the largest share of the total, in per cent, that these may have.
    """

    columns: tuple[str, ...]
    rule: DominanceRule = DominanceRule.P_PERCENT
    p: float = 10.0
    n: int = 2
    share: float = 85.0
