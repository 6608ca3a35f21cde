"""The methods grouped by what they promise, and which of them a file allows. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.model import Role, Scale, Schema
from core.protect import METHODS, MethodSpec
from desktop_app.text import listed, tr, tr_n


@dataclass(frozen=True, slots=True)
class MethodGroup:
    """Methods that promise the same.

    Attributes
    ----------
    title, promise : str
        What the promise is called, and what it is.
    methods : tuple of str
        Names, in the registry's order.
    """

    title: str
    promise: str
    methods: tuple[str, ...]


def method_groups(specs: Iterable[MethodSpec] | None = None) -> tuple[MethodGroup, ...]:
    """Return all methods in groups, none of which is empty."""
    found = tuple(METHODS.values() if specs is None else specs)
    alone = tuple(s.name for s in found if s.column_by_column)
    close = tuple(s.name for s in found if s.promises_t and s.name not in alone)
    noisy = tuple(s.name for s in found if s.is_private)
    alike = tuple(s.name for s in found if s.name not in alone + close + noisy)
    groups = (
        MethodGroup(tr("k-anonymity"), tr("Everybody looks like at least k - 1 others."), alike),
        MethodGroup(
            tr("k-anonymity and t-closeness"),
            tr("A cluster also tells little of confidential values."),
            close,
        ),
        MethodGroup(
            tr("Column by column"), tr("k holds for each column, not for all together."), alone
        ),
        MethodGroup(
            tr("Differential privacy"),
            tr("Noise hides whether any one record had other values."),
            noisy,
        ),
    )
    return tuple(group for group in groups if group.methods)


def why_not(spec: MethodSpec, schema: Schema) -> str:
    """Return why the columns' roles do not allow a method; empty if they do."""
    masked = len(schema.with_role(Role.QUASI_IDENTIFIER))
    if spec.quasi_identifiers == 1 and masked > 1:
        return tr("Takes a single quasi-identifier; {count} columns have that role.", count=masked)
    nominal = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER) if a.scale is Scale.NOMINAL]
    if nominal and not spec.takes_nominal:
        return tr_n(
            "Needs numbers or an order; {columns} is nominal.",
            "Needs numbers or an order; these are nominal: {columns}.",
            len(nominal),
            columns=listed(nominal),
        )
    if spec.needs_confidential and not schema.with_role(Role.CONFIDENTIAL):
        return tr("Needs a confidential column. Choose one on the step Columns.")
    return ""
