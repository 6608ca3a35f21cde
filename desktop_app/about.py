"""About the program: its version, its libraries, and every keyboard shortcut."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt, Slot, qVersion
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core import __version__
from desktop_app import theme
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named

_PICTURE = 64
_LIBRARIES = ("PySide6-Essentials", "numpy", "numba", "pyarrow", "openpyxl", "matplotlib")
_CITATION = "Statveil, version {version}: protected microdata by microaggregation. 2026."


def versions() -> str:
    """Return the versions that a report of a fault should name, one on each line."""
    lines = [f"Statveil {__version__}", f"Python {platform.python_version()}", f"Qt {qVersion()}"]
    for library in _LIBRARIES:
        try:
            lines.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            continue
    return "\n".join([*lines, f"{platform.system()} {platform.machine()}"])


class AboutDialog(QDialog):
    """Name, version, licence, how to cite, and the versions of the parts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Statveil"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picture = QLabel()
        picture.setPixmap(theme.icon("statveil").pixmap(_PICTURE, _PICTURE))
        title = QLabel(tr("Statveil {version}", version=__version__))
        title.setFont(sizes.title_font())
        self.said = QLabel("\n\n".join(_sentences()))
        self.said.setWordWrap(True)
        self.said.setMinimumWidth(52 * sizes.UNIT)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.parts = QLabel(versions())
        self.parts.setProperty("kind", "muted")
        self.parts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton(
            tr("Copy &versions"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.copy_button.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        words = QVBoxLayout()
        words.setSpacing(sizes.UNIT + sizes.HALF)
        for label in (title, self.said, self.parts):
            words.addWidget(label)
        row = QHBoxLayout()
        row.setSpacing(sizes.MARGIN)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(3 * sizes.UNIT,) * 4)
        outer.setSpacing(sizes.MARGIN)
        outer.addLayout(row)
        outer.addWidget(buttons)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(versions())


def _sentences() -> list[str]:
    return [
        tr(
            "Statveil turns confidential microdata into files that can be released: it groups "
            "similar records and publishes what the members of a group have in common."
        ),
        tr("All work is done on this computer. Statveil opens no network connection."),
        tr("Free software under the BSD 3-Clause Licence. © 2026 The Statveil founders."),
        tr(
            "The window is drawn by Qt for Python, used under the GNU Lesser General Public "
            "Licence, version 3. Its files may be replaced by others."
        ),
        tr("To cite it: {citation}", citation=_CITATION.format(version=__version__)),
    ]


class KeysDialog(QDialog):
    """Every key of the menus, and those of tables and fields."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = [*_of_menus(window), *_of_controls()]
        self.table = QTableWidget(len(rows), 2)
        self.table.setHorizontalHeaderLabels([tr("Action"), tr("Keys")])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.table.horizontalHeader().setDefaultAlignment(left)
        named(self.table, tr("Keyboard shortcuts"))
        for number, cells in enumerate(rows):
            for column, text in enumerate(cells):
                self.table.setItem(number, column, QTableWidgetItem(text))
        self.table.resizeColumnsToContents()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(sizes.MARGIN,) * 4)
        outer.setSpacing(sizes.MARGIN)
        outer.addWidget(self.table)
        outer.addWidget(buttons)
        self.resize(64 * sizes.UNIT, 64 * sizes.UNIT)


def _of_menus(window: QMainWindow) -> list[tuple[str, str]]:
    return [
        (_plain(action), _keys(action))
        for menu in window.menuBar().findChildren(QMenu)
        for action in menu.actions()
        if not action.shortcut().isEmpty()
    ]


def _plain(action: QAction) -> str:
    text = action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    return text.strip("…").split(": ")[0].lstrip("0123456789 ")


def _keys(action: QAction) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return tr(" or ").join(key.toString(native) for key in action.shortcuts())


def _of_controls() -> list[tuple[str, str]]:
    return [
        (tr("Next control, control before"), tr("Tab, Shift+Tab")),
        (tr("Copy the selected cells of a table"), _native("Ctrl+C")),
        (tr("Select the whole table"), _native("Ctrl+A")),
        (tr("Menu of a table or picture"), tr("Menu key or Shift+F10")),
        (tr("Move through the marks of a picture"), tr("Arrow keys")),
        (tr("Leave a list, an import or a dialog"), _native("Esc")),
    ]


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
