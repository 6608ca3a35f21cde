"""Reads value labels of SAS files from a catalog, in the child process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyreadstat

from core.io.child_processes.unreadable import CannotRead
from core.io.files.input_files import neighbour
from core.io.typed_tables.table_file import TableRequest


def catalog_labels(
    request: TableRequest, formats: Mapping[str, str]
) -> dict[str, Mapping[object, str]]:
    """Return each variable's value labels from a catalog of the same name next to the file.

    Parameters
    ----------
    request : TableRequest
        The file.
    formats : mapping of str to str
        Name of each variable's format, the key of its labels in the catalog.
    """
    path = neighbour(Path(request.path), ".sas7bcat")
    if path is None:
        return {}
    known = _read(path, request.encoding).value_labels
    return {name: known[form] for name, form in formats.items() if form in known}


def _read(path: Path, encoding: str) -> Any:
    try:
        return pyreadstat.read_sas7bcat(str(path), encoding=encoding or None)[1]
    except (pyreadstat.ReadstatError, UnicodeDecodeError):
        raise CannotRead("sas-catalog-unreadable") from None
