"""Starts child processes that import nothing of the user's: no module, and not the main script."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
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
    target = getattr(process, "_target", None)
    hides_main = getattr(target, "__module__", "") != "__main__"
    with _starting, _hide_main() if hides_main else nullcontext():
        safe_path_before = os.environ.get(_SAFE_PATH)
        os.environ[_SAFE_PATH] = "1"
        try:
            process.start()
        finally:
            if safe_path_before is None:
                del os.environ[_SAFE_PATH]
            else:
                os.environ[_SAFE_PATH] = safe_path_before


@contextmanager
def _hide_main() -> Iterator[None]:
    """Keep a new process from running the main script again.

    It would, to find functions that the script defines. A script that calls the library and does
    not ask for ``__name__ == "__main__"`` would then run again in each child. A script whose own
    functions a process is to run is not hidden.
    """
    main = sys.modules["__main__"]
    names = [name for name in ("__file__", "__spec__") if hasattr(main, name)]
    attributes = {name: getattr(main, name) for name in names}
    for name in names:
        setattr(main, name, None)
    try:
        yield
    finally:
        for name, value in attributes.items():
            setattr(main, name, value)
