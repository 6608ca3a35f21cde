"""Parameters of methods, some common to several, from which forms and checks are made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.protect.representatives import CATEGORY_REPRESENTATIVES, NUMBER_REPRESENTATIVES
from core.protect.representatives.representative_registry import MEAN, TYPICAL


class ParameterKind(StrEnum):
    """The type of a parameter."""

    INTEGER = "integer"
    NUMBER = "number"
    COLUMN = "column"
    CHOICE = "choice"
    BLOCKS = "blocks"
    COLUMNS = "columns"
    SHARES = "shares"
    TREE = "tree"
    SECRET = "secret"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method.

    Attributes
    ----------
    name : str
        Its key in the recipe.
    kind : ParameterKind
        Its type. ``COLUMN`` is a confidential column, ``CHOICE`` one of `choices`, ``COLUMNS`` any
        columns used in computations, ``SHARES`` a weight for each masked column, ``TREE`` a list of
        pairs of masked columns. These three and ``BLOCKS`` are empty by default. ``SECRET`` is 128
        bits in 32 hexadecimal digits that each run draws unless they are given; the public log and
        reports never state them.
    minimum, maximum : float or None
        Allowed range, both ends included; ``None`` without a limit. The integer `k` is also limited
        by the number of records.
    default : int, float, str or None
        Default value; ``None`` for a column means the first confidential one.
    required : bool
        Whether a recipe must contain it. A form still starts from `default`.
    choices : tuple of str
        Possible choices, in the order of a form; the catalogue has ``choice-<name>-<choice>`` for
        each.
    """

    name: str
    kind: ParameterKind
    minimum: float | None = None
    maximum: float | None = None
    default: int | float | str | None = None
    required: bool = True
    choices: tuple[str, ...] = ()


K = Parameter("k", ParameterKind.INTEGER, minimum=2, default=5)

T = Parameter("t", ParameterKind.NUMBER, minimum=0, maximum=1, default=0.15)

LAMBDA = Parameter("lambda", ParameterKind.NUMBER, minimum=0, maximum=1, default=0, required=False)
"""How much the relation to the confidential attributes counts; see `dependence`."""

AGGREGATE = Parameter(
    "aggregate",
    ParameterKind.CHOICE,
    default=MEAN.name,
    required=False,
    choices=tuple(NUMBER_REPRESENTATIVES),
)
"""The representative of the numbers of a cluster."""

CATEGORIES = Parameter(
    "categories",
    ParameterKind.CHOICE,
    default=TYPICAL.name,
    required=False,
    choices=tuple(CATEGORY_REPRESENTATIVES),
)
"""The representative of its categories."""

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
"""Of the search's generator; the public log does not state it."""

OPTIONAL_T = Parameter("t", ParameterKind.NUMBER, minimum=0, maximum=1, default=1, required=False)
"""No EMD exceeds 1, so that 1 asks for nothing."""

SECRET_SEED = Parameter("secret_seed", ParameterKind.SECRET, required=False)
"""Of the exchanges of values; whoever knows it can undo them."""

SPREAD_SEED = Parameter("secret_seed", ParameterKind.SECRET, required=False)
"""Of the records drawn from a core (`core.protect.representatives.drawn.local_spread`)."""
