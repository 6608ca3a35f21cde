"""Keeps the open project on the disk: saved where the user wants it, copied after each change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.model import Fingerprint, SignOff, Source
from desktop_app.jobs import Lane, Operation, Runner
from desktop_app.projects.elsewhere import check_unchanged
from desktop_app.projects.recent import remember_project
from desktop_app.projects.recovery import Left, RecoveryCopy, left_copies, new_copy, recovery_folder
from desktop_app.state import Step
from desktop_app.state.draft import Draft
from desktop_app.store import ProjectStore
from desktop_app.text import tr

# Changes that follow one another this quickly, such as typing, are copied once.
_PAUSE_MILLISECONDS = 300


@dataclass(frozen=True, slots=True)
class _State:
    """What the store holds at a moment; nothing in it changes afterwards."""

    source: Source
    draft: Draft
    input: Fingerprint
    file: Path | None
    file_sha256: str
    sign_off: SignOff | None


class ProjectStorage(QObject):
    """Saves the store's project, and keeps a copy of what is not saved.

    Signals
    -------
    saved(object)
        The project was written to this `Path`.
    failed(object)
        With the exception that saving ended in.
    left(object)
        With the tuple of `Left` copies that a look into the folder found.
    """

    saved = Signal(object)
    failed = Signal(object)
    left = Signal(object)

    def __init__(self, store: ProjectStore, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._runner = store, runner
        self._folder = recovery_folder()
        self._copy: RecoveryCopy | None = None
        self._copied: _State | None = None
        self._adopted: RecoveryCopy | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self.copy_now)
        store.changed.connect(self._pause.start)
        store.opened.connect(self._begin)

    # Saving

    def save(self, path: Path, *, over_other: bool = False) -> None:
        """Write the project to `path`; a signal reports the end.

        What another window wrote there since is replaced only `over_other`.
        """
        state = self._state()
        if state is not None:
            is_own = path == state.file and not over_other
            expected_sha256 = state.file_sha256 if is_own else None
            operation = self._run(
                partial(_save, path, state, expected_sha256), tr("Saving the project")
            )
            operation.succeeded.connect(self._take_saved)
            operation.failed.connect(self.failed)

    @Slot(object)
    def _take_saved(self, done: tuple[Path, _State, str]) -> None:
        path, state, written = done
        remember_project(path)
        self._store.mark_saved(path, state.source, state.draft, state.sign_off, written)
        self.copy_now()
        self.saved.emit(path)

    # Copies for recovery

    @Slot()
    def copy_now(self) -> None:
        """Bring the copy up to date: written while there are unsaved changes, else removed."""
        self._pause.stop()
        state = self._state()
        if state is None or not self._store.modified:
            self._drop_copy()
        elif state != self._copied:
            if self._copy is None:
                self._copy = new_copy(self._folder)
            self._run(partial(_keep, self._copy, state), tr("Keeping a copy"))
            self._copied = state

    def close(self, keep: bool) -> None:
        """End the work on the copy: kept for the next start, or removed."""
        self._store.changed.disconnect(self._pause.start)
        if keep:
            self.copy_now()
            self._leave_copy()
        else:
            self._pause.stop()
            self._drop_copy()

    @Slot()
    def look_for_left(self) -> None:
        """Look for copies that a crash or a closed window left."""
        operation = self._run(
            partial(left_copies, self._folder), tr("Looking for unsaved projects")
        )
        operation.succeeded.connect(self.left)

    def adopt(self, copy: Left) -> None:
        """Work on a copy that was left, once it is opened."""
        self._adopted = RecoveryCopy(copy.path)
        self._run(self._adopted.take, tr("Taking a copy"))

    def discard(self, copy: Left) -> None:
        """Delete a copy that was left."""
        self._run(partial(_discard, RecoveryCopy(copy.path)), tr("Removing a copy"))

    @Slot()
    def _begin(self) -> None:
        """Go on with what was opened, if anything; the copy of other unsaved work stays."""
        if self._adopted is None and self._copied is not None and self._is_same(self._copied):
            self._copied = None
            return
        if self._copied is not None:
            self._leave_copy()
            self.look_for_left()
        self._copy, self._adopted = self._adopted, None

    def _is_same(self, copied: _State) -> bool:
        """Whether the same project is open as before, such as after a change of the layout."""
        source = self._store.source
        here = source is not None and source.path == copied.source.path
        return here and self._store.file == copied.file

    def _drop_copy(self) -> None:
        if self._copy is not None:
            self._run(self._copy.remove, tr("Removing a copy"))
        self._copy, self._copied = None, None

    def _leave_copy(self) -> None:
        if self._copy is not None:
            self._run(self._copy.leave, tr("Keeping a copy"))
        self._copy, self._copied = None, None

    # Inside

    def _state(self) -> _State | None:
        store = self._store
        if store.source is None or store.draft is None or store.dataset is None:
            return None
        fingerprint = store.dataset.fingerprint
        return _State(
            store.source, store.draft, fingerprint, store.file, store.file_sha256, store.sign_off
        )

    def _run(self, action: Callable[[], object], title: str) -> Operation:
        return self._runner.run(lambda _job: action(), Lane.KEEPING, title, quiet=True)


def _save(path: Path, state: _State, expected_sha256: str | None) -> tuple[Path, _State, str]:
    if expected_sha256 is not None:
        check_unchanged(path, expected_sha256)
    return path, state, _write(path, state, None)


def _keep(copy: RecoveryCopy, state: _State) -> None:
    copy.take()
    _write(copy.path, state, str(state.file or ""))


def _write(path: Path, state: _State, home: str | None) -> str:
    # Imported late: it brings the engine with it, and the first paint does not wait for that.
    from core.recipe.project_file import ProjectFile, save_project

    draft = state.draft
    steps = tuple(step.name.lower() for step in Step if step in draft.confirmed)
    settled, project = tuple(sorted(draft.settled)), draft.project(state.source)
    project_file = ProjectFile(
        project,
        state.input,
        steps,
        settled,
        draft.edited,
        home,
        state.file_sha256 if home else "",
        state.sign_off,
        draft.set_aside,
        draft.declined,
    )
    return save_project(path, project_file)


def _discard(copy: RecoveryCopy) -> None:
    if copy.take():
        copy.remove()
