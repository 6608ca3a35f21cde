"""Keep a library from importing a package that it uses only if it is there, and we never need."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class _Hidden:
    """A finder that says that a package is not installed."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        if name == self._package:
            raise ModuleNotFoundError(name, name=name)


@contextmanager
def hide_package(package: str) -> Iterator[None]:
    """Let nothing import a package in the body; one that was imported before stays."""
    finder = _Hidden(package)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
