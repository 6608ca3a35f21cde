"""Writes SVG elements with all text escaped."""

from __future__ import annotations

from html import escape

from core.messages.visible import visible


class Svg(str):
    """SVG markup, which templates insert unchanged, while they escape every other string."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the markup; templates use this method to recognise text that needs no escaping."""
        return self


def element(name: str, *children: str | None, **attributes: str | float) -> Svg:
    """Build an SVG element.

    Parameters
    ----------
    *children : str or None
        Its content: `Svg` is inserted unchanged, other text is escaped, with invisible characters
        spelled out, and ``None`` is left out.
    **attributes : str or float
        Its attributes; ``class_`` means ``class``, and other underscores mean hyphens. Numbers are
        written with at most two decimals.
    """
    written = ""
    for key, value in attributes.items():
        shown = f"{value:.2f}".rstrip("0").rstrip(".") if not isinstance(value, str) else value
        written += f' {key.rstrip("_").replace("_", "-")}="{escape(visible(shown))}"'
    return Svg(f"<{name}{written}>{join(*children)}</{name}>")


def join(*children: str | None) -> Svg:
    """Concatenate parts, with plain text escaped."""
    return Svg(
        "".join(
            child if isinstance(child, Svg) else escape(visible(child))
            for child in children
            if child is not None
        )
    )
