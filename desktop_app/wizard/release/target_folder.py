"""Whether the release can be written to a folder, asked before the button is pressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from PySide6.QtCore import QObject, QStandardPaths, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

import resources
from core.errors import Problem, Refused, Where
from core.model import Project, Target
from core.pipeline import check_destination
from core.pipeline.seal import UserFile, check_halves, guard_inputs, list_input_files, names_of
from core.recipe.file_name import is_fit_name
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.preferences.in_force import RELEASES, value_of
from desktop_app.text import tr
from desktop_app.views.plain import plain_box


@dataclass(frozen=True, slots=True)
class FolderState:
    """What was found in a folder.

    Attributes
    ----------
    folder : str
        As it was asked about.
    target : Target
        The release that is to be written.
    replaced : tuple of str
        Files of an earlier release of the same name; writing replaces them.
    problems : tuple of Problem
        Why the release cannot be written there, and what the kind of file does not hold.
    """

    folder: str
    target: Target
    replaced: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def proposed_folder(source: str, name: str) -> str:
    """Return where a release goes by default: the folder for releases, or next to its input.

    A sample of the program's own is released among the user's documents: the program's folder
    may be read-only, and is nobody's place for data.
    """
    chosen = value_of(RELEASES)
    beside = PurePath(chosen) if chosen else PurePath(source).parent
    if beside.is_relative_to(resources.FOLDER):
        documents = QStandardPaths.writableLocation(
            QStandardPaths.StandardLocation.DocumentsLocation
        )
        beside = PurePath(documents or Path.home())
    return str(beside / f"{name}_release")


def name_problems(target: Target) -> list[Problem]:
    """Check the release's name."""
    if is_fit_name(target.name):
        return []
    name_field = Where(field="output.name")
    return [Problem("recipe-output-name", name_field, {"field": tr("File name")})]


# Folder, target, project file and result that were asked about.
_Request = tuple[str, Target, Path | None, object]
Outlook = Callable[[], tuple[Problem, ...]]


def _find_no_problems() -> tuple[Problem, ...]:
    return ()


def list_kept_files(project: Project | None, file: Path | None) -> tuple[UserFile, ...]:
    """List the files that a release may not replace: those of the project, and its own.

    They may be on a slow drive: not for the window's thread.
    """
    saved: tuple[UserFile, ...] = () if file is None else (("project", file),)
    return saved if project is None else (*list_input_files(project), *saved)


def inspect(
    folder: str,
    target: Target,
    outlook: Outlook = _find_no_problems,
    project: Project | None = None,
    file: Path | None = None,
) -> FolderState:
    """Look into a folder, and ahead at what the kind of file cannot hold.

    The folder may be on a slow drive: not for the window's thread.

    Parameters
    ----------
    folder, target
        The release.
    outlook : callable, optional
        Returns what the kind of file cannot hold.
    project, file : Project and pathlib.Path, optional
        The project, and the file that it was saved to: a release may replace neither it nor
        what the project reads.
    """
    path = Path(folder)
    there: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    try:
        names = names_of(target).all
        guard_inputs(path, names, list_kept_files(project, file))
        there = tuple(name for name in names if (path / name).exists())
        check_destination(path, overwrite=bool(there))
        check_halves(path, names)
    except Refused as error:
        # A problem that names the last part of the folder's path here names all of it: logs may
        # not hold it, but the window shows it beside the sentence anyway.
        full = {"folder": str(path)}
        problems = tuple(
            replace(p, params={**p.params, **full}) if p.params.get("folder") == path.name else p
            for p in error.problems
        )
    except OSError:
        problems = (Problem("folder-unwritable", params={"folder": str(path)}),)
    replaced = () if problems else there
    return FolderState(folder, target, replaced=replaced, problems=(*problems, *outlook()))


class FolderWatch(QObject):
    """Knows what was found in the folder that is asked about, as soon as it was looked into.

    Signals
    -------
    changed()
        The folder was looked into.
    """

    changed = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last_request: _Request | None = None
        # What was found; `None` until it is known.
        self.state: FolderState | None = None
        self._latest = Latest(runner, tr("Looking into the folder"), self, self._take)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why nothing can be written there, as far as is known."""
        return self.state.problems if self.state is not None else ()

    def look(
        self,
        folder: str,
        target: Target,
        result: object = None,
        outlook: Outlook = _find_no_problems,
        project: Project | None = None,
        file: Path | None = None,
    ) -> None:
        """Look into `folder`, and ahead at writing `result`, unless that was done.

        The other parameters are those of `inspect`.
        """
        request = (folder, target, file, result)
        if not folder or name_problems(target):
            self.forget()
        # Results are compared by identity, not cell by cell.
        elif (
            (last := self._last_request) is None or last[:3] != request[:3] or last[3] is not result
        ):
            self._last_request, self.state = request, None

            self._latest.ask(lambda _job: inspect(folder, target, outlook, project, file), Lane.IO)

    def forget(self) -> None:
        """Look again the next time."""
        self._latest.drop()
        self._last_request, self.state = None, None

    @Slot(object)
    def _take(self, state: FolderState) -> None:
        self.state = state
        self.changed.emit()


def confirm_replacing(parent: QWidget, state: FolderState) -> bool:
    """Ask whether the files of an earlier release may be replaced."""
    box = plain_box(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(tr("Replace a release"))
    box.setText(tr("The folder already holds a release of this name."))
    box.setInformativeText(
        tr(
            "These files will be replaced, which cannot be undone: {names}",
            names=", ".join(state.replaced),
        )
    )
    replacing = box.addButton(tr("&Replace"), QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton(tr("&Keep them"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.exec()
    return box.clickedButton() is replacing
