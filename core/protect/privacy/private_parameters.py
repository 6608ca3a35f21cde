"""Parameters that the private methods share."""

from __future__ import annotations

from core.model import Guarantee
from core.protect.parameter import Parameter, ParameterKind

EPSILON = Parameter("epsilon", ParameterKind.NUMBER, minimum=0.000_001, maximum=1000, default=1)
"""The whole budget."""

MASK = Parameter("mask", ParameterKind.COLUMNS, required=False)
"""Columns that get noise; none named: the quasi-identifiers."""

SHARES = Parameter("shares", ParameterKind.SHARES, required=False)
"""Weights by which the columns' budget is split; none given: equally."""

TREE = Parameter("tree", ParameterKind.TREE, required=False)
"""Pairs of columns whose relation is kept; none given: learned from the data."""

EDGE_SHARE = Parameter(
    "edge_share", ParameterKind.NUMBER, minimum=0.01, maximum=0.98, default=0.5, required=False
)
"""Part of the budget for the relations of the tree, all its edges together."""

TREE_SHARE = Parameter(
    "tree_share", ParameterKind.NUMBER, minimum=0.001, maximum=0.9, default=0.1, required=False
)
"""Part of the budget for learning the tree, where it is not drawn."""

UNIT_SIZE = Parameter(
    "unit_size", ParameterKind.INTEGER, minimum=1, maximum=1_000_000, default=1, required=False
)
"""The most records of one household or firm: a doubt states so many times the budget."""

CONFIRMED = Parameter(
    "confirmed", ParameterKind.CHOICE, default="no", required=False, choices=("no", "yes")
)
"""Whether a release with doubts (`Claim.doubts`) may be called ready."""


def guarantee(*choices: Guarantee) -> Parameter:
    """Return the parameter that selects one of the guarantees, by default the first one."""
    names = tuple(str(choice) for choice in choices)
    return Parameter(
        "guarantee", ParameterKind.CHOICE, default=names[0], required=False, choices=names
    )
