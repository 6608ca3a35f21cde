"""Pictures of the manual, no wider than the page they are on."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF
from PySide6.QtGui import (
    QColor,
    QImageReader,
    QPainter,
    QPixmap,
    QPyTextObject,
    QTextDocument,
    QTextFormat,
)

from desktop_app import theme
from resources import MANUAL, manual_pictures


class ManualPictures(QPyTextObject):
    """Draws the pictures of the manual, and nothing else, in a document.

    Qt draws a picture in its own size and asks for a file of any place. This one keeps to the
    width of the page, and to the pictures that come with the program.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sizes: dict[str, QSizeF] = {}
        self._drawn: tuple[str, QPixmap] = ("", QPixmap())

    def intrinsicSize(self, doc: QTextDocument, _at: int, form: QTextFormat) -> QSizeF:
        """Return the size on a page of the width that the document has."""
        whole = self._size(form.toImageFormat().name())
        width = doc.textWidth() - 2 * doc.documentMargin()
        if whole.isEmpty() or not 0 < width < whole.width():
            return whole
        return QSizeF(width, whole.height() * width / whole.width())

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _doc: QTextDocument,
        _at: int,
        form: QTextFormat,
    ) -> None:
        """Draw a picture; words in it stay smooth when it is made smaller."""
        name = form.toImageFormat().name()
        if name not in manual_pictures():
            return
        if self._drawn[0] != name:
            self._drawn = name, QPixmap(str(MANUAL / name))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(QColor(theme.current().border))
        painter.drawPixmap(QRectF(rect), self._drawn[1], QRectF(self._drawn[1].rect()))
        painter.drawRect(QRectF(rect).adjusted(0, 0, -1, -1))

    def _size(self, name: str) -> QSizeF:
        """Return the size of a picture, which its first bytes say."""
        if name not in self._sizes:
            known = name in manual_pictures()
            size = QImageReader(str(MANUAL / name)).size() if known else None
            self._sizes[name] = QSizeF(size) if size is not None else QSizeF()
        return self._sizes[name]
