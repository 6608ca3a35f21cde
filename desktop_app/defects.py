"""How an unexpected exception is reported: by its kind and where it was raised.

A window's standard error often ends up in the journal of the desktop, and an
exception's own words may hold a cell.
"""

from __future__ import annotations

import sys
import threading
from types import TracebackType

from core.errors import place_of
from core.messages import text


def install_hooks() -> None:
    """Report all unexpected exceptions in this way, also those of slots and threads."""
    sys.excepthook = report_exception
    threading.excepthook = _report_thread_exception


def report_exception(
    kind: type[BaseException], _: BaseException | None, trace: TracebackType | None
) -> None:
    """Say on standard error that the defect is ours, what kind it is and where."""
    if issubclass(kind, KeyboardInterrupt):
        return
    said = text("defect-window", {"kind": kind.__name__, "place": place_of(trace)})
    # A program without a console has no standard error.
    if sys.stderr is not None:
        sys.stderr.write(said + "\n")


def _report_thread_exception(given: threading.ExceptHookArgs) -> None:
    report_exception(given.exc_type, given.exc_value, given.exc_traceback)
