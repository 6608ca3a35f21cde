"""Parameters that several methods share."""

from __future__ import annotations

from core.model import Aggregate
from core.protect.parameter import Parameter, ParameterKind

K = Parameter("k", ParameterKind.INTEGER, minimum=2, default=5)

T = Parameter("t", ParameterKind.NUMBER, minimum=0, maximum=1, default=0.15)

LAMBDA = Parameter("lambda", ParameterKind.NUMBER, minimum=0, maximum=1, default=0, required=False)
"""How much the relation to the confidential attributes counts; see `dependence`."""

AGGREGATE = Parameter(
    "aggregate",
    ParameterKind.CHOICE,
    default=Aggregate.MEAN.value,
    required=False,
    choices=tuple(one.value for one in Aggregate),
)
"""The representative of a cluster."""

GAMMA = Parameter("gamma", ParameterKind.NUMBER, minimum=0, default=0.2, required=False)
"""How readily V-MDAV enlarges a cluster; 0 never does."""

BLOCKS = Parameter("blocks", ParameterKind.BLOCKS, required=False)
"""Quasi-identifiers that are partitioned together, block by block; none: all in one."""

REFINE = Parameter(
    "refine", ParameterKind.INTEGER, minimum=0, maximum=2_000_000_000, default=0, required=False
)
"""Moves of the improvement step after a partition; see `improving`."""

MOVES = Parameter(
    "moves",
    ParameterKind.INTEGER,
    minimum=1,
    maximum=2_000_000_000,
    default=20_000_000,
    required=False,
)
"""Moves of the search; the default takes about 2 s for 1,000 records of 13 columns."""

SEED = Parameter(
    "seed", ParameterKind.INTEGER, minimum=0, maximum=2_000_000_000, default=0, required=False
)
"""Of the search's generator; it need not be secret."""

OPTIONAL_T = Parameter("t", ParameterKind.NUMBER, minimum=0, maximum=1, default=1, required=False)
"""No EMD exceeds 1, so that 1 asks for nothing."""
