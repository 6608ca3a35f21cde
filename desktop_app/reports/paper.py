"""Turns the page of a report into what Qt's text engine can lay out on paper.

Qt knows paragraphs and tables, but neither boxes that flow nor pictures inside the page. Boxes
therefore become tables, and each picture gets a name under which it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from defusedxml.ElementTree import fromstring

ACCENT, BEFORE, MUTED, TEXT, DANGER = "#1d5fa8", "#a9b0ba", "#55606f", "#1a2330", "#b3261e"
_LINE, _SUNKEN, _CALM, _ALARM, _GOOD = "#d5dae1", "#f4f5f7", "#eef6f0", "#fbeeed", "#1a6e3c"
_MONO = "font-family: DejaVu Sans Mono, Consolas, monospace; font-size: 7pt;"
_FONT = "DejaVu Sans, Segoe UI, Helvetica"
# What the page's own style sheet says of the marks in a picture.
_MARKS = f"""<style>
.before {{ fill: {BEFORE}; }} .after-bar {{ fill: {ACCENT}; }}
.after {{ fill: none; stroke: {ACCENT}; stroke-width: 2; }}
.axis {{ stroke: #838d9b; }} .grid {{ stroke: #e9ecf0; }} text {{ fill: {MUTED}; font-size: 11px; }}
</style>"""
STYLE = f"""
h1 {{ font-size: 18pt; }} h2 {{ font-size: 15pt; }} h3 {{ font-size: 11.5pt; }}
h4 {{ font-size: 9.5pt; }} h6 {{ font-size: 9pt; font-weight: 400; color: {MUTED}; }}
p {{ font-size: 9pt; }} td, th {{ font-size: 8.5pt; }} li {{ font-size: 9pt; margin-bottom: 3px; }}
small {{ font-size: 7.5pt; font-weight: 400; color: {MUTED}; }}
.kind, .made, .purpose, .note {{ color: {MUTED}; }}
.headline {{ font-size: 13pt; color: {_GOOD}; }} .bad {{ color: {DANGER}; }}
.fact {{ font-size: 17pt; font-weight: 600; }} .bad-figure {{ color: {DANGER}; font-weight: 700; }}
.good-figure {{ color: {_GOOD}; font-weight: 600; }} .hash, pre {{ {_MONO} }}
"""
"""The style sheet of the paper, in Qt's few properties."""
_SVG = "http://www.w3.org/2000/svg"
_WIDEST_PICTURE = 310.0
_KEY_WIDTH = 28.0
# A heading of a row that is longer has a sentence beneath it, which needs more of the page.
_SHORT_HEADING = 45


@dataclass(frozen=True, slots=True)
class PaperPicture:
    """SVG that needs nothing else, with its width and height in its own units."""

    svg: str
    width: float
    height: float


@dataclass(slots=True)
class Paper:
    """The page, its title, and its pictures in order: the first is called ``picture:0``.

    An internal one is for the office alone and says so on every page.
    """

    title: str = ""
    html: str = ""
    pictures: list[PaperPicture] = field(default_factory=list)
    is_internal: bool = False


def lay_on_paper(page: str) -> Paper:
    """Turn the HTML of a report into HTML of paragraphs, tables and named pictures.

    Raises
    ------
    ValueError
        If the page is not one that Statveil writes.
    """
    begin, end = page.find("<main>"), page.find("</main>")
    if min(begin, end) < 0:
        raise ValueError("a page without a report")
    try:
        main = fromstring(page[begin : end + len("</main>")])
    except ET.ParseError as fault:
        raise ValueError("a page that is not well-formed") from fault
    paper = Paper(is_internal=main.find(".//section[@id='internal']") is not None)
    paper.title = "".join(main.find(".//h1").itertext()) if main.find(".//h1") is not None else ""
    _rewrite(main, paper)
    paper.html = ET.tostring(main, encoding="unicode", method="html")
    return paper


def _rewrite(element: ET.Element, paper: Paper) -> None:
    """Rewrite the children of an element, the innermost first."""
    for child in list(element):
        _rewrite(child, paper)
        rewritten = _rewrite_one(child, paper)
        if rewritten is not child:
            rewritten.tail = child.tail
            element[list(element).index(child)] = rewritten
    if element.tag in ("td", "th", "li"):
        _break_before_notes(element)
    if element.tag == "section" and element.get("id") in ("public", "internal"):
        _begin_page(element, paper)
    _lift_captions(element)


def _rewrite_one(element: ET.Element, paper: Paper) -> ET.Element:
    classes = element.get("class", "").split()
    match element.tag:
        case "svg":
            return _place_picture(element, paper)
        case "a":
            element.tag = "span"
        case "table":
            element.attrib.update(width="100%", cellspacing="0", cellpadding="3")
        case "td" | "th":
            _rule_cell(element, classes)
        case "pre":
            element.set("style", "white-space: pre-wrap")
            return _box(element, _SUNKEN)
        case "div" if "column" in classes:
            for note in element.findall("small"):
                # The page sets a note apart from the name by a margin.
                note.text = f"\u00a0 {note.text or ''}"
        case "figure":
            _join_figure(element)
        case "p" if "banner" in classes:
            return _box(element, _ALARM)
        case "div" if "verdict" in classes:
            return _box_verdict(element, is_bad="bad" in classes)
        case "div" if "pictures" in classes:
            return _table(
                [list(element)[i : i + 2] for i in range(0, len(element), 2)],
                "4",
            )
        case "dl" if "facts" in classes:
            return _table([[_stack_fact(fact) for fact in element]], "8", _SUNKEN)
        case "dl":
            return _table(_pair_terms(element), "3")
    return element


def _place_picture(drawing: ET.Element, paper: Paper) -> ET.Element:
    """Keep a picture apart under a name, and put that name into the page."""
    _, _, width, height = (float(number) for number in drawing.get("viewBox", "0 0 0 0").split())
    for child in [child for child in drawing if child.tag == "title"]:
        drawing.remove(child)
    marks = (drawing.text or "") + "".join(
        ET.tostring(child, encoding="unicode") for child in drawing
    )
    box = f'viewBox="0 0 {width:g} {height:g}" font-family="{_FONT}"'
    svg = f'<svg xmlns="{_SVG}" {box}>{_MARKS}{marks}</svg>'
    number = len(paper.pictures)
    paper.pictures.append(PaperPicture(svg, width, height))
    scale = min(1.0, _WIDEST_PICTURE / width)
    size = {"width": f"{width * scale:.0f}", "height": f"{height * scale:.0f}"}
    image = ET.Element("img", {"src": f"picture:{number}", **size})
    if width > _KEY_WIDTH:
        return image
    # A key is part of a line, before the word that it belongs to.
    key = ET.Element("span")
    key.append(image)
    image.tail = "\u00a0 "
    return key


def _rule_cell(cell: ET.Element, classes: list[str]) -> None:
    """Draw the line below a cell, and set figures flush right and headings in bold."""
    style = f"border-bottom: 1px solid {_LINE};"
    if "figure" in classes and "phrase" not in classes:
        cell.set("align", "right")
    if cell.tag == "th":
        style += " font-weight: 600;"
        is_row = cell.get("scope") == "row"
        cell.tag = "td"
        if is_row:
            length = len("".join(cell.itertext()))
            cell.set("width", "24%" if length < _SHORT_HEADING else "46%")
    cell.set("style", style)


def _break_before_notes(element: ET.Element) -> None:
    """Begin a line before each note of a cell or item, which the page shows as a block."""
    for i in reversed([i for i, child in enumerate(element) if child.tag == "small"]):
        element.insert(i, ET.Element("br"))


def _begin_page(section: ET.Element, paper: Paper) -> None:
    """Begin the part on a new page; alone, the public part begins on the first."""
    heading = section.find("h2")
    if heading is not None and paper.is_internal:
        heading.set("style", "page-break-before: always")


def _lift_captions(element: ET.Element) -> None:
    """Put the caption of each table before it, as a heading, so that it stays with its table."""
    for table in [child for child in element if child.tag == "table"]:
        caption = table.find("caption")
        if caption is not None:
            table.remove(caption)
            caption.tag, caption.tail = "h6", None
            element.insert(list(element).index(table), caption)


def _join_figure(figure: ET.Element) -> None:
    """Make one block of a picture with its title and the words below it."""
    figure.tag = "div"
    for child in figure:
        if child.tag == "figcaption":
            child.tag = "p"
            child.set("class", "note")


def _stack_fact(fact: ET.Element) -> list[ET.Element]:
    """Set a figure in large type above its meaning."""
    figure, *meanings = fact
    figure.tag = "span"
    figure.set("class", "fact")
    stacked = [figure]
    for meaning in meanings:
        meaning.tag = "span"
        meaning.set("style", "font-size: 7.5pt")
        stacked += [ET.Element("br"), meaning]
    return stacked


def _pair_terms(terms: ET.Element) -> list[list[list[ET.Element]]]:
    """Pair each term of a list with its description, as the rows of a table."""
    rows = []
    for term, description in zip(list(terms)[::2], list(terms)[1::2], strict=True):
        term.tag, description.tag = "span", "div"
        term.set("style", "font-weight: 600")
        for sentence in description:
            sentence.set("style", "margin: 0")
        rows.append([[term], [description]])
    return rows


def _box_verdict(verdict: ET.Element, *, is_bad: bool) -> ET.Element:
    headline = verdict.find("strong")
    if headline is not None:
        headline.tag = "p"
        headline.set("class", "headline bad" if is_bad else "headline")
    return _box(verdict, _ALARM if is_bad else _CALM)


def _box(content: ET.Element, ground: str) -> ET.Element:
    return _table([[content]], "10", ground)


def _table(
    rows: Iterable[Iterable[ET.Element | Iterable[ET.Element]]], padding: str, ground: str = ""
) -> ET.Element:
    """Set elements into the cells of a table without lines."""
    table = ET.Element("table", width="100%", cellspacing="6", cellpadding=padding)
    if padding == "10":
        table.set("cellspacing", "0")
    for row in rows:
        line = ET.SubElement(table, "tr")
        for content in row:
            cell = ET.SubElement(line, "td", {"bgcolor": ground} if ground else {})
            cell.extend([content] if isinstance(content, ET.Element) else content)
    return table
