"""Projects and recipes: where the data are, what the columns mean and how to protect them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from core.model.checklist import DEFAULT_PROFILE, Answer, ProfileName
from core.model.compared_figures import Figure
from core.model.declared_types import Expects, Flag, Place, Texts
from core.model.improvement import Improvement
from core.model.preparing import Age, Drop, Preparing
from core.model.recipe_conditions import Diversity, DomainTotals, Dominance, Scenario, Unit
from core.model.schema import Role, Schema


class FileKind(StrEnum):
    """File formats that can be read; the value of a format that can be written is its suffix.

    A new one belongs to a family below, whose properties decide what the window offers: options of
    the layout, suffixes in the file dialogs (`desktop_app`: ``choosers.py``, ``layout_page.py``).
    """

    CSV = "csv"
    FIXED_WIDTH = "fixed-width"
    XLSX = "xlsx"
    XLS = "xls"
    ODS = "ods"
    SPSS = "sav"
    STATA = "dta"
    SAS = "sas7bdat"
    SAS_TRANSPORT = "xpt"
    PARQUET = "parquet"
    FEATHER = "feather"

    @property
    def written_as(self) -> FileKind:
        """The default format of a release of such an input."""
        return _WRITTEN_AS.get(self, self)

    @property
    def is_text(self) -> bool:
        """Whether it is a text format, which has an encoding."""
        return self in (FileKind.CSV, FileKind.FIXED_WIDTH)

    @property
    def is_sheet(self) -> bool:
        """Whether it is a workbook format, which has sheets."""
        return self in (FileKind.XLSX, FileKind.XLS, FileKind.ODS)

    @property
    def is_labelled(self) -> bool:
        """Whether it is a statistical package's format, which holds variable and value labels."""
        return self in (FileKind.SPSS, FileKind.STATA, FileKind.SAS, FileKind.SAS_TRANSPORT)

    @property
    def has_parts(self) -> bool:
        """Whether a folder of such files is read and written as one file in parts."""
        return self is FileKind.PARQUET


# Formats that are only read: fixed widths, outdated spreadsheets, and SAS, which reads SPSS files.
_WRITTEN_AS = {
    FileKind.FIXED_WIDTH: FileKind.CSV,
    FileKind.XLS: FileKind.XLSX,
    FileKind.SAS: FileKind.SPSS,
    FileKind.SAS_TRANSPORT: FileKind.SPSS,
}


MOST_SKIPPED = 10_000
"""The most rows above a table."""


class Formulas(StrEnum):
    """How texts are treated that a spreadsheet would run as formulas."""

    KEEP = "keep"
    NEUTRALISE = "neutralise"


@dataclass(frozen=True, slots=True)
class FixedColumn:
    """A column of a fixed-width file.

    Attributes
    ----------
    name : str
        Its name.
    start : int
        Its first position, from 1.
    width : int
        The number of its signs.
    label : str
        What its values are.
    """

    name: str
    start: Place
    width: Place
    label: str = ""


class MissingPolicy(StrEnum):
    """How records with missing quasi-identifiers are treated."""

    LEAVE_OUT = "leave-out"
    USE_OBSERVED = "use-observed"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The layout of a file. Options of other formats are ignored.

    Attributes
    ----------
    encoding : str
        Of text files, such as `cp1252` or `utf-16`.
    delimiter : str
        Of a CSV file; not a letter, digit, quotation mark or line break.
    decimal : str
        Decimal mark, `.` or `,`.
    header : bool
        Whether the first row has the column names.
    sheet : str or None
        Of a workbook; null: the first visible sheet.
    missing : tuple of str
        Cells that mean "no value", in all columns.
    thousands : str
        Sign between groups of three digits. Never guessed.
    dates : str
        Layout of dates, one of `%Y-%m-%d`, `%Y/%m/%d`, `%Y.%m.%d`, `%d.%m.%Y`, `%d/%m/%Y`,
        `%m/%d/%Y`, `%d-%m-%Y`, `%m-%d-%Y`. Never guessed: without it, dates whose day and month
        could be confused are texts.
    skip : int
        Rows above the table.
    skip_end : int
        Rows below the table, such as totals and footnotes; blank ones do not count.
    columns : tuple of FixedColumn
        Of a fixed-width file: `name`, `start` (from 1), `width`, and optionally `label`.
    neutralised : bool
        An apostrophe before texts that look like formulas is no part of them (CSV).
    """

    encoding: str = "utf-8"
    delimiter: Annotated[str, Expects("recipe-delimiter", pattern='^[^"\r\n]$')] = ","
    decimal: Annotated[str, Expects("recipe-decimal", pattern="^[.,]$")] = "."
    header: Flag = True
    sheet: str | None = None
    missing: Texts = ("",)
    thousands: str = ""
    dates: str = ""
    skip: Annotated[int, Expects("recipe-skip", 0, MOST_SKIPPED)] = 0
    skip_end: Annotated[int, Expects("recipe-skip", 0, MOST_SKIPPED)] = 0
    columns: tuple[FixedColumn, ...] = ()
    neutralised: Flag = False


@dataclass(frozen=True, slots=True)
class Source:
    """The input: an absolute path, its format and its layout."""

    path: str
    kind: FileKind
    options: ReadOptions = field(default_factory=ReadOptions)


@dataclass(frozen=True, slots=True)
class Target:
    """The protected file to write.

    Attributes
    ----------
    kind, name : FileKind and str
        Its format, and its name without folder and suffix.
    formulas : Formulas
        How texts are written that a spreadsheet would run as formulas (CSV).
    part : int or None
        The most records of a part, if it is written as a folder of parts (`FileKind.has_parts`).
    """

    kind: FileKind
    name: str
    formulas: Formulas = Formulas.KEEP
    part: int | None = None


@dataclass(frozen=True, slots=True)
class Method:
    """A protection method, by its recipe name, with the parameters set by the user."""

    name: str
    parameters: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BlockScale:
    """The scale of a recipe (manual: methods#blocks-of-records).

    Attributes
    ----------
    block : int
        The most records of a block. A larger part of the file is cut into several.
    """

    block: Place


@dataclass(frozen=True, slots=True)
class PopulationCounts:
    """The people of a population, or of a published table, by the values of some columns.

    Attributes
    ----------
    name, sha256 : str
        Of the file, without its folder.
    columns : tuple of str
        The columns of the data that it counts by.
    cells : tuple of tuple of str
        The values of these columns in each row, as texts.
    people : tuple of float
        The people of each row.
    """

    name: str
    sha256: str
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    people: tuple[float, ...]

    def has(self, names: Collection[str]) -> bool:
        """Decide whether people are counted by all of some columns."""
        return set(names) <= set(self.columns)

    def people_by(self, names: Sequence[str]) -> Mapping[tuple[str, ...], float]:
        """Add up the people by the values of some of the columns."""
        places = [self.columns.index(name) for name in names]
        people: dict[tuple[str, ...], float] = {}
        for cell, count in zip(self.cells, self.people, strict=True):
            key = tuple(cell[position] for position in places)
            people[key] = people.get(key, 0.0) + count
        return people


@dataclass(frozen=True, slots=True)
class PopulationFile:
    """A file of population counts that a recipe names.

    Attributes
    ----------
    counts : PopulationCounts or None
        What it holds, once it has been read (`core.pipeline.resolve`) or taken from a log.
    """

    path: str
    counts: PopulationCounts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to protect and release; unchecked until it is resolved.

    `core.recipe.recipe_document` describes the settings that are keys of a recipe.

    Attributes
    ----------
    limits : tuple of pairs of str and float
        The limits of the profile that are changed, by name.
    accepted_loss : float or None
        Share of the records, in [0, 1], that may be left out because of missing values before the
        release is not called ready; ``None``: the usual share (`core.checklist.rows.usefulness`).
    unit : Unit or None
        How the records form units; ``None``: the file's records are protected one by one.
    records_are_units : bool
        Whether the user has said that every record is a unit of its own.
    scale : BlockScale or None
        The blocks into which a large file is cut; ``None``: it is partitioned as a whole.
    """

    method: Method
    target: Target
    missing: MissingPolicy = MissingPolicy.LEAVE_OUT
    keep_order: bool = False
    strata: tuple[str, ...] = ()
    weight: str | None = None
    fraction: float | None = None
    population: tuple[PopulationFile, ...] = ()
    earlier_files: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    period: str | None = None
    insecure_test_seed: int | None = None
    profile: ProfileName = DEFAULT_PROFILE
    limits: tuple[tuple[str, float], ...] = ()
    answers: tuple[Answer, ...] = ()
    dominance: Dominance | None = None
    diversity: Diversity | None = None
    accepted_loss: float | None = None
    rules: tuple[str, ...] = ()
    unit: Unit | None = None
    records_are_units: bool = False
    scenarios: tuple[Scenario, ...] = ()
    figures: tuple[Figure, ...] = ()
    prepare: tuple[Preparing, ...] = ()
    totals: tuple[DomainTotals, ...] = ()
    scale: BlockScale | None = None
    merges: str | None = None
    improved: tuple[Improvement, ...] = ()

    @property
    def limits_groups(self) -> bool:
        """Whether a dominance rule or l makes clusters larger and merges them."""
        return (self.dominance, self.diversity) != (None, None)

    @property
    def active_preparing(self) -> tuple[Preparing, ...]:
        """The preparing steps that are not switched off."""
        return tuple(step for step in self.prepare if not step.is_off)

    @property
    def computed_columns(self) -> Mapping[str, str]:
        """The columns that preparing steps add, each with the one from which it is computed."""
        ages = (step for step in self.active_preparing if isinstance(step, Age))
        return {age.name: age.column for age in ages}

    @property
    def columns_left_out(self) -> tuple[str, ...]:
        """The columns that preparing steps leave out and no later one adds again, in order."""
        columns: dict[str, None] = {}
        for step in self.active_preparing:
            if isinstance(step, Drop):
                columns[step.column] = None
            elif isinstance(step, Age):
                columns.pop(step.name, None)
        return tuple(columns)


@dataclass(frozen=True, slots=True)
class Project:
    """All decisions of the user, without any cell value: the content of a recipe file."""

    source: Source
    schema: Schema
    recipe: Recipe

    def quasi_identifiers_in(self, columns: Collection[str]) -> tuple[str, ...]:
        """List the quasi-identifiers among the columns of a file, as read or as prepared.

        In the file as it was read, the column of dates of birth takes the place of an age that is
        made of it. Quasi-identifiers that the file lacks for another reason are left out.
        """
        made = self.recipe.computed_columns
        quasi = (a.name for a in self.schema.with_role(Role.QUASI_IDENTIFIER))
        there = (name if name in columns else made.get(name, "") for name in quasi)
        return tuple(name for name in dict.fromkeys(there) if name in columns)
