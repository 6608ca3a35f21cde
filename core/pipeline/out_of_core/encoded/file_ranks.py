"""The confidential columns of a file in the scratch folder as ranks, for t and p."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.encode import Hierarchy, Ranked, numbers, rank
from core.io.scratch.disk_columns import StoredColumn, StoredTable
from core.jobs import Job
from core.kernels.closeness.emd import emd_of_members
from core.kernels.closeness.semantic_emd import below, hierarchical_emd_of_members
from core.model import Attribute, Column, ColumnKind, Role, Scale, Schema
from core.pipeline.out_of_core.encoded.category_counts import category_counts

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class FileRanks:
    """The distinct values of a column and how often they occur; see `core.encode.Ranked`.

    Attributes
    ----------
    values : numpy.ndarray of float64 or int64, shape (v,)
        The distinct values of a column of numbers or dates, ascending.
    cumulative : numpy.ndarray of int64, shape (v,)
        How many records have at most each rank.
    summed : numpy.ndarray of int64, shape (v + 1,)
        Sums of the cumulative counts.
    ordered : bool
        Whether the ranks have a meaning.
    texts : Mapping of str to int
        The rank of each text of a text column.
    tree : Hierarchy or None
        Of a nominal column with a taxonomy that is a tree.
    """

    values: NDArray[np.generic]
    cumulative: Ints
    summed: Ints
    ordered: bool
    texts: Mapping[str, int] = field(default_factory=dict)
    tree: Hierarchy | None = None

    @property
    def count(self) -> int:
        """Number of distinct values."""
        return len(self.cumulative)

    def whole(self) -> Ranked:
        """Return the file, of which only the counts are known."""
        counts = np.diff(self.cumulative, prepend=0)
        return Ranked(np.empty(0, np.int64), self.count, self.ordered, self.tree, counts)

    def part(self, column: Column) -> Ranked:
        """Return the ranks of some records."""
        return Ranked(self.of(column), self.count, self.ordered, self.tree)

    def emd(self, members: Ints, begin: Ints) -> NDArray[np.float64]:
        """Return the EMD of groups, given by their ranks (`sorted_members`)."""
        if self.tree is None:
            return emd_of_members(members, begin, self.cumulative, self.summed, self.ordered)
        tree, counts = self.tree, np.diff(self.cumulative, prepend=0)
        in_file = below(counts, tree.up)
        return hierarchical_emd_of_members(members, begin, in_file, tree.up, tree.rise, tree.height)

    def of(self, column: Column) -> Ints:
        """Return the rank of each value of some records, -1 where it is missing."""
        if column.kind is ColumnKind.TEXT:
            ranks = [*(self.texts.get(text, -1) for text in column.categories), -1]
            return np.array(ranks, np.int64)[column.values]
        found = np.searchsorted(self.values, column.values).astype(np.int64)
        found[column.missing] = -1
        return found


def file_ranks(table: StoredTable, schema: Schema, rows: int, job: Job) -> dict[str, FileRanks]:
    """Return the ranks of the confidential columns of a table, one column after the other.

    A column of numbers is sorted as a whole in memory; the distinct values are kept.
    """
    found = {}
    for attribute in job.each(schema.with_role(Role.CONFIDENTIAL)):
        column = table.named(attribute.name)
        if column.kind is ColumnKind.TEXT:
            found[column.name] = _of_texts(column, attribute, rows, job)
            continue
        values = _sorted_numbers(column, rows)
        begin = _begins(values)
        cumulative = np.append(begin[1:], len(values)) if len(values) else begin
        found[column.name] = _ranks(values[begin], cumulative.astype(np.int64), ordered=True)
    return found


def distinct_numbers(column: StoredColumn, rows: int) -> tuple[int, int]:
    """Return how many distinct values a column of numbers or dates has, and how many in all."""
    values = _sorted_numbers(column, rows)
    return len(_begins(values)), len(values)


def _sorted_numbers(column: StoredColumn, rows: int) -> NDArray[np.generic]:
    values, count = np.empty(column.rows, column.dtype), 0
    for part in column.parts(rows):
        seen = part.values[~part.missing]
        values[count : count + len(seen)] = seen
        count += len(seen)
    values = values[:count]
    values.sort()
    return values


def _begins(values: NDArray[np.generic]) -> NDArray[np.intp]:
    """Return where each distinct one of sorted values begins."""
    first = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=first[1:])
    return np.flatnonzero(first)


def _of_texts(column: StoredColumn, attribute: Attribute, rows: int, job: Job) -> FileRanks:
    texts = column.head.categories
    each = np.arange(len(texts), dtype=np.int32)
    whole = Column(column.name, ColumnKind.TEXT, each, np.zeros(len(texts), np.bool_), texts)
    ordered = attribute.scale is not Scale.NOMINAL
    places = numbers(whole, attribute) if ordered else each
    held = category_counts(column, rows, job)
    occurs = np.flatnonzero(held)
    if attribute.scale is Scale.NOMINAL and attribute.categories is not None:
        some = Column(column.name, ColumnKind.TEXT, occurs, np.zeros(len(occurs), np.bool_), texts)
        ranked = rank(some, attribute)
        ranks, tree = ranked.ranks, ranked.tree
    else:
        ranks, tree = np.unique(places[occurs], return_inverse=True)[1], None
    counts = np.zeros(int(ranks.max(initial=-1)) + 1, np.int64)
    np.add.at(counts, ranks, held[occurs])
    named = {texts[code]: at for code, at in zip(occurs.tolist(), ranks.tolist(), strict=True)}
    return _ranks(np.arange(len(counts)), np.cumsum(counts), ordered, named, tree)


def _ranks(
    values: NDArray[np.generic],
    cumulative: Ints,
    ordered: bool,
    texts: Mapping[str, int] | None = None,
    tree: Hierarchy | None = None,
) -> FileRanks:
    summed = np.zeros(len(cumulative) + 1, np.int64)
    np.cumsum(cumulative, out=summed[1:])
    return FileRanks(values, cumulative, summed, ordered, texts or {}, tree)


def sorted_members(labels: Ints, ranks: Ints, groups: int) -> tuple[Ints, Ints]:
    """Return the ranks of each group, ascending, and where each group begins.

    Like `core.kernels.closeness.emd.sorted_members`, but without memory for all ranks of the file.
    """
    seen = ranks >= 0
    labels, ranks = labels[seen], ranks[seen]
    begin = np.zeros(groups + 1, np.int64)
    np.cumsum(np.bincount(labels, minlength=groups), out=begin[1:])
    return ranks[np.lexsort((ranks, labels))], begin
