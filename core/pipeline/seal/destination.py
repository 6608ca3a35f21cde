"""Checks whether a release may be written to a folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from core.errors import Problem, Refused
from core.log import PUBLIC

_MOST_SHOWN = 5


def check_destination(folder: Path, overwrite: bool) -> None:
    """Raise `Refused`, before any long work, if a folder cannot take the release.

    Raises
    ------
    Refused
        If `folder` is a file, contains files that `overwrite` does not cover, or cannot be written.
    """
    name = folder.name or str(folder)
    try:
        os.lstat(folder)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise Refused(Problem("folder-name-too-long")) from None
    if folder.is_symlink() and not folder.exists():
        raise Refused(Problem("folder-link-broken", params={"folder": name}))
    if folder.exists() and not folder.is_dir():
        raise Refused(Problem("folder-is-file", params={"folder": name}))
    refuse_public_half(folder)
    home = nearest_folder(folder)
    if not os.access(home, os.W_OK | os.X_OK):
        raise Refused(Problem("folder-unwritable", params={"folder": name}))
    if folder.is_dir() and not overwrite:
        try:
            is_empty = next(folder.iterdir(), None) is None
        except OSError:
            params = {"folder": folder.name}
            raise Refused(Problem("folder-unwritable", params=params)) from None
        if not is_empty:
            raise Refused(Problem("folder-not-empty", params={"folder": name}))


def refuse_public_half(folder: Path) -> None:
    """Raise `Refused` if a folder is, or lies in, the public half of a release."""
    real_path = Path(os.path.realpath(folder))
    halves = (parent for parent in (real_path, *real_path.parents) if parent.name == PUBLIC)
    if any(next(half.glob("*.audit.json"), None) is not None for half in halves):
        raise Refused(Problem("folder-in-public", params={"folder": folder.name or str(folder)}))


def check_halves(folder: Path, names: Sequence[str]) -> None:
    """Raise `Refused` if other files in the folder would be handed out with the release.

    Parameters
    ----------
    names : sequence of str
        Paths of all files of the release, such as ``public/x.csv``.

    Raises
    ------
    Refused
        If a file has the name of a half, or the public half contains anything that the release does
        not replace: remains of another release would be handed out with it.
    """
    for half in sorted({name.partition("/")[0] for name in names}):
        path = folder / half
        if path.exists() and not path.is_dir():
            raise Refused(Problem("folder-is-file", params={"folder": half}))
    if foreign := foreign_public_files(folder, names):
        raise Refused(Problem("public-not-empty", params={"folder": PUBLIC, "files": foreign}))


def foreign_public_files(folder: Path, names: Sequence[str]) -> list[str]:
    """List files in the public half that are none of a release's, at most five."""
    if not (folder / PUBLIC).is_dir():
        return []
    entries = sorted(f"{PUBLIC}/{entry.name}" for entry in (folder / PUBLIC).iterdir())
    return [name.partition("/")[2] for name in entries if name not in names][:_MOST_SHOWN]


def nearest_folder(folder: Path) -> Path:
    """Return `folder`, or the nearest folder above it that exists.

    Raises
    ------
    Refused
        If a file has the name of a folder.
    """
    home = folder
    while not home.exists():
        home = home.parent
    if not home.is_dir():
        raise Refused(Problem("folder-is-file", params={"folder": home.name}))
    return home
