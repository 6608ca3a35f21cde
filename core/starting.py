"""Starts the command line as a process of its own and ends that with the right status."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence

from core.errors import place_of
from core.messages import text
from core.streams import finish, prepare, put

_WRONG, _STOPPED, _DEFECT = 2, 4, 1
# The libraries alone take about half of it.
_LEAST_MEGABYTES = 1000


def start(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` name, by default those of the process; return its status.

    Where a call that was cancelled is still at work in a thread of its own, the process is ended
    at once.
    """
    prepare()
    if (allowed := _allowed_megabytes()) is not None and allowed < _LEAST_MEGABYTES:
        # A library would end the process in words of its own.
        return _too_little_memory(allowed)
    try:
        # Not above: the libraries behind it may fail to load, and that needs a sentence, too.
        from core.command_line import main

        status = main(arguments)
    except SystemExit as end:
        # What argparse says of a wrong call, and --help.
        status = end.code if isinstance(end.code, int) else _WRONG
    except KeyboardInterrupt:
        put(sys.stderr, text("cancelled") + "\n")
        status = _STOPPED
    except MemoryError:
        put(sys.stderr, text("out-of-memory") + "\n")
        status = _STOPPED
    except Exception as error:
        status = _not_started(error)
    finish()
    return leave(status)


def leave(status: int) -> int:
    """Return `status`, or end the process with it if a thread would keep it alive."""
    others = [t for t in threading.enumerate() if t is not threading.main_thread()]
    if any(not thread.daemon for thread in others):
        end_now(status)
    return status


def end_now(status: int) -> None:
    """End this process and those that it started, whatever they are at."""
    finish()
    children = sys.modules.get("multiprocessing")
    if children is not None:
        for child in children.active_children():
            child.terminate()
    kernels = sys.modules.get("core.kernels.cache_folder")
    if kernels is not None:
        kernels.remove_temporary()
    os._exit(status)


def _not_started(error: Exception) -> int:
    """Say why the program could not be loaded; a limit on memory is a usual cause."""
    allowed = _allowed_megabytes()
    if allowed is not None and isinstance(error, OSError | ImportError):
        return _too_little_memory(allowed)
    params = {"kind": type(error).__name__, "place": place_of(error.__traceback__)}
    put(sys.stderr, text("not-started", params) + "\n")
    return _DEFECT


def _too_little_memory(allowed: int) -> int:
    params = {"allowed": allowed, "least": _LEAST_MEGABYTES}
    put(sys.stderr, text("not-started-memory", params) + "\n")
    finish()
    return _STOPPED


def _allowed_megabytes() -> int | None:
    """Return how much memory the system allows this process (``ulimit -v``), if it limits it."""
    try:
        import resource
    except ImportError:
        return None  # not a POSIX system
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if allowed == resource.RLIM_INFINITY else allowed // 1_000_000
