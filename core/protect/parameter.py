"""Parameters of methods, from which forms are built and against which recipes are checked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
        pairs of masked columns. The last three and ``BLOCKS`` are empty by default.
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
