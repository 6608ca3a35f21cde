"""Describes what made a release: program, texts, platform and libraries.

The texts and the code that write reports differ between versions; a hash identifies them.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable

from core import __version__
from core.messages import CATALOGUE
from resources import manual_page

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
_SUFFIXES = (".py", ".j2", ".css")


def program() -> dict[str, object]:
    """Return name, version, texts, platform and library versions, for the log."""
    libraries = {}
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            libraries[name] = version(name)
    return {
        "name": "statveil",
        "version": __version__,
        "texts": texts_id(),
        "platform": f"{platform.system()} {platform.machine()}, "
        f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": libraries,
    }


@cache
def texts_id() -> str:
    """Return a hash of all sentences and of the report code, 16 hexadecimal digits."""
    found = sha256()
    for code, template in sorted(CATALOGUE.items()):
        found.update(f"{code}\0{template.other}\0{template.one}\0".encode())
    found.update(manual_page("bibliography.md").encode())
    for file in _files(files("core.report")):
        # A checkout on Windows may have converted the line ends.
        found.update(b"\0".join((file.name.encode(), *file.read_bytes().splitlines())))
    return found.hexdigest()[:16]


def _files(folder: Traversable) -> Iterator[Traversable]:
    """Yield the code, templates and style sheet of reports in a fixed order."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry)
        elif entry.name.endswith(_SUFFIXES):
            yield entry
