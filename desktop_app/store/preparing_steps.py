"""Puts other preparing steps in force: prepares the records in the background first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from core.errors import Refused
from core.jobs import Job
from core.model import Dataset, Preparing, Project, Source
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.state.draft import Draft
from desktop_app.state.prepared_file import PreparedFile
from desktop_app.state.prepared_schema import after_preparing, before_preparing, returned_columns
from desktop_app.store.project_store import ProjectStore
from desktop_app.text import tr

Steps = tuple[Preparing, ...]


class PreparingSteps(QObject):
    """Changes the list of steps; steps that cannot be done change nothing.

    While records are being prepared, the next change is made to the list that is wanted, so that
    keys pressed in a row do what they would do one by one.

    Signals
    -------
    applied()
        The steps are in force.
    refused(object)
        Some step cannot be done: tuple of `Problem`. The steps before stay in force.
    failed(object)
        With an exception, which is a defect of ours.
    changed()
        `waiting`, and with it `steps`, is another one.
    returned(object)
        Tuple of the names of columns that came back and of which nothing was said before, so that
        the step Columns is to be confirmed again.
    """

    applied = Signal()
    refused = Signal(object)
    failed = Signal(object)
    changed = Signal()
    returned = Signal(object)

    def __init__(self, store: ProjectStore, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._requested: Steps = ()
        self._settings: Project | None = None
        self._latest = Latest(
            runner, tr("Preparing columns"), self, self._arrive, self._fail, quiet=False
        )
        self._latest.cancelled.connect(self.changed)
        # Who undoes or opens another file does not want what is under way any more.
        for signal in (store.opened, store.undone, store.redone):
            signal.connect(self.drop)

    @property
    def steps(self) -> Steps:
        """The steps as the user wants them: those in force once they are prepared."""
        if self.waiting:
            return self._requested
        return self._store.draft.prepare if self._store.draft is not None else ()

    @property
    def waiting(self) -> bool:
        """Whether the records are being prepared."""
        return self._latest.waiting

    def add(self, step: Preparing) -> None:
        """Do `step` after all others."""
        self.set_steps((*self.steps, step))

    def change(self, position: int, step: Preparing) -> None:
        """Put `step` in the place of another."""
        self.set_steps((*self.steps[:position], step, *self.steps[position + 1 :]))

    def remove(self, position: int) -> None:
        """Leave a step out."""
        self.set_steps((*self.steps[:position], *self.steps[position + 1 :]))

    def move(self, position: int, to: int) -> None:
        """Let a step be done at another place of the list."""
        other_steps = [*self.steps[:position], *self.steps[position + 1 :]]
        self.set_steps((*other_steps[:to], self.steps[position], *other_steps[to:]))

    def switch(self, position: int, *, is_off: bool) -> None:
        """Switch a step off, or on again."""
        self.change(position, replace(self.steps[position], is_off=is_off))

    def take_settings(self, project: Project) -> None:
        """Put the settings that a search found in force, with its recodings, as one change."""
        if self._store.draft is not None and project.recipe.prepare != self._store.draft.prepare:
            self.set_steps(project.recipe.prepare, project)
        else:
            self._store.take_settings(project)
            self.applied.emit()

    def set_steps(self, steps: Sequence[Preparing], settings: Project | None = None) -> None:
        """Prepare the records by these steps; they are in force when that is done.

        Parameters
        ----------
        steps : sequence of Preparing
            All steps, in order.
        settings : Project, optional
            Whose other settings are put in force with them (`Draft.with_settings`).
        """
        store, requested = self._store, tuple(steps)
        draft, source, dataset = store.draft, store.source, store.dataset
        read, profiles = store.read_dataset, store.profiles
        if draft is None or source is None or dataset is None or read is None:
            return
        self._requested, self._settings = requested, settings
        prepared_file = PreparedFile(dataset, profiles)
        if requested == draft.prepare:
            self.drop()
            self.applied.emit()
            return

        new_draft = draft if settings is None else draft.with_settings(settings)

        def work(job: Job) -> object:
            return draft, *_prepare_or_fewer(new_draft, requested, source, prepared_file, read, job)

        self._latest.ask(work, Lane.IO)
        self.changed.emit()

    @Slot()
    @Slot(object)
    def drop(self, _change: object = None) -> None:
        """Forget what is under way."""
        self._latest.drop()
        self.changed.emit()

    @Slot(object)
    def _arrive(self, answer: tuple[Draft, Draft, PreparedFile]) -> None:
        draft_asked, draft, prepared = answer
        now = self._store.draft
        if now is None or draft_asked.prepare != now.prepare:
            # Undone or redone meanwhile, which is what the user wanted last.
            self.changed.emit()
            return
        if draft_asked is not now:
            # Something else was decided meanwhile, such as a role.
            self.set_steps(self._requested, self._settings)
            return
        self._store.take_prepared(draft, prepared)
        self.changed.emit()
        self.applied.emit()
        if draft.confirmed != draft_asked.confirmed:
            self.returned.emit(returned_columns(draft_asked, draft))

    @Slot(object)
    def _fail(self, error: BaseException) -> None:
        self.changed.emit()
        if isinstance(error, Refused):
            self.refused.emit(error.problems)
        else:
            self.failed.emit(error)


def _prepare_or_fewer(
    draft: Draft, steps: Steps, source: Source, prepared_file: PreparedFile, read: Dataset, job: Job
) -> tuple[Draft, PreparedFile]:
    """Return what `_prepare` does; take steps away also while others cannot be done.

    Where the list in force cannot be done either, such as after another method was chosen, its
    steps go one by one: the records stay as they are shown, and the plan says what is wrong.
    """
    try:
        return _prepare(draft, steps, source, prepared_file.dataset, read, job)
    except Refused as refused:
        cannot = refused
        active = [step for step in steps if not step.is_off]
        fewer = all(step in draft.recipe.active_preparing for step in active)
        if not fewer or len(active) >= len(draft.recipe.active_preparing):
            raise
    try:
        _prepare(draft, draft.prepare, source, prepared_file.dataset, read, job)
    except Refused:
        return replace(draft, prepare=steps), prepared_file
    raise cannot


def _prepare(
    draft: Draft, steps: Steps, source: Source, earlier: Dataset, read: Dataset, job: Job
) -> tuple[Draft, PreparedFile]:
    """Return the draft with other steps, and the records as they prepare them."""
    from core.inspect.profiling.column_profiles import profile
    from core.pipeline.prepared_input import prepared

    project, dataset = prepared(before_preparing(draft, steps).project(source), read, job)
    file = PreparedFile(dataset, profile(dataset, job, source))
    return after_preparing(replace(draft, prepare=steps), project.schema, earlier, file), file
