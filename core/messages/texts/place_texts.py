"""The place of a problem."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "at-column-row": Template("Column {column}, row {row}: {said}"),
    "at-column": Template("Column {column}: {said}"),
    "at-row": Template("Row {row}: {said}"),
    "at-rule": Template("Rule {number}: {said}"),
}
