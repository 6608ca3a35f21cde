"""Shows names and cells of a file letter by letter: what looks like markup is no markup.

Qt takes a text for HTML as soon as something in it looks like a tag, and then opens the files that
an ``<img>`` names. Only what the program wrote itself is shown as markup (`markupsafe.Markup`).
"""

from __future__ import annotations

from html import escape

from markupsafe import Markup
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QFont, QStandardItem
from PySide6.QtGui import Qt as Text
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListWidgetItem,
    QMessageBox,
    QTableWidgetItem,
    QToolTip,
    QWidget,
)

_HasTip = QWidget | QAction | QListWidgetItem | QTableWidgetItem | QStandardItem


class PlainLabel(QLabel):
    """A label whose text is shown letter by letter, unless the program wrote its markup.

    Its `kind` gives it a colour in the style sheet, such as ``"muted"``; it may have a `font` of
    its own, and `wraps` its lines if asked to.
    """

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        kind: str = "",
        font: QFont | None = None,
        wraps: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setText(text)
        if kind:
            self.setProperty("kind", kind)
        if font is not None:
            self.setFont(font)
        self.setWordWrap(wraps)

    def setText(self, text: str) -> None:
        """Show `text`; only `markupsafe.Markup` is markup."""
        is_rich = isinstance(text, Markup)
        self.setTextFormat(Qt.TextFormat.RichText if is_rich else Qt.TextFormat.PlainText)
        super().setText(text)


def tip(text: str | None) -> str | None:
    """Write `text` so that a tooltip shows it letter by letter."""
    if text is None or isinstance(text, Markup) or not Text.mightBeRichText(text):
        return text
    return f"<span>{_markup_of(text)}</span>"


def _markup_of(text: str) -> str:
    if isinstance(text, Markup):
        return text
    return escape(text, quote=False).replace("\n", "<br>")


def set_tip(shown: _HasTip, text: str) -> None:
    """Give a widget, an action or an item a tooltip that is shown letter by letter."""
    shown.setToolTip(tip(text) or "")


def tip_of(widget: QWidget) -> str:
    """Take the tooltip that a widget got from `set_tip`."""
    text = widget.toolTip()
    return Markup(text) if Text.mightBeRichText(text) else text


def set_entry_tip(box: QComboBox, row: int, text: str) -> None:
    """Give an entry of a list a tooltip that is shown letter by letter."""
    box.setItemData(row, tip(text), Qt.ItemDataRole.ToolTipRole)


def set_explanation(widget: QWidget, text: str) -> None:
    """Give a widget an explanation (Ctrl+F1) that is shown letter by letter."""
    widget.setWhatsThis(tip(text) or "")


def show_tip(point: QPoint, widget: QWidget, *texts: str) -> None:
    """Show texts below one another at a place of the screen, letter by letter."""
    is_rich = any(isinstance(text, Markup) or Text.mightBeRichText(text) for text in texts)
    if is_rich:
        lines = "<br>".join(_markup_of(text) for text in texts if text)
        QToolTip.showText(point, f"<span>{lines}</span>", widget)
    else:
        QToolTip.showText(point, "\n".join(text for text in texts if text), widget)


def plain_box(parent: QWidget | None) -> QMessageBox:
    """Create a box whose words are shown letter by letter."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box
