"""The registry of file formats."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from core.errors import Problem, Refused
from core.io.arrow.arrow_formats import FEATHER, PARQUET
from core.io.delimited.csv_format import CSV
from core.io.fixed_width.fixed_width_format import FIXED_WIDTH
from core.io.format import Format, WritableFormat
from core.io.signatures import file_start
from core.io.spreadsheets.sheet_format import ODS, XLS, XLSX
from core.io.statistical.statistical_formats import SAS, SAS_TRANSPORT, SPSS, STATA
from core.model import FileKind

# The order in which writable formats are offered.
FORMATS: tuple[Format, ...] = (
    *(CSV, FIXED_WIDTH, XLSX, XLS, ODS),
    *(SPSS, STATA, SAS, SAS_TRANSPORT, PARQUET, FEATHER),
)
_BY_KIND = {form.kind: form for form in FORMATS}

WRITTEN_KINDS = tuple(form.kind for form in FORMATS if isinstance(form, WritableFormat))


def format_of(kind: FileKind) -> Format:
    """Find the format of a kind of file."""
    return _BY_KIND[kind]


def writable_format(kind: FileKind) -> WritableFormat:
    """Find the writable format of a kind.

    Raises
    ------
    Refused
        If it can only be read.
    """
    form = format_of(kind)
    if not isinstance(form, WritableFormat):
        raise Refused(Problem("kind-not-written", params={"kind": kind.value}))
    return form


def recognise(handle: BinaryIO, path: Path) -> Format | None:
    """Find the format of an open file, or ``None`` if it is unrecognised, such as text.

    The file is left at its start.

    Raises
    ------
    Refused
        If it is a zip archive that cannot be opened.
    """
    start = file_start(handle, path)
    return next((form for form in FORMATS if form.recognises(start)), None)
