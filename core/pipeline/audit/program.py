"""Describes what made a release: program, texts, platform and libraries."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from core import __version__
from core.pipeline.report.report_version import texts_id

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


def program() -> dict[str, object]:
    """Return name, version, texts, platform and library versions, for the log."""
    return {
        "name": "statveil",
        "version": __version__,
        "texts": texts_id(),
        "platform": f"{platform.system()} {platform.machine()}, "
        f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": {name: found for name in _LIBRARIES if (found := _version(name))},
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
