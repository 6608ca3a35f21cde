"""Every text of the window goes through here on its way to the screen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.text.numbers import number

CONTEXT = "statveil"


def translate(text: str) -> str:
    """Return `text` in the user's language, placeholders untouched."""
    return QCoreApplication.translate(CONTEXT, text)


def _shown(value: object) -> str:
    return number(value) if isinstance(value, int | float) else str(value)


def tr(text: str, /, **params: object) -> str:
    """Return `text` translated, with its ``{placeholders}`` filled; numbers in the locale."""
    translated = translate(text)
    if not params:
        return translated
    return translated.format_map({name: _shown(value) for name, value in params.items()})


def tr_n(one: str, other: str, count: int, /, **params: object) -> str:
    """Return the form for `count`, translated; ``{count}`` is filled too."""
    return tr(one if count == 1 else other, count=count, **params)
