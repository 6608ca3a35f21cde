"""The end of what has files in the scratch folder."""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType
from typing import Self


class OpenFiles:
    """The base of a class whose files are closed or removed at the end of a ``with`` block.

    They are those that enter `_files`.
    """

    def __init__(self) -> None:
        self._files = ExitStack()

    def __enter__(self) -> Self:
        """Return the object itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close or remove the files."""
        self._files.__exit__(kind, error, trace)
