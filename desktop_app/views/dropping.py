"""Takes files that are dropped on a window, and leaves them where they are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def local_paths(event: QDropEvent) -> list[str]:
    """List the local files that are dragged."""
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]


def take_copy(event: QDropEvent) -> None:
    """Accept files, but as a copy: told that they were moved, a file manager deletes them."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
