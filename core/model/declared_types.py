"""The types of declared values: what a key of a file may hold, and which problem is all else.

Dataclasses whose fields have these types are read and written by `core.recipe.declared`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import GenericAlias, MappingProxyType
from typing import Annotated, get_args

TAG = MappingProxyType({"is_tag": True})
"""The metadata of a field with a default that files must state: it tells kinds of objects apart."""

_EXACT = frozenset({"bool", "int", "float"})
"""Core types that would otherwise take texts, or each other's values."""


@dataclass(frozen=True, slots=True)
class Expects:
    """Says what a key expects.

    Attributes
    ----------
    code : str
        The problem of every other value.
    least, most : float or None
        Bounds of a number; of a list, `least` is its smallest length.
    above, below : float or None
        Bounds that the number itself may not be.
    pattern : str or None
        What a whole text looks like.
    of_columns : bool
        Whether the texts are names of columns.
    """

    code: str
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    pattern: str | None = None
    of_columns: bool = False

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        """Build the schema of pydantic for a value, which need not be imported for that."""
        inner = handler(source)
        constraint = "min_length" if inner["type"] == "tuple" else "ge"
        limits = {
            constraint: self.least,
            "le": self.most,
            "gt": self.above,
            "lt": self.below,
            "pattern": self.pattern,
        }
        limits["strict"] = inner["type"] in _EXACT or None
        return {
            "type": "custom-error",
            "schema": inner | {key: limit for key, limit in limits.items() if limit is not None},
            "custom_error_type": self.code,
            "custom_error_message": self.code,
        }


def as_written(value: float) -> int | float:
    """Convert a number to what people write: 5 rather than 5.0."""
    return int(value) if float(value).is_integer() and abs(value) < 2.0**53 else value


class AsWritten:
    """Has numbers written as people do."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        """Build the schema of pydantic for the number."""
        return handler(source) | {
            "serialization": {"type": "function-plain", "function": as_written}
        }


class ByName:
    """Lets pairs of a text and a value be a JSON object."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        """Build the schema of pydantic for the pairs."""
        pair, _ = get_args(source)
        return {
            "type": "function-after",
            "schema": handler(GenericAlias(dict, get_args(pair))),
            "function": {"type": "no-info", "function": lambda values: tuple(values.items())},
            "serialization": {"type": "function-plain", "function": dict},
        }


class OneOrSeveral:
    """Lets a list with a single text be this text."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        """Build the schema of pydantic for the texts."""
        text = {
            "type": "function-after",
            "schema": {"type": "str", "strict": True},
            "function": {"type": "no-info", "function": lambda name: (name,)},
        }
        return {
            "type": "union",
            "choices": [text, handler(source) | {"min_length": 1}],
            "serialization": {
                "type": "function-plain",
                "function": lambda names: names[0] if len(names) == 1 else names,
            },
        }


Flag = Annotated[bool, Expects("recipe-expects-flag")]
Number = Annotated[float, Expects("recipe-expects-number")]
Positive = Annotated[float, Expects("recipe-expects-positive", above=0)]
Share = Annotated[float, Expects("recipe-expects-share", 0, 1)]
Fraction = Annotated[float, Expects("recipe-expects-fraction", most=1, above=0), AsWritten()]
Whole = Annotated[int, Expects("recipe-expects-whole", 0)]
Place = Annotated[int, Expects("recipe-expects-place", 1)]
Texts = Annotated[tuple[str, ...], Expects("recipe-expects-texts")]
ColumnName = Annotated[str, Expects("recipe-expects-text", of_columns=True)]
ColumnNames = Annotated[tuple[str, ...], Expects("recipe-expects-texts", of_columns=True)]
KeyColumns = Annotated[
    tuple[str, ...], OneOrSeveral(), Expects("recipe-expects-text-or-texts", of_columns=True)
]
