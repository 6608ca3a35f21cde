"""How large everything in the window is, on top of the system's own scale."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSettings

from desktop_app.settings import MAGNIFICATION

PERCENTAGES = (100, 125, 150, 175, 200)
_VARIABLE = "QT_SCALE_FACTOR"


def magnification() -> int:
    """Return what the user chose, in per cent."""
    try:
        chosen = int(str(QSettings().value(MAGNIFICATION, 100)))
    except ValueError:
        return 100
    return chosen if chosen in PERCENTAGES else 100


def choose_magnification(percentage: int) -> None:
    """Remember it; Qt takes it when the program is started."""
    QSettings().setValue(MAGNIFICATION, percentage)


@contextmanager
def magnified() -> Iterator[None]:
    """Begin Qt inside: it takes the choice, and programs that it starts do not inherit it.

    Who sets the variable for the program has the last word.
    """
    if _VARIABLE in os.environ or magnification() == 100:
        yield
        return
    os.environ[_VARIABLE] = str(magnification() / 100)
    try:
        yield
    finally:
        del os.environ[_VARIABLE]
