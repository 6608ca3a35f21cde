"""Writes a report as PDF, in a process of its own: laying out its pages would hold the window.

Qt's text engine knows paragraphs and tables, but neither boxes that flow nor pictures inside the
page. So the report has templates of its own here, in which boxes are tables, and each picture gets
a name under which it is drawn.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from html import escape
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
from core.messages import text
from core.messages.visible import visible
from core.report import Report
from core.report.charts.drawing import Chart
from core.report.charts.svg import Svg
from core.report.page import environment
from core.verify import report_at

ACCENT, BEFORE, MUTED, TEXT = "#1d5fa8", "#a9b0ba", "#55606f", "#1a2330"
_PAGE_STYLE = f"""<style>
.before {{ fill: {BEFORE}; }} .after-bar {{ fill: {ACCENT}; }}
.after {{ fill: none; stroke: {ACCENT}; stroke-width: 2; }}
.axis {{ stroke: #838d9b; }} .grid {{ stroke: #e9ecf0; }}
text {{ fill: {MUTED}; font-size: 11px; }} .title {{ fill: {TEXT}; font-size: 13px; }}
</style>"""
_FONT = "DejaVu Sans, Segoe UI, Helvetica"
_TITLE = 20.0


@dataclass(frozen=True, slots=True)
class PaperPicture:
    """SVG that needs nothing else, with its width and height in its own units."""

    svg: str
    width: float
    height: float


def _picture(marks: str, width: float, height: float) -> PaperPicture:
    box = f'viewBox="0 0 {width:g} {height:g}" font-family="{_FONT}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{_PAGE_STYLE}{marks}</svg>'
    return PaperPicture(svg, width, height)


DANGER = "#b3261e"
_INK = {
    "muted": MUTED,
    "line": "#d5dae1",
    "sunken": "#f4f5f7",
    "good": "#1a6e3c",
    "calm": "#eef6f0",
    "danger": DANGER,
    "alarm": "#fbeeed",
    "mono": "font-family:DejaVu Sans Mono, Consolas, monospace; font-size:7pt",
}
_WIDEST_PICTURE = 310.0


@dataclass(slots=True)
class Paper:
    """The page, its title, and its pictures in order: the first is called ``picture:0``.

    An internal one is for the office alone and says so on every page.
    """

    title: str
    html: str = ""
    pictures: list[PaperPicture] = field(default_factory=list)
    is_internal: bool = False

    def place(self, drawn: PaperPicture) -> Svg:
        """Return what shows a picture in the page."""
        number = len(self.pictures)
        self.pictures.append(drawn)
        shown = min(1.0, _WIDEST_PICTURE / drawn.width)
        size = f'width="{drawn.width * shown:.0f}" height="{drawn.height * shown:.0f}"'
        return Svg(f'<img src="picture:{number}" {size}/>&nbsp; ')


def on_paper(report: Report) -> Paper:
    """Return the report as it goes to paper."""
    paper = Paper(report.cover.title, is_internal=report.internal is not None)

    def placed(chart: Chart, title: str = "") -> Svg:
        marks, height = str(chart.marks), chart.height
        if title:
            said = escape(visible(title))
            marks = f'<g transform="translate(0 {_TITLE:g})">{marks}</g>'
            marks = f'<text class="title" x="0" y="13" font-weight="600">{said}</text>{marks}'
            height += _TITLE
        return paper.place(_picture(marks, chart.width, height))

    def placed_key(name: str) -> Svg:
        marks = {
            "before": '<rect class="before" width="28" height="14"/>',
            "after": '<polyline class="after" points="1,12 1,3 27,3 27,12"/>',
        }
        return paper.place(_picture(marks[name], 28.0, 14.0))

    made = environment("desktop_app.reports", placed=placed, placed_key=placed_key, ink=_INK)
    paper.html = made.get_template("paper.html.j2").render(report=report)
    return paper


_DOTS = 96
_SHARPNESS = 4
_MARGIN_MILLIMETRES = 18.0
_FOOT = 28.0
_POLL_SECONDS = 0.1
_FOOT_OF_PAGE = 0.82


def write_report_pdf(report: Path, place: Path, job: Job) -> Path:
    """Write the report whose page is at `report` to `place` as PDF, whole or not at all.

    The PDF is made of what the page was made of: the logs of the release and its protected file.

    Raises
    ------
    Refused
        If the page is not the one that these give, or `place` cannot be written.
    Cancelled
        If the job was asked to stop.
    """
    contents = report_at(report, job)
    job.start_phase("drawing-pdf")
    staged = place.with_name(f".statveil-{os.getpid()}-{place.name}")
    child = processes.context().Process(target=draw_pdf, args=(contents, str(staged)), daemon=True)
    processes.start(child)
    try:
        while child.is_alive():
            job.check()
            child.join(_POLL_SECONDS)
        if child.exitcode != 0 or not staged.exists():
            # Where the folder can be written to, it is the report that cannot be drawn.
            writable = os.access(place.parent, os.W_OK)
            code, file = ("report-undrawn", report) if writable else ("output-unwritable", place)
            raise Refused(Problem(code, params={"file": file.name}))
        staged.replace(place)
    finally:
        if child.is_alive():
            child.kill()
        staged.unlink(missing_ok=True)
    return place


def draw_pdf(report: Report, place: str) -> None:
    """Draw the report; the whole work of the child process."""
    if sys.platform == "linux":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QGuiApplication.instance() or QGuiApplication([])
    paper = on_paper(report)
    writer = QPdfWriter(place)
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
            painter.drawText(foot, Qt.AlignmentFlag.AlignHCenter, text("report-foot-internal"))
    painter.end()
    del app


def _document(paper: Paper, writer: QPdfWriter, page: QSizeF) -> QTextDocument:
    """Return the laid out report; a heading that would stand at the foot of a page begins one.

    Qt lays a document out once: what is known only then is noted, and it is made again.
    """
    breaks: list[int] = []
    while True:
        document = _laid_out(paper, writer, page, breaks)
        found = _at_the_foot(document, breaks)
        if found is None:
            return document
        breaks.append(found)


def _laid_out(paper: Paper, writer: QPdfWriter, page: QSizeF, breaks: list[int]) -> QTextDocument:
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.setDocumentMargin(0)
    document.setDefaultFont(QFont("DejaVu Sans", 9))
    document.setDefaultStyleSheet(_STYLE)
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


def _at_the_foot(document: QTextDocument, known: list[int]) -> int | None:
    """Return the number of the first heading, not yet `known`, that ends up too low."""
    high = document.pageSize().height()
    block = document.begin()
    while block.isValid():
        top = document.documentLayout().blockBoundingRect(block).top()
        low = block.blockFormat().headingLevel() > 2 and top % high > _FOOT_OF_PAGE * high
        if low and block.blockNumber() not in known:
            return block.blockNumber()
        block = block.next()
    return None


_STYLE = """
h1 { font-size: 18pt; } h2 { font-size: 15pt; } h3 { font-size: 11.5pt; }
h4 { font-size: 9.5pt; } h6 { font-size: 9pt; } p { font-size: 9pt; } td { font-size: 8.5pt; }
li { font-size: 9pt; margin-bottom: 3px; }
"""
