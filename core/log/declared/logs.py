"""The two logs of a release, declared.

The public log is handed out with the release. Two exact figures would suffice to compute the range
of a column and so its largest value; a plain hash or the size of the input would let somebody who
knows all cells but one find that cell. The public log therefore contains the rounded figures of the
public report, except those that nearly disclose an extreme value, and no other comparison with the
original; a commitment instead of the hash; and of lists of spellings only those that occur in the
released file. The internal log contains everything, but no cell value, position or membership.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from core.log.declared.entries import (
    DeclaredTaxonomy,
    Hexadecimal,
    LoggedFile,
    LoggedMeasure,
    LoggedPreparation,
    LoggedProject,
    LoggedResult,
    LoggedRow,
    LoggedStep,
    LoggedTable,
    LoggedVerification,
    Maybe,
    Omitted,
    Program,
    Readiness,
    Some,
    Whole,
)
from core.log.declared.facts import LoggedProblem
from core.log.declared.logged_figures import (
    InternalFigure,
    LoggedUsualFigures,
    PublicFigure,
    PublicUsualFigures,
)
from core.log.declared.original_comparison import OriginalComparison
from core.model import PopulationCounts, PopulationFile, Project, Schema, SignOff
from core.recipe.declared import adapter_of


@dataclass(frozen=True, slots=True)
class PublicInput:
    """The input without anything that identifies it but, unless withheld, a commitment to it.

    Without `rows`, fewer records were left out than may be counted in public.
    """

    name: str
    rows: Maybe[Whole] = field(default=None, kw_only=True)
    columns: Whole
    commitment: Maybe[str] = None


@dataclass(frozen=True, slots=True)
class InternalInput:
    """The input with its hash, and the salt that opens the commitment."""

    name: str
    size: Whole
    sha256: str
    salt: Hexadecimal
    rows: Whole
    columns: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """What both logs state.

    Attributes
    ----------
    project : Project
        The recipe: in the internal log as run, in the public one as far as it may be published.
    not_stated : tuple of str
        Columns whose figures are withheld, because they would disclose an extreme value.
    """

    format: str
    program: Program
    started: str
    finished: str
    project: Annotated[LoggedProject, Field(alias="recipe")]
    input: PublicInput | InternalInput
    taxonomies: tuple[DeclaredTaxonomy, ...]
    steps: tuple[LoggedStep, ...]
    result: LoggedResult
    measures: tuple[LoggedMeasure, ...]
    not_stated: tuple[str, ...]
    files: tuple[LoggedFile, ...] = ()
    verification: LoggedVerification
    warnings: tuple[LoggedProblem, ...]
    readiness: Readiness
    checklist: tuple[LoggedRow, ...]
    sign_off: Maybe[SignOff] = None

    @property
    def self_contained_project(self) -> Project:
        """The project with the taxonomies and population counts of the log: no file is needed.

        What was counted with earlier files and published tables is taken over.
        """
        trees = {logged.column: logged.taxonomy for logged in self.taxonomies}
        schema = self.project.schema
        attributes = (
            replace(a, categories=trees.get(a.name, a.categories)) for a in schema.attributes
        )
        counts = self.population if isinstance(self, InternalLog) else ()
        files = tuple(PopulationFile(table.name, table) for table in counts)
        recipe = replace(self.project.recipe, population=files, earlier_files=(), sources=())
        return replace(self.project, schema=Schema(tuple(attributes)), recipe=recipe)

    @property
    def table(self) -> LoggedTable:
        """How the protected file, which is the first one, is read."""
        file = self.files[0]
        # `core.log.read_log` refuses a log without them.
        assert file.kind is not None
        assert file.options is not None
        assert file.columns is not None
        assert file.records_sha256 is not None
        return LoggedTable(file.kind, file.options, file.columns, file.records_sha256)

    def path_of(self, file: LoggedFile, log: Path) -> Path:
        """Return the path of a file of the release whose log is at `log`.

        Only the last part of its name is used, so that a log cannot point outside the release.
        """
        name = Path(file.name).name
        if isinstance(self, PublicLog):
            return log.absolute().parent / name
        return log.absolute().parent.parent / file.half / name


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicLog(Log):
    """What may be handed out, next to the files that may.

    Attributes
    ----------
    omitted : tuple of Omitted
        The settings that were cut from the recipe.
    figures : tuple of PublicFigure
        The overlaps of the figures of users.
    usual : PublicUsualFigures or None
        How many figures that users will probably compute are kept.
    """

    format: Literal["statveil-audit/2"] = "statveil-audit/2"
    input: PublicInput
    omitted: tuple[Omitted, ...]
    figures: Some[PublicFigure] = ()
    usual: Maybe[PublicUsualFigures] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InternalLog(Log):
    """Everything, in the half that stays in the office.

    Attributes
    ----------
    confidential : bool
        That this file must never be published or sent with the release.
    network : str or None
        The connections that the run used: ``scheduler``, to a cluster.
    population : tuple of PopulationCounts
        The population counts that the recipe names, with the hashes of their files.
    figures : tuple of InternalFigure
        The figures of users with all values.
    usual : LoggedUsualFigures or None
        How many figures that users will probably compute are kept, and which are worst.
    prepared : LoggedPreparation or None
        What preparing steps changed.
    compared : OriginalComparison or None
        What the internal report shows of the original.
    """

    format: Literal["statveil-internal/2"] = "statveil-internal/2"
    confidential: Literal[True] = True
    network: Maybe[Annotated[str, Field(pattern="^scheduler$")]] = None
    input: InternalInput
    population: Some[PopulationCounts] = ()
    figures: Some[InternalFigure] = ()
    usual: Maybe[LoggedUsualFigures] = None
    prepared: Maybe[LoggedPreparation] = None
    compared: Maybe[OriginalComparison] = None


FORMATS: Mapping[str, type[PublicLog | InternalLog]] = {
    "statveil-audit/2": PublicLog,
    "statveil-internal/2": InternalLog,
}


def to_json(value: object) -> dict[str, object]:
    """Return the JSON object of a log, or of an entry of one."""
    (entry,) = adapter_of(type(value), is_strict=True).dump_python(
        (value,), mode="json", by_alias=True
    )
    assert isinstance(entry, dict)
    return entry
