"""Ends the process, also while a thread or a child process is still at work."""

from __future__ import annotations

import os
import sys
import threading

from core.streams import finish


def leave(status: int) -> int:
    """Return `status`, or end the process with it if a running thread would keep it alive."""
    others = [t for t in threading.enumerate() if t is not threading.main_thread()]
    if any(not thread.daemon for thread in others):
        end_now(status)
    return status


def end_now(status: int) -> None:
    """End this process and its child processes immediately."""
    finish()
    children = sys.modules.get("multiprocessing")
    if children is not None:
        for child in children.active_children():
            child.terminate()
    kernels = sys.modules.get("core.kernels.compilation.cache_folder")
    if kernels is not None:
        kernels.remove_temporary()
    os._exit(status)
