"""A project that is opened, a file read again, and what a new project is given beforehand."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from core.jobs import Job
from core.model import Attribute, Figure, Method, Role, Schema
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.attempt import Attempt
from desktop_app.jobs.latest import Latest
from desktop_app.preferences.in_force import NEW_FIGURES, NEW_K, NEW_T, USUAL, value_of
from desktop_app.preferences.scratch_folder import settle_scratch
from desktop_app.projects.opening import Astray, Gone, Opened, open_project_file
from desktop_app.state import Step
from desktop_app.state.choices import possible_scales
from desktop_app.state.draft import Draft, first_method, suggestion
from desktop_app.state.origin import Origin
from desktop_app.store import ProjectStore
from desktop_app.text import tr


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
    failed(object)
        With the exception that it ended in.
    changed()
        `busy` is another one.
    """

    opened = Signal(object)
    astray = Signal(object)
    gone = Signal(object)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._attempt = Attempt(runner, self)
        # The project file and the input that the user named, of what is opened.
        self._paths: tuple[Path, Path | None] = (Path(), None)
        self._attempt.succeeded.connect(self._take)
        self._attempt.changed.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether a project is being opened."""
        return self._attempt.busy

    def open(self, path: Path, input_override: Path | None = None) -> None:
        """Open the project at `path`, with another input if the user named one."""
        self.drop()
        self._paths = path, input_override
        name = path.name.removesuffix(".json").removesuffix(".recipe").removesuffix(".statveil")
        open_project = partial(open_project_file, path, input_override)
        self._attempt.begin(open_project, Lane.IO, tr("Opening {name}", name=name))

    def drop(self) -> None:
        """Stop and forget what is under way."""
        self._attempt.abandon()

    @Slot(object)
    def _take(self, opening: Opened | Astray | Gone) -> None:
        if isinstance(opening, Opened):
            self.opened.emit(opening)
        elif isinstance(opening, Astray):
            self.astray.emit(opening)
        else:
            self.gone.emit(opening)

    @Slot()
    def _follow(self) -> None:
        error = self._attempt.error
        if error is not None:
            error = settle_scratch(error)
            if error is None:
                self.open(*self._paths)
                return
            self.failed.emit(error)
        self.changed.emit()


def with_decisions(opened: Opened, store: ProjectStore) -> Opened:
    """Return `opened` with the decisions of the open project, if it is the same file.

    A column that holds other things now, such as numbers in the place of texts, loses a scale
    that it can no longer have; the steps are to be confirmed again.
    """
    project, source, draft = store.project, store.source, store.draft
    if opened.project is not None or project is None or source is None or draft is None:
        return opened
    if source.path != opened.source.path:
        return opened
    attributes_by_name = {attribute.name: attribute for attribute in project.schema.attributes}
    attributes = []
    for profile in opened.profiles:
        attribute = attributes_by_name.get(profile.name)
        scales = possible_scales(profile)
        if attribute is None:
            attribute = suggestion(profile)
        elif attribute.scale is not None and attribute.scale not in scales:
            attribute = Attribute(attribute.name, attribute.role, scales[0])
        attributes.append(attribute)
    updated = replace(project, source=opened.source, schema=Schema(tuple(attributes)))
    origin = Origin(
        store.file,
        frozenset(),
        as_saved=False,
        edited=draft.edited,
        sign_off=store.sign_off,
        set_aside=draft.set_aside,
        declined=draft.declined,
        file_sha256=store.file_sha256,
    )
    return replace(opened, project=updated, origin=origin)


class FiguresBeforehand(QObject):
    """Puts the usual figures into the recipe once the columns are confirmed.

    They follow the columns until the user chooses figures, and are left out under a method with
    noise, after which no figures can be computed. A run that has begun is not made out of date.

    Parameters
    ----------
    store : ProjectStore
        The open project.
    runner : Runner
        Looks through the columns.
    """

    def __init__(self, store: ProjectStore, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._runner = store, runner
        self._proposes, self._path = False, ""
        self._proposed_for: object = None
        self._proposed: tuple[Figure, ...] = ()
        self._search = Latest(runner, tr("Proposing figures"), self, self._take)
        store.opened.connect(self._begin)
        store.changed.connect(self._follow)

    @Slot()
    def _begin(self) -> None:
        """Begin with a file; one that is only read in another way is the same project."""
        source = self._store.source
        path = source.path if source is not None else ""
        same = self._proposes and path == self._path
        self._proposes = bool(path) and value_of(NEW_FIGURES) == USUAL
        self._proposes = self._proposes and (self._store.is_new or same)
        self._path, self._proposed_for, self._proposed = path, None, ()
        self._search.drop()

    @Slot()
    def _follow(self) -> None:
        draft, source, dataset = self._store.draft, self._store.source, self._store.dataset
        if not self._proposes or draft is None or source is None or dataset is None:
            return
        if Step.COLUMNS not in draft.confirmed:
            return
        basis = (draft.schema, draft.weight, draft.prepare, _adds_noise(draft))
        if basis == self._proposed_for:
            # Other figures than those proposed: the user has chosen.
            self._proposes = self._search.waiting or draft.figures == self._proposed
            return
        self._proposed_for = basis
        if _adds_noise(draft):
            self._search.drop()
            self._take(())
            return
        project = draft.project(source)

        def work(job: Job) -> tuple[Figure, ...]:
            # The method's own packages are there by now, which a new window has not imported.
            from desktop_app.presenters.results_figures import figures_to_offer

            return figures_to_offer(project, dataset, job)

        self._search.ask(work)

    @Slot(object)
    def _take(self, figures: tuple[Figure, ...]) -> None:
        working = any(o.lane is Lane.COMPUTE and not o.quiet for o in self._runner.operations)
        if working or self._store.result is not None:
            self._proposes = False
            return
        self._proposed = figures
        self._store.propose_figures(figures)


def _adds_noise(draft: Draft) -> bool:
    from core.protect import METHODS

    method = METHODS.get(draft.method.name)
    return method is not None and method.adds_noise


class MethodBeforehand(QObject):
    """Follows the columns of a new project until the user chooses a method.

    Parameters
    ----------
    store : ProjectStore
        The open project.

    Signals
    -------
    remarked(str)
        With the sentence that t is not kept, when the columns are confirmed and none of them is
        confidential.
    """

    remarked = Signal(str)

    def __init__(self, store: ProjectStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._k, self._t = 0, 0.0
        self._method: Method | None = None
        self._is_said = False
        store.opened.connect(self._begin)
        store.changed.connect(self._follow)

    @Slot()
    def _begin(self) -> None:
        draft, t = self._store.draft, value_of(NEW_T)
        follows = draft is not None and self._store.is_new and t is not None
        self._method = draft.method if draft is not None and follows else None
        self._k, self._t = value_of(NEW_K), t or 0.0
        self._is_said = False

    @Slot()
    def _follow(self) -> None:
        draft = self._store.draft
        if self._method is None or draft is None:
            return
        fitting = first_method(self._k, self._t, draft.schema)
        if fitting == self._method and draft.method != fitting:
            # The columns ask for what they asked for before: the user has chosen.
            self._method = None
            return
        self._method = fitting
        self._store.propose_method(fitting)
        # Say once that there is nothing that t could be about.
        lacks = not draft.schema.with_role(Role.CONFIDENTIAL)
        if lacks and Step.COLUMNS in draft.confirmed and not self._is_said:
            self._is_said = True
            self.remarked.emit(
                tr(
                    "No column is confidential, so t = {t} of the preferences is not kept: the "
                    "method is MDAV with k = {k}.",
                    t=self._t,
                    k=self._k,
                )
            )
