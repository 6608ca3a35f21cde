"""Resolves the latest draft in the background; answers that are out of date are dropped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from core.jobs import Job
from core.model import Dataset, Plan, Recipe, Schema, Source
from desktop_app.jobs import Lane, Operation, Runner
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
        self._runner = runner
        self._resolve = resolve
        self._draft: Draft | None = None
        self._operation: Operation | None = None

    def request(self, draft: Draft, dataset: Dataset, source: Source) -> None:
        """Resolve `draft`; whatever was under way is dropped."""
        self.drop()
        resolve = self._resolve

        def work(_job: Job) -> object:
            return draft, resolve(draft.recipe, draft.schema, dataset, source)

        # Not the compute lane: there it would wait behind a long run, and the panel that says
        # what a setting implies would be silent meanwhile. Resolving uses no parallel kernel.
        operation = self._runner.run(work, Lane.IO, tr("Checking the settings"), quiet=True)
        operation.succeeded.connect(self._arrive)
        operation.failed.connect(self._fail)
        self._draft, self._operation = draft, operation

    def drop(self) -> None:
        """Forget what is under way."""
        if self._operation is not None:
            self._operation.cancel()
        self._draft, self._operation = None, None

    @Slot(object)
    def _arrive(self, answer: tuple[Draft, Plan]) -> None:
        if answer[0] is self._draft:
            self._draft, self._operation = None, None
            self.resolved.emit(answer)

    @Slot(object)
    def _fail(self, error: BaseException) -> None:
        if self.sender() is self._operation:
            self._draft, self._operation = None, None
            self.failed.emit(error)
