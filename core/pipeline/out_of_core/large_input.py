"""Reads a file into the scratch folder, checking its columns on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.encode import take
from core.encode.not_applicable import unanswered, written_back
from core.encode.numbers import distinct_texts
from core.errors import Problem, Refused, Where
from core.io.scratch.apart_columns import apart_columns
from core.io.scratch.disk_columns import StoredTable, TableWriter
from core.io.streaming import stream
from core.jobs import Job
from core.kernels.numerics.part_sums import OpenSum
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    Fingerprint,
    MissingPolicy,
    Project,
    Role,
    Scale,
    Schema,
)
from core.model.preparing import Prepared
from core.pipeline.cast_columns import cast_column
from core.pipeline.out_of_core.encoded.texts_as_numbers import with_numbers
from core.pipeline.out_of_core.part_checks import PartChecks, use_of
from core.pipeline.out_of_core.parts.large_strata import LargeStrata, StrataTaker
from core.pipeline.out_of_core.preparing.held_columns import HeldIntake, HeldTable
from core.pipeline.out_of_core.preparing.large_steps import (
    LargePrepared,
    columns_of_steps,
    parts_of_prepared,
    prepare_large,
    remove_prepared,
)
from core.pipeline.out_of_core.searching.aside import Aside, AsideTaker, with_its_texts
from core.pipeline.out_of_core.units.unit_intake import LargeUnits, UnitIntake, unreleased_columns
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.resolve.domains_from_data import with_domains_from_data
from core.pipeline.resolve.taxonomy_loading import with_taxonomies
from core.pipeline.seal.input_metadata import masked_names
from core.pipeline.weight_cautions import as_read, is_weight, weights_of
from core.prepare.preparation import with_orders
from core.protect.privacy import is_private

CATEGORICAL = (Scale.ORDINAL, Scale.NOMINAL)


@dataclass(slots=True)
class WeightTotal:
    """The sum of the weights of all records of a file, and the largest one."""

    total: OpenSum = field(default_factory=OpenSum)
    heaviest: float = 0.0

    def add(self, column: Column) -> None:
        """Add the weights of a part."""
        seen = weights_of(column)
        self.total.add(seen)
        self.heaviest = max(self.heaviest, float(np.abs(seen).max(initial=0.0)))


@dataclass(frozen=True, slots=True, eq=False)
class LargeInput:
    """A file in the scratch folder.

    Attributes
    ----------
    table : StoredTable
        The columns that are released, of the records that are, in the file's order.
    fingerprint : Fingerprint
        Of the file that was read.
    rows : int
        Records of the file.
    names : tuple of str
        All columns of the file, as prepared.
    schema : Schema
        What they mean; columns in bands have the order of the bands.
    weights : Mapping of str to WeightTotal
        Of the columns of weights.
    strata : LargeStrata or None
        The strata of the records, if the recipe defines any.
    kinds : Mapping of str to ColumnKind
        Of the released columns that have a value, before they were cast to their scales.
    read : StoredTable or None
        The masked columns that they changed, as they were read, of the records that are released.
    aside : Aside
        What is searched besides the table.
    units : LargeUnits or None
        The units of the records, if several records belong to one.
    waves : LargeStrata or None
        The waves of a panel of units.
    heaviest : Mapping of str to float
        The largest weight of a unit, where several records may belong to one.
    """

    table: StoredTable
    fingerprint: Fingerprint
    rows: int
    names: tuple[str, ...]
    schema: Schema
    warnings: tuple[Problem, ...]
    weights: Mapping[str, WeightTotal] = field(default_factory=dict)
    strata: LargeStrata | None = None
    kinds: Mapping[str, ColumnKind] = field(default_factory=dict)

    prepared: Prepared | None = None
    read: StoredTable | None = None
    notes: tuple[Problem, ...] = ()
    aside: Aside = field(default_factory=Aside)

    originals: tuple[Column, ...] = ()

    units: LargeUnits | None = None
    waves: LargeStrata | None = None
    heaviest: Mapping[str, float] = field(default_factory=dict)

    @property
    def read_columns(self) -> int:
        """Number of columns of the file."""
        return len(self.names) if self.prepared is None else self.prepared.read_columns

    @property
    def left_out(self) -> int:
        """Number of records that are not released."""
        return self.rows - self.table.rows


@dataclass(slots=True)
class _DomainTaker:
    """What is known of the columns whose domains are taken from the data, at the user's request.

    It is a few cells of each: one of each category, or the least and the largest number. On these a
    domain is what it is on all.
    """

    _cells: dict[str, Column] = field(default_factory=dict)

    def add(self, column: Column, attribute: Attribute) -> None:
        """Look at the next cells of a column, cast to its scale."""
        if not attribute.domain_from_data or bool(column.missing.all()):
            return
        known = self._cells.get(column.name)
        if column.kind is ColumnKind.TEXT:
            texts = set(distinct_texts(column)[0]).union(() if known is None else known.categories)
            names = tuple(sorted(texts))
            values = np.arange(len(names), dtype=np.int32)
        else:
            seen = column.values[~column.missing]
            before = seen[:0] if known is None else known.values
            every = np.append(before, seen)
            values, names = np.array([every.min(), every.max()]), ()
        nowhere = np.zeros(len(values), dtype=np.bool_)
        self._cells[column.name] = Column(column.name, column.kind, values, nowhere, names)

    def applied(self, schema: Schema, decimal: str) -> Schema:
        """Return the schema with the domains."""
        for column in self._cells.values():
            some = Dataset((column,), Fingerprint("", 0, ""))
            schema = with_domains_from_data(schema, some, decimal)
        return schema


@dataclass(slots=True)
class _Intake:
    """Takes the parts of the file."""

    project: Project
    checks: PartChecks
    writer: TableWriter
    strata: StrataTaker
    originals: TableWriter
    aside: AsideTaker
    waves: StrataTaker
    units: UnitIntake | None = None
    rows: int = 0
    names: tuple[str, ...] = ()
    weights: dict[str, WeightTotal] = field(default_factory=dict)
    kinds: dict[str, ColumnKind] = field(default_factory=dict)
    not_numbers: set[str] = field(default_factory=set)
    domains: _DomainTaker = field(default_factory=_DomainTaker)

    def take(self, part: Dataset) -> None:
        """Check a part and store the records that are released.

        `Dataset.originals` are the columns that steps changed, as they were read.
        """
        self.checks.add(part)
        self.rows += part.rows
        self.names = part.names
        known = {a.name: a for a in self.project.schema.attributes if a.role.is_released}
        kept = np.flatnonzero(~self.incomplete(part)).astype(np.int64)
        given = [column for column in part.columns if column.name in known]
        for column in given:
            if column.kind is not ColumnKind.TEXT or column.categories:
                self.kinds[column.name] = column.kind
        decimal = self.project.source.options.decimal
        typed = [cast_column(column, known[column.name], decimal) for column in given]
        described = replace(part, columns=tuple(typed))
        for column in typed if is_private(self.project) else ():
            self.domains.add(column, known[column.name])
        for column in typed:
            if is_weight(self.project, column):
                total = self.weights.setdefault(column.name, WeightTotal())
                total.add(as_read(described, column.name))
                if self.units is not None:
                    self.units.add_weights(as_read(described, column.name))
        if self.units is not None:
            kept = self.units.take(part, kept)
        self.strata.add(part, kept)
        self.waves.add(part, kept)
        # Texts become numbers at the end, if those of all parts are.
        self.not_numbers |= {c.name for c in typed if c.kind is ColumnKind.TEXT and c.categories}
        released = [
            one if one.kind is ColumnKind.TEXT and other.kind is not ColumnKind.TEXT else other
            for one, other in zip(given, typed, strict=True)
        ]
        # Files hold codes of questions that were not asked as values.
        released = [written_back(column, known[column.name]) for column in released]
        self.aside.add(part, released, kept)
        if len(kept) < part.rows:
            released = [with_its_texts(take(column, kept)) for column in released]
        if len(kept):
            self.writer.add(released)
            masked = masked_names(self.project)
            read = [take(each, kept) for each in part.originals if each.name in masked]
            self.originals.add(read)

    def incomplete(self, part: Dataset) -> NDArray[np.bool_]:
        """Return the records that are left out because a value is missing."""
        found = np.zeros(part.rows, np.bool_)
        if self.project.recipe.missing is MissingPolicy.LEAVE_OUT:
            roles = (Role.QUASI_IDENTIFIER, *(Role.CONFIDENTIAL,) * use_of(self.project).works_on)
            for attribute in self.project.schema.attributes:
                if attribute.role in roles and attribute.name in part.names:
                    found |= unanswered(part.column(attribute.name), attribute)
        return found


def read_large(project: Project, workplace: Workplace, job: Job) -> LargeInput:
    """Read the file of a project into the scratch folder, and prepare its columns.

    Raises
    ------
    Refused
        If the file cannot be read or prepared, or its columns are not as the recipe says.
    """
    schema, unread = with_taxonomies(project.schema)
    if unread:
        raise Refused(*unread)
    given, project = project.schema, replace(project, schema=schema)
    prepared, done, aside = None, None, AsideTaker(project, workplace)
    if project.recipe.active_preparing:
        prepared = _prepared(project, aside, workplace, job)
        done = prepared[-1]
        project = replace(project, schema=with_orders(project.schema, done.orders))
        given = with_orders(given, done.orders)
    # Masked columns are written with new values.
    masked = masked_names(project).difference(project.recipe.strata)
    writer = TableWriter(workplace.folder, "input", masked)
    originals = TableWriter(workplace.folder, "original", masked_names(project))
    strata = StrataTaker(project.recipe.strata, workplace.place("strata"))
    aside.project = project
    checks, unit = PartChecks(project), project.recipe.unit
    # The column of the waves of units, unless it defines strata anyway.
    wave = None if unit is None or unit.waves in project.recipe.strata else unit.waves
    waves = StrataTaker(() if wave is None else (wave,), workplace.place("waves"))
    units = None if unit is None else UnitIntake(project, workplace)
    intake = _Intake(project, checks, writer, strata, originals, aside, waves, units)

    def pass_parts(take_part: Callable[[Dataset], None]) -> Fingerprint:
        """Pass all parts, as they are read or were prepared; return the mark of the file."""
        if prepared is None:
            return stream(project.source, workplace.rows, take_part, job, _as_text(project))
        mark, table, prepared_columns = prepared
        for part in job.each(parts_of_prepared(prepared_columns, table, workplace.rows)):
            take_part(part)
        return mark

    if units is not None and units.looks_ahead:
        # Note the units of all records, and which of these lack a value.
        pass_parts(lambda part: units.look(part, intake.incomplete(part)))
        units.number(job)
    mark = pass_parts(intake.take)
    if prepared is not None:
        _, table, prepared_columns = prepared
        remove_prepared(prepared_columns, table)
    return _finished(intake, project, mark, given, done, workplace, job)


def _prepared(
    project: Project, aside: AsideTaker, workplace: Workplace, job: Job
) -> tuple[Fingerprint, HeldTable, LargePrepared]:
    """Read the columns that steps, strata or the release need, and do the steps."""
    released = {a.name for a in project.schema.attributes if a.role.is_released}
    known, unit = columns_of_steps(project), project.recipe.unit
    # The unit needs its columns whether they are released or not.
    of_units = () if unit is None else (unit.id, *unreleased_columns(project))
    needed = known | released.union(project.recipe.strata, of_units)
    intake = HeldIntake(workplace, needed)
    texts = _as_text(project) - known

    def take_part(part: Dataset) -> None:
        aside.add_unprepared(part, needed)
        intake.take(part)

    mark = stream(project.source, workplace.rows, take_part, job, texts)
    table = intake.finished()
    return mark, table, prepare_large(project, table, workplace, job)


def _finished(
    intake: _Intake,
    project: Project,
    mark: Fingerprint,
    given: Schema,
    done: LargePrepared | None,
    work: Workplace,
    job: Job,
) -> LargeInput:
    errors = intake.checks.errors()
    if errors:
        raise Refused(*errors)
    table = intake.writer.finish()
    if not table.rows:
        none_left = () if intake.units is None else intake.units.lost_all
        raise Refused(*(none_left or (Problem("no-records"),)))
    table = with_numbers(table, project, intake.not_numbers, work, job)
    # Numbers whose digits the protected file would not hold as numbers.
    rounded = [
        column.name
        for column in table.columns
        if column.head.spellings is not None
        and column.head.spellings.rounded.any()
        and column.name not in masked_names(project)
    ]
    if rounded and not project.recipe.target.kind.is_text:
        raise Refused(*(Problem("large-rounded", Where(name)) for name in rounded))
    unique = [
        column.name
        for column in table.columns
        if column.kind is ColumnKind.TEXT and len(column.head.categories) == table.rows > 1
    ]
    return LargeInput(
        apart_columns(table.columns, project.schema),
        mark,
        intake.rows,
        intake.names,
        intake.domains.applied(given, project.source.options.decimal),
        tuple(intake.checks.warnings(unique)),
        intake.weights,
        intake.strata.finish(),
        kinds=intake.kinds,
        prepared=None if done is None else done.prepared,
        read=None if done is None else intake.originals.finish(),
        notes=() if done is None else done.notes,
        aside=intake.aside.finish(intake.not_numbers, job),
        units=None if intake.units is None else intake.units.finish(job),
        waves=intake.waves.finish(),
        heaviest={} if intake.units is None else intake.units.heaviest(),
    )


def _as_text(project: Project) -> frozenset[str]:
    """Return the columns of categories, which a text file spells as they are released.

    Files with types would hold whole numbers as such.
    """
    if not project.recipe.target.kind.is_text:
        return frozenset()
    return frozenset(a.name for a in project.schema.attributes if a.scale in CATEGORICAL)
