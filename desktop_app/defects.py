"""How a failure is reported: a defect by its kind and place, a missing screen in a sentence."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from core.errors import place_of
from core.messages import text


def install_hooks() -> None:
    """Report all unexpected exceptions in this way, also those of slots and threads."""
    sys.excepthook = report_exception
    threading.excepthook = lambda failure: report_exception(
        failure.exc_type, failure.exc_value, failure.exc_traceback
    )


def report_exception(
    kind: type[BaseException], _: BaseException | None, trace: TracebackType | None
) -> None:
    """Say on standard error that the defect is ours, what kind it is and where."""
    if issubclass(kind, KeyboardInterrupt):
        return
    sentence = text("defect-window", {"kind": kind.__name__, "place": place_of(trace)})
    # A program without a console has no standard error.
    if sys.stderr is not None:
        sys.stderr.write(sentence + "\n")


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
    messages: list[str] = []

    def take(kind: QtMsgType, _context: QMessageLogContext, words: str) -> None:
        if kind is not QtMsgType.QtFatalMsg:
            messages.append(words)
            return
        print(_sentence(messages), file=sys.stderr, flush=True)  # noqa: T201 - no window to say it in
        os._exit(_STATUS)

    former_handler = qInstallMessageHandler(take)
    try:
        yield
    finally:
        qInstallMessageHandler(former_handler)
    for words in messages:
        print(words, file=sys.stderr)  # noqa: T201 - as Qt would have


def _sentence(messages: list[str]) -> str:
    words = " ".join(messages).lower()
    if any(sign in words for sign in _UNREACHED):
        names = ("DISPLAY", "WAYLAND_DISPLAY")
        settings = [f"{name}={os.environ[name]}" for name in names if os.environ.get(name)]
        return _NOT_THERE.format(named=" or ".join(settings))
    return _NO_LIBRARIES
