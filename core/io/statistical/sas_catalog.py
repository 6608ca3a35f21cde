"""Value labels of SAS files, which stand in a catalog; runs in the reading process."""

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
    """Return the labels of each variable's codes, from a catalog of the same name beside the file.

    Parameters
    ----------
    request : TableRequest
        The file.
    formats : mapping of str to str
        Name of each variable's format, under which the catalog has its labels.
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
