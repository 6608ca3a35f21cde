"""Whether the work that runs waits for kernels that this computer has not compiled yet."""

from __future__ import annotations

import sys
import time


def compiling() -> bool:
    """Return whether kernels are being compiled; asking imports nothing."""
    kernels = sys.modules.get("core.kernels.compiling")
    return kernels is not None and bool(kernels.compiling())


def working_clock() -> float:
    """Return seconds that stand still while kernels are compiled, which happens only once."""
    kernels = sys.modules.get("core.kernels.compiling")
    return time.perf_counter() - (kernels.compiled_seconds() if kernels is not None else 0.0)
