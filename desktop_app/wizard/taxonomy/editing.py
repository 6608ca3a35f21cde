"""Changes a taxonomy and saves it, off the window's thread, one change after the other."""

from __future__ import annotations

import os
from collections import deque
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from core.io.taxonomies import TaxonomyKind, write_taxonomy
from core.jobs import Job
from core.model import Taxonomy
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.state.taxonomy_changes import TaxonomyChange
from desktop_app.text import tr


class Editing(QObject):
    """Changes wait for those before them, so that none is lost when they come quickly.

    Signals
    -------
    changed(object)
        With the column, the `TaxonomyChange` and the taxonomy that came of it.
    saved(object)
        With the column and the `Path` of the file.
    failed(object)
        With the exception that a change or the saving ended in.
    """

    changed = Signal(object)
    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[str, TaxonomyChange]] = deque()
        self._changing = Latest(runner, tr("Changing the taxonomy"), self)
        self._changing.arrived.connect(self._take_change)
        self._changing.failed.connect(self._take_failure)
        self._saving = Latest(runner, tr("Saving the taxonomy"), self)
        self._saving.arrived.connect(self.saved)
        self._saving.failed.connect(self.failed)

    def change(self, column: str, taxonomy: Taxonomy, change: TaxonomyChange) -> None:
        """Change the taxonomy of a column; behind a change that is under way, what that gives."""
        if self._changing.waiting:
            self._waiting.append((column, change))
            return

        def work(_job: Job) -> tuple[str, TaxonomyChange, Taxonomy]:
            return column, change, change.applied(taxonomy)

        self._changing.ask(work, Lane.IO)

    def save(self, column: str, taxonomy: Taxonomy, path: Path, kind: TaxonomyKind) -> None:
        """Write a taxonomy to a file of the user's choice; what was there is replaced."""

        def work(_job: Job) -> tuple[str, Path]:
            save_taxonomy(taxonomy, path, kind)
            return column, path

        self._saving.ask(work, Lane.IO)

    @Slot()
    def forget(self) -> None:
        """Drop what waits: another file is open."""
        self._waiting.clear()
        self._changing.drop()

    @Slot(object)
    def _take_change(self, answer: tuple[str, TaxonomyChange, Taxonomy]) -> None:
        column, _, taxonomy = answer
        self.changed.emit(answer)
        if self._waiting:
            following, change = self._waiting.popleft()
            if following == column:
                self.change(column, taxonomy, change)

    @Slot(object)
    def _take_failure(self, error: BaseException) -> None:
        # What waits was meant for a taxonomy that has not come about.
        self._waiting.clear()
        self.failed.emit(error)


def save_taxonomy(taxonomy: Taxonomy, path: Path, kind: TaxonomyKind) -> None:
    """Write a taxonomy; a file that is there is replaced only by one that is whole.

    Raises
    ------
    Refused
        If this kind of file cannot hold the taxonomy, or the file cannot be made.
    StorageFull
        If the disk has no space left.
    """
    if not path.exists():
        write_taxonomy(taxonomy, path, kind)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write_taxonomy(taxonomy, beside, kind)
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
