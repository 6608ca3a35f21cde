"""What a new project is given before the user chooses: usual figures, and a method that keeps t."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from core.jobs import Job
from core.model import Figure, Method, Role
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.preferences.in_force import NEW_FIGURES, NEW_K, NEW_T, USUAL, value_of
from desktop_app.state import Step
from desktop_app.state.draft import Draft, first_method
from desktop_app.store import ProjectStore
from desktop_app.text import tr


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
        self._wanted, self._path = False, ""
        self._asked: object = None
        self._proposed: tuple[Figure, ...] = ()
        self._search = Latest(runner, tr("Proposing figures"), self)
        self._search.arrived.connect(self._take)
        store.opened.connect(self._begin)
        store.changed.connect(self._follow)

    @Slot()
    def _begin(self) -> None:
        """Begin with a file; one that is only read in another way is the same project."""
        source = self._store.source
        path = source.path if source is not None else ""
        same = self._wanted and path == self._path
        self._wanted = bool(path) and value_of(NEW_FIGURES) == USUAL
        self._wanted = self._wanted and (self._store.is_new or same)
        self._path, self._asked, self._proposed = path, None, ()
        self._search.drop()

    @Slot()
    def _follow(self) -> None:
        draft, source, dataset = self._store.draft, self._store.source, self._store.dataset
        if not self._wanted or draft is None or source is None or dataset is None:
            return
        if Step.COLUMNS not in draft.confirmed:
            return
        basis = (draft.schema, draft.weight, draft.prepare, _is_private(draft))
        if basis == self._asked:
            # Other figures than those proposed: the user has chosen.
            self._wanted = self._search.waiting or draft.figures == self._proposed
            return
        self._asked = basis
        if _is_private(draft):
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
    def _take(self, found: tuple[Figure, ...]) -> None:
        working = any(o.lane is Lane.COMPUTE and not o.quiet for o in self._runner.operations)
        if working or self._store.result is not None or self._store.on_disk:
            self._wanted = False
            return
        self._proposed = found
        self._store.propose_figures(found)


def _is_private(draft: Draft) -> bool:
    from core.protect import METHODS

    spec = METHODS.get(draft.method.name)
    return spec is not None and spec.is_private


class MethodBeforehand(QObject):
    """Follows the columns of a new project until the user chooses a method.

    Parameters
    ----------
    store : ProjectStore
        The open project.

    Signals
    -------
    said(str)
        With the sentence that t is not kept, when the columns are confirmed and none of them is
        confidential.
    """

    said = Signal(str)

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
            self.said.emit(
                tr(
                    "No column is confidential, so t = {t} of the preferences is not kept: the "
                    "method is MDAV with k = {k}.",
                    t=self._t,
                    k=self._k,
                )
            )
