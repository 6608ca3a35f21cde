"""A table with what follows from it, which is computed once, when it is first asked for.

Groups, ranks and distances of groups are needed by counts, measures, cautions and reports. The
original, the release and the file read back are a table each; the last one shares nothing with the
others, because recounting is a check of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np

from core.array_types import Floats
from core.encode.agreeing_records import count_agreeing
from core.encode.not_applicable import write_all_back
from core.encode.ranks import Ranked, emd_of_groups, rank
from core.encode.record_groups import group_records
from core.encode.rows import take
from core.jobs import CancellableSequence, Job
from core.kernels.closeness.emd import distinct_in_groups
from core.kernels.numerics.grouping import Labels
from core.model import Column, Role, Schema
from core.table import index_type, keep

# Records of which few values show that a column may have few.
_MANY = 4096


class MeasuredTable:
    """Columns of equal length, and what is computed from them.

    Parameters
    ----------
    columns : sequence of Column
        At least one, each of `n` records, set apart (`core.encode.not_applicable`).
    source : MeasuredTable, optional
        A table that some of the columns are from; what is known of these is taken over.
    core : sequence of Column, optional
        The groups from which the columns were drawn, if their own values form none.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        schema: Schema,
        job: Job | None = None,
        source: MeasuredTable | None = None,
        core: Sequence[Column] = (),
    ) -> None:
        self.columns = tuple(columns)
        self.schema = schema
        self._job = job
        self._source = source
        self._column_of = {column.name: column for column in self.columns}
        self._labels: dict[frozenset[str], Labels] = {}
        self._agreeing: dict[frozenset[str], Labels] = {}
        self._distinct: dict[str, int] = {}
        self._ranks: dict[str, Ranked] = {}
        # A table that refers to itself would be freed late.
        self._core = MeasuredTable(core, schema, job, source) if core else None

    @property
    def core(self) -> MeasuredTable:
        """The table in which groups are counted; itself unless it was drawn from a core."""
        return self if self._core is None else self._core

    def __len__(self) -> int:
        """Count the records."""
        return len(self.columns[0])

    def column(self, name: str) -> Column:
        """Return the column called `name`."""
        return self._column_of[name]

    def take(self, positions: Labels) -> MeasuredTable:
        """Take the records at `positions`, in that order."""
        columns = [take(column, positions) for column in self.columns]
        is_whole = all(self._column_of[column.name] is column for column in columns)
        if is_whole:
            return self
        core = () if self.core is self else self.core.take(positions).columns
        return MeasuredTable(columns, self.schema, self._job, core=core)

    def with_schema(self, schema: Schema) -> MeasuredTable:
        """Give the columns other roles."""
        if schema is self.schema:
            return self
        core = () if self.core is self else self.core.columns
        return MeasuredTable(self.columns, schema, self._job, source=self, core=core)

    # Groups

    def groups(self, names: Collection[str]) -> Labels:
        """Group the records that are equal in some columns.

        Codes of questions that were not asked are values, because readers see them. Without
        columns all records form one group.

        Returns
        -------
        numpy.ndarray of int32, shape (n,)
            Group of each record, numbered from 0 by first appearance; not to be changed.
        """
        chosen = frozenset(names)
        if chosen not in self._labels:
            self._labels[chosen] = keep(self._form_groups(chosen))
        return self._labels[chosen]

    def _form_groups(self, names: frozenset[str]) -> Labels:
        """Group the records, by splitting groups that are known where few columns are lacking."""
        split_names = max(filter(names.__gt__, self._labels), key=len, default=frozenset())
        if 2 * len(split_names) < len(names):
            split_names = frozenset()
        lacking = [c for c in self.columns if c.name in names.difference(split_names)]
        if not lacking:
            return np.zeros(len(self), dtype=index_type(len(self)))
        split_groups = self._labels[split_names] if split_names else None
        return group_records(write_all_back(lacking, self.schema), self._job, split_groups)

    @property
    def key_agreeing(self) -> Labels:
        """How many records agree with each one in all quasi-identifiers; see `agreeing`."""
        return self.agreeing(self._names_of(Role.QUASI_IDENTIFIER))

    @property
    def key_groups(self) -> Labels:
        """The groups of records with equal quasi-identifiers in the core; see `groups`."""
        return self.core.groups(self._names_of(Role.QUASI_IDENTIFIER))

    @cached_property
    def key_sizes(self) -> Labels:
        """The number of records of each group of equal quasi-identifiers."""
        return keep(np.bincount(self.key_groups).astype(index_type(len(self))))

    def agreeing(self, names: Collection[str]) -> Labels:
        """Count the records that agree with each one in some columns wherever neither is blank.

        In columns without blanks in place of false categories a missing cell is a value, as in
        `groups`.

        Returns
        -------
        numpy.ndarray of int64, shape (n,)
            Each record counts itself; not to be changed.
        """
        chosen = frozenset(names)
        if chosen not in self._agreeing:
            blanked = [name for name in self.schema.blanked if name in chosen]
            fixed = self.groups(chosen.difference(blanked))
            if blanked:
                codes = [self._codes_of(name) for name in blanked]
                counts: Labels = count_agreeing(codes, fixed, self._job)
            else:
                counts = np.bincount(fixed)[fixed]
            self._agreeing[chosen] = keep(counts)
        return self._agreeing[chosen]

    def _codes_of(self, name: str) -> Labels:
        """Give the values of a column numbers from 1; 0 is a blank."""
        codes: Labels = self.groups([name]) + 1
        codes[self._column_of[name].missing] = 0
        return codes

    def forget_groups(self, *column_sets: Collection[str]) -> None:
        """Free the memory of groups but for those by `column_sets`, of a core all of them.

        They are formed again if they are asked for.
        """
        remembered = {*map(frozenset, column_sets)}
        for names in [names for names in self._labels if names not in remembered]:
            del self._labels[names]
        self._agreeing.clear()
        if self.core is not self:
            self.core._labels.clear()
        self.__dict__.pop("key_sizes", None)

    # Values of a column

    def n_distinct(self, name: str) -> int:
        """Count the different values of a column, besides missing ones."""
        if name not in self._distinct:
            source, column = self._source, self._column_of[name]
            if source is not None and source._column_of.get(name) is column:
                self._distinct[name] = source.n_distinct(name)
            else:
                labels = group_records([column], self._job)
                self._distinct[name] = int(labels.max(initial=-1)) + 1 - bool(column.missing.any())
        return self._distinct[name]

    def has_few_values(self, name: str, limit: int) -> bool:
        """Decide whether a column has at most `limit` different values, besides missing ones."""
        # Of columns with many values the first records have too many already.
        return self.n_distinct_at_first(name) <= limit and self.n_distinct(name) <= limit

    def n_distinct_at_first(self, name: str) -> int:
        """Count the different values that the first records have, besides missing ones."""
        column = self._column_of[name]
        return len(np.unique(column.values[:_MANY][~column.missing[:_MANY]]))

    def ranks_of(self, name: str) -> Ranked:
        """Rank a column's distinct values."""
        if name not in self._ranks:
            source, column = self._source, self._column_of[name]
            if source is not None and source._column_of.get(name) is column:
                self._ranks[name] = source.ranks_of(name)
            else:
                self._ranks[name] = rank(column, self.schema.named(name))
        return self._ranks[name]

    # Confidential columns in groups of equal quasi-identifiers

    @property
    def confidential(self) -> list[str]:
        """The names of the confidential columns, in the schema's order."""
        return self._names_of(Role.CONFIDENTIAL)

    @cached_property
    def key_emds(self) -> dict[str, Floats]:
        """The EMD of each group from the file, for each confidential column, shape (groups,)."""
        return {
            name: emd_of_groups(self.key_groups, self.ranks_of(name)) for name in self._in_turn()
        }

    @cached_property
    def least_distinct(self) -> dict[str, int]:
        """The least number of different values in a group, for each confidential column."""
        least_counts = {}
        for name in self._in_turn():
            column_ranks = self.ranks_of(name)
            counts = distinct_in_groups(self.key_groups, column_ranks.ranks, column_ranks.count)
            least_counts[name] = int(counts.min())
        return least_counts

    def _in_turn(self) -> Sequence[str]:
        """Return the confidential columns; between two of them the job may stop."""
        names = self.confidential
        return names if self._job is None else CancellableSequence(names, self._job)

    def _names_of(self, role: Role) -> list[str]:
        return [attribute.name for attribute in self.schema.with_role(role)]
