"""The log entry of the protected file: its layout and the hash of its records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.io.table_size import refuse_beyond_memory
from core.jobs import Job
from core.log import path_of
from core.model import ColumnKind, Dataset, FileKind, ReadOptions, Source
from core.pipeline.seal.read_back import Layout, read_back
from core.recipe.declared import read_declared


@dataclass(frozen=True, slots=True)
class ReleasedFile:
    """The protected file as described in the log."""

    path: Path
    layout: Layout
    records_sha256: str


def parse_released(document: Mapping[str, Any], log: Path) -> ReleasedFile:
    """Return the protected file, which is the first file that a log describes.

    Raises
    ------
    Refused
        If the entry is malformed.
    """
    entry = document["files"][0]
    options = read_declared(ReadOptions, entry.get("options"), "files[0].options")
    columns = entry["columns"]
    kinds = {column["name"]: ColumnKind(column["kind"]) for column in columns}
    formats = {column["name"]: column["format"] for column in columns if "format" in column}
    return ReleasedFile(
        path=path_of(entry, document, log),
        layout=Layout(FileKind(entry["kind"]), options, kinds, formats),
        records_sha256=entry["records_sha256"],
    )


def read_released(released: ReleasedFile, job: Job) -> Dataset:
    """Read the protected file back to recount it.

    Raises
    ------
    Refused
        If it cannot be read, or if that takes more memory than a table may (`core.io.read`).
    PromiseBroken
        If a date does not have the column's date format.
    """
    layout = released.layout
    refuse_beyond_memory(Source(str(released.path), layout.kind, layout.options))
    return read_back(released.path, layout, job)
