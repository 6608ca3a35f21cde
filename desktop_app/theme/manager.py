"""Which palette is in force: follows the system, or what the user chose."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from desktop_app.preferences import in_force
from desktop_app.theme.colours import DARK, LIGHT, Colours
from desktop_app.theme.stylesheet import stylesheet


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
        self._colours = LIGHT
        self._choice = ThemeChoice(in_force.value_of(in_force.COLOURS))
        app.styleHints().colorSchemeChanged.connect(self._follow)
        self._apply()

    @property
    def colours(self) -> Colours:
        """The palette in force."""
        return self._colours

    @property
    def choice(self) -> ThemeChoice:
        """What the user asked for."""
        return self._choice

    def choose(self, choice: ThemeChoice) -> None:
        """Use `choice` from now on and remember it."""
        self._choice = choice
        in_force.choose(in_force.COLOURS, choice.value)
        self._apply()

    def choose_again(self) -> None:
        """Use what the preferences hold: they were changed elsewhere."""
        self._choice = ThemeChoice(in_force.value_of(in_force.COLOURS))
        self._apply()

    @Slot()
    def _follow(self) -> None:
        if self._choice is ThemeChoice.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        dark = self._choice is ThemeChoice.DARK or (
            self._choice is ThemeChoice.SYSTEM
            and self._app.styleHints().colorScheme() is Qt.ColorScheme.Dark
        )
        self._colours = DARK if dark else LIGHT
        focused = self._app.focusWidget()
        self._app.setPalette(qt_palette(self._colours))
        self._app.setStyleSheet(stylesheet(self._colours))
        self.changed.emit()
        # A wizard lays out its pages again in another style, and the keyboard would leave them.
        if focused is not None and isValid(focused) and focused.isVisible() and focused.isEnabled():
            focused.setFocus(Qt.FocusReason.OtherFocusReason)


def qt_palette(colours: Colours) -> QPalette:
    """Return Qt's own palette in our colours."""
    role = QPalette.ColorRole
    palette = QPalette()
    for place, colour in {
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
        palette.setColor(place, QColor(colour))
    for place in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, place, QColor(colours.strong_border))
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
