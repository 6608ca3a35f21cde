"""Writes elements of SVG so that no text can be taken for markup."""

from __future__ import annotations

from html import escape

from core.messages.visible import visible


class Svg(str):
    """Text that is SVG already; templates put it in as it is, and escape every other string."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the text itself, by which templates know that it needs no escaping."""
        return self


def element(name: str, *children: str | None, **attributes: str | float) -> Svg:
    """Return an element.

    Parameters
    ----------
    name : str
        Of the element.
    *children : str or None
        Its content: `Svg` as it is, other text escaped, and what cannot be seen in it spelled
        out, ``None`` left out.
    **attributes : str or float
        Its attributes; ``class_`` stands for ``class`` and other underscores for hyphens.
        Numbers are written with at most two decimals, which is plenty for a drawing.
    """
    written = "".join(f' {_attribute(key)}="{_value(v)}"' for key, v in attributes.items())
    return Svg(f"<{name}{written}>{joined(*children)}</{name}>")


def joined(*parts: str | None) -> Svg:
    """Return the parts one after the other, escaping those that are plain text."""
    return Svg("".join(_safe(part) for part in parts if part is not None))


def _safe(part: str) -> str:
    return part if isinstance(part, Svg) else escape(visible(part))


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(visible(value))
    return f"{value:.2f}".rstrip("0").rstrip(".")
