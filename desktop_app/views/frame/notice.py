"""A strip above the page that says something of the project, with what can be done about it.

It lies over the upper edge of the page, beside its title: were the page moved down and up again, a
click would go to what was elsewhere a moment ago.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import tool_button
from desktop_app.views.layouts import in_column, in_row
from desktop_app.views.mark import Mark
from desktop_app.views.plain import PlainLabel

_BRIEF_MILLISECONDS = 8000

Choice = tuple[str, Callable[[], object]]


class NoticeBar(QWidget):
    """Hidden until there is something to say; one thing at a time.

    Signals
    -------
    closed()
        The user has read it and wants nothing of it now.
    coming()
        Something is about to be said.
    """

    closed = Signal()
    coming = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Notice"))
        self._mark = Mark()
        self.sentence = PlainLabel(wraps=True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: list[QPushButton] = []
        self.close_button = tool_button("close", self.dismiss, tr("Close this notice"))
        self._row = in_row(
            (self._mark, 0, Qt.AlignmentFlag.AlignVCenter),
            (self.sentence, 1),
            self.close_button,
            inside=self,
            # A button or two lines of words are as high as the title, above the page's purpose.
            margins=(sizes.MARGIN, sizes.HALF, sizes.UNIT, sizes.HALF),
        )
        self._brief = QTimer(self)
        self._brief.setSingleShot(True)
        self._brief.setInterval(_BRIEF_MILLISECONDS)
        self._brief.timeout.connect(self.withdraw)
        self.hide()

    def say_briefly(self, text: str) -> bool:
        """Show `text` for some seconds, unless something that waits for an answer is in sight.

        Returns whether it is shown.
        """
        is_free = self.isHidden() or self._brief.isActive()
        if is_free:
            self._say(text, (), "note")
            self._brief.start()
        return is_free

    def say(self, text: str, *choices: Choice, icon: str = "note") -> None:
        """Show `text` with a button for each of `choices`: its text, and the method it calls."""
        self._say(text, choices, icon)

    def open_outside(self, path: Path | None) -> None:
        """Hand a path to the system, and say where it is if no program opens it."""
        if path is not None and (refusal := open_outside(path)):
            self.say(refusal, icon="attention")

    def _say(self, text: str, choices: tuple[Choice, ...], icon: str) -> None:
        self._clear()
        self._brief.stop()
        self._mark.show_icon(icon, "danger" if icon == "attention" else "accent")
        self.sentence.setText(text)
        for title, chosen in choices:
            button = QPushButton(title)
            button.clicked.connect(chosen)
            self._row.insertWidget(self._row.count() - 1, button)
            self.buttons.append(button)
        self.coming.emit()
        self.show()

    @Slot()
    def dismiss(self) -> None:
        """Hide it."""
        self.withdraw()
        self.closed.emit()

    def withdraw(self) -> None:
        """Hide it because it is settled."""
        self._brief.stop()
        self._clear()
        self.hide()

    def _clear(self) -> None:
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []


class NoticeArea(QWidget):
    """What is shown below a notice, which covers its upper edge beside the title: no control."""

    def __init__(self, notice: NoticeBar, shown: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notice = notice
        self._title_width = 0
        in_column((shown, 1), inside=self, spacing=0)
        notice.setParent(self)
        notice.coming.connect(self._cover)

    def leave_free(self, title_width: int) -> None:
        """Begin the notice after so many pixels, which the title of the page takes."""
        self._title_width = title_width
        self._cover()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the notice as wide as the page beside its title."""
        super().resizeEvent(event)
        self._cover()

    @Slot()
    def _cover(self) -> None:
        width = self.width() - self._title_width
        # Its hint is that of a sentence in a narrow column.
        high = self._notice.heightForWidth(width)
        self._notice.setGeometry(self._title_width, 0, width, high)
        self._notice.raise_()


def open_outside(path: Path) -> str:
    """Hand a path to the system; return what to say if no program opens it, else nothing."""
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        return ""
    return tr("No program on this computer opens {path} from here.", path=str(path))
