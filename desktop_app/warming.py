"""Imports what is heavy and compiles the kernels while the user looks for a file."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from core.jobs import Job
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Method,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from desktop_app.jobs import Lane, Operation, Runner
from desktop_app.text import tr

_ROWS = 12
_SETTINGS = {"k": 3, "t": 0.5}


def get_ready(job: Job) -> None:
    """Import the engine, compile its kernels, import matplotlib; runs in the compute lane."""
    # What a file just opened needs comes first.
    from core import io  # noqa: F401

    job.check()
    from core.kernels.warming import compile_all

    compile_all(job.check)
    protect_a_little(job)
    from desktop_app.plots import (  # noqa: F401
        closeness,
        cluster_map,
        cluster_sizes,
        distribution,
        paper,
        price_of_t,
        rendering,
    )


def protect_a_little(job: Job) -> None:
    """Run each method on a dozen records, so that its kernels are compiled or loaded."""
    from core import pipeline
    from core.protect.registry import METHODS

    dataset, schema = _little_dataset(), _little_schema()
    source = Source("/nowhere", FileKind.CSV)
    for name, spec in METHODS.items():
        job.check()
        known = {parameter.name for parameter in spec.parameters}
        given = {key: value for key, value in _SETTINGS.items() if key in known}
        recipe = Recipe(Method(name, given), Target(FileKind.CSV, "nothing"))
        plan = pipeline.resolve(recipe, schema, dataset, source)
        if not plan.errors:
            pipeline.execute(plan, dataset, job)


def _little_dataset() -> Dataset:
    values = np.arange(_ROWS, dtype=np.float64)
    columns = tuple(
        Column(name, ColumnKind.NUMBER, numbers, np.zeros(_ROWS, dtype=np.bool_))
        for name, numbers in (("A", values), ("B", values % 5), ("C", -values))
    )
    return Dataset(columns, Fingerprint("nothing", 0, "0" * 64))


def _little_schema() -> Schema:
    return Schema(
        (
            Attribute("A", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
            Attribute("B", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
            Attribute("C", Role.CONFIDENTIAL, Scale.CONTINUOUS),
        )
    )


class WarmUp(QObject):
    """Does it quietly, once.

    Signals
    -------
    finished()
        All is ready, or could not be; what needs it will say so then.
    """

    finished = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._operation: Operation | None = None

    @Slot()
    def begin(self) -> None:
        """Begin."""
        operation = self._runner.run(get_ready, Lane.COMPUTE, tr("Getting ready"), quiet=True)
        operation.succeeded.connect(self._end)
        operation.failed.connect(self._end)
        operation.cancelled.connect(self._end)
        self._operation = operation

    @Slot()
    @Slot(object)
    def _end(self, _: object = None) -> None:
        self._operation = None
        self.finished.emit()
