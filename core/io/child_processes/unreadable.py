"""The reasons why a child process cannot read a file."""

from __future__ import annotations

from pathlib import Path

from core.errors import Problem, Refused, Where
from core.io.files.input_files import name_in_sentences


class CannotRead(Exception):  # noqa: N818 - says what happened
    """A file cannot be read; sent between processes as the tuple of its arguments.

    Parameters
    ----------
    row, column : int or None and str
        The row and the column letters, if it concerns a cell of a sheet.
    """

    def __init__(
        self,
        code: str,
        row: int | None = None,
        column: str = "",
        names: tuple[str, ...] = (),
        part: str = "",
    ) -> None:
        super().__init__(code, row, column, names, part)
        self.code, self.row, self.column, self.names = code, row, column, names
        self.part = part

    def refusal(self, path: Path) -> Refused:
        """Build the `Refused` exception for the file at `path`."""
        if self.names:
            params_of_names = {"names": self.names} | ({"part": self.part} if self.part else {})
            return Refused(Problem(self.code, Where(self.names[0]), params_of_names))
        params = {"file": self.part or name_in_sentences(path)} | (
            {"letters": self.column} if self.column else {}
        )
        return Refused(Problem(self.code, Where(row=self.row), params))
