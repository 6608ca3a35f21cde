"""Whether the work that runs waits for kernels that this computer has not compiled yet."""

from __future__ import annotations

import sys


def compiling() -> bool:
    """Return whether kernels are being compiled; asking imports nothing."""
    kernels = sys.modules.get("core.kernels.compiling")
    return kernels is not None and bool(kernels.compiling())
