"""Finds the column that most likely numbers units while a file is read part by part.

See `core.io.structure.likely_units`, which has all records at once. Of columns with the name of a
unit the values are counted. Others must number consecutive blocks of records, so that columns that
are constant in them are seen as the records pass by.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.errors import Problem
from core.io.profiling.unit_names import UnitName
from core.io.scratch.disk_columns import MISSING_WHOLE
from core.io.structure.likely_units import (
    FEWEST_NAMED,
    LEAST_ADJACENT,
    are_sizes_of_units,
    clearest_name,
    is_convincing,
    may_number,
)
from core.io.structure.value_dependence import Dependence
from core.model import Column, ColumnKind, Dataset, Project, Scale
from core.pipeline.out_of_core.searching.file_keys import KeyFile, file_keys
from core.pipeline.out_of_core.workplace import Workplace
from core.pipeline.unit_cautions import unit_caution
from core.protect.privacy import is_private

Ints = NDArray[np.int64]


def looks_for_units(project: Project) -> bool:
    """Return whether a run looks for units, of which nothing is said.

    Where columns are prepared, not all are seen together.
    """
    recipe = project.recipe
    is_open = recipe.unit is None and not recipe.records_are_units
    return is_open and not recipe.active_preparing and not is_private(project)


class UnitTaker:
    """Looks at the parts of a file as they are read.

    Parameters
    ----------
    work : Workplace
        Where the values of possible units are kept.
    """

    def __init__(self, project: Project, work: Workplace) -> None:
        self._project, self._work = project, work
        self._found: list[_PossibleUnit] | None = None if looks_for_units(project) else []
        self._first: dict[str, int] = {}
        self._varying: set[str] = set()

    def add(self, part: Dataset) -> None:
        """Look at the next records."""
        if self._found is None:
            named = ((column.name, clearest_name(column)) for column in part.columns)
            self._found = [
                _PossibleUnit(name, what, KeyFile(self._work.place(f"unit-{at}")), set(part.names))
                for at, (name, what) in enumerate(named)
                if what is not UnitName.OTHER
            ]
        keys = _Keys(part)
        for candidate in self._found:
            candidate.add(self._as_read(part.column(candidate.column)), keys)
        self._found = [candidate for candidate in self._found if not candidate.is_refuted]
        for name in {name for one in self._found for name in one.constant} - self._varying:
            of_column = keys.of(name)
            if len(of_column) and np.any(of_column != self._first.setdefault(name, of_column[0])):
                self._varying.add(name)

    def _as_read(self, column: Column) -> Column:
        """Return codes of categories, which are read as texts, as whole numbers if they are."""
        attribute = self._project.schema.named(column.name)
        if column.kind is not ColumnKind.TEXT or attribute.scale not in _CATEGORICAL:
            return column
        for text in column.categories:
            digits = text.removeprefix("-")
            is_whole = digits.isascii() and digits.isdigit() and len(digits) < 19
            if not is_whole or str(int(text)) != text:
                return column
        whole = np.array([*(int(text) for text in column.categories), 0], np.int64)
        return Column(column.name, ColumnKind.INTEGER, whole[column.values], column.missing)

    def cautions(self) -> tuple[Problem, ...]:
        """Return the caution on the most likely column, if there is any."""
        found = []
        for candidate in self._found or ():
            sizes = candidate.sizes()
            constant = len(candidate.constant & self._varying)
            if are_sizes_of_units(candidate.name, sizes) and is_convincing(
                candidate.name, len(sizes), constant
            ):
                found.append((-candidate.name, len(sizes), candidate.column, sizes))
        if not found:
            return ()
        # Of equally likely ones the first column.
        *_, column, sizes = min(found, key=lambda each: each[:2])
        return (unit_caution(column, len(sizes), int(sizes.sum()), int(sizes.max())),)


_CATEGORICAL = (Scale.ORDINAL, Scale.NOMINAL)


class _Keys:
    """The numbers of the cells of a part (`file_keys`), each column once."""

    def __init__(self, part: Dataset) -> None:
        self._part = part
        self._known: dict[str, Ints] = {}

    def of(self, name: str) -> Ints:
        """Return those of a column."""
        if name not in self._known:
            self._known[name] = file_keys(self._part.column(name))
        return self._known[name]


@dataclass(slots=True)
class _PossibleUnit:
    """A column that may number units.

    Attributes
    ----------
    file : KeyFile
        Its values so far.
    constant : set of str
        Other columns of which each unit so far has one value.
    is_refuted : bool
        Whether it cannot number units.
    """

    column: str
    name: UnitName
    file: KeyFile
    constant: set[str]
    is_refuted: bool = False
    _known: dict[str, Dependence] = field(default_factory=dict)
    _last: dict[str, int] = field(default_factory=dict)
    _steps: int = 0
    _adjacent: int = 0

    def __post_init__(self) -> None:
        self.constant.discard(self.column)

    def add(self, column: Column, keys: _Keys) -> None:
        """Look at the next records."""
        is_number = may_number(column)
        if not is_number or (self.name is UnitName.NONE and not self._goes_on(column)):
            self.is_refuted = True
            self.constant = set()
            self.file.path.unlink(missing_ok=True)
            return
        own = keys.of(self.column)
        self.file.add(own)
        look = self._is_constant_in_blocks if self.name is UnitName.NONE else self._follows
        self.constant = {name for name in self.constant if look(name, own, keys.of(name))}
        if len(own):
            self._last[self.column] = int(own[-1])

    def _goes_on(self, column: Column) -> bool:
        """Return whether the column still numbers consecutive blocks of records."""
        if column.kind is not ColumnKind.INTEGER or column.missing.any():
            return False
        values = column.values.astype(np.int64)
        if "" in self._last:
            values = np.append(self._last[""], values)
        steps = np.diff(values)
        self._steps += int((steps > 0).sum())
        self._adjacent += int((steps == 1).sum())
        if len(values):
            self._last[""] = int(values[-1])
        return bool(np.all(values[1:] >= values[:-1]))

    def _is_constant_in_blocks(self, name: str, own: Ints, other: Ints) -> bool:
        if self.column in self._last and len(own):
            own = np.append(self._last[self.column], own)
            other = np.append(self._last[name], other)
        if len(own):
            self._last[name] = int(other[-1])
        return not np.any((own[1:] == own[:-1]) & (other[1:] != other[:-1]))

    def _follows(self, name: str, own: Ints, other: Ints) -> bool:
        """Return whether another column follows from few units; of more, nothing need."""
        known = self._known.setdefault(name, Dependence(FEWEST_NAMED))
        present = own != MISSING_WHOLE
        columns = (
            Column(each, ColumnKind.INTEGER, keys[present], keys[present] == MISSING_WHOLE)
            for each, keys in ((self.column, own), (name, other))
        )
        return known.add(*columns)

    def sizes(self) -> Ints:
        """Return the number of records of each unit; nothing if the blocks have many gaps."""
        if self.name is UnitName.NONE and self._adjacent < LEAST_ADJACENT * max(self._steps, 1):
            return np.empty(0, np.int64)
        stored = self.file.finished(self.column)
        keys = stored.raw(0, self.file.rows) if self.file.rows else np.empty(0, np.int64)
        keys.sort()
        keys = keys[np.searchsorted(keys, MISSING_WHOLE, "right") :]
        begin = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])[: len(keys)])
        return np.diff(np.append(begin, len(keys)))
