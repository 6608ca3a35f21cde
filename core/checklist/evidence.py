"""What the rows of the checklist are counted from, each part computed once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, reduce
from typing import NamedTuple

import numpy as np

from core.array_types import Bools, Floats, Ints
from core.checklist.column_meanings import (
    MOST_CATEGORIES,
    is_known,
    says_where,
)
from core.checklist.record_numbers import numbers_records
from core.checklist.weight_columns import weight_columns
from core.encode import MeasuredTable, group_records, take
from core.encode.not_applicable import write_all_back
from core.encode.record_groups import first_of_groups, refine_by
from core.errors import Problem
from core.inspect.structure.likely_units import LikelyUnit, find_units
from core.jobs import CancellableSequence, Job
from core.kernels.numerics.grouping import Labels, refine
from core.model import (
    Column,
    ColumnKind,
    Dataset,
    Measure,
    Plan,
    PopulationCounts,
    PrivateRun,
    Recipe,
    Role,
    Scenario,
    Schema,
    Step,
    UsualFigures,
)
from core.model.checklist import Profile, profile_of
from core.model.release import EarlierRelease
from core.protect import METHODS, adds_noise
from core.protect.privacy import list_masked
from core.table import index_type

_PUBLISHED = (Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL, Role.OTHER)


@dataclass(frozen=True)
class Evidence:
    """A run before it is called ready.

    Attributes
    ----------
    dataset, typed : Dataset
        The input as it was read, and cast to the kinds that the scales need.
    original, released : MeasuredTable
        The released records before and after, in the same order.
    is_paired : bool
        Whether released record `i` was made from original record `i`.
    earlier : sequence of EarlierRelease or None
        Earlier releases of the records; ``None``: nobody looked for some.
    day : datetime.date or None
        On which the run was made; ``None``: today (UTC).
    runs : sequence of PrivateRun or None
        Those on the same file in the ledger, this one included; ``None``: there is no ledger.
    usual : UsualFigures or None
        The figures that users will probably compute; ``None`` for a private method.
    unblanked : MeasuredTable or None
        The released records with the categories of their groups in the place of blanks; ``None``:
        those released have them.
    """

    plan: Plan
    dataset: Dataset
    typed: Dataset
    original: MeasuredTable
    released: MeasuredTable
    measures: Sequence[Measure]
    steps: Sequence[Step]
    warnings: Sequence[Problem]
    is_paired: bool
    job: Job
    earlier: Sequence[EarlierRelease] | None = None
    day: date | None = None
    runs: Sequence[PrivateRun] | None = None
    usual: UsualFigures | None = None
    unblanked: MeasuredTable | None = None

    @property
    def recipe(self) -> Recipe:
        """The settings."""
        return self.plan.project.recipe

    @property
    def schema(self) -> Schema:
        """The roles and scales of the columns."""
        return self.plan.project.schema

    @cached_property
    def profile(self) -> Profile:
        """The limits for the recipients of the release."""
        return profile_of(self.recipe.profile, dict(self.recipe.limits))

    # Columns

    @cached_property
    def masked(self) -> list[str]:
        """The columns that are released masked, or with noise."""
        masked = list_masked(self.schema, self.recipe.method.parameters)
        return [a.name for a in masked if a.name not in self.recipe.strata]

    @cached_property
    def published(self) -> list[str]:
        """The columns that are released as they are; strata follow from the released file."""
        strata = self.recipe.strata
        return [
            a.name
            for a in self.schema.attributes
            if (a.role in _PUBLISHED or a.name in strata) and a.name not in self.masked
        ]

    @cached_property
    def hidden(self) -> list[str]:
        """The columns that are masked or left out."""
        published = set(self.published)
        return [a.name for a in self.schema.attributes if a.name not in published]

    @cached_property
    def record_numbers(self) -> list[str]:
        """The published columns that number the records; of their values nothing else is asked.

        Of a private release nobody asks whether they follow the original's.
        """
        if adds_noise(self.recipe):
            return []
        names = [name for name in self.published if name not in self.weights]
        return [name for name in names if numbers_records(self.released.column(name))]

    @cached_property
    def weights(self) -> list[str]:
        """The released columns that hold survey weights, or look like them."""
        return [column.name for column in weight_columns(self.plan, self.released.columns)]

    @cached_property
    def known_published(self) -> list[str]:
        """The published columns that others may know: strata, and those that are declared so.

        Without a declaration the name decides; confidential columns and weights are not known.
        """
        return [name for name in self.published if self._is_known(name)]

    def _is_known(self, name: str) -> bool:
        declared = self.schema.named(name)
        is_key = name in self.recipe.strata or declared.role is Role.QUASI_IDENTIFIER
        if is_key or declared.known is not None:
            return declared.known is not False
        return name not in self.weights and is_known(declared)

    @cached_property
    def known(self) -> list[str]:
        """The columns that others may know, in the schema's order.

        The masked columns of a method that forms no groups are not among them: hardly any two of
        their values are equal, so that they are compared by distance instead.
        """
        chosen = {*self.known_published, *(self.masked if self.forms_groups else ())}
        return [a.name for a in self.schema.attributes if a.name in chosen]

    @cached_property
    def without_noise(self) -> list[str]:
        """The released columns whose values are those of records: the ones without noise."""
        names = [column.name for column in self.released.columns]
        return (
            [name for name in names if name in self.published] if adds_noise(self.recipe) else names
        )

    @cached_property
    def scenarios(self) -> list[Scenario]:
        """The scenarios of the recipe, by those of their columns without noise."""
        names = set(self.without_noise)
        narrowed = (
            replace(scenario, columns=tuple(n for n in scenario.columns if n in names))
            for scenario in self.recipe.scenarios
        )
        return [scenario for scenario in narrowed if scenario.columns]

    @cached_property
    def sensitive(self) -> list[str]:
        """The columns whose values nobody may learn: confidential ones, unless declared otherwise.

        Masked ones are not among them.
        """
        return [name for name in self.published if self.schema.named(name).is_sensitive]

    @cached_property
    def places(self) -> list[str]:
        """The released columns that say where somebody lives or works.

        Without a declaration only those of categories: a land or an area may be an amount.
        """
        return [
            name
            for name in self.without_noise
            if says_where(declared := self.schema.named(name))
            and (declared.place or self.is_of_categories(name))
        ]

    @cached_property
    def population(self) -> list[PopulationCounts]:
        """The declared counts of people."""
        return [file.counts for file in self.recipe.population if file.counts is not None]

    @property
    def forms_groups(self) -> bool:
        """Whether the method releases groups of equal records."""
        return METHODS[self.recipe.method.name].forms_groups

    def is_of_categories(self, name: str) -> bool:
        """Return whether a released column holds texts, or at most 100 different numbers."""
        kind = self.released.column(name).kind
        return kind is ColumnKind.TEXT or self.released.has_few_values(name, MOST_CATEGORIES)

    @cached_property
    def weight_of_record(self) -> Floats | None:
        """How many people each released record represents, shape (n,); ``None`` if nobody says.

        The declared fraction goes first, then the survey weights as the file was read.
        """
        fraction = self.recipe.fraction
        if fraction is not None:
            return np.full(len(self.released), 1.0 / fraction)
        name = next(iter(self.weights), self.recipe.weight)
        if name is None:
            return None
        if adds_noise(self.recipe):
            # Its records may be in another order.
            weights = self.released.column(name)
        else:
            weights = take(self.typed.numbers_as_read(name), self.plan.kept)
        values = np.where(weights.missing, 1.0, weights.values.astype(np.float64))
        # A record represents at least itself.
        return np.maximum(values, 1.0)

    # Units

    @cached_property
    def unit_of_record(self) -> Labels | None:
        """The unit of each released record, shape (n,); ``None``: each record is one."""
        unit = self.recipe.unit
        if unit is None:
            return None
        return group_records([self.original.column(name) for name in unit.id])

    @cached_property
    def likely_unit(self) -> LikelyUnit | None:
        """What most likely numbers units, if anything; masked columns number nothing together."""
        numbering = [a.name for a in self.schema.attributes if a.role.may_number_units]
        masked = set(self.masked)
        for likely in find_units(self.dataset, self.job, numbering):
            if len(likely.columns) == 1 or masked.isdisjoint(likely.columns):
                return likely
        return None

    @cached_property
    def unit_of_input_record(self) -> Labels | None:
        """The unit, declared or likely, of each record of the input; ``None``: each is one."""
        names: Sequence[str] = ()
        if self.recipe.unit is not None:
            names = self.recipe.unit.id
        elif self.likely_unit is not None:
            names = self.likely_unit.columns
        return group_records([self.typed.column(name) for name in names]) if names else None

    @cached_property
    def n_units(self) -> int:
        """The number of units."""
        return self.count_units(np.ones(len(self.released), dtype=np.bool_))

    @property
    def grouped(self) -> MeasuredTable:
        """The table in which records of a group of the method are equal.

        It is the released one unless false categories are left blank there.
        """
        return self.unblanked or self.released

    @property
    def unit_word(self) -> str:
        """The code of the word for them."""
        return "word-records" if self.unit_of_record is None else "word-units"

    def count_units(self, chosen: Bools) -> int:
        """Count the units of some records."""
        units = self.unit_of_record
        return int(np.count_nonzero(chosen)) if units is None else len(np.unique(units[chosen]))

    def units_in_groups(self, labels: Labels, unit: Labels | None = None) -> Ints:
        """Count the different units of each group, shape (groups,).

        Parameters
        ----------
        labels : numpy.ndarray of int32 or int64, shape (n,)
            Group of each record, numbered from 0 by first appearance.
        unit : numpy.ndarray of int32 or int64, shape (n,), optional
            Unit of each record, instead of that of the recipe.
        """
        groups = int(labels.max(initial=-1)) + 1
        unit = self.unit_of_record if unit is None else unit
        if unit is None:
            return np.bincount(labels, minlength=groups)
        first = first_of_groups(refine(labels, unit))
        return np.bincount(labels[first], minlength=groups)

    def groups(self, names: Collection[str]) -> Labels:
        """Group the released records by some columns, shape (n,); see `grouped`."""
        if self.masked and self.forms_groups and set(self.masked).issubset(names):
            # Other rows need these groups, too, and splitting them is less work than a sort.
            self.grouped.groups(self.masked)
        return self.grouped.groups(names)

    def alike(self, names: Collection[str]) -> tuple[Labels, Ints]:
        """Count the units that records share some columns with.

        Where false categories are left blank, these are the records that agree wherever neither is
        blank: what is promised is counted so.

        Returns
        -------
        labels : numpy.ndarray of int, shape (n,)
            A number of each record, equal only where the count is.
        units : numpy.ndarray of int64
            The count for each of these numbers.
        """
        if set(names).isdisjoint(self.schema.blanked):
            labels = self.groups(names)
            return labels, self.units_in_groups(labels)
        counts, labels = np.unique(self.released.agreeing(names), return_inverse=True)
        return labels, counts

    def alike_without_each(
        self, names: Sequence[str], removable: Sequence[str]
    ) -> Iterator[tuple[str, Labels, Ints]]:
        """Count the same by all of some columns but one, for each removable one in turn."""
        if set(names).isdisjoint(self.schema.blanked):
            fixed = [name for name in names if name not in removable]
            for name, labels in _without_each(
                self._columns(removable), self.groups(fixed), self.job
            ):
                yield name, labels, self.units_in_groups(labels)
            return
        for left_out in CancellableSequence(removable, self.job):
            yield left_out, *self.alike([name for name in names if name != left_out])

    def count_alone(self, names: Sequence[str], limit: float) -> tuple[int, list[str]]:
        """Count the units that are alone with some columns.

        Returns
        -------
        count : int
            How many they are.
        drivers : list of str
            If they are more than `limit`: the columns without each of which fewer than half of them
            are alone.
        """
        # With many values first, hardly any record is left for the columns that follow.
        in_order = sorted(names, key=self.grouped.n_distinct_at_first, reverse=True)
        columns = self._columns(in_order)
        n_records = len(self.released)
        everyone = np.arange(n_records, dtype=index_type(n_records))
        whole_file = _Together(everyone, np.zeros_like(everyone))
        by_half = self._split(whole_file, columns[::2])
        count = self._count_apart(self._split(by_half, columns[1::2]))
        if count <= limit:
            return count, []
        by_other_half = self._split(whole_file, columns[1::2])
        drivers = {
            *self._find_drivers(columns[1::2], by_half, count),
            *self._find_drivers(columns[::2], by_other_half, count),
        }
        return count, [name for name in names if name in drivers]

    def _find_drivers(
        self, columns: Sequence[Column], together: _Together, count: int
    ) -> Iterator[str]:
        """Find the columns without each of which fewer than half of `count` units are alone.

        `together` was split by all columns but these: who is alone stays alone.
        """
        if not columns or 2 * self._count_apart(together) >= count:
            return
        if len(columns) == 1:
            yield columns[0].name
            return
        for half, added in ((columns[::2], columns[1::2]), (columns[1::2], columns[::2])):
            yield from self._find_drivers(half, self._split(together, added), count)

    def _split(self, together: _Together, columns: Sequence[Column]) -> _Together:
        """Split groups by further columns, and leave out who is alone then."""
        units, (records, labels) = self.unit_of_record, together
        for column in CancellableSequence(columns, self.job):
            labels = refine_by(labels, take(column, records))
            unit = None if units is None else units[records]
            has_several = (self.units_in_groups(labels, unit) > 1)[labels]
            records, labels = records[has_several], labels[has_several]
        return _Together(records, labels)

    def _count_apart(self, together: _Together) -> int:
        """Count the units with a record that is none of those that are together."""
        is_apart = np.ones(len(self.released), dtype=np.bool_)
        is_apart[together.records] = False
        return self.count_units(is_apart)

    def _columns(self, names: Sequence[str]) -> Sequence[Column]:
        """Look up released columns, with the categories of groups in the place of blanks."""
        table = self.grouped
        return write_all_back([table.column(name) for name in names], self.schema)

    def are_alone(self, names: Collection[str]) -> Bools:
        """Find the records with whose values there are records of one unit only, shape (n,)."""
        return self.are_alone_in(self.groups(names))

    def are_alone_in(self, labels: Labels) -> Bools:
        """Find the records in whose group there are records of one unit only, shape (n,)."""
        is_alone: Bools = (self.units_in_groups(labels) == 1)[labels]
        return is_alone


class _Together(NamedTuple):
    """Records that are not alone in their groups, and these groups."""

    records: Labels
    labels: Labels


def _without_each(
    columns: Sequence[Column], labels: Labels, job: Job
) -> Iterator[tuple[str, Labels]]:
    job.check()
    if len(columns) == 1:
        yield columns[0].name, labels
        return
    half = len(columns) // 2
    halves = columns[:half], columns[half:]
    for columns_left, columns_added in (halves, halves[::-1]):
        yield from _without_each(columns_left, reduce(_split_by, columns_added, labels), job)


def _split_by(labels: Labels, column: Column) -> Labels:
    """Split groups, numbered by first appearance, unless each is a single record already."""
    is_single = len(labels) > 0 and labels[-1] == len(labels) - 1
    return labels if is_single else refine_by(labels, column)
