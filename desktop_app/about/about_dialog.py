"""About the program: its version, how to cite it, and the licences of all its parts."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import PySide6
from PySide6.QtCore import Qt, Slot, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core import __version__
from desktop_app import theme
from desktop_app.about.licences import LicencesView
from desktop_app.jobs import Runner
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import heading, named, note, push_button, scrolling
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.plain import PlainLabel

_PICTURE = 64
_SIZE = (88 * sizes.UNIT, 68 * sizes.UNIT)
_LIBRARIES = ("PySide6-Essentials", "numpy", "numba", "pyarrow", "openpyxl", "matplotlib")
_CITATION = (
    "The Statveil founders (2026). Statveil: microaggregation, k-anonymity and t-closeness for "
    "microdata. Computer program, version {version}."
)


def versions() -> str:
    """Return the versions that a report of a fault should name, one on each line."""
    lines = [f"Statveil {__version__}", f"Python {platform.python_version()}", f"Qt {qVersion()}"]
    for library in _LIBRARIES:
        try:
            lines.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            continue
    return "\n".join([*lines, f"{platform.system()} {platform.machine()}"])


def citation() -> str:
    """Return how to cite the program; in English, as reports are."""
    return _CITATION.format(version=__version__)


class AboutDialog(QDialog):
    """Name, version, licence, how to cite; the parts with their licences.

    Parameters
    ----------
    runner : Runner
        Reads the licences.
    """

    def __init__(self, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Statveil"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.sentence = note("\n\n".join(_sentences()), kind="")
        self.citation = note(citation(), kind="")
        self.parts = note(versions())
        for label in (self.sentence, self.citation, self.parts):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.cite_button = push_button(
            tr("Copy c&itation"), self._copy_citation, tr("Copy how to cite Statveil")
        )
        self.copy_button = push_button(
            tr("Copy &versions"), self._copy, tr("Copy versions"), tr("For a report of a fault.")
        )
        self.licences = LicencesView(runner)
        self.tabs = QTabWidget()
        self.tabs.addTab(scrolling(self._program(), whole=True), tr("&Program"))
        self.tabs.addTab(self.licences, tr("&Licences"))
        named(self.tabs, tr("About Statveil"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        in_column((self.tabs, 1), buttons, inside=self, margins=sizes.MARGIN, spacing=sizes.MARGIN)
        highest = self.screen().availableGeometry().height() - 6 * sizes.UNIT
        self.resize(_SIZE[0], min(_SIZE[1], highest))

    def _program(self) -> QWidget:
        picture = PlainLabel()
        picture.setPixmap(theme.icon("statveil").pixmap(_PICTURE, _PICTURE))
        title = PlainLabel(tr("Statveil {version}", version=__version__), font=sizes.title_font())
        words = QVBoxLayout()
        words.setSpacing(sizes.UNIT + sizes.HALF)
        for widget in (
            *(title, self.sentence, heading(tr("How to cite it")), self.citation, self.cite_button),
            *(heading(tr("Versions")), self.parts, self.copy_button),
        ):
            side = Qt.AlignmentFlag.AlignLeft if isinstance(widget, QPushButton) else None
            words.addWidget(widget, 0, side) if side else words.addWidget(widget)
        words.addStretch(1)
        inner = QWidget()
        in_row(
            (picture, 0, Qt.AlignmentFlag.AlignTop),
            (words, 1),
            inside=inner,
            margins=sizes.MARGIN,
            spacing=sizes.MARGIN,
        )
        return inner

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(versions())

    @Slot()
    def _copy_citation(self) -> None:
        QGuiApplication.clipboard().setText(citation())


def _sentences() -> list[str]:
    return [
        tr(
            "Statveil turns confidential microdata into files that can be released: it groups "
            "similar records and publishes what the members of a group have in common."
        ),
        tr("Statveil opens no network connection, except on the command line with --scheduler."),
        tr("Free software under the BSD 3-Clause Licence. © 2026 The Statveil founders."),
        tr(
            "The window is drawn by Qt for Python (PySide6 {version}), used under the GNU Lesser "
            "General Public Licence, version 3. Its source is at https://code.qt.io. Its files are "
            "in {folder} and may be replaced by others.",
            version=PySide6.__version__,
            folder=str(Path(PySide6.__file__).parent),
        ),
    ]
