"""Kinds of files in words."""

from __future__ import annotations

from core.model import FileKind
from desktop_app.text.translate import tr


def kind_text(kind: FileKind) -> str:
    """Return what a kind of file is called."""
    return {
        FileKind.CSV: tr("Text table (CSV)"),
        FileKind.FIXED_WIDTH: tr("Text of fixed width"),
        FileKind.XLSX: tr("Excel workbook (XLSX)"),
        FileKind.XLS: tr("Excel workbook of the old kind (XLS)"),
        FileKind.ODS: tr("OpenDocument spreadsheet (ODS)"),
        FileKind.SPSS: tr("SPSS data (SAV)"),
        FileKind.STATA: tr("Stata data (DTA)"),
        FileKind.SAS: tr("SAS data (SAS7BDAT)"),
        FileKind.SAS_TRANSPORT: tr("SAS transport file (XPT)"),
        FileKind.PARQUET: tr("Parquet table"),
        FileKind.FEATHER: tr("Feather table"),
    }[kind]
