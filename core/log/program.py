"""Describes what made a release: program, platform and libraries."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
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
    interpreter = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    return Program("statveil", __version__, f"{system}, {interpreter}", dict(_read_versions()))


@cache
def _read_versions() -> Mapping[str, str]:
    versions = {}
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions
