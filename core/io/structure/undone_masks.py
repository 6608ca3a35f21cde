"""Finds published columns from which masked columns can be computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.io.structure.column_values import (
    Floats,
    Ints,
    first_records,
    is_constant_within,
    is_numeric,
    numbers_of,
    states_of,
)
from core.io.structure.joint_moments import joint_moments
from core.io.structure.linear_relations import LinearFit, fit, smallest_predictors
from core.io.structure.partial_relations import PartialRelations
from core.io.structure.rank_agreement import SAMPLED, sampled
from core.io.structure.ratio_relations import RatioRelation, agreement, find_ratios
from core.jobs import CancellableSequence, Job, run_cancellable
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


@dataclass(frozen=True, slots=True)
class UndoneMask:
    """Published columns that reveal masked ones, or a sum, ratio or product of them.

    Attributes
    ----------
    published : tuple of str
        The columns published as they are, in column order; all of them are needed.
    masked : tuple of str
        The masked columns, in column order.
    reason : str
        ``undo-copy`` (equal cells), ``undo-recode`` (each value belongs to one value of the masked
        column), ``undo-rescaled`` (linear), ``undo-order`` (the same order of records, such as a
        logarithm or rank), ``undo-sum``, ``undo-linear``, ``undo-ratio`` or ``undo-product``;
        ``undo-part`` (in part of the records only); ``undo-unit-sum`` (sum or mean over each unit,
        from `find_unit_sums`).
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
    def reason_params(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        names = {"masked": ", ".join(self.masked), "published": ", ".join(self.published)}
        return names if self.records is None else {**names, "count": self.records}


def find_undone_masks(
    dataset: Dataset, masked: Sequence[str], published: Sequence[str], job: Job | None = None
) -> tuple[UndoneMask, ...]:
    """Return the relations by which published columns undo the mask of others.

    For each published column the first of these that is found: it is a copy, recoding, rescaling or
    monotone transform of a masked column; a ratio or product of two masked columns, or with another
    published column of a masked one; a linear function of masked and published columns, such as a
    total. A relation counts if it explains more than 99.9 % of the variance of values or of ranks.
    Of a published column that reveals nothing in this way, it may reveal a masked one in part of
    the records: in those without a frequent value, such as 0, or as the same multiple of it in at
    least every fifth record.

    Parameters
    ----------
    dataset : Dataset
        The original records.
    masked : sequence of str
        Columns that are released masked.
    published : sequence of str
        Columns that are released as they are.
    job : Job, optional
        Raises `Cancelled` if it is cancelled.

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
    search = _Search(dataset, masked, published, job or Job())
    if dataset.rows >= _FEWEST_ROWS:
        search.find_pairs()
        search.find_ratios()
        search.find_sums()
        search.find_parts()
    return tuple(search.found)


class _Search:
    """The columns of a search, in the order of the file, and what has been found."""

    def __init__(
        self, dataset: Dataset, masked: Sequence[str], published: Sequence[str], job: Job
    ) -> None:
        known = {name: dataset.column(name) for name in (*masked, *published)}
        self._job = job
        self._columns = {name: known[name] for name in dataset.names if name in known}
        varying = [name for name, column in self._columns.items() if _varies(column)]
        self._masked = [name for name in varying if name in masked]
        self._published = [name for name in varying if name not in masked]
        self._numbers = {
            name: numbers_of(column)
            for name, column in CancellableSequence(list(self._columns.items()), job)
            if column.kind is not ColumnKind.TEXT and name in varying
        }
        self._order = list(self._numbers)
        self._moments = joint_moments([self._columns[n] for n in self._order], job)
        self.found: list[UndoneMask] = []

    def find_pairs(self) -> None:
        """Find published columns that undo the mask of one column."""
        for published in CancellableSequence(self._published, self._job):
            column = self._columns[published]
            recoding = run_cancellable(partial(_Recoding, column), self._job, len(column))
            for masked in self._masked:
                compare = partial(self._compare, recoding, published, masked)
                reason, r_squared = run_cancellable(compare, self._job, len(column))
                if reason:
                    self.found.append(UndoneMask((published,), (masked,), reason, r_squared))

    def find_ratios(self) -> None:
        """Find ratios and products of masked columns, and of published ones that are masked."""
        amounts = [name for name in self._order if is_numeric(self._columns[name])]
        masked = [name for name in amounts if name in self._masked]
        published = [name for name in amounts if name in self._published]
        for relation in self._ratios(self._open(published), masked):
            pair = self._sorted((relation.first, relation.second))
            self._add((relation.target,), pair, f"undo-{relation.kind}", relation.r_squared)
        for relation in self._ratios(self._open(masked), published):
            pair = self._sorted((relation.first, relation.second))
            self._add(pair, (relation.target,), f"undo-{relation.kind}", relation.r_squared)

    def find_sums(self) -> None:
        """Find linear relations of several columns."""
        masked = [name for name in self._order if name in self._masked]
        published = [name for name in self._order if name in self._published]
        for target in self._open(published):
            # Published columns are left out first, so that those that remain are needed.
            others = [*(name for name in published if name != target), *masked]
            self._add_linear(target, others)
        for target in self._open(masked):
            self._add_linear(target, published)

    def find_parts(self) -> None:
        """Find published columns that reveal a masked column in part of the records."""
        partial_relations = PartialRelations(self._numbers, THRESHOLDS)
        revealing = {name for each in self.found for name in each.published}
        names = [name for name in self._published if name in self._numbers]
        for published in CancellableSequence([n for n in names if n not in revealing], self._job):
            for masked in (name for name in self._masked if name in self._numbers):
                find = partial(partial_relations.find, published, masked)
                relation = run_cancellable(find, self._job, len(self._numbers[masked]))
                if relation is not None:
                    share, count = relation.r_squared, relation.records
                    pair = (published,), (masked,)
                    self.found.append(UndoneMask(*pair, "undo-part", share, count))

    def _open(self, names: Sequence[str]) -> list[str]:
        """Return those of the columns on which nothing was found."""
        settled = {name for each in self.found for name in (*each.published, *each.masked)}
        return [name for name in names if name not in settled]

    def _sorted(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in self._columns if name in names)

    def _add(
        self, published: tuple[str, ...], masked: tuple[str, ...], reason: str, r_squared: float
    ) -> None:
        self.found.append(UndoneMask(published, masked, reason, r_squared))

    def _compare(self, recoding: _Recoding, published: str, masked: str) -> tuple[str, float]:
        """Return how a published column reveals a masked one, and the R²; no text if not."""
        column = self._columns[masked]
        if _is_copy(recoding.column, column):
            return "undo-copy", 1.0
        if published in self._numbers and masked in self._numbers:
            places = self._order.index(published), self._order.index(masked)
            reason, r_squared = _monotone(
                self._numbers[published],
                self._numbers[masked],
                float(self._moments.pairs[places]) ** 2,
            )
            if reason:
                return reason, r_squared
        return ("undo-recode", 1.0) if recoding.determines(column) else ("", 0.0)

    def _ratios(self, targets: Sequence[str], factors: Sequence[str]) -> list[RatioRelation]:
        """Return the best relation of each target."""
        best: dict[str, RatioRelation] = {}
        for relation in find_ratios(self._numbers, targets, factors, THRESHOLDS, self._job):
            known = best.get(relation.target)
            if known is None or relation.r_squared > known.r_squared + 1e-12:
                best[relation.target] = relation
        return [best[target] for target in targets if target in best]

    def _add_linear(self, target: str, others: Sequence[str]) -> None:
        """Add the relation by which a column is a linear function of others, one of them masked."""
        if len(others) < 2:
            return
        known = {frozenset((*each.published, *each.masked)) for each in self.found}
        for filled, correlations in self._usable():
            chosen = smallest_predictors(
                correlations,
                self._order.index(target),
                [self._order.index(name) for name in others],
                LEAST_R_SQUARED,
            )
            names = self._sorted([target, *(self._order[place] for place in chosen)])
            masked = tuple(name for name in names if name in self._masked)
            published = tuple(name for name in names if name in self._published)
            if not masked or not published or frozenset(names) in known:
                continue
            fitted = self._fit(target, [name for name in names if name != target], filled)
            if fitted.r_squared > LEAST_R_SQUARED and fitted.rank_r_squared >= _LEAST_RANKS:
                reason = "undo-sum" if fitted.is_sum else "undo-linear"
                self._add(published, masked, reason, fitted.r_squared)
                return

    def _usable(self) -> Iterator[tuple[bool, Floats]]:
        """Yield correlations with whether missing cells count as 0."""
        count, moments = len(self._order), self._moments
        rows = len(next(iter(self._columns.values())))
        if moments.complete_rows >= _ROWS_FOR_EACH_PREDICTOR * count:
            yield False, moments.complete
        if moments.complete_rows < rows >= _ROWS_FOR_EACH_PREDICTOR * count:
            yield True, moments.filled
            yield False, moments.pairs

    def _fit(self, target: str, predictors: Sequence[str], filled: bool) -> LinearFit:
        columns = [self._numbers[name] for name in (target, *predictors)]
        if filled:
            columns = [np.nan_to_num(values, nan=0.0) for values in columns]
        call = partial(fit, columns[0], columns[1:])
        return run_cancellable(call, self._job, len(columns[0]))


class _Recoding:
    """A published column whose values may each belong to one value of a masked column."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self._leaders: Ints | None = None
        if not _may_repeat(column):
            return
        states, count = states_of(column)
        if count <= len(column) // _LEAST_SHARED:
            self._leaders = first_records(states, count)[states]

    def determines(self, column: Column) -> bool:
        """Return whether equal published values always have equal masked values."""
        if self._leaders is None:
            return False
        few = sampled(len(column))
        leaders = self._leaders[few]
        differ = column.values[few] != column.values[leaders]
        if np.any(differ & ~column.missing[few] & ~column.missing[leaders]):
            return False
        return is_constant_within(column, self._leaders)


def _may_repeat(column: Column) -> bool:
    """Return whether values recur among the first records, or among records from all over."""
    count = len(column)
    parts = (slice(0, SAMPLED), sampled(count))
    return count <= SAMPLED or any(
        len(np.unique(column.values[part])) < len(column.values[part]) for part in parts
    )


def _varies(column: Column) -> bool:
    if not len(column):
        return False
    if np.any(column.missing != column.missing[0]):
        return True
    return not column.missing[0] and bool(np.any(column.values != column.values[0]))


def _is_copy(first: Column, second: Column) -> bool:
    if first.kind is not second.kind or first.categories != second.categories:
        return False
    for part in (sampled(len(first)), slice(None)):
        missing = first.missing[part]
        if np.any(missing != second.missing[part]):
            return False
        if not np.all((first.values[part] == second.values[part]) | missing):
            return False
    return True


def _monotone(published: Floats, masked: Floats, r_squared: float) -> tuple[str, float]:
    """Return whether two columns are linear functions of each other or have the same order."""
    few = sampled(len(published))
    by_sample = agreement(published[few], masked[few], (1.0, 2.0))
    if by_sample < _LEAST_RANKS:
        return "", 0.0
    if r_squared > LEAST_R_SQUARED:
        return "undo-rescaled", r_squared
    if by_sample < LEAST_R_SQUARED - _SAMPLING_ERROR:
        return "", 0.0
    by_ranks = agreement(published, masked, (1.0, 2.0))
    return ("undo-order", by_ranks) if by_ranks > LEAST_R_SQUARED else ("", 0.0)
