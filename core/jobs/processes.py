"""Starts child processes that do not import modules from the user's folder."""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock

# A new Python process puts the current folder in front of its library, so a file called pickle.py
# or socket.py in it would run. This variable prevents that.
_SAFE_PATH = "PYTHONSAFEPATH"
_starting = Lock()


def context() -> SpawnContext:
    """Return the multiprocessing context: spawned processes, not forks."""
    return get_context("spawn")


def start(process: SpawnProcess) -> None:
    """Start `process` with the same module search path as this process.

    The variable is set only during the start; otherwise programs that the user opens from the
    window, such as a file manager, would inherit it.
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
