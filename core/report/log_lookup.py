"""Looks up entries of an audit log that may be absent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Log = Mapping[str, Any]


def part(log: Log, *keys: str) -> Log:
    """Return the mapping under `keys`, or an empty one."""
    found: Any = log
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def entries(log: Log, key: str) -> list[Log]:
    """Return the mappings in the list under `key`, or an empty list."""
    found = log.get(key)
    if not isinstance(found, Sequence) or isinstance(found, str):
        return []
    return [entry for entry in found if isinstance(entry, Mapping)]


def columns_with(log: Log, role: str) -> list[str]:
    """Return the names of the columns with the role `role` in the recipe."""
    attributes = entries(part(log, "recipe"), "attributes")
    return [str(a.get("name")) for a in attributes if a.get("role") == role]


def agrees(log: Log) -> bool:
    """Return whether the file that was read back keeps every promise."""
    return part(log, "verification").get("agrees") is True
