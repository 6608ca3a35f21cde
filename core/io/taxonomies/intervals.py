"""Recognises intervals of numbers, which are not categories."""

from __future__ import annotations

import re

from core.io.taxonomies.taxonomy_draft import Entry

_NUMBER = r"[+-]?\d+(?:[.,]\d+)?"
_BETWEEN = r"\s*(?:-|–|—|\.\.\.?|…|to|,|;|:)\s*"
_RANGE = re.compile(rf"[\[(\]]?\s*{_NUMBER}{_BETWEEN}{_NUMBER}\s*[\])\[]?", re.IGNORECASE)
_OPEN = re.compile(rf"(?:<=?|>=?|≤|≥)\s*{_NUMBER}|{_NUMBER}\s*\+", re.IGNORECASE)


def is_interval(name: str) -> bool:
    """Return whether a category looks like an interval of numbers, such as ``20-29``."""
    return bool(_RANGE.fullmatch(name.strip()) or _OPEN.fullmatch(name.strip()))


def interval_entry(entries: list[Entry]) -> Entry | None:
    """Return the first interval if at least half of the inner categories are intervals.

    Single ones are accepted: a section of a classification may be called ``31-33``.
    """
    inner = {entry.parent for entry in entries if entry.parent is not None}
    inner -= {entry.name for entry in entries if entry.parent is None}
    among = [entry for entry in entries if entry.name in inner]
    found = [entry for entry in among if is_interval(entry.name)]
    return found[0] if found and 2 * len(found) >= len(among) else None
