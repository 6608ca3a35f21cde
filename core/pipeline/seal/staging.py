"""The hidden folder in which a release is built before it is published."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import DISK_FULL_ERRORS, Problem, Refused, StorageFull
from core.io.files.atomic_writing import flush_folder, umask
from core.io.files.locking import hold_lock
from core.io.files.part_files import is_own_folder
from core.jobs import Job
from core.log import INTERNAL
from core.pipeline.seal.destination import check_destination, nearest_folder
from core.pipeline.seal.draft import PREFIX, draft_in, exchange, settle_abandoned

_TAKEN = frozenset({errno.EEXIST, errno.ENOTEMPTY})


class Staging:
    """The staged files of a release that is not published yet.

    A new release folder appears in one step, complete. An existing folder keeps its owner and
    permissions, but for its internal half, which is for its owner alone. Each half of the release
    is exchanged in one step (`core.pipeline.seal.draft`). If one cannot be replaced, for example
    because a file is open in a spreadsheet, the old release is restored. Several runs into one
    folder publish one after another.
    """

    def __init__(self, folder: Path, draft: Path, overwrite: bool) -> None:
        self._folder, self._draft, self._overwrite = folder, draft, overwrite
        self.path = draft / "new"

    def make_folders(self, names: Sequence[str]) -> None:
        """Create the folders of the files called `names`."""
        for name in names:
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)

    def publish(
        self, last: Sequence[str], job: Job | None = None, look: Callable[[], None] = lambda: None
    ) -> None:
        """Publish the files; the units of those called `last` come last, in that order.

        Parameters
        ----------
        job : Job, optional
            Can be cancelled while another run publishes its files.
        look : callable, optional
            Raises `Refused` if the folder can no longer take the files because another run has
            written to it in the meantime.
        """
        _keep_from_others(self.path / INTERNAL)
        for folder in (self.path, *(path for path in self.path.rglob("*") if path.is_dir())):
            flush_folder(folder)
        if self._draft.parent != self._folder:
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            self.path.chmod(0o777 & ~umask())
            self.path.rename(self._folder)
            self._flush(self._folder.parent)
            return
        with hold_lock(self._folder / PREFIX[1:-1], job or Job(), needed=False):
            # Besides drafts and their lock.
            entries = (e for e in self._folder.iterdir() if not e.name.startswith(PREFIX[:-1]))
            if not self._overwrite and any(entries):
                raise Refused(Problem("folder-not-empty", params={"folder": self._folder.name}))
            look()
            self._check_names()
            exchange(self._draft, self._units(last))
            self._flush(self._folder)

    def _check_names(self) -> None:
        """Raise `Refused` if a file of the release has the name of somebody's folder."""
        for path in self.path.rglob("*"):
            published = self._folder / path.relative_to(self.path)
            is_file = path.is_file() or is_own_folder(path)
            if is_file and published.is_dir() and not is_own_folder(published):
                raise Refused(Problem("release-name-is-folder", params={"file": path.name}))

    def _units(self, last: Sequence[str]) -> list[str]:
        """List what the release has at its top, and give its public half the mode of that there."""
        units = sorted(entry.name for entry in self.path.iterdir())
        for unit in units:
            is_kept = unit != INTERNAL and (self._folder / unit).is_dir()
            if is_kept and (self.path / unit).is_dir():
                shutil.copymode(self._folder / unit, self.path / unit)
        late = list(dict.fromkeys(name.partition("/")[0] for name in last))
        return [unit for unit in units if unit not in late] + [u for u in late if u in units]

    def _flush(self, folder: Path) -> None:
        """Flush a folder whose release is complete, whatever the system says of it."""
        with suppress(OSError):
            flush_folder(folder)


def _keep_from_others(half: Path) -> None:
    """Let nobody but the owner read the internal half, whatever the umask."""
    for path in half.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    if half.is_dir():
        half.chmod(0o700)


@contextmanager
def staging(folder: Path, overwrite: bool) -> Iterator[Staging]:
    """Open a staging folder for `folder`; unpublished files are removed at the end.

    A release that a run before this one was replacing when it ended is put back first.

    Raises
    ------
    Refused
        If the folder cannot be written.
    StorageFull
        If the disk is full.
    """
    check_destination(folder, overwrite)
    draft = None
    try:
        home = folder if folder.exists() else nearest_folder(folder.parent)
        settle_abandoned(home)
        with draft_in(home) as draft:
            yield Staging(folder, draft, overwrite)
    except OSError as error:
        if draft is not None and (draft / "replaced").is_dir():
            raise Refused(Problem("release-set-aside", params={"folder": draft.name})) from None
        if error.errno in _TAKEN:
            # Another run has created the same folder in the meantime.
            raise Refused(Problem("folder-not-empty", params={"folder": folder.name})) from None
        if error.errno in DISK_FULL_ERRORS:
            raise StorageFull(Problem("disk-full", params={"folder": folder.name})) from None
        raise Refused(Problem("folder-unwritable", params={"folder": folder.name})) from None


def write_flushed(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write `content` to `path` and flush it to disk; nobody else can read it if `private`."""
    with path.open("wb") as file:
        if private:
            path.chmod(0o600)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
