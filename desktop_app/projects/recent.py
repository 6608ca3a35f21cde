"""The projects that were used last."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

from core.network_paths import is_network_path
from desktop_app.settings import OPENED, RECENT, texts

MOST = 8


def recent_projects() -> tuple[Path, ...]:
    """Return the project files that were used last, the latest first.

    They are not looked up on the disk: one may lie on a drive that is slow or absent. Those on a
    network are passed over: they are opened only if the user chooses them.
    """
    return tuple(Path(t) for t in texts(QSettings(), RECENT) if not is_network_path(t))


def remember_project(path: Path) -> None:
    """Put `path` first."""
    earlier_paths = [earlier for earlier in recent_projects() if earlier != path]
    _store((path, *earlier_paths[: MOST - 1]))


def forget_project(path: Path) -> None:
    """Leave `path` out, such as when it is gone."""
    _store(tuple(earlier for earlier in recent_projects() if earlier != path))


def forget_all() -> None:
    """Forget all of them."""
    _store(())


def note_opened() -> None:
    """Note that a file was opened on this computer: the next start is not the first."""
    QSettings().setValue(OPENED, "true")


def was_opened() -> bool:
    """Check whether any file was ever opened."""
    return str(QSettings().value(OPENED, "")) == "true"


def _store(paths: tuple[Path, ...]) -> None:
    QSettings().setValue(RECENT, [str(path) for path in paths])
