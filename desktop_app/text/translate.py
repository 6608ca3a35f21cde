"""Every text of the window goes through here on its way to the screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from markupsafe import Markup
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from desktop_app.text.numbers import number

CONTEXT = "statveil"
TRANSLATIONS = Path(__file__).parents[1] / "languages"
"""The folder of the words of each language, such as ``statveil_pl.qm``, which
``python -m resources.make_language pl`` writes."""
# Qt takes 31 bits; which form a language uses depends on the last digits alone.
_LAST_DIGITS = 1_000_000


def speak(app: QCoreApplication, locale: QLocale, folder: Path = TRANSLATIONS) -> bool:
    """Translate all texts from now on; return whether `folder` has the language of `locale`."""
    translator = QTranslator(app)
    if not translator.load(locale, "statveil", "_", str(folder)):
        return False
    return app.installTranslator(translator)


def translate(text: str, count: int = -1) -> str:
    """Return `text` in the user's language, placeholders untouched.

    Parameters
    ----------
    text : str
        In English.
    count : int
        What is counted, for a text with a singular and a plural: a language may have one form or
        many. -1 for any other text.
    """
    digits = count if count < _LAST_DIGITS else count % _LAST_DIGITS + _LAST_DIGITS
    return QCoreApplication.translate(CONTEXT, text, None, digits)


def _fill_places(text: str, params: Mapping[str, object]) -> str:
    """Fill the placeholders; a text with markup escapes what is put into it."""
    values = {
        name: number(value) if isinstance(value, int | float) else value
        for name, value in params.items()
    }
    for name, value in values.items():
        # A name can end in a full stop, which the sentence then needs no more.
        if str(value).endswith("."):
            text = re.sub(rf"\{{{name}\}}\.(?=\s|$)", f"{{{name}}}", text)
    if "<b>" in text:
        return Markup(text).format_map({name: _as_text(value) for name, value in values.items()})
    return text.format_map({name: str(value) for name, value in values.items()})


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else str(value)


def tr(text: str, /, **params: object) -> str:
    """Return `text` translated, with its ``{placeholders}`` filled; numbers in the locale."""
    translated = translate(text)
    return _fill_places(translated, params) if params or "<b>" in translated else translated


def tr_n(one: str, other: str, count: int, /, **params: object) -> str:
    """Return the form for `count`, with ``{count}`` and the other ``{placeholders}`` filled.

    A language has its forms under `other`; `one` is the English singular.
    """
    translation = translate(other, int(count))
    form = one if translation == other and count == 1 else translation
    return _fill_places(form, {"count": count, **params})
