"""The interface of file formats.

Formats are small objects that are imported together; their methods import the readers and writers
on first use.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from numpy.typing import NDArray

from core.errors import Problem
from core.io.files.input_files import refuse
from core.io.findings import DeclaredOptions, Preview, Probe
from core.io.signatures import FileStart, file_start
from core.jobs import Job
from core.model import (
    NO_LABELS,
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Labels,
    ReadOptions,
)


@dataclass(frozen=True, slots=True)
class Output:
    """Where and how columns are written.

    Attributes
    ----------
    path : Path
        The new file, or the new folder if there is a `part`.
    masked : frozenset of str
        Columns with new values, which are written in full precision.
    job : Job
        Receives the number of records written, in a phase that the caller starts.
    part : int, optional
        The most records of a file in the folder.
    """

    path: Path
    masked: frozenset[str]
    options: ReadOptions
    job: Job
    part: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Unwritten:
    """Columns that are to be written, as the format stores them; see `Output`.

    Attributes
    ----------
    order : numpy.ndarray of int32 or int64, shape (n,)
        The record on each line.
    """

    columns: Sequence[Column]
    order: NDArray[Any]
    masked: frozenset[str]
    options: ReadOptions


@dataclass(frozen=True, slots=True)
class Expected:
    """The metadata of a column that reading must find.

    Attributes
    ----------
    kind : ColumnKind or None
        Declared type of the column; ``None`` for formats that type each cell.
    labels : Labels
        Labels, missing codes, format and measurement level; empty ones are not required.
    missing : tuple of str
        Spelling in the file of each entry of the column's `missing_text`.
    """

    kind: ColumnKind | None
    labels: Labels
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Format(ABC):
    """A file format that can be read.

    Attributes
    ----------
    kind : FileKind
        Its value is used in recipes and logs.
    suffixes : tuple of str
        Suffixes of such files, in lower case with the dot. A file with such a suffix and other
        content is refused. Empty for text, whose files may have any suffix.
    """

    kind: FileKind
    suffixes: tuple[str, ...]

    @abstractmethod
    def recognises(self, start: FileStart) -> bool:
        """Check whether the first bytes indicate this format, and no other one."""

    @abstractmethod
    def probe(self, path: Path, declared: DeclaredOptions) -> Probe:
        """Guess the layout of a file, or raise `Refused`; see `core.io.probe`."""

    @abstractmethod
    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Read the first records, or raise `Refused`; see `core.io.preview`."""

    @abstractmethod
    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read a file; see `core.io.read`."""

    def read_again(
        self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]
    ) -> Dataset:
        """Read a file written by this program, with another library if there is one."""
        return self.read(path, options, job, as_text)

    def refuse_others(self, handle: BinaryIO, path: Path) -> None:
        """Raise `Refused` if an open file has another format; leave it at its start."""
        if not self.recognises(file_start(handle, path)):
            raise refuse("file-of-other-kind", path, kind=self.kind.value)


@dataclass(frozen=True)
class WritableFormat(Format):
    """A file format that can be read and written.

    Attributes
    ----------
    keeps_spellings : bool
        Whether numbers published unchanged keep their original spelling.
    declares_missing : bool
        Whether missing codes are declared by column instead of by file.
    """

    keeps_spellings: ClassVar[bool] = False
    holds_labels: ClassVar[bool] = False
    declares_missing: ClassVar[bool] = False

    @abstractmethod
    def write(self, columns: Sequence[Column], order: NDArray[Any], to: Output) -> None:
        """Write columns without `problems` that are errors, in the order of their positions.

        Only kinds that have parts (`FileKind.has_parts`) write a folder.
        """

    @abstractmethod
    def problems(self, table: Unwritten) -> tuple[Problem, ...]:
        """List why columns cannot be written (errors), and what would change (warnings)."""

    def expect_metadata(self, column: Column, masked: bool) -> Expected:
        """Describe the metadata of a column that reading must find.

        By default only the spellings of missing values.
        """
        return Expected(None, NO_LABELS, missing_spellings(column, masked))


def missing_spellings(column: Column, masked: bool) -> tuple[str, ...]:
    """Find the spellings of missing cells in a column written unchanged."""
    return column.missing_text[0] if column.missing_text and not masked else ()
