"""Reads and writes files: the only package that imports pandas and the spreadsheet libraries.

Names are imported on first use, because the child process that reads a sheet also imports this file
and must start quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.io.columns.conversion import as_kind, number_failures
    from core.io.columns.spelling import spelled
    from core.io.files.fingerprints import fingerprint
    from core.io.findings import ColumnProfile, DeclaredOptions, Guess, Obstacle, Preview, Probe
    from core.io.fixed_width.column_dictionary import read_column_dictionary
    from core.io.format import Expected
    from core.io.format_registry import WRITTEN_KINDS, written_format
    from core.io.probing import preview, probe
    from core.io.profiling.column_profiles import profile
    from core.io.profiling.known_orders import (
        KnownOrder,
        is_no_answer,
        known_order,
        numbered_order,
    )
    from core.io.reading import READ_PHASES, read, read_again
    from core.io.writing import expected, write, write_folder, write_problems

_MODULE_OF = {
    "READ_PHASES": "reading",
    "WRITTEN_KINDS": "format_registry",
    "ColumnProfile": "findings",
    "DeclaredOptions": "findings",
    "Expected": "format",
    "Guess": "findings",
    "KnownOrder": "profiling.known_orders",
    "Obstacle": "findings",
    "Preview": "findings",
    "Probe": "findings",
    "as_kind": "columns.conversion",
    "expected": "writing",
    "fingerprint": "files.fingerprints",
    "known_order": "profiling.known_orders",
    "numbered_order": "profiling.known_orders",
    "is_no_answer": "profiling.known_orders",
    "number_failures": "columns.conversion",
    "preview": "probing",
    "probe": "probing",
    "profile": "profiling.column_profiles",
    "read": "reading",
    "read_again": "reading",
    "read_column_dictionary": "fixed_width.column_dictionary",
    "spelled": "columns.spelling",
    "write": "writing",
    "write_folder": "writing",
    "write_problems": "writing",
    "written_format": "format_registry",
}

__all__ = [
    "READ_PHASES",
    "WRITTEN_KINDS",
    "ColumnProfile",
    "DeclaredOptions",
    "Expected",
    "Guess",
    "KnownOrder",
    "Obstacle",
    "Preview",
    "Probe",
    "as_kind",
    "expected",
    "fingerprint",
    "is_no_answer",
    "known_order",
    "number_failures",
    "numbered_order",
    "preview",
    "probe",
    "profile",
    "read",
    "read_again",
    "read_column_dictionary",
    "spelled",
    "write",
    "write_folder",
    "write_problems",
    "written_format",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(name)
    return getattr(import_module(f"core.io.{_MODULE_OF[name]}"), name)
