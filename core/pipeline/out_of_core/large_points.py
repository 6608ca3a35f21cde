"""The columns by which records of a file in the scratch folder are grouped, part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.conditions import masked_scenarios
from core.encode import Nominal, Ranked
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.io.scratch.raw_rows import columns_of
from core.io.scratch.row_files import Rows
from core.jobs import Job
from core.model import Attribute, Column, Plan, Role, Scale
from core.pipeline.out_of_core.encoded.file_ranks import FileRanks, file_ranks
from core.pipeline.out_of_core.encoded.stored_nominal import StoredNominal, stored_nominal
from core.pipeline.out_of_core.encoded.stored_numbers import StoredNumbers, stored_numbers
from core.pipeline.out_of_core.parts.large_patterns import PartsOfFile
from core.pipeline.out_of_core.parts.part_records import OWN
from core.protect import METHODS
from core.protect.blocks.block_cutting import cut_coordinates
from core.protect.encode import in_distance_order, joined
from core.protect.strata import distance_apart, longest, with_part
from core.protect.task import Parameters, Task, number

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class OwnColumn(NamedTuple):
    """A quasi-identifier: its place in `LargePoints.columns`, its meaning, its categories."""

    at: int
    attribute: Attribute
    nominal: StoredNominal | None


@dataclass(frozen=True, slots=True, eq=False)
class LargePoints:
    """What the groups of a file depend on, standardised over the whole file.

    Attributes
    ----------
    columns : tuple of StoredColumn
        The quasi-identifiers, in column order, and then the confidential columns that groups
        depend on, the survey weights and the other columns of scenarios with a k.
    attributes : tuple of Attribute
        What the quasi-identifiers mean.
    numbers, nominal : tuple of StoredNumbers and of StoredNominal
        The quasi-identifiers in the order in which distances are summed.
    added : tuple of StoredNumbers
        The confidential columns whose distances count.
    share : float
        The parameter `lambda`.
    ranks : Mapping of str to FileRanks
        The confidential columns, if clusters are merged.
    keeps_t : bool
        Whether they are merged for t.
    by_rank : bool
        Whether the clusters of a block depend on `ranks`, and not merging alone.
    rows : int
        Records of a part.
    in_own_units : bool
        Whether the method needs the quasi-identifiers in their own units, too.
    far : float
        The distance by which joined patterns are kept apart, if any were joined.
    """

    columns: tuple[StoredColumn, ...]
    attributes: tuple[Attribute, ...]
    numbers: tuple[StoredNumbers, ...]
    nominal: tuple[StoredNominal, ...]
    added: tuple[StoredNumbers, ...]
    share: float
    ranks: Mapping[str, FileRanks]
    keeps_t: bool
    parameters: Parameters
    by_rank: bool
    rows: int
    in_own_units: bool = False
    far: float = 0.0

    @property
    def masked(self) -> tuple[StoredColumn, ...]:
        """The quasi-identifiers, with which `columns` begin."""
        return self.columns[: len(self.attributes)]

    def own_columns(self) -> tuple[OwnColumn, ...]:
        """Return the quasi-identifiers in their own units, in column order."""
        nominal = {one.name: one for one in self.nominal}
        return tuple(
            OwnColumn(at, attribute, nominal.get(attribute.name))
            for at, attribute in enumerate(self.attributes)
        )

    def quasi(self, columns: Sequence[Column]) -> Floats:
        """Return the quasi-identifiers of some records, shape (n, m).

        They are those of `core.protect.encode.encode_points` on the whole file.
        """
        return _beside(self.numbers, columns)

    @property
    def width(self) -> int:
        """Number of coordinates of `quasi`."""
        return len(self.numbers)

    @property
    def semantics(self) -> tuple[Nominal, ...]:
        """The nominal quasi-identifiers without records."""
        return tuple(one.without_records() for one in self.nominal)

    def quasi_nominal(self, columns: Sequence[Column]) -> tuple[Nominal, ...]:
        """Return the nominal quasi-identifiers of some records."""
        named = {column.name: column for column in columns}
        return tuple(one.of(named[one.name]) for one in self.nominal)

    def of(self, columns: Sequence[Column], own: Ints) -> Floats:
        """Return the points of some records, between which distances are measured.

        `own` has the number of the joined pattern of each, or 0.
        """
        points = self.plain(columns)
        return points if self.far == 0.0 else with_part(points, own, self.far)

    def plain(self, columns: Sequence[Column]) -> Floats:
        """Return the points of some records, whatever their patterns."""
        quasi = self.quasi(columns)
        if self.share <= 0.0:
            return quasi
        return joined(quasi, _beside(self.added, columns), self.share, len(self.attributes))

    def ranked(self, columns: Sequence[Column]) -> dict[str, Ranked]:
        """Return the ranks of some records."""
        named = {column.name: column for column in columns}
        return {name: file.part(named[name]) for name, file in self.ranks.items()}

    def task(self, columns: Sequence[Column], own: Ints) -> Task:
        """Return the task of the records of a block; see `core.protect.protect`."""
        points = np.ascontiguousarray(self.of(columns, own))
        held = self.ranked(columns) if self.by_rank else {}
        file = {name: self.ranks[name].whole() for name in held}
        nominal = self._counted(columns)
        plain = tuple(columns[: len(self.attributes)]) if self.in_own_units else ()
        return Task(points, held, file, self.parameters, self.attributes, plain, nominal)

    def task_of(self, rows: Rows) -> Task:
        """Return the task of the records of a block, given their rows."""
        return self.task(columns_of(rows, self.columns), rows[OWN].astype(np.int64))

    def coordinates(self, columns: Sequence[Column], own: Ints) -> Floats:
        """Return the coordinates by which some records are cut into blocks."""
        return cut_coordinates(self.of(columns, own), self._counted(columns))

    def _counted(self, columns: Sequence[Column]) -> tuple[Nominal, ...]:
        """Return the nominal columns whose distances count."""
        return () if self.share >= 1.0 else self.quasi_nominal(columns)


def large_points(
    table: StoredTable, plan: Plan, parts: PartsOfFile, rows: int, job: Job
) -> LargePoints:
    """Return what the groups of a table depend on, standardised over all of its records."""
    schema, recipe = plan.project.schema, plan.project.recipe
    spec = METHODS[recipe.method.name]
    parameters = spec.complete(plan.parameters)
    quasi = schema.without_strata(recipe.strata).with_role(Role.QUASI_IDENTIFIER)
    confidential = schema.with_role(Role.CONFIDENTIAL)
    share = number(parameters, "lambda") if "lambda" in parameters else 0.0
    keeps_t = spec.keeps_t(parameters)
    merges = keeps_t or recipe.dominance is not None
    used = confidential if merges or share > 0.0 else ()
    job.start_phase("encoding", len(quasi) + len(used))
    numeric = [stored_numbers(table.named(a.name), a, rows, job) for a in in_distance_order(quasi)]
    listed = sorted((a for a in quasi if a.scale is Scale.NOMINAL), key=lambda a: a.name)
    nominal = [stored_nominal(table.named(a.name), a, rows, job) for a in listed]
    job.update(len(quasi))
    added = [stored_numbers(table.named(a.name), a, rows, job) for a in used] if share else []
    # The columns of a row, each once.
    names = [attribute.name for attribute in (*quasi, *used)]
    own = dict.fromkeys(names if recipe.weight is None else [*names, recipe.weight])
    keys = dict.fromkeys(key for each in masked_scenarios(recipe, schema) for key in each.kept)
    # How the cells of further key columns are spelled does not matter for groups.
    more = (replace(table.named(name), notes=None) for name in keys if name not in own)
    found = LargePoints(
        columns=(*map(table.named, own), *more),
        attributes=quasi,
        numbers=tuple(numeric),
        nominal=tuple(nominal),
        added=tuple(added),
        share=share,
        ranks=file_ranks(table, schema, rows, job) if merges else {},
        keeps_t=keeps_t,
        parameters=parameters,
        by_rank=keeps_t and not spec.merges_for_t,
        rows=rows,
        in_own_units=spec.sorts,
    )
    if not (spec.by_distance and parts.joined):
        return found
    # Records of a pattern that was joined to another one stay together as far as k allows.
    squares = [] if share >= 1.0 else [one.squares for one in nominal]
    largest = 0.0
    for _, columns in job.each(StoredTable(found.columns).parts(rows)):
        largest = max(largest, longest(np.ascontiguousarray(found.plain(columns))))
    return replace(found, far=distance_apart(largest, squares))


def _beside(encoded: Sequence[StoredNumbers], columns: Sequence[Column]) -> Floats:
    named = {column.name: column for column in columns}
    points = np.empty((len(columns[0]), len(encoded)))
    for i, one in enumerate(encoded):
        points[:, i] = one.of(named[one.name])
    return points
