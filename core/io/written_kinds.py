"""Kinds of files that are written."""

from core.model import FileKind

WRITTEN_KINDS = (
    FileKind.CSV,
    FileKind.XLSX,
    FileKind.ODS,
    FileKind.SPSS,
    FileKind.STATA,
    FileKind.PARQUET,
    FileKind.FEATHER,
)
