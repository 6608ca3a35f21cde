"""Whether the work that runs waits for kernels that this computer has not compiled yet."""

from __future__ import annotations

import sys


def _asked(question: str) -> float:
    """Return what the kernels answer; 0 as long as they are not, or only half, imported."""
    ask = getattr(sys.modules.get("core.kernels.compilation.watching"), question, None)
    return ask() if ask is not None else 0


def compiling() -> bool:
    """Return whether kernels are being compiled; asking imports nothing."""
    return bool(_asked("compiling"))
