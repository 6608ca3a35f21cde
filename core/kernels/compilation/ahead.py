"""Kernels that were compiled ahead, when a package was made, and come with the program.

They are compiled twice: for the oldest processor that numpy runs on, whose vectors hold two
numbers, and for those whose vectors hold four. Without ``fastmath`` LLVM neither reorders sums nor
contracts a product and a sum to one rounding, so that kernels for any processor give the same
bytes.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import sys
from pathlib import Path

PROCESSORS = ("x86-64-v3", "x86-64-v2")
"""What they are compiled for, as LLVM calls it; the best first."""

# What the processor of the computer must have, besides what numpy itself needs.
_NEEDED = {
    "x86-64-v3": ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
    "x86-64-v2": (),
}

# Next to the kernels and not below them, where `cache_folder.state` looks for sources.
_SHIPPED = Path(__file__).parents[2] / "compiled_ahead"
_FOLDER = "statveil-kernels"
_NAME, _FEATURES = "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"


def folder_for(state: str, processor: str, root: Path = _SHIPPED) -> Path:
    """Find the folder in `root` for kernels of this state, Python and numba."""
    return root / _versions() / state / folder_name(processor)


def folder_name(processor: str | None = None) -> str:
    """Name the folders that hold kernels for one of `PROCESSORS`, or for that of this computer."""
    return f"{_FOLDER}-{processor}" if processor else _FOLDER


def has_shipped() -> bool:
    """Say whether any kernels came with the program."""
    return _SHIPPED.is_dir()


def find_shipped(state: str, root: Path = _SHIPPED) -> str | None:
    """Find the best processor for which kernels came with the program that run here."""
    names_there = (name for name in PROCESSORS if folder_for(state, name, root).is_dir())
    return next(filter(runs_here, names_there), None)


def runs_here(processor: str) -> bool:
    """Check whether kernels for one of `PROCESSORS` run on this computer."""
    needed = _NEEDED[processor]
    if not needed:
        return True
    from llvmlite import binding

    # A feature counts only if the operating system supports it as well.
    features = binding.get_host_cpu_features()
    return all(features.get(name, False) for name in needed)


def choose(processor: str) -> None:
    """Have numba load and compile kernels for one of `PROCESSORS`, before it is imported."""
    os.environ[_NAME] = processor
    # Otherwise numba adds the features of the processor that it runs on.
    os.environ[_FEATURES] = ""


def processor_in_use() -> str | None:
    """Return for which of `PROCESSORS` the kernels are that this process works with."""
    name = os.environ.get(_NAME)
    return name if name in PROCESSORS else None


def is_baseline() -> bool:
    """Check whether this process works with the kernels for the oldest processors."""
    return processor_in_use() == PROCESSORS[-1]


def note_complete(folder: Path, state: str) -> None:
    """Note that `folder` holds all kernels of this state for the processor of this computer."""
    (folder / _name_state(state)).touch()


def is_complete(folder: Path, state: str) -> bool:
    """Check whether `folder` was noted to hold all kernels of this state for this processor.

    A user's folder may be shared by computers with different processors.
    """
    return (folder / _name_state(state)).is_file()


def _name_state(state: str) -> str:
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    processor = f"{binding.get_host_cpu_name()} {features} {_versions()} {state}"
    return f"all-{hashlib.sha256(processor.encode()).hexdigest()[:16]}"


def _versions() -> str:
    return f"{sys.implementation.cache_tag}-numba-{importlib.metadata.version('numba')}"
