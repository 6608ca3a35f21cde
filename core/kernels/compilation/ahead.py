"""Kernels that were compiled ahead, when a package was made, and come with the program.

They are compiled for the oldest processor that numpy runs on. Without ``fastmath`` LLVM neither
reorders sums nor contracts a product and a sum to one rounding, so that kernels for any processor
give the same bytes.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import sys
from pathlib import Path

PROCESSOR = "x86-64-v2"
"""What they are compiled for, as LLVM calls it."""

# Next to the kernels and not below them, where `cache_folder.state` looks for sources.
_SHIPPED = Path(__file__).parents[2] / "compiled_ahead"
_NAME, _FEATURES = "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"


def folder_for(state: str, place: Path = _SHIPPED) -> Path:
    """Return the folder in `place` for kernels of this state, Python and numba."""
    return place / _versions() / folder_name(state)


def folder_name(state: str) -> str:
    """Return the name of folders that hold kernels for `PROCESSOR`."""
    return f"{state}-{PROCESSOR}"


def shipped(state: str, place: Path = _SHIPPED) -> Path | None:
    """Return the folder of the kernels that come with the program, if they fit."""
    # Versions are looked up only where something was shipped.
    return found if place.is_dir() and (found := folder_for(state, place)).is_dir() else None


def choose_processor() -> None:
    """Have numba load and compile kernels for `PROCESSOR`, before it is imported."""
    os.environ[_NAME] = PROCESSOR
    # Otherwise numba adds the features of the processor that it runs on.
    os.environ[_FEATURES] = ""


def is_chosen() -> bool:
    """Return whether this process works with kernels for `PROCESSOR`."""
    return os.environ.get(_NAME) == PROCESSOR


def note_complete(folder: Path) -> None:
    """Note that `folder` holds all kernels for the processor of this computer."""
    (folder / _completed()).touch()


def is_complete(folder: Path) -> bool:
    """Return whether `folder` was noted to hold all kernels for the processor of this computer.

    A user's folder may be shared by computers with different processors.
    """
    return any(folder.glob("all-*")) and (folder / _completed()).is_file()


def _completed() -> str:
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    processor = f"{binding.get_host_cpu_name()} {features} {_versions()}"
    return f"all-{hashlib.sha256(processor.encode()).hexdigest()[:16]}"


def _versions() -> str:
    return f"{sys.implementation.cache_tag}-numba-{importlib.metadata.version('numba')}"
