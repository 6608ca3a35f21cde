"""A parameter of a method, as a form may offer it and as a recipe is checked against it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ParameterKind(StrEnum):
    """What a parameter's value is."""

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
    """One parameter of a method.

    Attributes
    ----------
    name : str
        Its key in the recipe.
    kind : ParameterKind
        What its value is; a column is a confidential one, a choice one of `choices`; columns
        are any that are computed with, shares a weight for each masked column, a tree a list of
        pairs of masked columns. These three and blocks are empty where nothing is said.
    minimum, maximum : float or None
        Allowed range, both ends included; ``None`` where there is no fixed end. An integer
        `k` also never exceeds the number of records, which only the data can tell.
    default : int, float, str or None
        ``None`` for a column: the first confidential one.
    required : bool
        Whether a recipe must name it. A form starts from `default` all the same.
    choices : tuple of str
        What a choice may be, in the order in which a form lists it; the catalogue has
        ``choice-<name>-<choice>`` for each.
    """

    name: str
    kind: ParameterKind
    minimum: float | None = None
    maximum: float | None = None
    default: int | float | str | None = None
    required: bool = True
    choices: tuple[str, ...] = ()
