"""A parameter of a method, as a form may offer it and as a recipe is checked against it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ParameterKind(StrEnum):
    """What a parameter's value is."""

    INTEGER = "integer"
    NUMBER = "number"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a method.

    Attributes
    ----------
    name : str
        Its key in the recipe.
    kind : ParameterKind
        What its value is; a column is a confidential one.
    minimum, maximum : float or None
        Allowed range, both ends included; ``None`` where there is no fixed end. An integer
        `k` also never exceeds the number of records, which only the data can tell.
    default : int, float or None
        ``None`` for a column: the first confidential one.
    required : bool
        Whether a recipe must name it. A form starts from `default` all the same.
    """

    name: str
    kind: ParameterKind
    minimum: float | None = None
    maximum: float | None = None
    default: int | float | None = None
    required: bool = True
