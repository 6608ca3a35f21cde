"""Each method, or way of using one, in a title, a line or a word."""

from __future__ import annotations

from core.messages import CATALOGUE
from desktop_app.text.problems import message


def method_title(name: str) -> str:
    """Return the title of a method, or of a way in which one is used."""
    return message(f"method-{name}")


def method_meaning(name: str) -> str:
    """Return what a method does."""
    return message(f"method-{name}-meaning")


def method_when(name: str) -> str:
    """Return when to choose a method; empty where there is nothing to say."""
    return message(f"method-{name}-when") if f"method-{name}-when" in CATALOGUE else ""


def method_short(name: str) -> str:
    """Return a method's name as short as it goes; one without a short name keeps its own."""
    return message(
        f"method-{name}-short" if f"method-{name}-short" in CATALOGUE else f"method-{name}"
    )


def method_line(name: str) -> str:
    """Return what a method does in a line; a method without one says its whole meaning."""
    code = f"method-{name}-line"
    return message(code) if code in CATALOGUE else method_meaning(name)
