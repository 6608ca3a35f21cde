"""Notes that a project file was changed by somebody else, such as in a second window."""

from __future__ import annotations

from hashlib import file_digest
from pathlib import Path


class ChangedElsewhereError(Exception):
    """A project file that does not hold what this window read or wrote last.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


def hash_of(path: Path) -> str:
    """Compute the SHA-256 of a project file; empty if it cannot be read."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def check_unchanged(path: Path, file_sha256: str) -> None:
    """Check that the file holds what it held when its hash was computed; it may be gone.

    Raises
    ------
    ChangedElsewhereError
        If it holds something else.
    """
    if hash_of(path) not in ("", file_sha256):
        raise ChangedElsewhereError(path)
