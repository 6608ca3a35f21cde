"""The decorator of kernels that make no arrays of their own.

numba counts the references to every array that a function takes out of a tuple or slices, and
each count is an atomic operation. In loops of a few dozen operations that was nine tenths of the
time. Without numba's runtime there is no counting; arrays are borrowed from the caller, which
holds them, and none can be allocated.
"""

from __future__ import annotations

from typing import Any, TypeVar

from numba import njit

_Function = TypeVar("_Function")


def bare(function: _Function) -> _Function:
    """Compile a function, and those it calls, without counting references."""
    return _compile(function)


def copy_in(function: _Function) -> _Function:
    """Do the same and put a copy into each caller.

    This is for functions that take no longer than a call, or that get so many arrays that passing
    them takes as long as the work.
    """
    return _compile(function, forceinline=True)


def _compile(function: _Function, **further_options: bool) -> _Function:
    # Spelled as a dictionary because numba's type stubs leave an option out.
    options: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False, **further_options}
    compiled: _Function = njit(**options)(function)
    return compiled
