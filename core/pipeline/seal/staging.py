"""A hidden folder in which a release is made before it gets its name."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from core.errors import NO_ROOM, Problem, Refused, StorageFull
from core.io.replacing import flush_folder, umask
from core.pipeline.seal.abandoned import own_prefix, remove_abandoned
from core.pipeline.seal.destination import check_destination, nearest_folder

_TAKEN = frozenset({errno.EEXIST, errno.ENOTEMPTY})


class Staging:
    """The files of a release that is not yet one.

    A release folder that does not exist yet appears in one step, complete. One that exists
    keeps its owner and rights; its old log goes first and the new one comes last, because
    without its log a folder is no release. If a file cannot be put in its place, such as one
    that is open in a spreadsheet, the old release is put back.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fresh = not folder.exists()
        home = nearest_folder(folder.parent) if self._fresh else folder
        remove_abandoned(home)
        self.path = Path(tempfile.mkdtemp(prefix=own_prefix(), dir=home))

    def publish(self, last: str, obsolete: Sequence[str] = ()) -> None:
        """Give the files their place; the one called `last` goes last.

        What an earlier release has under the names in `obsolete` goes with its other files.
        """
        flush_folder(self.path)
        if self._fresh:
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            self.path.chmod(0o777 & ~umask())
            self.path.rename(self._folder)
            flush_folder(self._folder.parent)
            return
        names = sorted((entry.name for entry in self.path.iterdir()), key=lambda n: (n == last, n))
        self._exchange(names, obsolete)
        flush_folder(self._folder)
        self.discard()

    def _exchange(self, names: Sequence[str], obsolete: Sequence[str]) -> None:
        aside = self.path / "replaced"
        aside.mkdir()
        moved: list[tuple[Path, Path]] = []
        known = dict.fromkeys((*reversed(names), *obsolete))
        old = [name for name in known if (self._folder / name).exists()]
        for name in old:
            if (self._folder / name).is_dir():
                raise Refused(Problem("release-name-is-folder", params={"file": Path(name).name}))
        plan = [(self._folder / name, aside / name) for name in old]
        plan += [(self.path / name, self._folder / name) for name in names]
        try:
            for origin, place in plan:
                origin.replace(place)
                moved.append((origin, place))
        except OSError:
            for origin, place in reversed(moved):
                place.replace(origin)
            raise

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
        if error.errno in _TAKEN:
            # Another run was quicker, with the same new folder.
            raise Refused(Problem("folder-not-empty", params={"folder": folder.name})) from None
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
