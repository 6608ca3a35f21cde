"""Checks a document by a JSON Schema: the part of the draft of 2020-12 that the recipe's uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}
_NOTES = {"$schema", "$defs", "title", "description", "default", "discriminator", "format"}
_CHECKS = {
    "enum": lambda value, wanted: value in wanted,
    "const": lambda value, wanted: value == wanted,
    "minimum": lambda value, least: value >= least,
    "maximum": lambda value, most: value <= most,
    "exclusiveMinimum": lambda value, bound: value > bound,
    "exclusiveMaximum": lambda value, bound: value < bound,
    "minItems": lambda value, least: len(value) >= least,
    "maxItems": lambda value, most: len(value) <= most,
    "pattern": lambda value, pattern: re.search(pattern, value),
}


def schema_faults(
    schema: dict[str, Any], document: object, root: dict[str, Any] | None = None, at: str = ""
) -> list[tuple[str, str]]:
    """Return the place and keyword of each fault."""
    return [*_faults(schema, document, root or schema, at)]


def _faults(
    schema: dict[str, Any], value: Any, root: dict[str, Any], at: str
) -> Iterator[tuple[str, str]]:
    kind = schema.get("type")
    if kind and (
        not isinstance(value, _TYPES[kind]) or isinstance(value, bool) != (kind == "boolean")
    ):
        yield at, "type"
        return
    for keyword, wanted in schema.items():
        match keyword:
            case "$ref":
                yield from _faults(root["$defs"][wanted.rpartition("/")[2]], value, root, at)
            case "anyOf" | "oneOf":
                fitting = [not schema_faults(part, value, root) for part in wanted].count(True)
                if fitting != 1 if keyword == "oneOf" else not fitting:
                    yield at, keyword
            case "properties":
                for key in value.keys() & wanted.keys():
                    yield from _faults(wanted[key], value[key], root, f"{at}.{key}".strip("."))
            case "required":
                yield from (
                    (f"{at}.{key}".strip("."), keyword) for key in wanted if key not in value
                )
            case "additionalProperties":
                for key in value.keys() - schema.get("properties", {}).keys():
                    place = f"{at}.{key}".strip(".")
                    yield from (
                        [(place, keyword)]
                        if not wanted
                        else _faults(wanted, value[key], root, place)
                    )
            case "items" | "prefixItems":
                parts = wanted if keyword == "prefixItems" else [wanted] * len(value)
                for i, (part, member) in enumerate(zip(parts, value, strict=False)):
                    yield from _faults(part, member, root, f"{at}.{i}")
            case "type":
                pass
            case _ if keyword in _CHECKS:
                if not _CHECKS[keyword](value, wanted):
                    yield at, keyword
            case _:
                assert keyword in _NOTES, keyword
