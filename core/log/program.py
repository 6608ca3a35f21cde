"""Describes what made a release: program, platform and libraries."""

from __future__ import annotations

import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from core import __version__
from core.log.declared.entries import Program

_LIBRARIES = (
    "numpy",
    "numba",
    "pandas",
    "pyarrow",
    "openpyxl",
    "python-calamine",
    "xlsxwriter",
    "jinja2",
)


def program() -> Program:
    """Return name, version, platform and library versions, for the log."""
    libraries = {}
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            libraries[name] = version(name)
    interpreter = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    return Program("statveil", __version__, f"{system}, {interpreter}", libraries)
