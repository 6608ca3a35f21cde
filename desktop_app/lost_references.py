"""Keeps Python 3.11 alive under PySide6 6.12, which loses references to ``None`` and ``True``.

Measured: each call of a Qt method without a result takes one reference from ``None`` without
having added it, each ``emit`` one from ``True`` (6.11.2: none). After some thousand calls the count
is zero and the interpreter ends the process: "deallocating True or False". From 3.12 on these
objects have no count. The requirements leave 6.12 out for 3.11; this covers an environment in which
it is installed all the same.
"""

from __future__ import annotations

import ctypes
import sys
from importlib.metadata import PackageNotFoundError, version

_BROKEN = "6.12."
# A thousand lost references a second use this up in 35 years.
_AHEAD = 1 << 40
_COUNTLESS_SINCE = (3, 12)


def loses_references(python: tuple[int, int], pyside: str) -> bool:
    """Return whether these two versions together lose references."""
    return python < _COUNTLESS_SINCE and pyside.startswith(_BROKEN)


def add_references() -> None:
    """Give ``None`` and ``True`` references ahead, where they will be lost."""
    try:
        pyside = version("PySide6-Essentials")
    except PackageNotFoundError:
        return
    plain = sys.implementation.name == "cpython" and sys.maxsize > _AHEAD
    if plain and loses_references(sys.version_info[:2], pyside):
        for shared in (None, True):
            # The count is the first field of every object.
            ctypes.c_ssize_t.from_address(id(shared)).value += _AHEAD
