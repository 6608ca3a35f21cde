"""Starts processes of our own, none of which looks for modules in the user's folder."""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock

# A new Python puts the current folder before its own library, so a file called pickle.py or
# socket.py that happens to lie there would run. This variable keeps it from doing so.
_SAFE_PATH = "PYTHONSAFEPATH"
_starting = Lock()


def context() -> SpawnContext:
    """Return the way in which processes are made: anew, not by a copy of this one."""
    return get_context("spawn")


def start(process: SpawnProcess) -> None:
    """Start `process` so that it finds modules where this one does and nowhere else.

    The variable is set for this moment alone: programs that the user opens from the window, such
    as a file manager, would otherwise inherit it.
    """
    with _starting:
        before = os.environ.get(_SAFE_PATH)
        os.environ[_SAFE_PATH] = "1"
        try:
            process.start()
        finally:
            if before is None:
                del os.environ[_SAFE_PATH]
            else:
                os.environ[_SAFE_PATH] = before
