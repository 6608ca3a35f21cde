"""Makes Qt say in a sentence that it cannot open a window, where it would abort the process."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_NOT_THERE = (
    "The screen {named} cannot be opened. Start Statveil from a desktop, or use the command line: "
    "statveil protect RECIPE.json --output FOLDER"
)
_NO_LIBRARIES = (
    "A library of the system that the window needs is missing. Run sh installer/start, which names "
    "or installs it, or use the command line: statveil protect RECIPE.json --output FOLDER"
)
_UNREACHED = ("could not connect to display", "failed to create wl_display")
_STATUS = 2


@contextmanager
def sentence_instead_of_abort() -> Iterator[None]:
    """Begin with Qt inside: if it finds no screen, print a sentence and end with status 2.

    Qt gives the reason in warnings and then aborts in the middle of its constructor, so that no
    exception can be raised: its words are kept back, and the process ends where Qt would end it.
    """
    said: list[str] = []

    def take(kind: QtMsgType, _context: QMessageLogContext, words: str) -> None:
        if kind is not QtMsgType.QtFatalMsg:
            said.append(words)
            return
        print(_sentence(said), file=sys.stderr, flush=True)  # noqa: T201 - no window to say it in
        os._exit(_STATUS)

    before = qInstallMessageHandler(take)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    for words in said:
        print(words, file=sys.stderr)  # noqa: T201 - as Qt would have


def _sentence(said: list[str]) -> str:
    words = " ".join(said).lower()
    if any(sign in words for sign in _UNREACHED):
        names = ("DISPLAY", "WAYLAND_DISPLAY")
        named = [f"{name}={os.environ[name]}" for name in names if os.environ.get(name)]
        return _NOT_THERE.format(named=" or ".join(named))
    return _NO_LIBRARIES
