"""A report's page as Qt's own text engine understands it, and its pictures apart.

That engine knows paragraphs and tables, but neither boxes that flow nor pictures inside the
page. So boxes become tables, and each picture gets a name under which it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

from desktop_app.reports.picture import Picture, picture_of
from desktop_app.reports.tree import Node, parse

MUTED, SUNKEN, LINE, GOOD, DANGER = "#55606f", "#f4f5f7", "#d5dae1", "#1a6e3c", "#b3261e"
_WIDEST_PICTURE = 310.0
# A name in a table; a longer one has a sentence beneath it.
_SHORT = 45


@dataclass(slots=True)
class Paper:
    """The page, its title, and its pictures in order: the first is called ``picture:0``.

    An internal one is for the office alone and says so on every page.
    """

    title: str
    html: str = ""
    pictures: list[Picture] = field(default_factory=list)
    is_internal: bool = False


def on_paper(html: str) -> Paper:
    """Return the report in `html` as it goes to paper."""
    root = parse(html)
    paper = Paper(next(root.find("title")).text)
    paper.html = _Writer(paper).inside(next(root.find("main")))
    sections = root.find("section")
    paper.is_internal = any("internal" in node.attributes.get("class", "") for node in sections)
    return paper


class _Writer:
    """Writes each kind of element in its own way, and those of no kind as they are."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._ways: dict[str, Callable[[Node], str]] = {
            **dict.fromkeys(("section", "header", "a", "dl", "part"), self.inside),
            "part internal": self.inside,
            "readers": self._readers,
            "verdict": self._verdict,
            "verdict bad": self._verdict,
            "banner": self._banner,
            "facts": self._facts,
            "pictures": self._pictures,
            "figure": self._figure,
            "svg": self._svg,
            "small": self._svg_or_small,
            "table": self._table,
            "by-column": self._table,
            "h2": self._on_a_new_page,
            "h3": self._section,
            "pre": self._command,
            "dt": self._term,
            "dd": self._meaning,
            "legend": self._legend,
            "footer": self._note,
            "figcaption": self._note,
        }

    def inside(self, node: Node) -> str:
        """Return what is in `node`, without `node` itself."""
        return "".join(escape(c) if isinstance(c, str) else self.write(c) for c in node.children)

    def write(self, node: Node) -> str:
        """Return `node`."""
        way = self._ways.get(node.kind) or self._ways.get(node.tag)
        if way is not None:
            return way(node)
        muted = node.kind in ("purpose", "note", "kind", "made", "legend")
        return self._muted(node.tag, node) if muted else self._plain(node)

    def _plain(self, node: Node) -> str:
        colour = {"good-figure": GOOD, "bad-figure": DANGER}.get(node.kind)
        style = f' style="color:{colour}; font-weight:600"' if colour else ""
        return self._in(f"<{node.tag}{style}>", node, f"</{node.tag}>")

    def _in(self, before: str, node: Node, after: str) -> str:
        return before + self.inside(node) + after

    def _muted(self, tag: str, node: Node) -> str:
        return self._in(f'<{tag} style="color:{MUTED}">', node, f"</{tag}>")

    def _note(self, node: Node) -> str:
        return self._muted("p", node)

    def _term(self, node: Node) -> str:
        return self._in('<p style="font-weight:600; margin:0">', node, "</p>")

    def _meaning(self, node: Node) -> str:
        return self._in('<p style="margin-top:0">', node, "</p>")

    def _command(self, node: Node) -> str:
        return self._in(
            f'<pre style="white-space:pre-wrap; background:{SUNKEN}; {_MONO}">', node, "</pre>"
        )

    def _legend(self, node: Node) -> str:
        parts = ("&nbsp; ".join((self.inside(part), "")) for part in node.elements)
        return f'<p style="color:{MUTED}">{"&nbsp; ".join(parts)}</p>'

    # Headings

    def _on_a_new_page(self, node: Node) -> str:
        return self._in(f"<{node.tag} {_NEW_PAGE}>", node, f"</{node.tag}>")

    def _section(self, node: Node) -> str:
        # What has many pictures begins a page: a row with one is easily torn apart.
        return self._on_a_new_page(node) if "id" in node.attributes else self._plain(node)

    def _readers(self, node: Node) -> str:
        return self.inside(node).replace(_NEW_PAGE, "")

    # Boxes

    def _box(self, inner: str, colour: str) -> str:
        start = '<table width="100%" cellspacing="0" cellpadding="10"><tr>'
        return f'{start}<td bgcolor="{colour}">{inner}</td></tr></table>'

    def _verdict(self, node: Node) -> str:
        bad = "bad" in node.kind
        headline = f'<p style="font-size:13pt; color:{DANGER if bad else GOOD}">'
        inner = self.inside(node).replace("<strong>", f"{headline}<strong>", 1)
        inner = inner.replace("</strong>", "</strong></p>", 1)
        return self._box(inner, _ALARM if bad else "#eef6f0")

    def _banner(self, node: Node) -> str:
        style = f"color:{DANGER}; font-weight:600"
        return self._box(self._in(f'<p style="{style}">', node, "</p>"), _ALARM)

    def _facts(self, node: Node) -> str:
        cells = (self._fact(fact) for fact in node.elements)
        return (
            f'<table width="100%" cellspacing="6" cellpadding="8"><tr>{"".join(cells)}</tr></table>'
        )

    def _fact(self, fact: Node) -> str:
        head, *notes = fact.elements
        said = "".join(f"<br/>{self.inside(note)}" for note in notes)
        figure = f'<span style="font-size:17pt; font-weight:600">{self.inside(head)}</span>'
        return (
            f'<td bgcolor="{SUNKEN}" width="25%">{figure}<span style="{_SMALL}">{said}</span></td>'
        )

    # Tables

    def _table(self, node: Node) -> str:
        caption = next(node.find("caption"), None)
        above = self._muted("p", caption) if caption is not None else ""
        rows = "".join(self._group(part) for part in node.elements if part.tag != "caption")
        return f'{above}<table width="100%" cellspacing="0" cellpadding="3">{rows}</table>'

    def _group(self, node: Node) -> str:
        rows = ("".join(map(self._cell, row.elements)) for row in node.elements)
        return f"<{node.tag}>" + "".join(f"<tr>{row}</tr>" for row in rows) + f"</{node.tag}>"

    def _cell(self, node: Node) -> str:
        # A heading cell would be set in the middle.
        right = ' align="right"' if "figure" in node.kind else ""
        wide = ""
        if node.attributes.get("scope") == "row":
            wide = ' width="24%"' if len(node.text) < _SHORT else ' width="46%"'
        span = f' colspan="{node.attributes["colspan"]}"' if "colspan" in node.attributes else ""
        weight = "font-weight:600; " if node.tag == "th" else ""
        mono = _MONO if node.kind == "hash" else ""
        style = f"border-bottom:1px solid {LINE}; {weight}{mono}"
        return self._in(f'<td{right}{wide}{span} style="{style}">', node, "</td>")

    def _svg_or_small(self, node: Node) -> str:
        if node.tag == "svg":
            return self._svg(node)
        style = f"{_SMALL}; color:{MUTED}; font-weight:400"
        return self._in(f'<br/><span style="{style}">', node, "</span>")

    # Pictures

    def _figure(self, node: Node) -> str:
        """Draw the column's name inside the picture: so both stay together on a page."""
        parts = {child.tag: child for child in node.elements}
        if "svg" not in parts:
            return self.inside(node)
        notes = self.write(parts["figcaption"]) if "figcaption" in parts else ""
        return self._placed(picture_of(parts["svg"], parts["h4"].text)) + notes

    def _pictures(self, node: Node) -> str:
        cells = [f'<td width="50%">{self._figure(figure)}</td>' for figure in node.elements]
        rows = (f"<tr>{''.join(cells[at : at + 2])}</tr>" for at in range(0, len(cells), 2))
        return f'<table width="100%" cellspacing="8">{"".join(rows)}</table>'

    def _svg(self, node: Node) -> str:
        return self._placed(picture_of(node)) + "&nbsp; "

    def _placed(self, drawn: Picture) -> str:
        number = len(self._paper.pictures)
        self._paper.pictures.append(drawn)
        shown = min(1.0, _WIDEST_PICTURE / drawn.width)
        size = f'width="{drawn.width * shown:.0f}" height="{drawn.height * shown:.0f}"'
        return f'<img src="picture:{number}" {size}/>'


_ALARM = "#fbeeed"
_NEW_PAGE = 'style="page-break-before:always"'
_SMALL = "font-size:7.5pt"
_MONO = "font-family:DejaVu Sans Mono, Consolas, monospace; font-size:7pt"
