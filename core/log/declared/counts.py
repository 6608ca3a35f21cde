"""Counts of conditions in the logs: name, column, the condition's own figures, and if it is held.

The public log lacks the figures that could disclose something about the original.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, NamedTuple

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from core.model import ConditionCount
from core.recipe.declared import fault

_MOST = 2**53


class _Figures(NamedTuple):
    """The figures of a condition: those that are counted, 1 at least, and those that may lack."""

    counted: Collection[str]
    positive: Collection[str] = ()
    optional: Collection[str] = ()


_FIGURES = {
    "blanks": _Figures(["after", "failing"]),
    "zeros": _Figures(["after"], optional=["before", "changed"]),
    "not-applicable": _Figures(["after"], optional=["before", "changed"]),
    "dominance": _Figures(["failing"], ["groups"]),
    "diversity": _Figures(["groups", "failing"], ["wanted", "least"]),
    "rules": _Figures(["unchecked", "after"], optional=["before"]),
    "totals": _Figures(["domains", "failing"], optional=["apart", "largest"]),
    "units": _Figures(["failing"], ["units", "k"]),
    "members": _Figures(["failing"], ["groups", "k"]),
    "unit-columns": _Figures(["differing"], ["units"]),
    "unit-closeness": _Figures(["failing"], ["groups"]),
    "scenarios": _Figures(["failing"], ["wanted"], ["groups", "k"]),
}


def count_entry(count: ConditionCount) -> dict[str, object]:
    """Build the log's entry of a condition's count."""
    subject = {"condition": count.condition, "column": count.column}
    return {**subject, **count.figures, "held": count.is_held}


def _read_count(document: object) -> ConditionCount:
    """Return the count of an entry, or name its first figure that is not as it has to be."""
    if not isinstance(document, Mapping) or document.get("condition") not in _FIGURES:
        raise fault("audit-malformed", ("condition",))
    figures = {k: n for k, n in document.items() if k not in ("condition", "column", "held")}
    expected = _FIGURES[document["condition"]]
    for name in (*expected.counted, *expected.positive, *expected.optional):
        is_there = name in figures or name not in expected.optional
        if is_there and not _is_count(figures.get(name), name in expected.positive):
            raise fault("audit-malformed", (name,))
    unknown = set(figures).difference(*expected)
    for key, kind in (("column", str), ("held", bool)):
        if not isinstance(document.get(key), kind):
            raise fault("audit-malformed", (key,))
    if unknown:
        raise fault("audit-malformed", (min(unknown),))
    return ConditionCount(document["condition"], document["column"], figures, document["held"])


def _is_count(value: object, is_positive: bool) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return int(is_positive) <= value <= _MOST


LoggedCount = Annotated[
    ConditionCount,
    PlainValidator(_read_count),
    PlainSerializer(count_entry),
    WithJsonSchema(
        {
            "type": "object",
            "properties": {
                "condition": {"type": "string", "enum": [*_FIGURES]},
                "column": {"type": "string"},
                "held": {"type": "boolean"},
            },
            "required": ["condition", "column", "held"],
            "additionalProperties": {"type": "integer", "minimum": 0},
        }
    ),
]
