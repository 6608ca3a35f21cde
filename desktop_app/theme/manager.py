"""Which palette is in force: follows the system or the user; the style sheet made from it."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from string import Template

from PySide6.QtCore import QDir, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

import resources
from desktop_app.preferences import in_force
from desktop_app.theme.colours import DARK, LIGHT, Colours


class ThemeChoice(StrEnum):
    """What the user asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class ThemeManager(QObject):
    """Applies a palette to the application; pictures redraw themselves after `changed`."""

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        # The palette in force.
        self.colours = LIGHT
        # What the user asked for.
        self.choice = ThemeChoice(in_force.value_of(in_force.COLOURS))
        app.styleHints().colorSchemeChanged.connect(self._follow)
        self._apply()

    def choose(self, choice: ThemeChoice) -> None:
        """Use `choice` from now on and remember it."""
        self.choice = choice
        in_force.choose(in_force.COLOURS, choice.value)
        self._apply()

    def choose_again(self) -> None:
        """Use what the preferences hold: they were changed elsewhere."""
        self.choice = ThemeChoice(in_force.value_of(in_force.COLOURS))
        self._apply()

    @Slot()
    def _follow(self) -> None:
        if self.choice is ThemeChoice.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        dark = self.choice is ThemeChoice.DARK or (
            self.choice is ThemeChoice.SYSTEM
            and self._app.styleHints().colorScheme() is Qt.ColorScheme.Dark
        )
        self.colours = DARK if dark else LIGHT
        focused = self._app.focusWidget()
        self._app.setPalette(qt_palette(self.colours))
        self._app.setStyleSheet(stylesheet(self.colours))
        self.changed.emit()
        # A wizard lays out its pages again in another style, and the keyboard would leave them.
        if focused is not None and isValid(focused) and focused.isVisible() and focused.isEnabled():
            focused.setFocus(Qt.FocusReason.OtherFocusReason)


def qt_palette(colours: Colours) -> QPalette:
    """Return Qt's own palette in our colours."""
    role = QPalette.ColorRole
    palette = QPalette()
    for colour_role, colour in {
        role.Window: colours.window,
        role.WindowText: colours.text,
        role.Base: colours.surface,
        role.AlternateBase: colours.window,
        role.Text: colours.text,
        role.PlaceholderText: colours.muted,
        role.Button: colours.surface,
        role.ButtonText: colours.text,
        role.BrightText: colours.danger,
        role.ToolTipBase: colours.surface,
        role.ToolTipText: colours.text,
        role.Highlight: colours.selection,
        role.HighlightedText: colours.selection_text,
        role.Link: colours.accent,
        role.LinkVisited: colours.accent,
        role.Accent: colours.accent,
        role.Mid: colours.border,
        role.Light: colours.surface,
        role.Midlight: colours.sunken,
        role.Dark: colours.strong_border,
        role.Shadow: colours.sunken,
    }.items():
        palette.setColor(colour_role, QColor(colour))
    for colour_role in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, colour_role, QColor(colours.strong_border))
    return palette


_managers: list[ThemeManager] = []


def manager() -> ThemeManager:
    """Return the application's theme; made at the first call, which needs a `QApplication`."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise RuntimeError("the theme needs a QApplication")
    if not _managers or _managers[0].parent() is not app:
        _managers[:] = [ThemeManager(app)]
    return _managers[0]


def current() -> Colours:
    """Return the palette in force; light where no application runs."""
    return _managers[0].colours if _managers else LIGHT


_SHEET = Template("""
QToolTip { background: $surface; color: $text; border: 1px solid $strong_border; padding: 4px; }
QLabel[kind="muted"] { color: $muted; }
QLabel[kind="good"] { color: $good; }
QLabel[kind="caution"] { color: $caution; }
QLabel[kind="danger"] { color: $danger; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton {
    background: $surface; color: $text; border: 1px solid $strong_border; border-radius: 4px;
    padding: 5px 14px; min-height: 20px;
}
QPushButton:hover { background: $accent_soft; border-color: $accent; }
QPushButton:pressed { background: $selection; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 13px; }
QPushButton:disabled { color: $muted; background: $window; border-color: $border; }
QPushButton[kind="main"] {
    background: $accent; color: $accent_text; border-color: $accent; font-weight: 600;
    padding: 7px 20px;
}
QPushButton[kind="main"]:focus { border: 2px solid $text; padding: 6px 19px; }
QPushButton[kind="main"]:disabled {
    background: $sunken; color: $muted; border-color: $border; font-weight: 600;
}
QPushButton[kind="flat"] { background: transparent; border-color: transparent; padding: 5px 8px; }
QPushButton[kind="flat"]:hover { background: $accent_soft; }
QPushButton[kind="flat"]:focus { border: 2px solid $accent; padding: 4px 7px; }
QPushButton[kind="fold"] {
    background: transparent; border: 1px solid transparent; text-align: left;
    padding: 4px 6px 4px 0;
}
QPushButton[kind="fold"]:hover { color: $accent; }
QPushButton[kind="fold"]:focus { border-bottom-color: $accent; }
QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 3px; }
QToolButton:hover { background: $accent_soft; }
QToolButton:focus { border: 1px solid $accent; }
QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit {
    background: $surface; color: $text; border: 1px solid $strong_border; border-radius: 4px;
    padding: 4px 6px; selection-background-color: $selection; selection-color: $selection_text;
}
QLineEdit, QPlainTextEdit, QTextEdit { placeholder-text-color: $muted; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus {
    border: 2px solid $accent; padding: 3px 5px;
}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {
    color: $muted; background: $window; border-color: $border;
}
QAbstractSpinBox[wrong="true"]:enabled { border-color: $danger; }
QLineEdit[kind="fact"] {
    background: transparent; border: 1px solid transparent; border-radius: 2px; padding: 0;
}
QLineEdit[kind="fact"]:focus { border: 1px solid $accent; padding: 0; }
QCheckBox::indicator, QListView::indicator, QTableView#checks::indicator {
    width: 14px; height: 14px; border: 1px solid $strong_border; border-radius: 3px;
    background: $surface;
}
QCheckBox::indicator:hover, QListView::indicator:hover, QTableView#checks::indicator:hover {
    border-color: $accent;
}
QCheckBox::indicator:checked, QListView::indicator:checked, QTableView#checks::indicator:checked {
    background: $accent; border-color: $accent; image: url($check);
}
QCheckBox::indicator:disabled { border-color: $border; }
QCheckBox:focus { color: $accent; }
QRadioButton::indicator { width: 14px; height: 14px; }
QRadioButton::indicator {
    border: 1px solid $strong_border; border-radius: 8px; background: $surface;
}
QRadioButton::indicator:checked {
    border: 5px solid $accent; background: $accent_text; width: 6px; height: 6px;
}
QRadioButton::indicator:disabled { border-color: $border; }
QRadioButton:focus { color: $accent; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    border: 0; width: 20px; background: transparent;
}
QAbstractSpinBox::up-button {
    subcontrol-origin: border; subcontrol-position: top right;
}
QAbstractSpinBox::down-button {
    subcontrol-origin: border; subcontrol-position: bottom right;
}
QAbstractSpinBox::up-arrow {
    image: url($collapse); width: 12px; height: 12px;
}
QAbstractSpinBox::down-arrow {
    image: url($expand); width: 12px; height: 12px;
}
QTableView, QListView, QTreeView {
    background: $surface; alternate-background-color: $window; border: 1px solid $border;
    border-radius: 4px; gridline-color: $border; outline: 0;
    selection-background-color: $selection; selection-color: $selection_text;
}
QTableView:focus, QListView:focus, QTreeView:focus { border: 1px solid $accent; }
QHeaderView { background: $sunken; border: 0; }
QHeaderView::section {
    background: $sunken; color: $text; border: 0; border-right: 1px solid $border;
    border-bottom: 1px solid $border; padding: 5px 11px; font-weight: 600;
}
QHeaderView::section:vertical {
    color: $muted; font-weight: 400; border-bottom: 0; padding: 0 8px;
}
QHeaderView::up-arrow {
    image: url($collapse); width: 12px; height: 12px; subcontrol-position: top center;
}
QHeaderView::down-arrow {
    image: url($expand); width: 12px; height: 12px; subcontrol-position: top center;
}
QListView#codes::item { min-height: 20px; }
QTableView::item { padding: 0 8px; }
QTreeView::item { padding: 3px 8px 3px 2px; }
QTableView[kind="dense"]::item { padding: 0 5px; }
QTableView[kind="dense"] QHeaderView::section { padding: 5px 7px; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow { image: url($expand); width: 14px; height: 14px; }
QComboBox QAbstractItemView {
    background: $surface; border: 1px solid $strong_border;
    selection-background-color: $selection; selection-color: $selection_text;
}
QComboBox QAbstractItemView::item { min-height: 24px; padding: 0 8px; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $border; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $strong_border; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QTableCornerButton::section { background: $sunken; border: 0; }
QProgressBar {
    background: $sunken; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px;
}
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QMenuBar { background: $window; }
QMenuBar::item { padding: 4px 10px; background: transparent; }
QMenuBar::item:selected { background: $accent_soft; }
QMenu { background: $surface; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 20px; border-radius: 3px; }
QMenu::item:selected { background: $selection; color: $selection_text; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QTabWidget::pane { border: 1px solid $border; border-radius: 4px; background: $surface; }
QTabBar::tab {
    background: transparent; color: $muted; padding: 7px 14px; border: 0;
    border-bottom: 2px solid transparent;
}
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; font-weight: 600; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:focus { color: $accent; }
QScrollArea { background: transparent; border: 0; }
QScrollArea > QWidget > QWidget { background: transparent; }
QSplitter::handle { background: transparent; }
#rail { background: $sunken; border: 0; border-right: 1px solid $border; border-radius: 0; }
#meaning { background: $surface; border: 1px solid $border; border-radius: 6px; }
#picture { background: $surface; border: 1px solid $border; border-radius: 4px; }
#problems { background: $surface; border: 0; border-top: 1px solid $border; border-radius: 0; }
#footer { border-top: 1px solid $border; }
#activity { background: $sunken; border-top: 1px solid $border; }
#tour { background: $accent_soft; border-top: 1px solid $accent; border-radius: 0; }
#notice {
    background: $accent_soft; border: 1px solid $border; border-top: 0; border-right: 0;
    border-radius: 0; border-bottom-left-radius: 6px;
}
#empty { border: 1px dashed $strong_border; border-radius: 8px; background: $surface; }
#empty[dropping="true"] { border-color: $accent; background: $accent_soft; }
""")


# Qt finds files behind this word in the program's own folder. The folder's path never enters the
# sheet, whose grammar has no form for each sign that a path may hold.
_MARKS = "statveilmarks"


def stylesheet(colours: Colours) -> str:
    """Return the style sheet for `colours`; its marks are found in the program's folder."""
    QDir.setSearchPaths(_MARKS, [str(resources.FOLDER / "icons")])
    names = {name: value for name, value in asdict(colours).items() if isinstance(value, str)}
    # A style sheet cannot recolour an icon, so the marks of boxes are there in both shades.
    shade = "dark" if colours is DARK else "light"
    marks = {name: f"{_MARKS}:{name}-{shade}.svg" for name in ("expand", "collapse", "check")}
    return _SHEET.substitute(names, **marks)
