"""Checks which sign between thousands is declared."""

from __future__ import annotations

from core.errors import Problem, Refused
from core.io.columns.cell_grammar import THOUSANDS
from core.model import ReadOptions


def check_thousands(options: ReadOptions) -> None:
    """Raise `Refused` if the sign between thousands cannot be used."""
    if options.thousands not in THOUSANDS or options.thousands == options.decimal:
        raise Refused(Problem("thousands-unusable"))
