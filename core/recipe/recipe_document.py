"""The document of a recipe file, declared once: what each key holds and when it is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
    field_validator,
)

from core.io import WRITTEN_KINDS
from core.model import (
    BlockScale,
    Diversity,
    DomainTotals,
    Dominance,
    FileKind,
    Formulas,
    Improvement,
    MissingPolicy,
    ReadOptions,
    Scenario,
    Unit,
)
from core.model.checklist import DEFAULT_PROFILE, LIMITS, ProfileName
from core.model.declared_types import (
    AsWritten,
    ColumnName,
    ColumnNames,
    Expects,
    Flag,
    Fraction,
    Place,
    Share,
    Texts,
    Whole,
)
from core.model.preparing import Band, Do, Preparing
from core.recipe.attributes import AttributeEntry
from core.recipe.declared import PathText, fault, joined_faults
from core.recipe.figure_requests import FigureEntry
from core.recipe.file_name import is_fit_name

FORMAT: Literal["statveil-recipe/2"] = "statveil-recipe/2"
RECORD: Literal["record"] = "record"
"""The ``unit`` of a file in which every record is a unit of its own."""
UNFINISHED = "unfinished"
"""The context of a recipe that is still being edited: the name of its output may be wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputEntry:
    """The file that is protected.

    Attributes
    ----------
    path : str
        The file, or a folder of Parquet files that are
        [parts of one table](files.md#files-in-parts); `--input` overrides it. A relative path
        starts from the recipe's folder. A path on a network is refused: name it with `--input`.
    kind : FileKind
        The [kind of file](files.md).
    options : ReadOptions
        Its layout.
    """

    path: PathText
    kind: FileKind
    options: ReadOptions = field(default_factory=ReadOptions)

    @field_validator("options")
    @classmethod
    def _has_two_marks(cls, options: ReadOptions) -> ReadOptions:
        if options.decimal == options.delimiter:
            raise fault("recipe-decimal", ("decimal",))
        return options


def _refuse_unwritten(kind: object) -> object:
    if kind not in WRITTEN_KINDS:
        raise fault("recipe-expects-choice", choices=WRITTEN_KINDS)
    return kind


_WrittenKind = Annotated[
    FileKind,
    BeforeValidator(_refuse_unwritten),
    WithJsonSchema({"enum": list(map(str, WRITTEN_KINDS)), "type": "string"}),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputEntry:
    """The protected file.

    Attributes
    ----------
    kind : FileKind or None
        Its [kind](files.md); by default the kind of the input, or its successor.
    name : str or None
        Its name without folder and suffix; by default `INPUT_protected`.
    formulas : Formulas
        Whether texts of a CSV file that a spreadsheet would run as formulas get an apostrophe.
    part : int or None
        Only with the kind `parquet`: the protected file is a folder of
        [parts](files.md#files-in-parts) with so many records each; without it, it is one file.
    """

    kind: _WrittenKind | None = None
    name: str | None = None
    formulas: Formulas = Formulas.KEEP
    part: Place | None = None

    @field_validator("name")
    @classmethod
    def _is_plain(cls, name: str | None, info: ValidationInfo) -> str | None:
        if name is not None and info.context != UNFINISHED and not is_fit_name(name):
            raise fault("recipe-output-name")
        return name


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingEntry:
    """What happens to records with missing values.

    Attributes
    ----------
    policy : MissingPolicy
        As above.
    accept : float or None
        The share of records that may be left out without a question; of `leave-out`.
    """

    policy: MissingPolicy
    accept: Share | None = None

    @field_validator("accept")
    @classmethod
    def _leaves_out(cls, share: float | None, info: ValidationInfo) -> float | None:
        if share is not None and info.data.get("policy") is MissingPolicy.USE_OBSERVED:
            raise fault("recipe-accept-leave-out")
        return share


def _with_rule(entry: object) -> object:
    return {"rule": "p-percent", **entry} if isinstance(entry, Mapping) else entry


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEntry:
    """The answer to a question of the checklist.

    Attributes
    ----------
    answer : str
        That it is accepted.
    why : str
        The reason; without one the question stays open.
    figure : float or None
        What was counted when it was accepted. The question is asked again without it, and when
        the figure has grown by more than a tenth; a count up to 20, when it has grown at all.
    limit : float
        The limit that it was beyond; with another one the question is asked again.
    columns : tuple of str
        The columns that it was about, where they are several; likewise.
    """

    answer: Annotated[Literal["accepted"], Expects("recipe-answer")]
    why: str = ""
    figure: Annotated[float, Expects("recipe-expects-number"), AsWritten()] | None = None
    limit: Annotated[float, Expects("recipe-expects-number"), AsWritten()] | None = None
    columns: ColumnNames = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileEntry:
    """For whom the release is.

    Attributes
    ----------
    name : str
        The [profile](checklist.md#profiles).
    limits : dict
        Limits of the profile that are changed.
    """

    name: ProfileName = DEFAULT_PROFILE
    limits: dict[str, Annotated[float, Expects("recipe-expects-number", 0), AsWritten()]] = field(
        default_factory=dict
    )

    @field_validator("limits")
    @classmethod
    def _has_known_limits(cls, limits: dict[str, float]) -> dict[str, float]:
        if unknown := [(name,) for name in limits if name not in LIMITS]:
            raise fault("recipe-unknown-key", *unknown)
        return limits


def _check_alternatives(step: Preparing) -> Preparing:
    if isinstance(step, Band) and step.cuts and (step.width or step.origin):
        keys = {"width": step.width, "from": step.origin}
        raise fault("recipe-unknown-key", *((key,) for key, value in keys.items() if value))
    if isinstance(step, Band) and not step.cuts and step.width is None:
        raise fault("recipe-missing", ("width",))
    return step


def _tag_of_missing(entry: object) -> str:
    return "object" if isinstance(entry, Mapping | MissingEntry) else "policy"


def _tag_of_profile(entry: object) -> str:
    return "object" if isinstance(entry, Mapping | ProfileEntry) else "name"


def _tag_of_unit(entry: object) -> str:
    return RECORD if entry == RECORD else "object"


def _read_step(entry: object, read: ValidatorFunctionWrapHandler) -> Preparing:
    """Read a step; what a band has besides its cuts is a fault like its others."""
    try:
        step: Preparing = read(entry)
    except ValidationError as error:
        keys = []
        if isinstance(entry, Mapping) and entry.get("do") == Do.BAND and entry.get("cuts"):
            keys = [key for key in ("width", "from") if entry.get(key)]
        details = error.errors(include_url=False, include_input=False)
        if not keys or ("recipe-unknown-key", ()) in [(d["type"], d["loc"]) for d in details]:
            raise
        raise joined_faults(
            details, fault("recipe-unknown-key", *((key,) for key in keys))
        ) from None
    return step


AnyStep = Annotated[
    Annotated[Preparing, Field(discriminator="do")], AfterValidator(_check_alternatives)
]
_RecipeStep = Annotated[AnyStep, WrapValidator(_read_step)]
_Method = Annotated[
    dict[str, object],
    WithJsonSchema(
        {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    ),
]
_Dominance = Annotated[Dominance, Field(discriminator="rule"), BeforeValidator(_with_rule)]
_Missing = Annotated[
    Annotated[MissingPolicy, Tag("policy")] | Annotated[MissingEntry, Tag("object")],
    Discriminator(_tag_of_missing),
]
_Profile = Annotated[
    Annotated[ProfileName, Tag("name")] | Annotated[ProfileEntry, Tag("object")],
    Discriminator(_tag_of_profile),
]
ReleaseNumber = Annotated[str, Expects("recipe-release-number", pattern="^[0-9a-f]{8,64}$")]
_Period = Annotated[
    str,
    Expects(
        "recipe-expects-period",
        pattern=r"^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$",
    ),
]
_Unit = Annotated[
    Annotated[Literal["record"], Tag(RECORD)] | Annotated[Unit, Tag("object")],
    Discriminator(_tag_of_unit),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeDocument:
    """A recipe file.

    Attributes
    ----------
    format : str
        What the file is.
    input : InputEntry
        The file to protect.
    prepare : tuple of Step
        How columns are [recoded](#prepare) before anything else; `attributes` then describes the
        recoded columns.
    attributes : tuple of AttributeEntry
        One for each column of the file.
    missing : MissingPolicy or MissingEntry
        [Missing values](methods.md#missing-values). A release that leaves out more than 5 % of the
        records has an open [question](#answers), unless the share is at most the one accepted here:
        `{"policy": "leave-out", "accept": 0.35}`.
    strata : tuple of str
        [Strata](methods.md#strata).
    weight : str or None
        [Survey weights](methods.md#survey-weights).
    fraction : float or None
        The share of the population that the file holds, above 0 and up to 1; without it the
        survey weights give it.
    population : tuple of str
        Files of [population counts](checklist.md#population-counts).
    earlier_files : tuple of str
        Files released before from the same data, which others have; row D4 of the
        [checklist](checklist.md#rows) compares them.
    sources : tuple of str
        [Published tables](checklist.md#published-tables) that count the same units by columns of
        the data.
    period : str or None
        The month, or its last day, to which the data refer: `2024-06` or `2024-06-30`.
    keep_order : bool
        Keep the order of the records; otherwise they are shuffled from a secure source.
    insecure_test_seed : int or None
        Repeatable noise for tests; such a release is not private.
    method : dict
        The [method](#method) and its parameters.
    output : OutputEntry
        What is written.
    dominance : PPercent or NK or None
        The [dominance rule](conditions.md#dominance) of every group.
    diversity : Diversity or None
        How many [different values](conditions.md#diversity) of sensitive columns every group has.
    rules : tuple of str
        [Edit rules](conditions.md#edit-rules), such as `"TOTAL = A + B"`.
    unit : Unit or str or None
        The [unit of protection](conditions.md#units): which records belong to one household, firm
        or school. `record` says that each record is one.
    scenarios : tuple of Scenario
        Sets of key columns whose risk [`assess`](risk.md#scenarios) counts.
    figures : tuple of FigureEntry
        [Figures](#figures) that users of the file compute, compared between original and release.
    totals : tuple of DomainTotals
        [Totals by domain](conditions.md#totals) that are calibrated to those of the original.
    scale : BlockScale or None
        `{"block": 500000}` protects a large file in [blocks](methods.md#blocks-of-records) of at
        most so many records, at least 10 · k. A cluster can
        [compute them](command-line.md#clusters).
    merges : str or None
        The number of an [earlier release](checklist.md#earlier-releases), whose groups are merged
        and never split.
    improved : tuple of Improvement
        The searches by [`improve`](command-line.md#improve) that chose settings, which the logs
        state; a run does not depend on them.
    profile : str or ProfileEntry
        For whom the release is: `public`, `scientific` or `teaching`. It decides on the limits of
        the [checklist](checklist.md).
    answers : dict
        Why counts beyond these limits [are accepted](#answers).
    project : object
        What the window [adds](#project); a run does not depend on it.
    """

    format: Literal["statveil-recipe/2"]
    input: InputEntry
    prepare: tuple[_RecipeStep, ...] = ()
    attributes: tuple[AttributeEntry, ...]
    missing: _Missing = MissingPolicy.LEAVE_OUT
    strata: ColumnNames = ()
    weight: ColumnName | None = None
    fraction: Fraction | None = None
    population: tuple[PathText, ...] = ()
    earlier_files: tuple[PathText, ...] = ()
    sources: tuple[PathText, ...] = ()
    period: _Period | None = None
    keep_order: Flag = False
    insecure_test_seed: Whole | None = None
    method: _Method
    output: OutputEntry = field(default_factory=OutputEntry)
    dominance: _Dominance | None = None
    diversity: Diversity | None = None
    rules: Texts = ()
    unit: _Unit | None = None
    scenarios: tuple[Scenario, ...] = ()
    figures: tuple[FigureEntry, ...] = ()
    totals: tuple[DomainTotals, ...] = ()
    scale: BlockScale | None = None
    merges: ReleaseNumber | None = None
    improved: tuple[Improvement, ...] = ()
    profile: _Profile = DEFAULT_PROFILE
    answers: dict[str, AnswerEntry] = field(default_factory=dict)
    project: object = None

    @field_validator("attributes")
    @classmethod
    def _names_columns_once(cls, entries: tuple[AttributeEntry, ...]) -> tuple[AttributeEntry, ...]:
        names = [entry.name for entry in entries]
        again = [i for i, name in enumerate(names) if name in names[:i]]
        if again:
            raise fault("recipe-column-twice", *((i, "name") for i in again))
        return entries

    @field_validator("method")
    @classmethod
    def _has_a_name(cls, method: dict[str, object]) -> dict[str, object]:
        if not isinstance(method.get("name"), str):
            raise fault("recipe-expects-text", ("name",))
        return method

    @field_validator("output")
    @classmethod
    def _has_parts(cls, output: OutputEntry, info: ValidationInfo) -> OutputEntry:
        source = info.data.get("input")
        kind = output.kind or (source and source.kind.written_as)
        if output.part is not None and kind is not None and not kind.has_parts:
            raise fault("recipe-output-part", ("part",))
        return output
