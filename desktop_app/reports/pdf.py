"""Writes a report as PDF, in a process of its own: laying out its pages would hold the window."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QByteArray, QMarginsF, QPointF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

from core.errors import Problem, Refused
from core.jobs import Job, processes
from core.messages import LANGUAGES, text
from core.verify import listed_page
from desktop_app.reports.paper import DANGER, MUTED, STYLE, Paper, lay_on_paper

_DOTS = 96
_SHARPNESS = 4
_MARGIN_MILLIMETRES = 18.0
_FOOT = 28.0
_POLL_SECONDS = 0.1
_FOOT_OF_PAGE = 0.82


def write_report_pdf(report: Path, target: Path, job: Job) -> Path:
    """Write the report whose page is at `report` to `target` as PDF, whole or not at all.

    Raises
    ------
    Refused
        If the page is not the one that its log lists, or `target` cannot be written.
    Cancelled
        If the job was asked to stop.
    """
    try:
        paper = lay_on_paper(listed_page(report))
    except ValueError:
        raise Refused(Problem("report-undrawn", params={"file": report.name})) from None
    job.start_phase("drawing-pdf")
    staged = target.with_name(f".statveil-{os.getpid()}-{target.name}")
    child = processes.context().Process(target=draw_pdf, args=(paper, str(staged)), daemon=True)
    processes.start(child)
    try:
        while child.is_alive():
            job.check()
            child.join(_POLL_SECONDS)
        if child.exitcode != 0 or not staged.exists():
            # Where the folder can be written to, it is the report that cannot be drawn.
            writable = os.access(target.parent, os.W_OK)
            code, file = ("report-undrawn", report) if writable else ("output-unwritable", target)
            raise Refused(Problem(code, params={"file": file.name}))
        staged.replace(target)
    finally:
        if child.is_alive():
            child.kill()
        staged.unlink(missing_ok=True)
    return target


def draw_pdf(paper: Paper, target: str) -> None:
    """Draw the pages; the whole work of the child process."""
    if sys.platform == "linux":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QGuiApplication.instance() or QGuiApplication([])
    writer = QPdfWriter(target)
    writer.setResolution(_DOTS)
    writer.setTitle(paper.title)
    writer.setCreator("Statveil")
    margins = QMarginsF(*(_MARGIN_MILLIMETRES,) * 4)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            margins,
            QPageLayout.Unit.Millimeter,
        )
    )
    painter = QPainter(writer)
    printable = QRectF(writer.pageLayout().paintRectPixels(_DOTS))
    page = QSizeF(printable.width(), printable.height() - _FOOT)
    document = _document(paper, writer, page)
    for number in range(document.pageCount()):
        if number:
            writer.newPage()
        painter.save()
        painter.translate(QPointF(0, -number * page.height()))
        document.drawContents(painter, QRectF(QPointF(0, number * page.height()), page))
        painter.restore()
        painter.setFont(QFont("DejaVu Sans", 7))
        painter.setPen(QColor(MUTED))
        foot = QRectF(0, printable.height() - _FOOT / 2, printable.width(), _FOOT / 2)
        numbered = f"{number + 1} / {document.pageCount()}"
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft, paper.title)
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight, numbered)
        if paper.is_internal:
            painter.setPen(QColor(DANGER))
            notice = text("report-foot-internal", language=LANGUAGES[0])
            painter.drawText(foot, Qt.AlignmentFlag.AlignHCenter, notice)
    painter.end()
    del app


def _document(paper: Paper, writer: QPdfWriter, page: QSizeF) -> QTextDocument:
    """Return the laid out report; a heading that would stand at the foot of a page begins one.

    Qt lays a document out once: what is known only then is noted, and it is made again.
    """
    breaks: list[int] = []
    while True:
        document = _laid_out(paper, writer, page, breaks)
        heading = _at_the_foot(document, breaks)
        if heading is None:
            return document
        breaks.append(heading)


def _laid_out(paper: Paper, writer: QPdfWriter, page: QSizeF, breaks: list[int]) -> QTextDocument:
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.setDocumentMargin(0)
    document.setDefaultFont(QFont("DejaVu Sans", 9))
    document.setDefaultStyleSheet(STYLE)
    for number, picture in enumerate(paper.pictures):
        kind = QTextDocument.ResourceType.ImageResource
        size = QSizeF(picture.width, picture.height) * _SHARPNESS
        image = QImage(size.toSize(), QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        QSvgRenderer(QByteArray(picture.svg.encode())).render(painter)
        painter.end()
        document.addResource(kind, QUrl(f"picture:{number}"), image)
    document.setHtml(paper.html)
    for number in breaks:
        block = document.findBlockByNumber(number)
        style = block.blockFormat()
        style.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        QTextCursor(block).setBlockFormat(style)
    document.setPageSize(page)
    return document


def _at_the_foot(document: QTextDocument, broken: list[int]) -> int | None:
    """Return the number of the first heading, not yet `broken`, that ends up too low."""
    high = document.pageSize().height()
    block = document.begin()
    while block.isValid():
        top = document.documentLayout().blockBoundingRect(block).top()
        low = block.blockFormat().headingLevel() > 2 and top % high > _FOOT_OF_PAGE * high
        if low and block.blockNumber() not in broken:
            return block.blockNumber()
        block = block.next()
    return None
