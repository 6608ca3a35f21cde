"""Reads small regular files completely, up to a size limit and without blocking."""

from __future__ import annotations

import os
from pathlib import Path

from core.io.files.input_files import opened, refuse

MEGABYTE = 1 << 20


def read_bounded(path: Path, most: int) -> bytes:
    """Return the content of the file at `path`.

    Parameters
    ----------
    path : pathlib.Path
        A regular file, or a link to one. Pipes and devices are refused before opening, so that the
        program cannot block.
    most : int
        Maximum size in megabytes.

    Raises
    ------
    Refused
        If the file does not exist, is not regular, cannot be read, or is larger.
    """
    with opened(path) as handle:
        # Checking the size beforehand is not enough: the file may grow while it is read.
        if os.fstat(handle.fileno()).st_size > most * MEGABYTE:
            raise refuse("document-too-large", path, most=most)
        raw = handle.read(most * MEGABYTE + 1)
    if len(raw) > most * MEGABYTE:
        raise refuse("document-too-large", path, most=most)
    return raw
