"""How large everything in the window is, on top of the system's own scale."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from desktop_app.preferences.in_force import SIZE, value_of

_VARIABLE = "QT_SCALE_FACTOR"


def magnification() -> int:
    """Return what was chosen, in per cent; Qt takes it when the program is started."""
    return value_of(SIZE)


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
