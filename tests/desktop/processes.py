"""Processes of their own, as a user begins them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_OF_A_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def run_python(
    *arguments: str, folder: Path | None = None, has_screen: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run this Python and wait until it ends."""
    dropped = ("QT_SCALE_FACTOR", *(() if has_screen else _OF_A_SCREEN))
    inherited = {name: value for name, value in os.environ.items() if name not in dropped}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=inherited | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
