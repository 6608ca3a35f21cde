"""Back, and the one main button that names what happens next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import push_button
from desktop_app.views.frame.page import MainAction
from desktop_app.views.layouts import in_row
from desktop_app.views.plain import PlainLabel, set_tip


class Footer(QWidget):
    """The two buttons under every page, and why the main one cannot be pressed."""

    back = Signal()
    forward = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("footer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.back_button = push_button(tr("&Back"), self.back)
        self.main_button = push_button("", self.forward, kind="main")
        # What holds the keyboard until the main button can be pressed.
        self._holder: QWidget | None = None
        self._reason = PlainLabel(kind="muted", wraps=True)
        self._reason.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        in_row(
            self.back_button,
            (self._reason, 1),
            self.main_button,
            inside=self,
            margins=(sizes.MARGIN, sizes.UNIT),
            spacing=sizes.MARGIN,
        )

    @Slot(object)
    def await_keyboard(self, holder: QWidget) -> None:
        """Let the main button take the keyboard from `holder` as soon as it can be pressed."""
        self._holder = holder

    def show_action(self, action: MainAction, can_go_back: bool) -> None:
        """Show what the page's main button says."""
        self.main_button.setText(action.text)
        self.main_button.setEnabled(action.enabled)
        self.main_button.setVisible(bool(action.text))
        self.main_button.setAccessibleDescription(action.reason)
        set_tip(self.main_button, action.reason)
        self._reason.setText(action.reason)
        self.back_button.setEnabled(can_go_back)
        if self._holder is not None and action.enabled:
            # Behind a chooser that is closing, the window has no keyboard yet.
            if self.window().focusWidget() is self._holder:
                self.main_button.setFocus(Qt.FocusReason.OtherFocusReason)
            self._holder = None
