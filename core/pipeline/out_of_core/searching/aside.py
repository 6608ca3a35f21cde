"""Keeps what is not released, but is searched for what released columns disclose of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.encode import take
from core.errors import Problem
from core.io.scratch.disk_columns import StoredColumn, StoredTable, TableWriter
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset, Project
from core.pipeline.cast_columns import cast_column
from core.pipeline.out_of_core.encoded.texts_as_numbers import with_numbers
from core.pipeline.out_of_core.searching.file_keys import KeyFile, file_keys
from core.pipeline.out_of_core.searching.large_units import UnitTaker
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.weight_cautions import is_weight
from core.protect.privacy import is_private

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """What is searched besides the released columns of the released records.

    Attributes
    ----------
    left : StoredTable
        The released columns of the records that are left out; without columns if there are none.
    places : numpy.ndarray of int64
        The positions of these records in the file, ascending.
    others : StoredTable
        The columns of strata that are not released, of all records.
    keys : Mapping of str to StoredColumn
        Of each other column a whole number for each cell of the file, the same for the same value;
        only if there are weights.
    read : Mapping of str to StoredColumn
        Such numbers of the columns of weights as they were read, if they were prepared.
    units : tuple of Problem
        The caution on a column that probably numbers units.
    """

    left: StoredTable = field(default_factory=lambda: StoredTable(()))
    places: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    others: StoredTable = field(default_factory=lambda: StoredTable(()))
    keys: Mapping[str, StoredColumn] = field(default_factory=dict)
    read: Mapping[str, StoredColumn] = field(default_factory=dict)
    units: tuple[Problem, ...] = ()


@dataclass(slots=True)
class AsideTaker:
    """Takes from the parts of a file what is kept aside."""

    project: Project
    work: Workplace
    _left: TableWriter = field(init=False)
    _others: TableWriter = field(init=False)
    _keys: dict[str, KeyFile] = field(default_factory=dict)
    _read: dict[str, KeyFile] = field(default_factory=dict)
    _places: list[Ints] = field(default_factory=list)
    _units: UnitTaker = field(init=False)
    _unprepared: set[str] = field(default_factory=set)
    _rows: int = 0

    def __post_init__(self) -> None:
        released = frozenset(a.name for a in self.project.schema.attributes)
        self._left = TableWriter(self.work.folder, "left", released)
        self._others = TableWriter(self.work.folder, "strata-column", released)
        self._units = UnitTaker(self.project, self.work)

    def add_unprepared(self, part: Dataset, prepared: Set[str]) -> None:
        """Take the columns of a part as they were read, but for those that come prepared."""
        self._unprepared |= set(part.names) - prepared
        self._add_keys(part, self._unprepared)

    def add(self, part: Dataset, released: Sequence[Column], kept: Ints) -> None:
        """Take what is not released of a part of which some records are kept."""
        if is_private(self.project):
            return
        self._units.add(part)
        if len(kept) < part.rows:
            left = np.setdiff1d(np.arange(part.rows), kept, assume_unique=True)
            self._left.add([with_its_texts(take(column, left)) for column in released])
            self._places.append(left + self._rows)
        self._rows += part.rows
        known, strata = {column.name for column in released}, self.project.recipe.strata
        # Strata that the file lacks are refused once it was read.
        given = [name for name in strata if name not in known and name in part.names]
        self._others.add(self._typed(part, given))
        self._add_keys(part, set(part.names) - self._unprepared)
        for column in part.originals:
            if column.name in known and is_weight(self.project, column):
                self._key_file(self._read, column.name).add(file_keys(column))

    def _typed(self, part: Dataset, names: Iterable[str]) -> list[Column]:
        decimal, schema = self.project.source.options.decimal, self.project.schema
        return [cast_column(part.column(name), schema.named(name), decimal) for name in names]

    def _add_keys(self, part: Dataset, names: Set[str]) -> None:
        """Take those of some columns that are neither released nor strata."""
        if is_private(self.project) or not may_have_weights(self.project):
            return
        for attribute in self.project.schema.attributes:
            name = attribute.name
            is_hidden = not attribute.role.is_released and name not in self.project.recipe.strata
            if is_hidden and name in names:
                for column in self._typed(part, [name]):
                    self._key_file(self._keys, name).add(file_keys(column))

    def _key_file(self, files: dict[str, KeyFile], name: str) -> KeyFile:
        at = len(self._keys) + len(self._read)
        return files.setdefault(name, KeyFile(self.work.place(f"key-{at}")))

    def finish(self, not_numbers: Set[str], job: Job) -> Aside:
        """Return what was kept."""
        tables = (
            with_numbers(writer.finish(), self.project, not_numbers, self.work, job)
            for writer in (self._left, self._others)
        )
        places = np.concatenate(self._places) if self._places else np.empty(0, np.int64)
        files = (
            {name: file.finished(name) for name, file in found.items()}
            for found in (self._keys, self._read)
        )
        (left, others), (keys, read) = tables, files
        return Aside(left, places, others, keys, read, self._units.cautions())


def may_have_weights(project: Project) -> bool:
    """Return whether a column that is published as it is may hold survey weights."""
    nothing = np.empty(0, np.int64), np.empty(0, np.bool_)
    return any(
        is_weight(project, Column(attribute.name, ColumnKind.INTEGER, *nothing))
        for attribute in project.schema.attributes
        if attribute.role.is_released
    )


def with_its_texts(column: Column) -> Column:
    """Return a text column without the categories of records that were left out."""
    if column.kind is not ColumnKind.TEXT:
        return column
    used = np.unique(column.values[~column.missing])
    texts = tuple(column.categories[code] for code in used.tolist())
    codes = np.where(column.missing, -1, np.searchsorted(used, column.values))
    return replace(column, values=codes.astype(np.int32), categories=texts)
