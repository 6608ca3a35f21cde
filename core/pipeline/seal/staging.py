"""A hidden folder in which a release is made before it gets its name."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import NO_ROOM, Problem, Refused, StorageFull
from core.pipeline.seal.destination import check_destination, nearest_folder


class Staging:
    """The files of a release that is not yet one.

    A release folder that does not exist yet appears in one step, complete. One that exists
    keeps its owner and rights, and gets its files one by one, the audit log last: without its
    log a folder is no release.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fresh = not folder.exists()
        home = nearest_folder(folder.parent) if self._fresh else folder
        self.path = Path(tempfile.mkdtemp(prefix=".statveil-", dir=home))

    def publish(self, last: str) -> None:
        """Give the files their place; the one called `last` goes last."""
        _flush_folder(self.path)
        if self._fresh:
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            self.path.chmod(0o777 & ~_umask())
            self.path.rename(self._folder)
            _flush_folder(self._folder.parent)
            return
        names = sorted((entry.name for entry in self.path.iterdir()), key=lambda n: (n == last, n))
        for name in names:
            (self.path / name).replace(self._folder / name)
        self.path.rmdir()
        _flush_folder(self._folder)

    def discard(self) -> None:
        """Remove whatever is still staged."""
        shutil.rmtree(self.path, ignore_errors=True)


@contextmanager
def staging(folder: Path, overwrite: bool) -> Iterator[Staging]:
    """Open a staging place for `folder`; what is not published is gone at the end.

    Raises
    ------
    Refused
        If the folder may not be written to.
    StorageFull
        If the disk fills up.
    """
    check_destination(folder, overwrite)
    stage = None
    try:
        stage = Staging(folder)
        yield stage
    except OSError as error:
        if error.errno in NO_ROOM:
            raise StorageFull(Problem("disk-full", params={"folder": folder.name})) from None
        raise Refused(Problem("folder-unwritable", params={"folder": folder.name})) from None
    finally:
        if stage is not None:
            stage.discard()


def write_flushed(path: Path, content: bytes) -> None:
    """Write `content` to `path` and wait until the disk has it."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    """Wait until the disk has the folder's entries, where the system can say so."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
