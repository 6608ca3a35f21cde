"""The parts that the program is made of, each with its licence, found where they are installed.

Nothing is listed by hand: what is installed says itself what it is. Only texts that a part does
not bring along come from the program's own folder of licences.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

from PySide6.QtCore import QItemSelection, QObject, Qt, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QWidget

import resources
from core import __version__
from desktop_app.jobs import Lane, Runner
from desktop_app.jobs.latest import Latest
from desktop_app.models.titled import ListModel, TableColumn
from desktop_app.text import failure_text, tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named
from desktop_app.views.layouts import in_column
from desktop_app.views.plain import tip
from desktop_app.views.tables.data_table import DataTable

_OWN = "statveil"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_EXTRA = re.compile(r"extra\s*==\s*[\"']([^\"']+)")
_TEXT = re.compile(r"(^|/)(licen[cs]e|copying|notice)[^/]*$|/licen[cs]es/", re.IGNORECASE)
_NO_TEXT = (".py", ".pyc", ".pyi", ".json", ".html", ".so", ".dll")


@dataclass(frozen=True, slots=True)
class ShippedPart:
    """A part: its name, its version, the name of its licence, and where the texts are.

    Attributes
    ----------
    name, version, licence : str
        As the part states them.
    texts : tuple of pathlib.Path
        Files with the texts; some may be equal.
    """

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]

    def text(self) -> str:
        """Read the texts of the licence; repeated ones once."""
        contents = []
        for path in self.texts:
            with suppress(OSError):
                contents.append(path.read_text(encoding="utf-8", errors="replace").strip())
        distinct = [text for text in dict.fromkeys(contents) if text]
        line = "\n\n" + "–" * 40 + "\n\n"
        return line.join(distinct) if distinct else tr("Its text is not on this computer.")


def shipped_parts() -> tuple[ShippedPart, ...]:
    """List the program, then every part that it needs and that is installed, by name."""
    program = ShippedPart("Statveil", __version__, "BSD-3-Clause", (_folder() / "statveil.txt",))
    parts_by_name = {_plain(shipped.name): shipped for shipped in map(_read_part, _find_needed())}
    parts = sorted(parts_by_name.values(), key=lambda shipped: shipped.name.lower())
    return (program, *parts, *_list_system_parts())


def _folder() -> Path:
    return resources.FOLDER / "licences"


def _find_needed() -> Iterator[Distribution]:
    """Yield the distributions that the program needs, and those that these need."""
    try:
        waiting = list(_list_requirements(distribution(_OWN), {"desktop"}))
    except PackageNotFoundError:
        # A package of the system's, or the portable archive: what lies next to the program.
        yield from distributions(path=[str(resources.FOLDER.parent)])
        return
    visited = {_OWN}
    while waiting:
        name = waiting.pop()
        if _plain(name) in visited:
            continue
        visited.add(_plain(name))
        try:
            required = distribution(name)
        except PackageNotFoundError:
            # For another system or another Python.
            continue
        yield required
        waiting.extend(_list_requirements(required, set()))


def _list_requirements(package: Distribution, extras: set[str]) -> Iterator[str]:
    for needed in package.requires or ():
        extra = _EXTRA.search(needed)
        name = _NAME.match(needed)
        if name is not None and (extra is None or extra[1] in extras):
            yield name[0]


def _read_part(package: Distribution) -> ShippedPart:
    trove = [
        line.rsplit(" :: ", 1)[-1]
        for line in _read_field(package, "Classifier")
        if line.startswith("License :: ")
    ]
    statements = (
        *_read_field(package, "License-Expression"),
        "; ".join(trove),
        *_read_field(package, "License"),
    )
    statement = next((text for text in statements if text.strip()), tr("not stated"))
    licence = statement.strip().splitlines()[0]  # as an expression if there is one
    files = [file for file in package.files or () if _TEXT.search(file.as_posix())]
    texts = [
        Path(str(package.locate_file(file))) for file in files if not file.name.endswith(_NO_TEXT)
    ]
    own_texts = [path for path in sorted(_folder().glob("*.txt")) if path.stem in licence]
    return ShippedPart(package.name, package.version, licence, tuple(texts or own_texts))


def _read_field(package: Distribution, field: str) -> list[str]:
    return package.metadata.get_all(field) or []


def _list_system_parts() -> Iterator[ShippedPart]:
    """Yield Python, and what the portable archive has of the system that it was made on."""
    python = "{}.{}.{}".format(*sys.version_info[:3])
    folder = Path(sys.base_prefix) / "licences"
    system = sorted(folder.glob("*.txt")) if folder.is_dir() else []
    of_python = [path for path in system if path.stem.startswith("python")]
    home, name = Path(sys.base_prefix), "python{}.{}".format(*sys.version_info[:2])
    of_debian = Path("/usr/share/doc") / name / "copyright"
    installed = (home / "LICENSE.txt", home / "lib" / name / "LICENSE.txt", of_debian)
    texts = of_python or [path for path in installed if path.is_file()]
    yield ShippedPart("Python", python, "PSF-2.0", tuple(texts))
    for path in system:
        if path not in of_python:
            yield ShippedPart(path.stem, "", tr("see its text"), (path,))


def _plain(name: str) -> str:
    """Return the form of a name in which two spellings of it are the same."""
    return re.sub(r"[-_.]+", "-", name).lower()


_TABLE, _SHOWN_TEXT = 24 * sizes.UNIT, 24 * sizes.UNIT


class LicencesModel(ListModel[ShippedPart]):
    """A row for each part."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(
            parent,
            TableColumn(tr("Part"), lambda shipped: shipped.name),
            TableColumn(tr("Version"), lambda shipped: shipped.version),
            TableColumn(tr("Licence"), lambda shipped: shipped.licence),
        )

    def describe_cell(self, row: int, column: int, role: int) -> object:
        """Return the whole text of a cell, which may be cut off."""
        return tip(self.write_cell(row, column)) if role == Qt.ItemDataRole.ToolTipRole else None


class LicencesView(QWidget):
    """Reads the licences when it is first shown; nothing is fetched.

    Parameters
    ----------
    runner : Runner
        Does the reading.
    """

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read = Latest(
            runner, tr("Reading the licences"), self, self._show_parts, self._show_failure
        )
        self.model, self.table = LicencesModel(self), DataTable()
        self.table.list_model(self.model, tr("Parts of Statveil"), one_row=True)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.selectionModel().selectionChanged.connect(self._show_text)
        named(self.table, tr("Parts of Statveil"), tr("Choose one to read its licence."))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        named(self.text, tr("Text of the licence"))
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.table)
        halves.addWidget(self.text)
        halves.setSizes([_TABLE, _SHOWN_TEXT])
        in_column(halves, inside=self, margins=sizes.MARGIN)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the licences, the first time."""
        super().showEvent(event)
        if not self.model.items:
            self.text.setPlainText(tr("Reading the licences…"))
            self._read.ask(lambda _job: shipped_parts(), Lane.IO)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask for them again the next time, if they are not there yet."""
        super().hideEvent(event)
        self._read.drop()

    @Slot(object)
    def _show_parts(self, parts: tuple[ShippedPart, ...]) -> None:
        self.model.show_items(parts)
        self.table.selectRow(0)

    @Slot(object)
    def _show_failure(self, error: BaseException) -> None:
        self.text.setPlainText(failure_text(error))

    @Slot(QItemSelection)
    def _show_text(self, _chosen: QItemSelection) -> None:
        rows = self.table.selectionModel().selectedRows()
        if rows:
            self.text.setPlainText(self.model.items[rows[0].row()].text())
