"""Imports the engine, once, before anything off the window's thread uses it.

The engine is imported late, so that the first paint need not wait for it. Lanes that each imported
the parts they need could wait for each other's modules; Python then fails one of the imports.
"""

from __future__ import annotations

from threading import Lock

_importing = Lock()


def bring_in() -> None:
    """Import the engine; wait while another thread does."""
    with _importing:
        from core import io

        for name in io.MODULE_OF:
            getattr(io, name)  # each is imported when it is first asked for
        from core import pipeline  # noqa: F401
