"""Explains which cells determined a column's kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow.compute as pc

from core.io.columns.cell_grammar import number_pattern
from core.io.columns.text_columns import arrow_texts
from core.model import Column, ColumnKind

Evidence = tuple[str, Mapping[str, object]]

_LEADING_ZERO = "^-?0[0-9]+$"
_LONG = "^-?[0-9]{16,}$"
_DAY = r"^[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}$"


def evidence(column: Column, present: int) -> Evidence:
    """Return the code of a sentence and its parameters, never a cell's value."""
    if column.kind is ColumnKind.TEXT:
        return _of_text(column)
    params: dict[str, object] = {"count": present}
    if column.kind is ColumnKind.DATE:
        params["layout"] = column.date_format
    return f"evidence-{column.kind}", params


def _of_text(column: Column) -> Evidence:
    texts = arrow_texts(column.categories)
    if not len(texts):
        return "evidence-empty", {}
    number = pc.or_(*(pc.match_substring_regex(texts, number_pattern(sign)) for sign in ".,"))
    digits = pc.match_substring_regex(texts, _LEADING_ZERO)
    numeric = pc.or_(number, digits)
    others = len(texts) - _count(numeric)
    if not others and _count(digits):
        return "evidence-leading-zeros", {"count": _count(digits)}
    if not others and _count(pc.match_substring_regex(texts, _LONG)):
        return "evidence-long", {}
    if not others:
        return "evidence-numbers-as-text", {}
    if _count(pc.match_substring_regex(texts, _DAY)) == len(texts):
        return "evidence-dates-unclear", {}
    if 2 * others < len(texts):
        return "evidence-mostly-numbers", {"count": others, "distinct": len(texts)}
    if others == len(texts):
        return "evidence-text-all", {}
    return "evidence-text", {"count": others, "distinct": len(texts)}


def _count(found: Any) -> int:
    return int(pc.sum(found).as_py() or 0)
