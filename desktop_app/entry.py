"""Where the commands begin; nothing of Qt is imported before it is known to work."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.command_line.self_testing import Trial

_NO_DISPLAY = (
    "There is no screen to open the window on. Start it from a desktop, or use the command line: "
    "statveil protect RECIPE.json --output FOLDER"
)
_NO_QT = (
    "The window needs PySide6 and matplotlib, which are not installed. Install them with "
    "pip install 'statveil[desktop]', or use the command line: "
    "statveil protect RECIPE.json --output FOLDER"
)


def obstacle(environment: Mapping[str, str], platform: str) -> str:
    """Return in a sentence why no window can be opened; empty if nothing is known against it.

    Qt does not raise where it finds no screen, it ends the process: so this is asked first.
    """
    if not _has_qt():
        return _NO_QT
    variables = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if platform == "linux" and not any(environment.get(name) for name in variables):
        return _NO_DISPLAY
    return ""


def _has_qt() -> bool:
    return all(importlib.util.find_spec(name) for name in ("PySide6", "matplotlib"))


def main() -> int:
    """Run ``statveil [FILE]``: the window, or the command line for anything else.

    A file alone is what a desktop passes on when it is clicked twice.
    """
    arguments = sys.argv[1:]
    if not arguments or (len(arguments) == 1 and Path(arguments[0]).is_file()):
        return window()
    from core.starting import start

    return start(arguments, window_trials() if arguments[0] == "selftest" else ())


def window_trials() -> tuple[Trial, ...]:
    """Return what the self-test tries of the window; nothing without PySide6 and matplotlib."""
    if not _has_qt():
        return ()
    from desktop_app.self_testing import TRIALS

    return TRIALS


def window() -> int:
    """Run ``statveil-gui [FILE]``: the window, with a project or a data file opened."""
    obstacle_text = obstacle(os.environ, sys.platform)
    if obstacle_text:
        print(obstacle_text, file=sys.stderr)  # noqa: T201 - the only place where a sentence can go
        return 2
    from core.starting import begin_within_limits

    if obstacle_text := begin_within_limits():
        print(obstacle_text, file=sys.stderr)  # noqa: T201 - as above
        return 4
    from desktop_app.app import run

    return run(sys.argv[1:])
