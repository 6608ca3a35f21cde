"""The log entry of the protected file: its layout and the hash of its records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import Problem, Refused
from core.model import ColumnKind, FileKind
from core.pipeline.audit import path_of
from core.pipeline.recipe.fields import Fields
from core.pipeline.recipe.load_recipe import parse_options
from core.pipeline.seal.read_back import Layout


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
    entry, problems = document["files"][0], list[Problem]()
    options = parse_options(Fields(entry.get("options"), "files[0].options", problems))
    if problems:
        raise Refused(*problems)
    columns = entry["columns"]
    kinds = {column["name"]: ColumnKind(column["kind"]) for column in columns}
    formats = {column["name"]: column["format"] for column in columns if "format" in column}
    return ReleasedFile(
        path=path_of(entry, document, log),
        layout=Layout(FileKind(entry["kind"]), options, kinds, formats),
        records_sha256=entry["records_sha256"],
    )
