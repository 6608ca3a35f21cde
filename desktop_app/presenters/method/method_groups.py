"""The methods grouped by what they promise, and which of them a file allows. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.compare.candidates import obstacle
from core.compare.ways import ways
from core.model import Schema
from core.protect import METHODS, ProtectionMethod
from desktop_app.text import problem_text, tr


@dataclass(frozen=True, slots=True)
class MethodGroup:
    """Methods that promise the same.

    Attributes
    ----------
    title, promise : str
        What the promise is called, and what it is.
    methods : tuple of str
        The ways (`method_ways`), in the order in which they are proposed.
    """

    title: str
    promise: str
    methods: tuple[str, ...]


def method_groups(specs: Iterable[ProtectionMethod] | None = None) -> tuple[MethodGroup, ...]:
    """Group all methods; empty groups are left out."""
    methods = tuple(METHODS.values() if specs is None else specs)
    alone = tuple(s.name for s in methods if s.column_by_column)
    searches = tuple(way for way in ways() if way not in METHODS) if specs is None else ()
    close = searches + tuple(s.name for s in methods if s.promises_t and s.name not in alone)
    noisy = tuple(s.name for s in methods if s.adds_noise)
    plain = tuple(s.name for s in methods if not s.forms_groups and s.name not in noisy)
    alike = tuple(s.name for s in methods if s.name not in alone + close + noisy + plain)
    groups = (
        MethodGroup(
            tr("k-anonymity"),
            tr("Every record shares its masked values with at least k − 1 others."),
            alike,
        ),
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
        MethodGroup(
            tr("No promise"),
            tr("Records are not grouped: only measures show how far they are protected."),
            plain,
        ),
    )
    return tuple(group for group in groups if group.methods)


def why_not(way: str, schema: Schema) -> str:
    """Explain why the columns do not allow a way to use a method; empty if they do."""
    problem = obstacle(way, schema)
    return "" if problem is None else problem_text(problem)
