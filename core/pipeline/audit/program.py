"""What made a release: the program, the machine's kind and the libraries."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from core import __version__

_LIBRARIES = ("numpy", "numba", "pandas", "pyarrow", "openpyxl", "python-calamine", "xlsxwriter")


def program() -> dict[str, object]:
    """Return name, version, platform and library versions, for the log."""
    return {
        "name": "statveil",
        "version": __version__,
        "platform": f"{platform.system()} {platform.machine()}, "
        f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": {name: found for name in _LIBRARIES if (found := _version(name))},
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
