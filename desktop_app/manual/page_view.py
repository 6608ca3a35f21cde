"""A page of the manual, laid out for reading."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF, QUrl, Signal, Slot
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImageReader,
    QPainter,
    QPixmap,
    QPyTextObject,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop_app import theme
from desktop_app.manual.manual_pages import anchor_of
from desktop_app.text import tr
from desktop_app.theme import sizes
from desktop_app.views.forms import named
from resources import MANUAL, manual_page, manual_pictures

_CELL_PADDING = 4.0
_MARGIN = 2.0 * sizes.UNIT
_ABOVE_HEADING = 2.0 * sizes.UNIT


class PageView(QTextBrowser):
    """Shows pages; loads nothing itself, so that no link can reach beyond the manual.

    Signals
    -------
    wanted(object)
        A link was followed: page and section as one text, such as ``recipe.md#answers``.
    """

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: QTextDocument | None = None
        self._pictures = ManualPictures(self)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.anchorClicked.connect(self._follow)
        named(self, tr("Page of the manual"))

    def show_page(self, name: str) -> None:
        """Show the beginning of a page."""
        document = QTextDocument(self)
        document.setDefaultFont(self.font())
        document.setDocumentMargin(_MARGIN)
        document.setMarkdown(manual_page(name))
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                # As wide as the page where the text of a table needs it.
                hairlines = frame.format()
                hairlines.setBorder(1.0)
                hairlines.setBorderCollapse(True)
                hairlines.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                hairlines.setBorderBrush(QBrush(QColor(theme.current().border)))
                hairlines.setCellPadding(_CELL_PADDING)
                hairlines.setCellSpacing(0.0)
                hairlines.setTopMargin(sizes.UNIT)
                hairlines.setBottomMargin(sizes.UNIT)
                hairlines.setWidth(QTextLength(QTextLength.Type.VariableLength, 0))
                frame.setFormat(hairlines)
        edit = QTextCursor(document)
        for heading in _headings(document):
            form = heading.blockFormat()
            form.setTopMargin(_ABOVE_HEADING)
            form.setBottomMargin(sizes.HALF)
            edit.setPosition(heading.position())
            edit.setBlockFormat(form)
        # Asking for the layout makes it, and from then on each change lays out the page again.
        document.documentLayout().registerHandler(
            QTextFormat.ObjectTypes.ImageObject.value, self._pictures
        )
        former_page, self._shown = self._shown, document
        self.setDocument(document)
        if former_page is not None:
            former_page.deleteLater()

    def show_section(self, anchor: str) -> bool:
        """Scroll to the heading that `anchor` names; return whether the page has it."""
        for heading in _headings(self.document()):
            if anchor_of(heading.text()) == anchor:
                self._show_at_top(heading)
                return True
        return False

    def find_next(self, text: str, backward: bool = False) -> bool:
        """Select the next place on the page that holds `text`; return whether there is one."""
        flags = QTextDocument.FindFlag.FindBackward if backward else QTextDocument.FindFlag(0)
        return self.find(text, flags)

    def go_to_end(self, *, last: bool) -> None:
        """Put the cursor at the end of the page, or at its beginning."""
        self.moveCursor(QTextCursor.MoveOperation.End if last else QTextCursor.MoveOperation.Start)

    def loadResource(self, _: int, __: QUrl | str) -> object:
        """Load nothing: pages hold no style sheets, and `ManualPictures` draws the pictures."""
        return None

    @Slot(QUrl)
    def _follow(self, link: QUrl) -> None:
        self.wanted.emit(link.toString())

    def _show_at_top(self, block: QTextBlock) -> None:
        self.setTextCursor(QTextCursor(block))
        top = self.document().documentLayout().blockBoundingRect(block).top()
        self.verticalScrollBar().setValue(int(top - sizes.UNIT))


def _headings(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel():
            yield block
        block = block.next()


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
        natural_size = self._size(form.toImageFormat().name())
        width = doc.textWidth() - 2 * doc.documentMargin()
        if natural_size.isEmpty() or not 0 < width < natural_size.width():
            return natural_size
        return QSizeF(width, natural_size.height() * width / natural_size.width())

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
            is_picture = name in manual_pictures()
            size = QImageReader(str(MANUAL / name)).size() if is_picture else None
            self._sizes[name] = QSizeF(size) if size is not None else QSizeF()
        return self._sizes[name]
