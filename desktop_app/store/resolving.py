"""Resolves the latest draft in the background; answers that are out of date are dropped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from core.jobs import Job
from core.model import Dataset, Plan, Recipe, Schema, Source
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.state.draft import Draft
from desktop_app.text import tr

Resolve = Callable[[Recipe, Schema, Dataset, Source], Plan]


def resolve_with_engine(recipe: Recipe, schema: Schema, dataset: Dataset, source: Source) -> Plan:
    """Resolve with `core.pipeline`, imported late: it brings numba with it."""
    from core import pipeline

    return pipeline.resolve(recipe, schema, dataset, source)


class Resolving(QObject):
    """Keeps one request under way.

    Signals
    -------
    resolved(object)
        With the pair of `Draft` and `Plan`.
    failed(object)
        With an exception, which is a defect of ours: resolving never raises for user errors.
    """

    resolved = Signal(object)
    failed = Signal(object)

    def __init__(self, runner: Runner, resolve: Resolve, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._resolve = resolve
        self._latest = Latest(runner, tr("Checking the settings"), self)
        self._latest.arrived.connect(self.resolved)
        self._latest.failed.connect(self.failed)

    def request(self, draft: Draft, dataset: Dataset, source: Source) -> None:
        """Resolve `draft`; whatever was under way is dropped."""
        resolve = self._resolve

        def work(_job: Job) -> object:
            return draft, resolve(draft.recipe, draft.schema, dataset, source)

        # Not the compute lane: there it would wait behind a long run, and the panel that says
        # what a setting implies would be silent meanwhile. Resolving uses no parallel kernel.
        self._latest.ask(work, Lane.IO)

    def drop(self) -> None:
        """Forget what is under way."""
        self._latest.drop()
