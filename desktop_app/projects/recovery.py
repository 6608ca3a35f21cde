"""Copies of unsaved projects, so that neither a crash nor a closed window loses them."""

from __future__ import annotations

import uuid
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLockFile, QStandardPaths

from core.errors import StatveilError

SUFFIX = ".statveil"


def recovery_folder() -> Path:
    """Locate the folder of copies, among the user's data of programs."""
    location = QStandardPaths.StandardLocation.AppLocalDataLocation
    return Path(QStandardPaths.writableLocation(location)) / "recovery"


@dataclass(frozen=True, slots=True)
class Left:
    """A copy that no window works on.

    Attributes
    ----------
    path : pathlib.Path
        The copy.
    name : str
        What the project is called.
    home : pathlib.Path or None
        The project file that it belongs to; ``None`` if it was never saved.
    changed : datetime.datetime
        When it was written.
    """

    path: Path
    name: str
    home: Path | None
    changed: datetime


class RecoveryCopy:
    """The copy of one window, locked while the window lives.

    What touches the disk is done off the window's thread: a home folder may lie on a network.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = QLockFile(str(path.with_suffix(".lock")))
        # A window may stay open for weeks: only that its process has ended makes a lock stale.
        self._lock.setStaleLockTime(0)

    def take(self) -> bool:
        """Lock it; return whether no living window has it."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._lock.isLocked() or self._lock.tryLock(0)

    def leave(self) -> None:
        """Unlock it and keep it for the next start."""
        self._lock.unlock()

    def remove(self) -> None:
        """Delete it: what it holds was saved, or is not wanted."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self._lock.unlock()


def new_copy(folder: Path) -> RecoveryCopy:
    """Return a copy of a name of its own; nothing is on the disk yet."""
    return RecoveryCopy(folder / f"{uuid.uuid4().hex}{SUFFIX}")


def left_copies(folder: Path) -> tuple[Left, ...]:
    """List the readable copies that no window works on, the latest first."""
    copies = [copy for path in folder.glob(f"*{SUFFIX}") if (copy := _read_left(path)) is not None]
    return tuple(sorted(copies, key=lambda copy: copy.changed, reverse=True))


def _read_left(path: Path) -> Left | None:
    # Imported late: it brings the engine with it, and the first paint does not wait for that.
    from core.recipe.project_file import open_project

    copy = RecoveryCopy(path)
    if not copy.take():
        return None
    try:
        project_file = open_project(path)
        home = Path(project_file.home) if project_file.home else None
        name = home.stem if home else Path(project_file.project.source.path).stem
        changed = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        return Left(path, name, home, changed)
    except (StatveilError, OSError):
        return None
    finally:
        copy.leave()
