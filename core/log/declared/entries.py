"""The entries that both logs have, declared: what they hold and what they may hold.

`core.log.logs` composes them; `core.log.read_log` reads them and refuses all else.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
)

from core.checklist.row_registry import ROWS
from core.errors import Problem, Refused, Where
from core.io import WRITTEN_KINDS
from core.log.declared.counts import LoggedCount
from core.log.declared.facts import Facts, Statement
from core.model import ColumnKind, Direction, FileKind, Project, ReadOptions, Strength
from core.model.preparing import PreparingLoss
from core.model.taxonomy import Taxonomy
from core.model.taxonomy_building import TaxonomyTooLarge
from core.model.taxonomy_entry import taxonomy_entry, taxonomy_of_entry
from core.protect import METHODS
from core.recipe import dump_project, parse_project
from core.recipe.declared import fault, write_declared
from core.recipe.recipe_document import AnyStep

_MOST = 2**53
_LONGEST_NAME = 255
_LARGEST = 1e300

Value = TypeVar("Value")
Maybe = Annotated[Value | None, Field(exclude_if=lambda value: value is None)]
"""An entry that a log lacks where there is nothing to say."""

Some = Annotated[tuple[Value, ...], Field(exclude_if=lambda values: not values)]
"""Entries that a log lacks where there are none."""

Whole = Annotated[int, Field(ge=0, le=_MOST)]
Positive = Annotated[int, Field(gt=0, le=_MOST)]
Share = Annotated[float, Field(ge=0, le=1)]
Amount = Annotated[float, Field(ge=-_LARGEST, le=_LARGEST)]
"""A number that is still finite as a percentage, a hundred times as much."""
Hexadecimal = Annotated[str, Field(pattern=r"^(?:[0-9a-f]{2})+$")]


def _fit_name(name: str) -> str:
    if not 0 < len(os.fsencode(name)) <= _LONGEST_NAME:
        raise ValueError("not the name of a file")
    return name


def _check_row(code: str) -> str:
    if code not in ROWS:
        raise ValueError("not a row of the checklist")
    return code


def _check_kind(kind: FileKind) -> FileKind:
    if kind not in WRITTEN_KINDS:
        raise ValueError("not a kind that is written")
    return kind


Half = Literal["public", "internal"]
FileName = Annotated[str, AfterValidator(_fit_name)]
WrittenKind = Annotated[FileKind, AfterValidator(_check_kind)]


def _read_project(document: object, info: ValidationInfo[Path]) -> Project:
    """Return the project of a log's recipe, whose paths start from the folder of the log."""
    project = parse_project(document, info.context)
    if project.recipe.method.name not in METHODS:
        raise fault("audit-malformed", ("method", "name"))
    return project


LoggedProject = Annotated[Project, PlainValidator(_read_project), PlainSerializer(dump_project)]
LoggedOptions = Annotated[ReadOptions, PlainSerializer(write_declared)]
LoggedPreparing = Annotated[AnyStep, PlainSerializer(write_declared)]


@dataclass(frozen=True, slots=True)
class Program:
    """What made a release."""

    name: str
    version: str
    platform: str
    libraries: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Omitted:
    """A setting that the public log leaves out, and the column that it is of."""

    column: str | None
    setting: str

    def __str__(self) -> str:
        """Return the name of the setting, with its column if it has one."""
        return f"{self.setting} ({self.column})" if self.column else self.setting


@dataclass(frozen=True, slots=True)
class LoggedTaxonomy:
    """The complete taxonomy of a column."""

    column: str
    taxonomy: Taxonomy


def _read_taxonomy(document: object) -> LoggedTaxonomy:
    if not isinstance(document, dict) or not isinstance(document.get("column"), str):
        raise ValueError("not a taxonomy")
    try:
        return LoggedTaxonomy(document["column"], taxonomy_of_entry(document))
    except TaxonomyTooLarge as large:
        params = {"field": "taxonomies", "count": large.count, "most": large.most}
        raise Refused(Problem(large.code, Where(field="taxonomies"), params)) from None
    except (KeyError, TypeError, AttributeError):
        raise ValueError("not a taxonomy") from None


def _taxonomy_entry(logged: LoggedTaxonomy) -> dict[str, object]:
    return {"column": logged.column, **taxonomy_entry(logged.taxonomy)}


DeclaredTaxonomy = Annotated[
    LoggedTaxonomy,
    PlainValidator(_read_taxonomy),
    PlainSerializer(_taxonomy_entry),
    WithJsonSchema(
        {"type": "object", "properties": {"column": {"type": "string"}}, "required": ["column"]}
    ),
]


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """What was done, with counts; `core.log.chain` adds the hash of the step before."""

    name: str
    counts: Mapping[str, int | float | str]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of the groups that the method formed."""

    min: Whole
    mean: float
    max: Whole


@dataclass(frozen=True, slots=True)
class BlockSize:
    """The smallest group of an attribute block."""

    columns: tuple[str, ...]
    smallest: Positive


@dataclass(frozen=True, slots=True)
class BlockCount:
    """k as counted in the released file over the columns of an attribute block."""

    columns: tuple[str, ...]
    k: Positive


@dataclass(frozen=True, slots=True)
class LoggedSpending:
    """A share of the privacy budget."""

    spent_on: str
    columns: tuple[str, ...]
    epsilon: float


@dataclass(frozen=True, slots=True)
class LoggedLedger:
    """How the privacy budget was spent."""

    budget: float
    spent: float
    remaining: float
    entries: tuple[LoggedSpending, ...]


@dataclass(frozen=True, slots=True)
class Privacy:
    """What a private release claims, from its settings alone.

    Attributes
    ----------
    epsilon : float or None
        The budget that whole records are protected by, if they are.
    strength : Strength
        What the claim covers.
    ready : bool
        Whether the file may be called ready.
    doubts : tuple of Statement
        Why it is not ready unless it is confirmed.
    ledger : LoggedLedger
        How the budget was spent.
    """

    epsilon: float | None
    strength: Strength
    ready: bool
    doubts: tuple[Statement, ...]
    ledger: LoggedLedger


@dataclass(frozen=True, slots=True)
class LoggedResult:
    """What a run gave; `claim` has a sentence for each part of the claim.

    The public log does not state how many records were left out if they are few.
    """

    records: Whole
    left_out: Maybe[Whole] = field(default=None, kw_only=True)
    clusters: Positive
    sizes: Sizes
    k_reached: Whole
    blocks: tuple[BlockSize, ...]
    t_reached: Mapping[str, float]
    claim: tuple[Statement, ...]
    privacy: Maybe[Privacy] = None


@dataclass(frozen=True, slots=True)
class LoggedMeasure:
    """A measure; undefined ones, such as a ratio to a variance of zero, have no value."""

    name: str
    value: float | None
    unit: str
    direction: Direction
    attribute: str | None


@dataclass(frozen=True, slots=True)
class LoggedColumn:
    """A column of the protected file; a date has a format."""

    name: str
    kind: ColumnKind
    format: Maybe[str] = None


@dataclass(frozen=True, slots=True)
class LoggedPart:
    """A part of a file, with its hash and those of its blocks."""

    name: FileName
    size: Whole
    sha256: str
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoggedTable:
    """How the protected file is read, and the hash of its records."""

    kind: FileKind
    options: ReadOptions
    columns: tuple[LoggedColumn, ...]
    records_sha256: str


@dataclass(frozen=True, slots=True)
class LoggedFile:
    """A file of the release.

    Of the protected file it also states how it is read, with the hash of its records, and its parts
    if it is a folder.
    """

    name: FileName
    half: Half
    size: Whole
    sha256: str
    blocks: tuple[str, ...]
    parts: Maybe[tuple[LoggedPart, ...]] = None
    kind: Maybe[WrittenKind] = None
    options: Maybe[LoggedOptions] = None
    columns: Maybe[tuple[LoggedColumn, ...]] = None
    records_sha256: Maybe[str] = None

    @property
    def path(self) -> str:
        """Its path in the release folder, such as ``public/people.csv``."""
        return f"{self.half}/{self.name}"


@dataclass(frozen=True, slots=True)
class LoggedVerification:
    """What was recounted in the written file; only files that agree are released.

    Where false categories are left blank, a blank equals every value for `k` and is a value of its
    own for `k_of_values`.
    """

    rows: Whole
    columns: Whole
    same_table: Literal[True]
    k: Whole
    k_blocks: tuple[BlockCount, ...]
    t: Mapping[str, float]
    agrees: Literal[True]
    conditions: Some[LoggedCount] = ()
    k_of_values: Maybe[Positive] = None


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a release may be called ready: how many questions are open."""

    ready: bool
    open: Whole


Outcome = Literal["held", "answered", "included", "open", "never"]


@dataclass(frozen=True, slots=True)
class LoggedRow:
    """A row of the checklist.

    Attributes
    ----------
    row : str
        Its code.
    column : str or None
        The column that it is about, if it is one.
    params : Facts
        What its sentence states.
    outcome : str
        ``held`` within its limit, ``answered`` beyond it for the reason `why`, ``open`` without
        one, ``included`` in the question `asked_as`, or ``never``: no reason is accepted.
    figure, limit : float
        In the public log only where they disclose nothing of the original.
    columns : tuple of str
        The columns that an answer holds for, where they are several.
    asked_as : str or None
        Key of the question that asks about the same records.
    """

    row: Annotated[str, AfterValidator(_check_row)]
    column: str | None
    params: Facts
    outcome: Outcome
    why: Maybe[str] = None
    figure: Maybe[Amount] = None
    limit: Maybe[Amount] = None
    columns: Some[str] = ()
    asked_as: Maybe[str] = None


@dataclass(frozen=True, slots=True)
class LoggedPreparedStep:
    """A preparing step: the cells that it changed, and distinct values before and after."""

    step: LoggedPreparing
    changed: Whole
    before: Whole
    after: Whole


@dataclass(frozen=True, slots=True)
class LoggedPreparedColumn:
    """The loss of a prepared column in per cent, and that together with masking."""

    name: str
    loss: float
    measure: PreparingLoss
    together: float | None


@dataclass(frozen=True, slots=True)
class LoggedPreparation:
    """What all preparing steps changed."""

    steps: tuple[LoggedPreparedStep, ...]
    columns: tuple[LoggedPreparedColumn, ...]
