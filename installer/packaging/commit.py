"""The commit that is packed: only what it holds gets into a package."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from installer.packaging.archives import unpack_tar


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit: the project's folder, its version, and the moment to which packages are dated."""

    root: Path
    version: str
    moment: int

    def unpack(self, folder: Path, *names: str) -> None:
        """Write the given files and folders of the commit into a folder."""
        content = _git(self.root, "archive", "--format=tar", "HEAD", *names)
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            unpack_tar(archive, folder)


def read_commit(root: Path) -> Commit:
    """Return the commit that is checked out; end if files were changed since."""
    changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    if changed:
        sys.exit("Statveil: files were changed and not committed; a package holds a commit only.")
    with (root / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    return Commit(root, version, int(_git(root, "log", "-1", "--format=%ct")))


def _git(root: Path, *words: str) -> bytes:
    command = ["git", "-c", "core.autocrlf=false", "-c", f"safe.directory={root}", "-C", str(root)]
    try:
        return subprocess.run([*command, *words], check=True, stdout=subprocess.PIPE).stdout
    except (OSError, subprocess.CalledProcessError):
        sys.exit(f"Statveil: {root} must be a clone of the repository, and git must be installed.")
