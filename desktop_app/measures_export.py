"""Writes all measures and figures of a result to a CSV file, each number in full."""

from __future__ import annotations

import csv
import io
from functools import partial
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from core.jobs import Job
from core.model import Project, Result
from desktop_app.jobs import Lane
from desktop_app.models.measures import direction_text, measure_title
from desktop_app.text import failure_text, tr
from desktop_app.views.choosers import add_suffix, first_folder, remember_folder
from desktop_app.window_task import WindowTask

_SUFFIXES = (".csv", ".txt")
_PUBLIC = "public"
_LOGS = "*.audit.json"


class MeasuresExport(WindowTask):
    """Asks where the measures go, and writes them away from the window's thread."""

    @Slot()
    def ask(self) -> None:
        """Let the user choose a file and write the measures of the latest result to it."""
        store = self._store
        result, project = store.result, store.project
        if result is None or project is None:
            return
        chosen = choose_measures_target(self._window, project.recipe.target.name)
        if chosen is None:
            return
        # The half of a release that others get.
        if chosen.parent.name == _PUBLIC and any(chosen.parent.glob(_LOGS)):
            self._notice.say(
                tr(
                    "{name} was not written: the folder {folder} is the part of a release that is "
                    "handed out, and these figures are for the office only. Choose another folder.",
                    name=chosen.name,
                    folder=chosen.parent.name,
                ),
                icon="attention",
            )
            return
        current = store.result_is_current
        write_measures = partial(_write, chosen, result, project, store.file)
        operation = self._runner.run(write_measures, Lane.IO, tr("Exporting the measures"))
        operation.succeeded.connect(self._show_written if current else self._show_stale)
        operation.failed.connect(self._show_failure)

    @Slot(object)
    def _show_written(self, path: Path) -> None:
        self._notice.say(_describe_export(path))

    @Slot(object)
    def _show_stale(self, path: Path) -> None:
        old = tr("They belong to the last run; the settings have been changed since.")
        self._notice.say(f"{_describe_export(path)} {old}")

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        sentence = tr("The measures were not exported.")
        self._notice.say(f"{sentence} {failure_text(error)}", icon="attention")


def choose_measures_target(parent: QWidget, name: str) -> Path | None:
    """Let the user choose the file; one that exists only if they agree to replace it."""
    begin = str(Path(first_folder()) / tr("{name}_measures_internal.csv", name=name))
    title, kinds = tr("Export the measures"), tr("Text tables (*.csv)")
    chosen, _ = QFileDialog.getSaveFileName(parent, title, begin, kinds)
    path = Path(chosen) if chosen else None
    if path is not None and path.suffix.lower() not in _SUFFIXES:
        path = add_suffix(parent, chosen, ".csv")
    if path is not None:
        remember_folder(path)
    return path


def measures_table(result: Result) -> bytes:
    """Return measures and figures as the content of a CSV file: decimal points and all digits.

    Figures follow the measures and have columns of their own, if there are any.
    """
    # Imported late: these bring the engine with them, and the first paint does not wait for that.
    from core.io.delimited.formula_guard import guard_texts
    from desktop_app.presenters.exported_figures import exported_figures, exported_titles

    text = io.StringIO()
    writer = csv.writer(text)
    titles = (
        tr("Measure"), tr("Name in the log"), tr("Column"), tr("Value"), tr("Unit"), tr("Better")
    )  # fmt: skip
    figures = exported_figures(result)
    figure_titles = exported_titles() if figures else ()
    writer.writerow((*titles, *figure_titles))
    for measure in result.measures:
        cells = (
            measure_title(measure.name),
            measure.name,
            measure.attribute or "",
            repr(float(measure.value)),
            "" if measure.unit == "1" else measure.unit,
            direction_text(measure.direction),
        )
        writer.writerow((*guard_texts(cells), *("" for _ in figure_titles)))
    for title, name, *row in figures:
        writer.writerow(guard_texts((title, name, "", "", "", "", *row)))
    return ("\ufeff" + text.getvalue()).encode()


def _write(path: Path, result: Result, project: Project, file: Path | None, _job: Job) -> Path:
    # Imported late: these bring the engine with them, and the first paint does not wait for that.
    from core.io.files.atomic_writing import replace_file
    from core.pipeline.seal import guard_inputs, list_input_files

    user_files = (*list_input_files(project), *((("project", file),) if file is not None else ()))
    guard_inputs(path.parent, (path.name,), user_files)
    replace_file(path, measures_table(result))
    return path


def _describe_export(path: Path) -> str:
    return tr(
        "Exported to {name}. These figures are computed from the original data and are for the "
        "office only.",
        name=path.name,
    )
