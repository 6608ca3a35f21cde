"""Runs the command line and ends the process with the right exit status."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.ending import leave
from core.errors import place_of
from core.messages import text
from core.streams import finish, prepare, put

if TYPE_CHECKING:
    from core.command_line.self_testing import Trial

_WRONG, _STOPPED, _DEFECT = 2, 4, 1
# The libraries alone need about half of this.
_LEAST_MEGABYTES = 1000


def start(arguments: Sequence[str] | None = None, window_trials: tuple[Trial, ...] = ()) -> int:
    """Run the command in `arguments` (default: those of the process); return its exit status.

    The self-test also tries `window_trials`.
    If a cancelled call is still running in its thread, the process ends immediately.
    """
    prepare()
    if obstacle := begin_within_limits():
        return _stop(obstacle)
    try:
        # Imported here so that a library that fails to load is reported in a sentence, too.
        from core.command_line import main

        status = main(arguments, window_trials)
    except SystemExit as end:
        # argparse exits after a usage error and after --help.
        status = end.code if isinstance(end.code, int) else _WRONG
    except KeyboardInterrupt:
        put(sys.stderr, text("cancelled") + "\n")
        status = _STOPPED
    except MemoryError:
        put(sys.stderr, text("out-of-memory") + "\n")
        status = _STOPPED
    except Exception as error:
        # The program could not be loaded; a memory limit is a common cause.
        if (allowed := _allowed_megabytes()) and isinstance(error, OSError | ImportError):
            status = _stop(_too_little_memory(allowed))
        else:
            params = {"kind": type(error).__name__, "place": place_of(error.__traceback__)}
            put(sys.stderr, text("not-started", params) + "\n")
            status = _DEFECT
    finish()
    return leave(status)


def begin_within_limits() -> str:
    """Let crashes write no core dumps, and a lack of memory end the process with a sentence.

    Returns
    -------
    str
        Why this process cannot begin: a sentence, empty if nothing is known against it.
    """
    _forbid_core_dumps()
    allowed = _allowed_megabytes()
    if allowed is None:
        return ""
    if allowed < _LEAST_MEGABYTES:
        # Otherwise a library would end the process with a message of its own.
        return _too_little_memory(allowed)
    from core.fatal_signals import end_on

    # The compiler gives up where it gets no memory, and says so in a line of its own.
    end_on(signal.SIGABRT, text("out-of-memory"))
    return ""


def _forbid_core_dumps() -> None:
    """Let no crash of this process, or of its children, write its memory with records to disk."""
    try:
        import resource
    except ImportError:
        return  # not a POSIX system
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _too_little_memory(allowed: int) -> str:
    return text("not-started-memory", {"allowed": allowed, "least": _LEAST_MEGABYTES})


def _stop(sentence: str) -> int:
    put(sys.stderr, sentence + "\n")
    finish()
    return _STOPPED


def _allowed_megabytes() -> int | None:
    """Return this process's memory limit in megabytes (``ulimit -v``), ``None`` without one."""
    try:
        import resource
    except ImportError:
        return None  # not a POSIX system
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if allowed == resource.RLIM_INFINITY else allowed // 1_000_000
