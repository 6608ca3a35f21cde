"""Finds published columns from which masked columns can be computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product

import numpy as np

from core.array_types import Floats
from core.inspect.structure.joint_moments import joint_moments
from core.inspect.structure.linear_relations import (
    LinearFit,
    find_smallest_predictors,
    fit,
    possible_determination,
)
from core.inspect.structure.partial_relations import PartialRelations
from core.inspect.structure.rank_agreement import SAMPLED, agreement, spread_sample
from core.inspect.structure.ratio_relations import RatioRelation, find_ratios
from core.inspect.structure.table_blocks import TableBlocks, join_columns, slice_by_step
from core.inspect.structure.value_dependence import Dependence, ValueRanges
from core.jobs import Job
from core.model import Column, ColumnKind, Dataset

LEAST_R_SQUARED = 0.999
# Where values agree, ranks must agree so far; otherwise only a few large records do.
_LEAST_RANKS = 0.95
THRESHOLDS = (LEAST_R_SQUARED, _LEAST_RANKS)
"""R² above which a relation counts, and R² of ranks that it must reach at least."""
# On average so many records must share a value from which a category follows.
_LEAST_SHARED = 5
_FEWEST_ROWS = 30
# How much lower the R² of ranks may be in the sampled records than in the file.
_SAMPLING_ERROR = 0.004
_ROWS_FOR_EACH_PREDICTOR = 10
# How much R² may differ between two decompositions where columns are nearly collinear.
_DECOMPOSITION_ERROR = 0.05


@dataclass(frozen=True, slots=True)
class UndoneMask:
    """Published columns that reveal masked ones, or a sum, ratio or product of them.

    Attributes
    ----------
    published : tuple of str
        The columns published as they are, in column order; all of them are needed.
    reason : str
        ``undo-copy`` (equal cells), ``undo-recode`` (each value belongs to one value of the masked
        column, or each masked value has a range of its own), ``undo-rescaled`` (linear),
        ``undo-order`` (the same order of records, such as a logarithm or rank), ``undo-sum``,
        ``undo-linear``, ``undo-ratio`` or ``undo-product``; ``undo-part`` (in part of the records
        only); ``undo-unit-sum`` (sum or mean over each unit, from `find_unit_sums`).
    r_squared : float
        Share of the variance of values or ranks that the relation explains, above 0.999.
    records : int, optional
        In how many records it holds, if not in all.
    """

    published: tuple[str, ...]
    masked: tuple[str, ...]
    reason: str
    r_squared: float
    records: int | None = None

    @property
    def column(self) -> str:
        """The published column that is to be left out or masked."""
        return self.published[0]

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns of the relation, the published ones first."""
        return (*self.published, *self.masked)

    @property
    def reason_params(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        names = {"masked": self.masked, "published": self.published}
        return names if self.records is None else {**names, "count": self.records}


def find_undone_masks(
    dataset: Dataset, masked: Sequence[str], published: Sequence[str], job: Job | None = None
) -> tuple[UndoneMask, ...]:
    """List the relations by which published columns undo the mask of others.

    For each published column the first of these that is found: it is a copy, recoding, rescaling or
    monotone transform of a masked column, or each masked value has a range of it; a ratio or
    product of two masked columns, or with another published column of a masked one; a linear
    function of masked and published columns, such as a total. A relation counts if it explains more
    than 99.9 % of the variance of values or of ranks. Of a published column that reveals nothing in
    this way, it may reveal a masked one in part of the records: in those without a frequent value,
    such as 0, or as the same multiple of it in at least every fifth record.

    Returns
    -------
    tuple of UndoneMask
        Relations of two columns first, then those of three, then the others, then those that hold
        in part of the records.

    Raises
    ------
    KeyError
        If there is no such column.
    """
    columns = {name: dataset.column(name) for name in (*masked, *published)}
    if dataset.rows < _FEWEST_ROWS:
        return ()
    in_order = [columns[name] for name in dataset.names if name in columns]
    search = _Search(TableBlocks(in_order, job or Job()), masked)
    search.find_pairs()
    search.find_ratios()
    search.find_sums()
    search.find_parts()
    return tuple(search.masks)


class _Search:
    """The columns of a search, in the order of the file, and what has been found."""

    def __init__(self, table: TableBlocks, masked: Sequence[str]) -> None:
        self._table, self._looks = table, _looks(table)
        varying = [name for name in table.names if self._looks[name].varies]
        self._masked = [name for name in varying if name in masked]
        self._published = [name for name in varying if name not in masked]
        self._order = [name for name in varying if table[name].kind is not ColumnKind.TEXT]
        self._small = {name: self._looks[name].even.floats() for name in self._order}
        self._moments = joint_moments(table, self._order)
        self.masks: list[UndoneMask] = []

    def find_pairs(self) -> None:
        """Find published columns that undo the mask of one column."""
        for published in self._published:
            for masked in self._masked:
                self._table.job.check()
                reason, r_squared = self._compare(published, masked)
                if reason:
                    self.masks.append(UndoneMask((published,), (masked,), reason, r_squared))

    def find_ratios(self) -> None:
        """Find ratios and products of masked columns, and of published ones that are masked."""
        amounts = [name for name in self._order if self._table[name].kind.is_numeric]
        masked = [name for name in amounts if name in self._masked]
        published = [name for name in amounts if name in self._published]
        for relation in self._ratios(self._open(published), masked):
            pair = self._sort((relation.first, relation.second))
            self._add((relation.target,), pair, f"undo-{relation.kind}", relation.r_squared)
        for relation in self._ratios(self._open(masked), published):
            pair = self._sort((relation.first, relation.second))
            self._add(pair, (relation.target,), f"undo-{relation.kind}", relation.r_squared)

    def find_sums(self) -> None:
        """Find linear relations of several columns."""
        masked = [name for name in self._order if name in self._masked]
        published = [name for name in self._order if name in self._published]
        for target in self._open(published):
            # Published columns are left out first, so that those that remain are needed.
            predictors = [*(name for name in published if name != target), *masked]
            self._add_linear(target, predictors)
        for target in self._open(masked):
            self._add_linear(target, published)

    def find_parts(self) -> None:
        """Find published columns that reveal a masked column in part of the records."""
        revealing = {name for mask in self.masks for name in mask.published}
        published = [n for n in self._published if n in self._order and n not in revealing]
        masked = [name for name in self._masked if name in self._order]
        if not published or not masked:
            return
        small = {name: self._small[name] for name in (*published, *masked)}
        relations = PartialRelations(self._table, small, THRESHOLDS)
        for pair in product(published, masked):
            self._table.job.check()
            relation = relations.find(*pair)
            if relation is not None:
                share, records = relation.r_squared, relation.records
                self.masks.append(
                    UndoneMask(pair[:1], pair[1:], "undo-part", share, records),
                )

    def _open(self, names: Sequence[str]) -> list[str]:
        """Select the columns without a relation so far."""
        settled = {name for mask in self.masks for name in (*mask.published, *mask.masked)}
        return [name for name in names if name not in settled]

    def _sort(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in self._table.names if name in names)

    def _add(
        self, published: tuple[str, ...], masked: tuple[str, ...], reason: str, r_squared: float
    ) -> None:
        self.masks.append(UndoneMask(published, masked, reason, r_squared))

    def _compare(self, published: str, masked: str) -> tuple[str, float]:
        """Find how a published column reveals a masked one, and the R²; no text if not."""
        if self._is_copy(published, masked):
            return "undo-copy", 1.0
        if published in self._order and masked in self._order:
            reason, r_squared = self._monotone(published, masked)
            if reason:
                return reason, r_squared
        is_recoded = self._determines(published, masked) or self._is_class(published, masked)
        return ("undo-recode", 1.0) if is_recoded else ("", 0.0)

    def _is_copy(self, left_name: str, right_name: str) -> bool:
        """Check whether two columns have the same cells."""
        left_column, right_column, looks = (
            self._table[left_name],
            self._table[right_name],
            self._looks,
        )
        if (
            left_column.kind is not right_column.kind
            or left_column.categories != right_column.categories
        ):
            return False
        return _are_equal(looks[left_name].even, looks[right_name].even) and all(
            _are_equal(*columns) for _, columns in self._table.blocks((left_name, right_name))
        )

    def _monotone(self, published: str, masked: str) -> tuple[str, float]:
        """Check whether two columns are linear functions of each other or have the same order."""
        job, names = self._table.job, (published, masked)
        few = [(self._small[published], self._small[masked])]
        by_sample = agreement(few.__iter__, len(few[0][0]), (1.0, 2.0), job)
        if by_sample < _LEAST_RANKS:
            return "", 0.0
        places = self._order.index(published), self._order.index(masked)
        r_squared = float(self._moments.pairs[places]) ** 2
        if r_squared > LEAST_R_SQUARED:
            return "undo-rescaled", r_squared
        if by_sample < LEAST_R_SQUARED - _SAMPLING_ERROR:
            return "", 0.0
        by_ranks = agreement(partial(self._pairs, names), self._table.rows, (1.0, 2.0), job)
        return ("undo-order", by_ranks) if by_ranks > LEAST_R_SQUARED else ("", 0.0)

    def _pairs(self, names: tuple[str, str]) -> Iterator[tuple[Floats, Floats]]:
        return ((first, second) for first, second in self._table.numbers(names))

    def _determines(self, published: str, masked: str) -> bool:
        """Check whether equal published values, which recur, always have equal masked values."""
        looks = self._looks[published], self._looks[masked]
        if not looks[0].may_repeat:
            return False
        records = self._table.rows
        if not Dependence(records).add(*(look.some for look in looks)):
            return False
        dependence = Dependence(records // _LEAST_SHARED)
        return all(dependence.add(*pair) for _, pair in self._table.blocks((published, masked)))

    def _is_class(self, published: str, masked: str) -> bool:
        """Check whether the published numbers of different masked values lie apart."""
        if published not in self._order:
            return False
        if not ValueRanges().add(*(self._looks[name].some for name in (masked, published))):
            return False
        ranges = ValueRanges()
        pairs = (pair for _, pair in self._table.blocks((masked, published)))
        return all(ranges.add(*pair) for pair in pairs) and ranges.is_meant

    def _ratios(self, targets: Sequence[str], factors: Sequence[str]) -> list[RatioRelation]:
        """Find the best ratio or product for each target."""
        best: dict[str, RatioRelation] = {}
        table, small = self._table, self._small
        for relation in find_ratios(table, small, targets, factors, THRESHOLDS, table.job):
            relation_so_far = best.get(relation.target)
            if relation_so_far is None or relation.r_squared > relation_so_far.r_squared + 1e-12:
                best[relation.target] = relation
        return [best[target] for target in targets if target in best]

    def _add_linear(self, target: str, predictors: Sequence[str]) -> None:
        """Add the relation by which a column is a linear function of others, one of them masked."""
        if len(predictors) < 2:
            return
        reported = {frozenset((*mask.published, *mask.masked)) for mask in self.masks}
        i = self._order.index(target)
        for filled, correlations, possible in self._usable:
            if possible[i] <= LEAST_R_SQUARED - _DECOMPOSITION_ERROR:
                continue
            chosen = find_smallest_predictors(
                correlations,
                i,
                [self._order.index(name) for name in predictors],
                LEAST_R_SQUARED,
            )
            names = self._sort([target, *(self._order[i] for i in chosen)])
            masked = tuple(name for name in names if name in self._masked)
            published = tuple(name for name in names if name in self._published)
            if not masked or not published or frozenset(names) in reported:
                continue
            fitted = self._fit(target, [name for name in names if name != target], filled)
            if fitted.r_squared > LEAST_R_SQUARED and fitted.rank_r_squared >= _LEAST_RANKS:
                reason = "undo-sum" if fitted.is_sum else "undo-linear"
                self._add(published, masked, reason, fitted.r_squared)
                return

    @cached_property
    def _usable(self) -> list[tuple[bool, Floats, Floats]]:
        """Whether missing cells count as 0, the correlations, and the most that R² can be."""
        count, moments, rows = len(self._order), self._moments, self._table.rows
        usable = []
        if moments.complete_rows >= _ROWS_FOR_EACH_PREDICTOR * count:
            usable.append((False, moments.complete))
        if moments.complete_rows < rows >= _ROWS_FOR_EACH_PREDICTOR * count:
            usable += [(True, moments.filled), (False, moments.pairs)]
        return [
            (*moments_of_rows, possible_determination(moments_of_rows[1]))
            for moments_of_rows in usable
        ]

    def _fit(self, target: str, predictors: Sequence[str], filled: bool) -> LinearFit:
        def blocks() -> Iterator[list[Floats]]:
            for columns in self._table.numbers((target, *predictors)):
                yield [np.nan_to_num(x, nan=0.0) for x in columns] if filled else columns

        return fit(blocks)


@dataclass(frozen=True, eq=False)
class _FirstLook:
    """The first records of a column, and some from all over the file, read once for all pairs."""

    first: Column
    even: Column
    varies: bool

    @cached_property
    def some(self) -> Column:
        """Both."""
        return join_columns([self.first, self.even])

    @cached_property
    def may_repeat(self) -> bool:
        """Check whether values recur among the first records, or among those from all over."""
        return any(len(np.unique(c.values)) < len(c) for c in (self.first, self.even))


def _looks(table: TableBlocks) -> dict[str, _FirstLook]:
    names, step = table.names, spread_sample(table.rows).step
    first: dict[str, Column] = {}
    even: dict[str, list[Column]] = {name: [] for name in names}
    varies = dict.fromkeys(names, False)
    for start, columns in table.blocks(names):
        for name, column in zip(names, columns, strict=True):
            first.setdefault(name, _some(column, slice(SAMPLED)))
            even[name].append(_some(column, slice_by_step(start, len(column), step)))
            if not varies[name]:
                # A cell differs from the first one of the file.
                absent, value = first[name].missing[0], first[name].values[0]
                varies[name] = bool(np.any(column.missing != absent))
                varies[name] |= not absent and bool(np.any(column.values != value))
    return {name: _FirstLook(first[name], join_columns(even[name]), varies[name]) for name in names}


def _some(column: Column, records: slice) -> Column:
    # A copy: the block is not to stay in memory.
    cells = column.values[records].copy(), column.missing[records].copy()
    return Column(column.name, column.kind, *cells, column.categories)


def _are_equal(x: Column, y: Column) -> bool:
    missing = x.missing
    if np.any(missing != y.missing):
        return False
    return bool(np.all((x.values == y.values) | missing))
