"""Lets the window speak the user's language, where the program has it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

LANGUAGES = Path(__file__).parents[1] / "languages"
"""Holds `statveil_LANGUAGE.qm` for each (``python -m resources.make_language LANGUAGE``)."""


def speak(app: QCoreApplication, locale: QLocale, folder: Path = LANGUAGES) -> bool:
    """Translate all texts from now on; return whether `folder` has the language of `locale`."""
    translator = QTranslator(app)
    if not translator.load(locale, "statveil", "_", str(folder)):
        return False
    return app.installTranslator(translator)
