"""The reasons why a child process cannot read a file."""

from __future__ import annotations

from pathlib import Path

from core.errors import Problem, Refused, Where
from core.io.files.input_files import called


class CannotRead(Exception):  # noqa: N818 - says what happened
    """A file cannot be read; sent between processes as the tuple of its arguments.

    Parameters
    ----------
    code : str
        Code of the problem.
    row, column : int or None and str
        The row and the column letters, if it concerns a cell of a sheet.
    names : tuple of str
        The columns concerned.
    """

    def __init__(
        self, code: str, row: int | None = None, column: str = "", names: tuple[str, ...] = ()
    ) -> None:
        super().__init__(code, row, column, names)
        self.code, self.row, self.column, self.names = code, row, column, names

    def refusal(self, path: Path) -> Refused:
        """Return the `Refused` exception for the file at `path`."""
        if self.names:
            return Refused(Problem(self.code, Where(self.names[0]), {"names": self.names}))
        params = {"file": called(path)} | ({"letters": self.column} if self.column else {})
        return Refused(Problem(self.code, Where(row=self.row), params))
