"""A copy of the part of the engine that compiles kernels and keeps them, without any kernel."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
_MODULES = (
    *("__init__", "abandoned", "errors", "hidden_packages", "compiling_ahead"),
    "kernels/__init__",
)
_FOLDERS = ("jobs", "kernels/compilation")


def copy_small_engine(home: Path) -> None:
    """Copy the package into the folder `home`, where a test adds kernels of its own.

    A few files, so that a test copies them again for each program that it changes.
    """
    for name in _FOLDERS:
        without_bytecode = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "core" / name, home / "core" / name, ignore=without_bytecode)
    for name in _MODULES:
        shutil.copy(ROOT / f"core/{name}.py", home / f"core/{name}.py")
