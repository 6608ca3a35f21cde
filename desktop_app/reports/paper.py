"""A report as Qt's text engine lays it out, and its pictures apart.

That engine knows paragraphs and tables, but neither boxes that flow nor pictures inside the
page. So the report has templates of its own here, in which boxes are tables, and each picture
gets a name under which it is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.pipeline.report import Report
from core.pipeline.report.charts.drawing import Chart
from core.pipeline.report.charts.svg import Svg
from core.pipeline.report.page import environment
from desktop_app.reports.picture import MUTED, PaperPicture, key, picture_of

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
        return paper.place(picture_of(chart, title))

    def placed_key(name: str) -> Svg:
        return paper.place(key(name))

    made = environment("desktop_app.reports", placed=placed, placed_key=placed_key, ink=_INK)
    paper.html = made.get_template("paper.html.j2").render(report=report)
    return paper
