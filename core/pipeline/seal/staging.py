"""The hidden folder in which a release is built before it is published."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from core.abandoned import own_prefix, remove_abandoned
from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull
from core.io.files.atomic_writing import flush_folder, umask
from core.io.files.locking import locked
from core.io.files.part_files import is_own_folder
from core.jobs import Job
from core.pipeline.seal.destination import check_destination, nearest_folder

# Prefixes of the names of drafts and of the lock.
_KIND = ".statveil"
# Folders and files of a release: the half and the file.
_DEEP = 2
_TAKEN = frozenset({errno.EEXIST, errno.ENOTEMPTY})


class Staging:
    """The staged files of a release that is not published yet.

    A new release folder appears in one step, complete. An existing folder keeps its owner and
    permissions; the old logs are removed first and the new ones added last, because a folder
    without a log is not a release. If a file cannot be replaced, for example because it is open in
    a spreadsheet, the old release is restored. Several runs into one folder publish one after
    another.
    """

    def __init__(self, folder: Path, overwrite: bool) -> None:
        self._folder, self._overwrite = folder, overwrite
        self._fresh = not folder.exists()
        home = nearest_folder(folder.parent) if self._fresh else folder
        remove_abandoned(home, _KIND)
        self.path = Path(tempfile.mkdtemp(prefix=own_prefix(_KIND), dir=home))

    def make_folders(self, names: Sequence[str]) -> None:
        """Create the folders of the files called `names`."""
        for name in names:
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)

    def publish(
        self, last: Sequence[str], job: Job | None = None, look: Callable[[], None] = lambda: None
    ) -> None:
        """Publish the files; those called `last` come last, in that order.

        Parameters
        ----------
        job : Job, optional
            Can be cancelled while another run publishes its files.
        look : callable, optional
            Raises `Refused` if the folder can no longer take the files because another run has
            written to it in the meantime.
        """
        names = self._files(last)
        for folder in _folders(names):
            flush_folder(self.path / folder)
        if self._fresh:
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            self.path.chmod(0o777 & ~umask())
            self.path.rename(self._folder)
            flush_folder(self._folder.parent)
            return
        with locked(self._folder / _KIND[1:], job or Job(), needed=False):
            # Besides drafts and their lock.
            held = (entry for entry in self._folder.iterdir() if not entry.name.startswith(_KIND))
            if not self._overwrite and any(held):
                raise Refused(Problem("folder-not-empty", params={"folder": self._folder.name}))
            look()
            self._exchange(names)
            for folder in _folders(names):
                flush_folder(self._folder / folder)
        self.discard()

    def _files(self, last: Sequence[str]) -> list[str]:
        """Return the staged files, such as ``public/x.csv``, in the order of publication."""
        found = (path.relative_to(self.path) for path in self.path.rglob("*") if path.is_file())
        # A file in parts is a folder, which is published in one step like any other file.
        names = sorted({"/".join(path.parts[:_DEEP]) for path in found})
        return [name for name in names if name not in last] + [n for n in last if n in names]

    def _exchange(self, names: Sequence[str]) -> None:
        aside = self.path / "replaced"
        for folder in _folders(names):
            (aside / folder).mkdir(parents=True, exist_ok=True)
        moved: list[tuple[Path, Path]] = []
        old = [name for name in reversed(names) if (self._folder / name).exists()]
        for name in old:
            place = self._folder / name
            if place.is_dir() and not is_own_folder(place):
                raise Refused(Problem("release-name-is-folder", params={"file": Path(name).name}))
        plan = [(self._folder / name, aside / name) for name in old]
        plan += [(self.path / name, self._folder / name) for name in names]
        made = [f for f in _folders(names) if not (self._folder / f).exists()]
        try:
            for folder in made:
                (self._folder / folder).mkdir()
            for origin, place in plan:
                origin.replace(place)
                moved.append((origin, place))
        except OSError:
            for origin, place in reversed(moved):
                place.replace(origin)
            for folder in reversed(made):
                with suppress(OSError):
                    (self._folder / folder).rmdir()
            raise

    def discard(self) -> None:
        """Remove all remaining staged files."""
        shutil.rmtree(self.path, ignore_errors=True)


def _folders(names: Sequence[str]) -> list[str]:
    """Return the folders of the files `names`, the release folder itself first."""
    return sorted({Path(name).parent.as_posix() for name in names} | {"."})


@contextmanager
def staging(folder: Path, overwrite: bool) -> Iterator[Staging]:
    """Open a staging folder for `folder`; unpublished files are removed at the end.

    Raises
    ------
    Refused
        If the folder cannot be written.
    StorageFull
        If the disk is full.
    """
    check_destination(folder, overwrite)
    stage = None
    try:
        stage = Staging(folder, overwrite)
        yield stage
    except OSError as error:
        if error.errno in _TAKEN:
            # Another run has created the same folder in the meantime.
            raise Refused(Problem("folder-not-empty", params={"folder": folder.name})) from None
        if error.errno in DISK_FULL_ERRORS:
            raise StorageFull(Problem("disk-full", params={"folder": folder.name})) from None
        raise Refused(Problem("folder-unwritable", params={"folder": folder.name})) from None
    finally:
        if stage is not None:
            stage.discard()


def write_flushed(path: Path, content: bytes) -> None:
    """Write `content` to `path` and flush it to disk."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
