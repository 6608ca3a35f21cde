"""Keeps compiled kernels where that is possible; no run depends on it.

The disk that holds them may be full, read-only or damaged. A kernel is then compiled again, and
what it computes is the same. numba itself would end the run, or would turn to a folder next to
the sources, in which old kernels could be run after an update.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba.core import dispatcher
from numba.core.caching import FunctionCache, NullCache

from core.kernels.compilation.cache_folder import VARIABLE


class _Forgiving(FunctionCache):
    """numba's own cache, whose failures are no failures of the run."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        load: Callable[[Any, Any], Any] = super().load_overload
        try:
            return load(sig, target_context)
        except (OSError, MemoryError):
            # MemoryError says nothing about the file, and compiling will meet it, too.
            return None
        except Exception:
            # Whatever is wrong with the index: a new one is kept from now on.
            flush: Callable[[], None] = self.flush
            with suppress(OSError):
                flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        save: Callable[[Any, Any], None] = super().save_overload
        # Besides errors of the disk: what is left of a damaged index cannot be read.
        with suppress(OSError, EOFError, ValueError):
            save(sig, data)


def keep_kernels() -> None:
    """Have numba keep kernels in the chosen folder (`cache_folder.choose`) and nowhere else."""
    put: Callable[[object, str, object], None] = setattr
    put(dispatcher, "FunctionCache", _cache_of)


def _cache_of(kernel: Any) -> Any:
    make: Callable[[Any], Any] = _Forgiving
    folder = os.environ.get(VARIABLE)
    if not folder:
        return NullCache()
    try:
        cache = make(kernel)
    except RuntimeError:
        # numba found no folder that it can write to.
        return NullCache()
    return cache if cache.cache_path.startswith(folder) else NullCache()
