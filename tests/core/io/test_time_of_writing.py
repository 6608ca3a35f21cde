"""No written file says when it was written: the time tells of a private run, and bytes differ."""

from __future__ import annotations

import time
import zipfile
from pathlib import Path

import numpy as np
import pytest

from core.io import WRITTEN_KINDS, write
from core.jobs import Job
from core.model import FileKind, ReadOptions
from tests.core.pipeline.making import numbers
from tests.core.tables import column

COLUMNS = (numbers("A", [1.5, 2.0, 3.25]), column("B", ["x", "y", "x"]))


def contents(path: Path) -> bytes:
    """Return a file's bytes, and of a zip what it holds and when that was made."""
    if not zipfile.is_zipfile(path):
        return path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        made = repr(sorted(entry.date_time for entry in archive.infolist())).encode()
        return made + b"".join(archive.read(entry) for entry in archive.infolist())


@pytest.mark.parametrize("kind", sorted(WRITTEN_KINDS))
def test_no_kind_of_file_says_when_it_was_written(tmp_path: Path, kind: FileKind) -> None:
    path = tmp_path / f"out.{kind}"
    before = time.localtime()
    write(COLUMNS, path, kind, np.arange(3), frozenset({"A"}), ReadOptions(), Job())
    after = time.localtime()
    found = contents(path)

    for now in (before, after):
        for form in ("%d %b %y", "%Y-%m-%d", "%H:%M", "(%Y, ", "%d %b %Y"):
            assert time.strftime(form, now).encode() not in found, form
