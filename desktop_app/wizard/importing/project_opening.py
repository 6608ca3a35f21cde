"""A project that is being opened, and a file read anew that keeps what was decided of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from core.model import Attribute, Schema
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt
from desktop_app.preferences.in_force import SAMPLE, memory_limit, value_of
from desktop_app.projects.opening import (
    Amount,
    Astray,
    Gone,
    Opened,
    Oversize,
    open_project_file,
)
from desktop_app.state.choices import possible_scales
from desktop_app.state.draft import suggestion
from desktop_app.state.origin import Origin
from desktop_app.store import ProjectStore
from desktop_app.text import tr

if TYPE_CHECKING:
    pass


class ProjectOpening(QObject):
    """Reads a project file and its input on the lane for files.

    Signals
    -------
    opened(object)
        With what is `Opened`.
    astray(object)
        With an `Astray`: the input is not the one that the project was saved with.
    gone(object)
        With a `Gone`: there is no such file.
    oversize(object)
        With an `Oversize`: the input is too large for memory, and the project has no sample.
    failed(object)
        With the exception that it ended in.
    changed()
        `busy` is another one.
    """

    opened = Signal(object)
    astray = Signal(object)
    gone = Signal(object)
    oversize = Signal(object)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._attempt = Attempt(runner, self)
        self._attempt.succeeded.connect(self._take)
        self._attempt.changed.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether a project is being opened."""
        return self._attempt.busy

    def open(self, path: Path, input_override: Path | None = None) -> None:
        """Open the project at `path`, with another input if the user named one."""
        self._begin(path, input_override, Amount(limit=memory_limit()))

    def open_in_spite(self, found: Oversize, *, whole: bool) -> None:
        """Open a project whose input is too large for memory: all of it, or a sample."""
        sample = None if whole else value_of(SAMPLE)
        self._begin(found.path, found.input_override, Amount(sample=sample))

    def _begin(self, path: Path, input_override: Path | None, amount: Amount) -> None:
        self.drop()
        name = path.name.removesuffix(".json").removesuffix(".recipe").removesuffix(".statveil")
        work = partial(open_project_file, path, input_override, amount=amount)
        self._attempt.begin(work, Lane.IO, tr("Opening {name}", name=name))

    def drop(self) -> None:
        """Stop and forget what is under way."""
        self._attempt.abandon()

    @Slot(object)
    def _take(self, found: Opened | Astray | Gone | Oversize) -> None:
        if isinstance(found, Opened):
            self.opened.emit(found)
        elif isinstance(found, Astray):
            self.astray.emit(found)
        else:
            (self.gone if isinstance(found, Gone) else self.oversize).emit(found)

    @Slot()
    def _follow(self) -> None:
        if self._attempt.error is not None:
            self.failed.emit(self._attempt.error)
        self.changed.emit()


def with_decisions(opened: Opened, store: ProjectStore) -> Opened:
    """Return `opened` with the decisions of the open project, if it is the same file.

    A column that holds other things now, such as numbers in the place of texts, loses a scale
    that it can no longer have; the steps are to be confirmed again.
    """
    project, source = store.project, store.source
    if opened.project is not None or project is None or source is None:
        return opened
    if source.path != opened.source.path:
        return opened
    given = {attribute.name: attribute for attribute in project.schema.attributes}
    attributes = []
    for profile in opened.profiles:
        attribute = given.get(profile.name)
        scales = possible_scales(profile)
        if attribute is None:
            attribute = suggestion(profile)
        elif attribute.scale is not None and attribute.scale not in scales:
            attribute = Attribute(attribute.name, attribute.role, scales[0])
        attributes.append(attribute)
    kept = replace(project, source=opened.source, schema=Schema(tuple(attributes)))
    draft, signed = store.draft, store.sign_off
    edited, aside = (draft.edited, draft.set_aside) if draft is not None else ((), ())
    origin = Origin(
        store.file,
        frozenset(),
        as_saved=False,
        edited=edited,
        sign_off=signed,
        set_aside=aside,
    )
    return replace(opened, project=kept, origin=origin)
