"""Builds HTML so that no text can be taken for markup."""

from __future__ import annotations

from html import escape

from core.messages.visible import visible


class Markup(str):
    """Text that is HTML already; every other string is escaped when it is put into a tag."""

    __slots__ = ()


def tag(name: str, *children: str | None, **attributes: str | float) -> Markup:
    """Return an element.

    Parameters
    ----------
    name : str
        Of the element.
    *children : str or None
        Its content: `Markup` as it is, other text escaped, and what cannot be seen in it
        spelled out, ``None`` left out.
    **attributes : str or float
        Its attributes; ``class_`` stands for ``class`` and other underscores for hyphens.
        Numbers are written with at most two decimals, which is plenty for a drawing.
    """
    written = "".join(f' {_attribute(key)}="{_value(v)}"' for key, v in attributes.items())
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


def join(*parts: str | None) -> Markup:
    """Return the parts one after the other, escaping those that are plain text."""
    return Markup("".join(_safe(part) for part in parts if part is not None))


def _safe(part: str) -> str:
    # A figure and its unit stay on one line.
    return part if isinstance(part, Markup) else escape(visible(part)).replace(" %", "\u00a0%")


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(visible(value))
    return f"{value:.2f}".rstrip("0").rstrip(".")
