"""Reads small files whole: regular files only, up to a size, never waiting for anybody."""

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
        A regular file, or a link to one. A pipe or a device is refused before it is opened, so
        that nothing can make the program wait.
    most : int
        Megabytes that the file may have.

    Raises
    ------
    Refused
        If there is no such file, it is not regular, cannot be read, or is larger.
    """
    with opened(path) as handle:
        # What the system says of the size is not enough: the file may grow while it is read.
        if os.fstat(handle.fileno()).st_size > most * MEGABYTE:
            raise refuse("document-too-large", path, most=most)
        raw = handle.read(most * MEGABYTE + 1)
    if len(raw) > most * MEGABYTE:
        raise refuse("document-too-large", path, most=most)
    return raw
