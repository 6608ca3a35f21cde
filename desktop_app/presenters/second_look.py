"""What becomes of a layout when the rest is guessed again after a change by the user.

Knows no Qt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

from core.model import ReadOptions

# What a file is cut by: the other guesses follow from it.
_CUT_BY = ("skip", "encoding", "delimiter", "decimal", "sheet")


def cuts_otherwise(before: ReadOptions, after: ReadOptions) -> bool:
    """Return whether what was guessed under `before` may not hold under `after`."""
    return any(getattr(before, name) != getattr(after, name) for name in _CUT_BY)


def said_of(options: ReadOptions, guessed: ReadOptions) -> Mapping[str, object]:
    """Return what the user himself said of how the file is cut."""
    return {
        name: getattr(options, name)
        for name in _CUT_BY
        if getattr(options, name) != getattr(guessed, name)
    }


def followed(options: ReadOptions, before: ReadOptions, after: ReadOptions) -> ReadOptions:
    """Return `options` with new guesses wherever they are as they were guessed `before`.

    Missing codes are looked at one by one: those that the user ticked stay, those that he
    unticked stay away.
    """
    new = {
        field.name: getattr(after, field.name)
        for field in fields(ReadOptions)
        if getattr(options, field.name) == getattr(before, field.name)
    }
    ticked = tuple(code for code in options.missing if code not in before.missing)
    unticked = {code for code in before.missing if code not in options.missing}
    kept = tuple(code for code in after.missing if code not in unticked)
    new["missing"] = tuple(dict.fromkeys((*kept, *ticked)))
    return replace(options, **new)
