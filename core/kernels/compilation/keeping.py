"""Keeps compiled kernels where that is possible; no run depends on it.

The disk that holds them may be full, read-only or damaged. A kernel is then compiled again, and
what it computes is the same. numba itself would end the run, or would turn to a folder next to
the sources. There, and wherever it alone names the files, it knows a kernel by the content of its
own file, so that old ones could be run after one that it calls has changed.

Kernels that come with the program are read where they lie.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from time import time
from typing import Any

from numba.core import dispatcher
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    NullCache,
    UserProvidedCacheLocator,
)

from core.kernels.compilation import ahead
from core.kernels.compilation.cache_folder import KERNELS, VARIABLE, remove_unused, state
from core.kernels.compilation.sources import digest_of

_DAY_SECONDS = 86_400
_unkept: set[str] = set()


class _OwnPlace(UserProvidedCacheLocator):
    """In the chosen folder; named so that the program may be moved, and by what was compiled.

    Two versions of the program have files of two names and never overwrite each other's.
    """

    def get_source_stamp(self) -> str:
        return digest_of(self._py_file)

    def get_disambiguator(self) -> str:
        return f"{self._lineno}-{self.get_source_stamp()}"

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        folder = Path(py_file).parent
        if folder.is_relative_to(KERNELS):
            return "-".join((KERNELS.name, *folder.relative_to(KERNELS).parts))
        name: Callable[[str], str] = super().get_suitable_cache_subpath
        return name(py_file)

    def ensure_cache_path(self) -> None:
        _try_to_write(self._cache_path)


class _ShippedPlace(_OwnPlace):
    """In the folder that comes with the program, in which nothing is written."""

    def __init__(self, kernel: Any, source: str) -> None:
        make: Callable[[Any, str], None] = super().__init__
        make(kernel, source)
        self._cache_path = str(_shipped_folder() / self.get_suitable_cache_subpath(source))

    def ensure_cache_path(self) -> None:
        pass

    @classmethod
    def from_function(cls, kernel: Any, source: str) -> Any:
        return cls(kernel, source)


class _Own(CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_OwnPlace]  # noqa: RUF012 - as numba declares it

    def reduce(self, kernel: Any) -> Any:
        # Without numba's notes on types, the only text: they name addresses in memory, and the
        # same kernel would give other bytes each time.
        take_apart: Callable[[Any], Any] = super().reduce
        return tuple(
            "" if isinstance(argument, str) else argument for argument in take_apart(kernel)
        )


class _Shipped(CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_ShippedPlace]  # noqa: RUF012 - as numba declares it


class _Reader(FunctionCache):
    """numba's own cache, whose failures are no failures of the run."""

    _impl_class: Any = _Shipped

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        load: Callable[[Any, Any], Any] = super().load_overload
        try:
            overload = load(sig, target_context)
        except (OSError, MemoryError):
            # MemoryError says nothing about the file, and compiling will meet it, too.
            return None
        except Exception:
            self.mend()
            return None
        # Two processes that compile at once may give two forms of a kernel the same file.
        return (
            overload if overload and overload.signature.args == getattr(sig, "args", sig) else None
        )

    def mend(self) -> None:
        """Do what can be done about an index that cannot be read."""


class _Keeper(_Reader):
    """The same for kernels that this computer has compiled."""

    _impl_class = _Own

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        overload = super().load_overload(sig, target_context)
        if overload:
            self._note_use()
        return overload

    def _note_use(self) -> None:
        """Keep the kernel for longer; once a day is enough."""
        index = Path(self._cache_file._index_path)
        with suppress(OSError):
            if index.stat().st_mtime < time() - _DAY_SECONDS:
                os.utime(index)

    def mend(self) -> None:
        """Have a new index kept from now on."""
        flush: Callable[[], None] = self.flush
        with suppress(OSError):
            flush()

    def save_overload(self, sig: Any, data: Any) -> None:
        save: Callable[[Any, Any], None] = super().save_overload
        try:
            _tidy(str(Path(self.cache_path).parent))
            save(sig, data)
        except (OSError, EOFError, ValueError):
            # Besides errors of the disk: what is left of a damaged index cannot be read.
            _unkept.add(self.cache_path)


class _AheadFirst(NullCache):
    """Kernels that come with the program, and from another cache those that do not."""

    def __init__(self, shipped: Any, fallback: Any) -> None:
        self._shipped, self._other = shipped, fallback

    @property
    def cache_path(self) -> Any:
        return self._other.cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        overload = self._shipped.load_overload(sig, target_context)
        return overload or self._other.load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        self._other.save_overload(sig, data)


def keep_kernels() -> None:
    """Have numba keep kernels in the chosen folder (`cache_folder.choose`) and nowhere else."""
    put: Callable[[object, str, object], None] = setattr
    put(dispatcher, "FunctionCache", _cache_of)


def could_keep_all() -> bool:
    """Check whether each kernel that this process has compiled so far could be kept."""
    return not _unkept


def _cache_of(kernel: Any) -> Any:
    own_cache = _own_cache(kernel)
    processor = ahead.processor_in_use()
    if not processor:
        return own_cache
    make: Callable[[Any], Any] = _Reader
    return _AheadFirst(make(kernel), own_cache)


@cache
def _tidy(folder: str) -> None:
    """Remove kernels that are not used any more; once in a process, and only if it compiles."""
    remove_unused(Path(folder), time())


@cache
def _try_to_write(folder: str) -> None:
    """Raise `OSError` if `folder` cannot be written; once for all kernels that belong there."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder):
        pass


@cache
def _shipped_folder() -> Path:
    # Where nothing was shipped nothing is found: the folder is being filled.
    return ahead.folder_for(state(), ahead.processor_in_use() or "")


def _own_cache(kernel: Any) -> Any:
    make: Callable[[Any], Any] = _Keeper
    folder = os.environ.get(VARIABLE)
    if not folder:
        return NullCache()
    with suppress(RuntimeError):  # where it cannot be written to
        made = make(kernel)
        # Somebody may have imported numba before, with another folder.
        if made.cache_path.startswith(folder):
            return made
    _unkept.add(str(kernel))
    return NullCache()
