"""Reads and writes files: the only package that imports pandas and the spreadsheet libraries.

Names are imported on first use, because the child process that reads a sheet also imports this file
and must start quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.io.columns.conversion import as_kind, number_failures
    from core.io.columns.spelling import spell
    from core.io.files.fingerprints import fingerprint
    from core.io.findings import ColumnProfile, DeclaredOptions, Guess, Obstacle, Preview, Probe
    from core.io.fixed_width.column_dictionary import read_column_dictionary
    from core.io.format import Expected
    from core.io.format_registry import WRITTEN_KINDS, writable_format
    from core.io.reading import READ_PHASES, preview, probe, read, read_again, read_as_guessed
    from core.io.writing import expect_metadata, write, write_problems, write_to

_NAMES_OF = {
    "reading": ("READ_PHASES", "preview", "probe", "read", "read_again", "read_as_guessed"),
    "format_registry": ("WRITTEN_KINDS", "writable_format"),
    "findings": ("ColumnProfile", "DeclaredOptions", "Guess", "Obstacle", "Preview", "Probe"),
    "format": ("Expected",),
    "writing": ("expect_metadata", "write", "write_problems", "write_to"),
    "fixed_width.column_dictionary": ("read_column_dictionary",),
    "files.fingerprints": ("fingerprint",),
    "columns.conversion": ("as_kind", "number_failures"),
    "columns.spelling": ("spell",),
}
MODULE_OF = {name: module for module, names in _NAMES_OF.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in MODULE_OF:
        raise AttributeError(name)
    return getattr(import_module(f"core.io.{MODULE_OF[name]}"), name)
