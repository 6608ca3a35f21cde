"""What the user wishes: where the data is, what the columns mean, how to protect them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.model.schema import Schema


class FileKind(StrEnum):
    """Kinds of files that are read; those that are written have their suffix as their value."""

    CSV = "csv"
    FIXED_WIDTH = "fixed-width"
    XLSX = "xlsx"
    XLS = "xls"
    XLSB = "xlsb"
    ODS = "ods"
    SPSS = "sav"
    STATA = "dta"
    SAS = "sas7bdat"
    SAS_TRANSPORT = "xpt"
    PARQUET = "parquet"
    FEATHER = "feather"

    @property
    def written_as(self) -> FileKind:
        """The kind in which a release of such an input is written if nothing is said."""
        return _WRITTEN_AS.get(self, self)

    @property
    def is_text(self) -> bool:
        """Whether it is a text file, which has an encoding."""
        return self in (FileKind.CSV, FileKind.FIXED_WIDTH)

    @property
    def is_sheet(self) -> bool:
        """Whether it is a workbook, which has sheets."""
        return self in (FileKind.XLSX, FileKind.XLS, FileKind.XLSB, FileKind.ODS)

    @property
    def is_labelled(self) -> bool:
        """Whether it is a statistics package's, which holds labels of columns and values."""
        return self in (FileKind.SPSS, FileKind.STATA, FileKind.SAS, FileKind.SAS_TRANSPORT)


# Kinds that are only read: spreadsheets that nobody writes any more, and SAS, which reads SPSS.
_WRITTEN_AS = {
    FileKind.FIXED_WIDTH: FileKind.CSV,
    FileKind.XLS: FileKind.XLSX,
    FileKind.XLSB: FileKind.XLSX,
    FileKind.SAS: FileKind.SPSS,
    FileKind.SAS_TRANSPORT: FileKind.SPSS,
}


class Formulas(StrEnum):
    """What is done with texts that a spreadsheet would run as formulas."""

    KEEP = "keep"
    NEUTRALISE = "neutralise"


@dataclass(frozen=True, slots=True)
class FixedColumn:
    """A column of a fixed-width file: its name, its first place (from 1) and its width."""

    name: str
    start: int
    width: int
    label: str = ""


class MissingPolicy(StrEnum):
    """What is done with records whose quasi-identifiers have missing values."""

    LEAVE_OUT = "leave-out"
    USE_OBSERVED = "use-observed"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a file is laid out. Keys of other kinds of files are ignored.

    Attributes
    ----------
    encoding, delimiter, decimal : str
        Of text files.
    header : bool
        Whether the first row holds the column names.
    sheet : str or None
        Of a workbook; ``None``: the first that is visible.
    missing : tuple of str
        Cells that mean "no value".
    thousands : str
        Sign between groups of three digits; empty if there is none. Never guessed.
    dates : str
        ``strftime`` pattern that dates are declared to have, where day and month could be
        exchanged; empty: only dates that leave no doubt are dates. Never guessed.
    skip : int
        Rows above the table, left out.
    columns : tuple of FixedColumn
        Of a fixed-width file.
    neutralised : bool
        Whether texts that a spreadsheet would run as formulas have an apostrophe before them,
        which is no part of them (CSV).
    """

    encoding: str = "utf-8"
    delimiter: str = ","
    decimal: str = "."
    header: bool = True
    sheet: str | None = None
    missing: tuple[str, ...] = ("",)
    thousands: str = ""
    dates: str = ""
    skip: int = 0
    columns: tuple[FixedColumn, ...] = ()
    neutralised: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """The input: an absolute path, its kind and how it is laid out."""

    path: str
    kind: FileKind
    options: ReadOptions = field(default_factory=ReadOptions)


@dataclass(frozen=True, slots=True)
class Target:
    """What is written.

    Attributes
    ----------
    kind, name : FileKind and str
        The protected file's kind, and its name without folder and suffix.
    formulas : Formulas
        What becomes of texts that a spreadsheet would run as formulas (CSV).
    """

    kind: FileKind
    name: str
    formulas: Formulas = Formulas.KEEP


@dataclass(frozen=True, slots=True)
class Method:
    """A protection method by its recipe name, with the parameters the user set."""

    name: str
    parameters: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to protect and release; may be wrong until it is resolved.

    Attributes
    ----------
    method : Method
        The protection method.
    target : Target
        What is written.
    missing : MissingPolicy
        What is done about missing values.
    keep_order : bool
        Whether the released records keep the input's order.
    strata : tuple of str
        Columns whose combinations split the file; each part is partitioned on its own.
    weight : str or None
        Column of survey weights, by which cluster means are weighted.
    insecure_test_seed : int or None
        Makes the noise of a differentially private method repeatable, for tests: the release is
        then not private.
    answers : tuple of pairs of str
        Cautions that are accepted, each by its key with the reason; no run depends on them, only
        whether its release is called ready.
    """

    method: Method
    target: Target
    missing: MissingPolicy = MissingPolicy.LEAVE_OUT
    keep_order: bool = False
    strata: tuple[str, ...] = ()
    weight: str | None = None
    insecure_test_seed: int | None = None
    answers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Project:
    """Everything the user decided, and no cell value: what a recipe file holds."""

    source: Source
    schema: Schema
    recipe: Recipe
