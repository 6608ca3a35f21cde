"""Whether a release may be written to a folder."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from core.errors import Problem, Refused


def check_destination(folder: Path, overwrite: bool) -> None:
    """Refuse a folder that cannot hold the release, before any long work is begun.

    Raises
    ------
    Refused
        If `folder` is a file, holds files that `overwrite` does not give up, or cannot be
        written.
    """
    name = folder.name or str(folder)
    try:
        os.lstat(folder)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise Refused(Problem("folder-name-too-long")) from None
    if folder.exists() and not folder.is_dir():
        raise Refused(Problem("folder-is-file", params={"folder": name}))
    home = nearest_folder(folder)
    if not os.access(home, os.W_OK | os.X_OK):
        raise Refused(Problem("folder-unwritable", params={"folder": name}))
    if folder.is_dir() and not overwrite and _holds_files(folder):
        raise Refused(Problem("folder-not-empty", params={"folder": name}))


def nearest_folder(folder: Path) -> Path:
    """Return `folder`, or the nearest folder above it that exists.

    Raises
    ------
    Refused
        If what stands in the way is a file.
    """
    home = folder
    while not home.exists():
        home = home.parent
    if not home.is_dir():
        raise Refused(Problem("folder-is-file", params={"folder": home.name}))
    return home


def _holds_files(folder: Path) -> bool:
    try:
        return next(folder.iterdir(), None) is not None
    except OSError:
        raise Refused(Problem("folder-unwritable", params={"folder": folder.name})) from None
