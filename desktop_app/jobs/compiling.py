"""Whether the work that runs waits for kernels that this computer has not compiled yet."""

from __future__ import annotations

import sys


def compiling() -> bool:
    """Return whether kernels are being compiled; asking imports nothing."""
    ask = getattr(sys.modules.get("core.kernels.compilation.watching"), "compiling", None)
    # The kernels are not, or only half, imported yet.
    return ask is not None and bool(ask())
