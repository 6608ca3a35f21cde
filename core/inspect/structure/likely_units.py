"""Finds columns whose equal values mark the records of one household, firm, school or person."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.array_types import Bools, Ints
from core.encode.record_groups import group_records
from core.encode.rows import take
from core.encode.unit_groups import first_records
from core.inspect.profiling.unit_names import UnitName, is_wave_name, unit_name
from core.inspect.structure.column_values import is_constant_within, states_of
from core.inspect.structure.joint_numbers import find_joint_numbers
from core.jobs import CancellableSequence, Job
from core.kernels.numerics.grouping import refine
from core.model import Column, ColumnKind, Dataset
from core.table import pieces

# With fewer different values, a column describes groups of records.
_FEWEST_UNITS = 5
# More units than these are enough even if no other column is constant in them.
_FEWEST_NAMED = 20
# An identifier with a few repeated values has duplicates and does not number units.
_LEAST_REPEATED = 0.05
# Largest mean number of records of a unit, by how clear the name is.
_LARGEST_MEAN: Mapping[UnitName, float] = {
    UnitName.NONE: 12.0,
    UnitName.NUMBER: 100.0,
    UnitName.UNIT: 200.0,
    UnitName.UNIT_NUMBER: float("inf"),
}
# Without a clear name, so many columns must be constant within the units.
_FEWEST_CONSTANT = 2
_MOST_WAVES = 60
_NUMBERING_KINDS = (ColumnKind.INTEGER, ColumnKind.TEXT)
# Longer labels are questions, in which "household" and "number" may be any words.
_LONGEST_LABEL = 5
_LARGEST_WHOLE = 2.0**53
# Without name and order, the values of a column number units if so many others are constant in them
# and no unit has more records than these on average.
_MANY_CONSTANT = 5
_LARGEST_MEAN_UNNAMED = 100.0
# A column that is left out and whose name says nothing has so many records of a value on average.
_LEAST_MEAN_LEFT_OUT = 2.0
# Whether that can be is seen in the first records, if enough neighbours share a value.
_SAMPLED_RECORDS = 2000
_FEWEST_NEIGHBOURS = 50
# So many of the steps from a numbered block to the next one must be 1.
_LEAST_ADJACENT = 0.5


@dataclass(frozen=True, slots=True)
class LikelyUnit:
    """Columns that probably number units of several records.

    Attributes
    ----------
    columns : tuple of str
        Their names; several number the units together.
    reason : str
        ``likely-unit-name`` (name and repetitions), ``likely-unit-values`` (numbered blocks of
        records within which other columns are constant), ``likely-unit-constant`` (many other
        columns are constant within its values), ``likely-unit-joint`` (numbers that start again in
        each cluster) or ``likely-unit-panel`` (each value at most once in each wave); empty if the
        columns were not found but named by the user.
    units, rows : int
        Number of units, and of records that have a value.
    sizes : tuple of pairs of int
        Number of records of a unit, and number of such units; ascending.
    constant : tuple of str
        Other columns that have one value in each unit, but not in the whole file.
    counts : tuple of str
        Those of them that equal the number of records of the unit.
    waves : str or None
        The column of waves, if units recur in several waves.
    """

    columns: tuple[str, ...]
    reason: str
    units: int
    rows: int
    sizes: tuple[tuple[int, int], ...] = field(repr=False)
    constant: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    waves: str | None = None

    @property
    def key(self) -> str:
        """The columns as one text."""
        return " × ".join(self.columns)

    @property
    def largest(self) -> int:
        """Number of records of the largest unit."""
        return self.sizes[-1][0]

    @property
    def reason_params(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        return {
            "count": self.units,
            "rows": self.rows,
            "largest": self.largest,
            "constant": len(self.constant),
            "waves": self.waves or "",
        }


@dataclass(frozen=True, slots=True)
class _UnitCandidate:
    """Columns with the records grouped by their values; groups count present cells only."""

    columns: tuple[Column, ...]
    name: UnitName
    present: Bools
    labels: Ints
    sizes: Ints
    leaders: Ints


def find_units(
    dataset: Dataset, job: Job | None = None, numbers: Collection[str] = ()
) -> tuple[LikelyUnit, ...]:
    """Find the columns that probably number units of several records.

    The name decides, together with repeated values; numbers that start again in each cluster number
    units together with it. Without a name that indicates a unit, the values must be numbered blocks
    of records within which at least two other columns are constant. If there is no such column
    either, it is the one within whose values most columns are constant, at least five.

    Parameters
    ----------
    numbers : collection of str
        Columns that are known to number something: their values need only repeat.

    Returns
    -------
    tuple of LikelyUnit
        Clearest name first; then by ascending number of units (households before their members),
        then in column order.
    """
    columns = CancellableSequence(dataset.columns, job or Job())
    likely = [
        (candidate.name, unit)
        for candidate in map(_find_candidate, columns)
        if candidate is not None
        for unit in [_examine(candidate, columns)]
        if unit is not None
    ]
    likely_names = {name for _, unit in likely for name in unit.columns}
    likely += [
        (_clearest_name(column), _describe_number(column, columns))
        for column in columns
        if column.name in numbers and column.name not in likely_names and _repeats(column)
    ]
    likely.sort(key=lambda entry: (-entry[0], entry[1].units))
    key_sets = find_joint_numbers(columns, bool(likely))
    joint_units = [_describe_joint(keys, columns) for keys in key_sets]
    joint_names = {name for unit in joint_units for name in unit.columns}
    single_units = [unit for _, unit in likely if joint_names.isdisjoint(unit.columns)]
    return (*joint_units, *single_units) or _find_unnamed(columns)


def _describe_number(column: Column, columns: Sequence[Column]) -> LikelyUnit:
    """Describe the units that a column numbers whose values repeat."""
    candidate = _group_by([column], _clearest_name(column))
    further = [c for c in columns if c is not column]
    return _describe_candidate(
        candidate, "likely-unit-name", [], _find_waves(candidate, further)[0]
    )


def _describe_joint(keys: Sequence[Column], columns: Sequence[Column]) -> LikelyUnit:
    """Describe the units that some columns number together."""
    candidate = _group_by(keys, UnitName.UNIT_NUMBER)
    further = [column for column in columns if column not in keys]
    constant = [column for column in further if _is_constant_in(candidate, column)]
    return _describe_candidate(
        candidate, "likely-unit-joint", constant, _find_waves(candidate, further)[0]
    )


def _repeats(column: Column) -> bool:
    """Check whether the values of a column repeat that numbers something, and no interviewers."""
    if _clearest_name(column) is UnitName.OTHER or column.kind not in _NUMBERING_KINDS:
        return False
    sizes = _group_by([column], UnitName.UNIT_NUMBER).sizes
    sizes = sizes[sizes > 0]
    if _clearest_name(column) is UnitName.NONE:
        # Amounts and answers that are left out have few equal ones, categories few values.
        return len(sizes) >= _FEWEST_NAMED and bool(sizes.mean() >= _LEAST_MEAN_LEFT_OUT)
    return _are_sizes_of_units(UnitName.UNIT_NUMBER, sizes)


def _find_unnamed(columns: Sequence[Column]) -> tuple[LikelyUnit, ...]:
    """Find the column within whose values most other columns are constant, if these are many."""
    counts = _count_constant_in_first(columns)
    units = []
    for column, n_constant in zip(columns, counts, strict=True):
        if n_constant < _MANY_CONSTANT or _clearest_name(column) is not UnitName.NONE:
            continue
        candidate = _group_by([column], UnitName.NONE)
        sizes = candidate.sizes[candidate.sizes > 0]
        if len(sizes) < _FEWEST_NAMED or sizes.sum() > _LARGEST_MEAN_UNNAMED * len(sizes):
            continue
        constant = [c for c in columns if c is not column and _is_constant_in(candidate, c)]
        if len(constant) >= _MANY_CONSTANT:
            waves = _find_waves(candidate, [c for c in columns if c is not column])[0]
            units.append(_describe_candidate(candidate, "likely-unit-constant", constant, waves))
    # Of two with the same columns, that of fewer units: numbers of others are constant in them.
    units.sort(key=lambda unit: (-len(unit.constant), unit.units))
    return tuple(units[:1])


def _count_constant_in_first(columns: Sequence[Column]) -> list[int]:
    """Count, for each column, the others that are constant within its values in the first records.

    This rules out nearly all columns without a comparison of all records.
    """
    if not len(columns):
        return []
    sampled = np.arange(min(len(columns[0]), _SAMPLED_RECORDS))
    states = np.column_stack([states_of(take(column, sampled))[0] for column in columns])
    counts: list[int] = []
    for position, column in enumerate(columns):
        ordered = states[np.argsort(states[:, position], kind="stable")]
        is_shared = ordered[1:, position] == ordered[:-1, position]
        counts.append(0)
        if column.kind in _NUMBERING_KINDS and is_shared.sum() >= _FEWEST_NEIGHBOURS:
            equal = ordered[1:][is_shared] == ordered[:-1][is_shared]
            counts[position] = int(equal.all(axis=0).sum()) - 1
    return counts


def describe_unit(
    dataset: Dataset, names: Sequence[str], job: Job | None = None
) -> LikelyUnit | None:
    """Describe the units that the values of columns number, however unlikely it is that they do.

    Returns
    -------
    LikelyUnit or None
        ``None`` if no record has a value in all of them.
    """
    candidate = _group_by([dataset.column(name) for name in names], UnitName.UNIT_NUMBER)
    if not candidate.sizes.any():
        return None
    columns = CancellableSequence(dataset.columns, job or Job())
    further = [c for c in columns if c.name not in names]
    constant = [c for c in further if _is_constant_in(candidate, c)]
    return _describe_candidate(candidate, "", constant, _find_waves(candidate, further)[0])


def _find_candidate(column: Column) -> _UnitCandidate | None:
    """Find the groups of a column if its name and repetitions permit that it numbers units."""
    name = _clearest_name(column)
    if name is UnitName.OTHER or not (len(column) > 0 and _may_number(column)):
        return None
    if name is UnitName.NONE and not _numbers_blocks(column):
        return None
    candidate = _group_by([column], name)
    sizes = candidate.sizes
    return candidate if _are_sizes_of_units(name, sizes[sizes > 0]) else None


def _numbers_blocks(column: Column) -> bool:
    """Check whether integers number consecutive blocks of records nearly without gaps."""
    if column.kind is not ColumnKind.INTEGER or column.missing.any():
        return False
    steps = np.diff(column.values)
    # The first condition guards the second against unsigned wrap-around of huge values.
    rises = steps[steps > 0]
    few_gaps = len(rises) > 0 and np.mean(rises == 1) >= _LEAST_ADJACENT
    return bool(np.all(steps >= 0) and few_gaps)


def _are_sizes_of_units(name: UnitName, sizes: Ints) -> bool:
    """Check whether a column with such a name may number units with these numbers of records."""
    units, rows = len(sizes), int(sizes.sum())
    repeated = int(sizes[sizes > 1].sum())
    if units < _FEWEST_UNITS or repeated < _LEAST_REPEATED * rows:
        return False
    return rows / units <= _LARGEST_MEAN[name]


def _group_by(columns: Sequence[Column], name: UnitName) -> _UnitCandidate:
    present = ~np.any([column.missing for column in columns], axis=0)
    labels = group_records(columns)
    groups = int(labels.max(initial=-1)) + 1
    labels = np.where(present, labels, groups)
    sizes = np.bincount(labels, minlength=groups + 1)[:groups]
    leaders = first_records(labels)[labels]
    # Records without a number are units of their own.
    leaders = np.where(present, leaders, np.arange(len(labels)))
    return _UnitCandidate(tuple(columns), name, present, labels, sizes, leaders)


def _clearest_name(column: Column) -> UnitName:
    """Judge a column by name and label; a label counts if it names the number of a unit."""
    name, label = unit_name(column.name), column.labels.variable
    if name is UnitName.NONE and len(label.split()) <= _LONGEST_LABEL:
        by_label = unit_name(label)
        return by_label if by_label is UnitName.UNIT_NUMBER else name
    return name


def _may_number(column: Column) -> bool:
    """Check whether the cells may be the numbers of units: no dates and no fractions."""
    if column.kind is ColumnKind.NUMBER:
        return all(
            np.all((np.abs(values) < _LARGEST_WHOLE) & (values == np.floor(values)))
            # A fraction is most often among the first records.
            for piece in (slice(_SAMPLED_RECORDS), *pieces(len(column)))
            for values in [column.values[piece][~column.missing[piece]]]
        )
    return column.kind is not ColumnKind.DATE


def _examine(candidate: _UnitCandidate, columns: Sequence[Column]) -> LikelyUnit | None:
    """Describe the units of a candidate, unless the other columns contradict it."""
    further = [column for column in columns if column not in candidate.columns]
    constant = [column for column in further if _is_constant_in(candidate, column)]
    waves, recurs_once = _find_waves(candidate, further)
    units = int(np.count_nonzero(candidate.sizes))
    if not _is_convincing(candidate.name, units, len(constant)):
        return None
    by_values = candidate.name is UnitName.NONE
    reason = "likely-unit-values" if by_values else "likely-unit-name"
    return _describe_candidate(
        candidate, "likely-unit-panel" if recurs_once else reason, constant, waves
    )


def _describe_candidate(
    candidate: _UnitCandidate, reason: str, constant: Sequence[Column], waves: str | None
) -> LikelyUnit:
    unit_sizes, n_units = np.unique(candidate.sizes[candidate.sizes > 0], return_counts=True)
    present = candidate.present
    size_of_record = candidate.sizes[candidate.labels[present]]
    return LikelyUnit(
        tuple(column.name for column in candidate.columns),
        reason,
        int(n_units.sum()),
        int(candidate.sizes.sum()),
        tuple(zip(unit_sizes.tolist(), n_units.tolist(), strict=True)),
        tuple(column.name for column in constant),
        tuple(
            column.name
            for column in constant
            if column.kind.is_numeric and np.all(column.values[present] == size_of_record)
        ),
        waves,
    )


def _is_convincing(name: UnitName, units: int, constant: int) -> bool:
    """Check whether a column numbers so many units, in which `constant` others are constant."""
    if name is UnitName.NONE:
        return constant >= _FEWEST_CONSTANT and units >= _FEWEST_NAMED
    # Few values without a column that is constant in them number the members within units.
    fewest = 1 if name is UnitName.UNIT_NUMBER else _FEWEST_CONSTANT
    return units > _FEWEST_NAMED or constant >= fewest


def _is_constant_in(candidate: _UnitCandidate, column: Column) -> bool:
    """Check whether a column has one value in each unit, but not in the whole file."""
    return is_constant_within(column, candidate.leaders) and not is_constant_within(
        column, np.zeros(len(column), dtype=np.int64)
    )


def _find_waves(candidate: _UnitCandidate, further: Sequence[Column]) -> tuple[str | None, bool]:
    """Find the column of waves in which units recur, and whether each recurs once a wave."""
    present = candidate.present
    labels = candidate.labels[present]
    for column in further:
        if not is_wave_name(column.name) or column.missing.any():
            continue
        states, waves = states_of(column)
        if not 2 <= waves <= _MOST_WAVES:
            continue
        n_pairs = int(refine(labels, states[present]).max()) + 1
        units = int(np.count_nonzero(candidate.sizes))
        # Units that recur have more pairs of unit and wave than there are units.
        if n_pairs - units >= _LEAST_REPEATED * units:
            return column.name, n_pairs == len(labels)
    return None, False
