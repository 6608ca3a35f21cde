"""What is told of an exception that nothing expected: its kind and where it was raised.

What a window writes to standard error often ends in the journal of the desktop, and an
exception's own words may hold a cell.
"""

from __future__ import annotations

import sys
import threading
from types import TracebackType

from core.errors import place_of
from core.messages import text


def keep_quiet() -> None:
    """Have all such exceptions told by `tell`, those of slots and of threads, too."""
    sys.excepthook = tell
    threading.excepthook = _tell_of_a_thread


def tell(kind: type[BaseException], _: BaseException | None, trace: TracebackType | None) -> None:
    """Say on standard error that the defect is ours, what kind it is and where."""
    if issubclass(kind, KeyboardInterrupt):
        return
    said = text("defect-window", {"kind": kind.__name__, "place": place_of(trace)})
    # A program without a console has no standard error.
    if sys.stderr is not None:
        sys.stderr.write(said + "\n")


def _tell_of_a_thread(given: threading.ExceptHookArgs) -> None:
    tell(given.exc_type, given.exc_value, given.exc_traceback)
