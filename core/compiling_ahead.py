"""Compiles all kernels before anybody waits for them, in a process of its own.

    python -m core.compiling_ahead

does it when a package is made, for the processors that `core.kernels.compilation.ahead` names; the
kernels then come with the program. On a computer whose processor can do no more than the oldest
of them, the window does it in the background for that very processor; those kernels are used from
the next start on. With ``--here``, before the tests run, two processes share what is missing on
this computer.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from multiprocessing import parent_process
from pathlib import Path
from typing import TYPE_CHECKING

from core.jobs.processes import context, start

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
    from multiprocessing.sharedctypes import Synchronized

_NOT_KEPT = 1
_IDLE_PRIORITY_CLASS = 0x40
_background: list[SpawnProcess] = []


class _Abandoned(Exception):  # noqa: N818 - no error, the program was closed
    pass


def begin() -> None:
    """Begin to compile the kernels that are missing here, or that are for older processors.

    The process has the lowest priority and ends with this one, and the memory that compiling takes
    goes with it. What it has compiled by then is not compiled again.
    """
    from core.kernels.compilation import ahead
    from core.kernels.compilation.cache_folder import lasting, origin

    folder = lasting()
    if folder is None or _background or not (ahead.is_baseline() or origin() == "new"):
        return
    process = context().Process(target=_compile_in, args=(str(folder), True), daemon=True)
    _background.append(process)
    # Without memory or processes to spare there will be another start.
    with suppress(OSError):
        start(process)


def is_under_way() -> bool:
    """Say whether kernels that this process needs are still being compiled by another one."""
    from core.kernels.compilation import ahead

    return not ahead.is_baseline() and any(process.is_alive() for process in _background)


def ship() -> bool:
    """Compile all kernels into the folders that are shipped; return whether all could be kept."""
    from core.kernels.compilation import ahead
    from core.kernels.compilation.cache_folder import state

    ended = []
    for processor in ahead.PROCESSORS:
        folder = str(ahead.folder_for(state(), processor))
        process = context().Process(target=_compile_in, args=(folder, False))
        start(process)
        process.join()
        ended.append(process.exitcode)
    return not any(ended)


def compile_here() -> bool:
    """Compile the kernels that are missing here, in two processes that share the work.

    Returns
    -------
    bool
        Whether all could be kept; also where there is no folder that outlives this process.
    """
    from core.kernels.compilation import ahead
    from core.kernels.compilation.cache_folder import lasting, state

    folder = lasting()
    if folder is None or ahead.is_complete(folder, state()):
        return True
    n_taken = context().Value("i", 0)
    processes = [context().Process(target=_compile_next, args=(n_taken,)) for _ in range(2)]
    for process in processes:
        start(process)
    for process in processes:
        process.join()
    all_kept = not any(process.exitcode for process in processes)
    if all_kept:
        ahead.note_complete(folder, state())
    return all_kept


def _compile_next(n_taken: Synchronized[int]) -> None:
    """Compile piece after piece, each of which one process takes, until none is left."""
    from core.kernels.compilation.keeping import could_keep_all
    from core.pipeline.warming import pieces

    for number, (_, compile_piece) in enumerate(pieces()):
        with n_taken.get_lock():
            is_mine = n_taken.value == number
            n_taken.value += is_mine
        if is_mine:
            compile_piece()
    sys.exit(0 if could_keep_all() else _NOT_KEPT)


def _compile_in(folder: str, background: bool) -> None:
    """Compile all kernels into a folder whose name says for which processor."""
    if background:
        _give_way()
    # Read when the kernels are imported, which this process has not done yet.
    os.environ["NUMBA_CACHE_DIR"] = folder
    # What fails in the background is tried again at the next start.
    with suppress(_Abandoned, *((OSError, MemoryError) if background else ())):
        from core.kernels.compilation import ahead
        from core.kernels.compilation.cache_folder import state
        from core.kernels.compilation.keeping import could_keep_all
        from core.pipeline import warm_up

        Path(folder).mkdir(parents=True, exist_ok=True)
        warm_up(_check_parent)
        if not could_keep_all():
            sys.exit(_NOT_KEPT)
        if background:
            ahead.note_complete(Path(folder), state())


def _check_parent() -> None:
    parent = parent_process()
    if parent is not None and not parent.is_alive():
        raise _Abandoned


def _give_way() -> None:
    """Leave processor and memory to the user's own work."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _IDLE_PRIORITY_CLASS)
    else:
        os.nice(19)
        # It takes a gigabyte: if the system runs out of memory, Linux ends this process first.
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")


if __name__ == "__main__":
    sys.exit(not (compile_here() if sys.argv[1:] == ["--here"] else ship()))
