"""What the program knows of a kind of file, in one object for each.

These objects are small and imported together; what reads and writes is imported by a method when
it is first asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, ClassVar

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.io.files.input_files import refuse
from core.io.findings import DeclaredOptions, Preview, Probe
from core.io.signatures import FileStart, file_start
from core.jobs import Job
from core.model import NO_LABELS, Column, ColumnKind, Dataset, FileKind, Labels, ReadOptions


@dataclass(frozen=True, slots=True)
class Expected:
    """What reading must find of a column.

    Attributes
    ----------
    kind : ColumnKind or None
        What the file says that the cells are; ``None``: this kind of file says it of each cell.
    labels : Labels
        Labels, declared missing codes, format and measure; what is empty is not promised.
    missing : tuple of str
        For each spelling in the column's `missing_text`, how such a cell is spelled in the file.
    """

    kind: ColumnKind | None
    labels: Labels
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Format(ABC):
    """A kind of file that is read.

    Attributes
    ----------
    kind : FileKind
        Its value is the one in recipes and logs.
    suffixes : tuple of str
        How such a file may be called, in small letters with the point; a file that is called so
        and is none is refused. Text may be called anything.
    """

    kind: FileKind
    suffixes: tuple[str, ...]

    @abstractmethod
    def recognises(self, start: FileStart) -> bool:
        """Tell by its first bytes whether a file is of this kind; no two formats may."""

    @abstractmethod
    def probe(self, path: Path, given: DeclaredOptions) -> Probe:
        """Guess the layout of such a file, or raise `Refused`; see `core.io.probe`."""

    @abstractmethod
    def preview(self, path: Path, options: ReadOptions, rows: int) -> Preview:
        """Return the first records, or raise `Refused`; see `core.io.preview`."""

    @abstractmethod
    def read(self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]) -> Dataset:
        """Read such a file; see `core.io.read`."""

    def read_again(
        self, path: Path, options: ReadOptions, job: Job, as_text: frozenset[str]
    ) -> Dataset:
        """Read a file that was written here, by another library where there is one."""
        return self.read(path, options, job, as_text)

    def refuse_others(self, handle: BinaryIO, path: Path) -> None:
        """Raise `Refused` if an open file is not of this kind; leave it at its beginning."""
        if not self.recognises(file_start(handle, path)):
            raise refuse("file-of-other-kind", path, kind=self.kind.value)


@dataclass(frozen=True)
class WritableFormat(Format):
    """A kind of file that is read and written.

    Attributes
    ----------
    keeps_spellings : bool
        Whether numbers that are published as they were keep their digits as they were spelled.
    holds_labels : bool
        Whether it holds labels of columns and values.
    declares_missing : bool
        Whether a code is declared missing for one column, not for the whole file.
    """

    keeps_spellings: ClassVar[bool] = False
    holds_labels: ClassVar[bool] = False
    declares_missing: ClassVar[bool] = False

    @abstractmethod
    def write(
        self,
        columns: Sequence[Column],
        path: Path,
        order: NDArray[np.int64],
        masked: frozenset[str],
        options: ReadOptions,
        job: Job,
    ) -> tuple[Problem, ...]:
        """Write columns as they are stored to `path`; see `core.io.write`."""

    @abstractmethod
    def write_problems(
        self, columns: Sequence[Column], masked: frozenset[str], options: ReadOptions
    ) -> tuple[Problem, ...]:
        """Return what such a file cannot hold of the columns; see `core.io.write_problems`."""

    def expected(self, column: Column, masked: bool) -> Expected:
        """Return what reading must find of a column besides its values.

        Unless a format says more, the spellings of missing values alone.
        """
        return Expected(None, NO_LABELS, missing_spellings(column, masked))


def missing_spellings(column: Column, masked: bool) -> tuple[str, ...]:
    """Return how missing cells are spelled in a column that is written as it was read."""
    return column.missing_text[0] if column.missing_text and not masked else ()
