"""A page of HTML as a tree; only what the reports hold, which is well-formed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta"}


@dataclass(slots=True)
class Node:
    """An element with its attributes and what is in it, texts and elements."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The element's class, or its name if it has none."""
        return self.attributes.get("class", self.tag)

    @property
    def elements(self) -> list[Node]:
        """The elements right inside."""
        return [child for child in self.children if isinstance(child, Node)]

    def find(self, tag: str) -> Iterator[Node]:
        """Give all elements of a name inside, in order."""
        for child in self.elements:
            if child.tag == tag:
                yield child
            yield from child.find(tag)

    @property
    def text(self) -> str:
        """All text inside."""
        return "".join(c if isinstance(c, str) else c.text for c in self.children)


def parse(html: str) -> Node:
    """Return the root of the page in `html`."""
    reader = _Reader()
    reader.feed(html)
    return reader.root


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {key: value or "" for key, value in attrs})
        self._open[-1].children.append(node)
        if tag not in _VOID:
            self._open.append(node)

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the page is well-formed
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)
