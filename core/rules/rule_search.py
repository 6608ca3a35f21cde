"""Finds rules that hold in every record of a file: sums of columns, and columns in order.

In a file with thirty columns, hundreds of pairs are in order merely because the ranges of the two
columns hardly overlap, such as AGE <= YEAR. A pair is worth suggesting if records would break it
often were the two columns independent: if one column's value, put next to another record's value of
the other column, is larger in at least `BROKEN_BY_CHANCE` of all cases. Zeros do not count there,
since nothing exceeds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

import numpy as np

from core.array_types import Bools, Floats
from core.jobs import Job
from core.model import Column, ColumnKind
from core.rules.evaluation import evaluate
from core.rules.linear import TOLERANCE
from core.rules.rule import Operator, Relation, Term
from core.rules.searched_columns import SearchedColumn, select_searched_columns
from core.rules.sum_search import FEWEST_RECORDS, sum_candidates

_NOWHERE: Mapping[str, Bools] = MappingProxyType({})

FEWEST_NONZERO = 5
"""Records in which each part of a found sum is not 0."""

MOST_ORDERS = 100

BROKEN_BY_CHANCE = 0.05
EXPECTED_BREAKS = 20
"""Records that must break the order were the columns independent; by chance none does once in
four hundred million files."""

MOST_PAIRED = 400
_SAMPLE = 2_000
_ROWS_AT_ONCE = 1 << 16


class FoundKind(StrEnum):
    """What a found rule says."""

    SUM = "sum"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A rule that holds in every record in which it can be checked.

    Attributes
    ----------
    rule : Relation
        ``TOTAL = A + B + ...`` or ``A <= B``.
    records : int
        In how many records all of its columns have a value.
    """

    rule: Relation
    kind: FoundKind
    records: int


def find_rules(
    columns: Sequence[Column],
    not_applicable: Mapping[str, Bools] = _NOWHERE,
    job: Job | None = None,
) -> tuple[FoundRule, ...]:
    """Find sums of two to five columns, and columns in order, that hold in every record.

    Not suggested are: what follows from other suggestions (sums that are combinations of sums with
    fewer parts; A <= T where T is a sum of A and of columns without negative values; A <= C with
    A <= B and B <= C); anything with a constant column, or with a second column of the same values;
    orders of columns that are equal wherever both have a value; sums with a part that is hardly
    ever not 0; orders that hold because the ranges of two columns hardly overlap. What is found
    depends on the values alone.

    Parameters
    ----------
    columns : sequence of Column
        Of `n` records. Leave out columns that number the records.
    not_applicable : Mapping of str to numpy.ndarray of bool, shape (n,)
        Where each column does not apply; rules are not checked there.

    Returns
    -------
    tuple of FoundRule
        Sums, then orders, each by position of their columns.
    """
    job = job or Job()
    prepared = select_searched_columns(columns, not_applicable)
    numeric = [x for x in prepared if x.column.kind is not ColumnKind.DATE]
    sums = _find_sums(numeric, not_applicable, job)
    return (*sums, *_find_orders(prepared, sums, not_applicable, job))


def _find_sums(
    columns: list[SearchedColumn], not_applicable: Mapping[str, Bools], job: Job
) -> list[FoundRule]:
    sums: list[tuple[int, tuple[int, ...], FoundRule]] = []
    combinations = _Combinations()
    tried = set()
    candidates = sorted(set(sum_candidates(columns, job)), key=lambda x: (len(x[1]), x))
    for total, parts in candidates:
        job.check()
        if (total, parts) in tried or combinations.imply(total, parts):
            continue
        tried.add((total, parts))
        rule = _build_rule(columns[total], Operator.EQUAL, [columns[part] for part in parts])
        observed = np.logical_and.reduce([columns[i].observed for i in (total, *parts)])
        nonzero = [(columns[part].column.values != 0) & observed for part in parts]
        if int(np.logical_or.reduce(nonzero).sum()) < FEWEST_RECORDS:
            continue
        if min(int(x.sum()) for x in nonzero) < FEWEST_NONZERO:
            continue
        if evaluate(rule, [c.column for c in columns], not_applicable).violations:
            continue
        combinations.add(total, parts)
        sums.append((total, parts, FoundRule(rule, FoundKind.SUM, int(observed.sum()))))
    return [rule for _, _, rule in sorted(sums, key=lambda x: x[:2])]


def _build_rule(
    low_side: SearchedColumn, operator: Operator, high_side: list[SearchedColumn]
) -> Relation:
    terms = tuple(Term(Fraction(1), column.column.name) for column in high_side)
    return Relation((Term(Fraction(1), low_side.column.name),), operator, terms)


class _Combinations:
    """Sums found so far, as rows of a matrix in echelon form."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, Fraction]] = {}

    def imply(self, total: int, parts: tuple[int, ...]) -> bool:
        """Whether a sum is a combination of those added."""
        return not self._reduce(total, parts)

    def add(self, total: int, parts: tuple[int, ...]) -> None:
        """Add a sum that the others do not imply."""
        row = self._reduce(total, parts)
        self._rows[min(row)] = row

    def _reduce(self, total: int, parts: tuple[int, ...]) -> dict[int, Fraction]:
        row = dict.fromkeys(parts, Fraction(1)) | {total: Fraction(-1)}
        for pivot in sorted(self._rows):
            if pivot in row:
                pivot_row = self._rows[pivot]
                factor = row[pivot] / pivot_row[pivot]
                for i, value in pivot_row.items():
                    row[i] = row.get(i, Fraction(0)) - factor * value
                row = {i: value for i, value in row.items() if value}
        return row


def _find_orders(
    columns: list[SearchedColumn],
    sums: list[FoundRule],
    not_applicable: Mapping[str, Bools],
    job: Job,
) -> list[FoundRule]:
    # Orders of a part and its total that follow from the other parts' signs.
    position_of = {column.column.name: i for i, column in enumerate(columns)}
    implied = set()
    for found_sum in sums:
        (total,) = (position_of[str(term.of)] for term in found_sum.rule.left)
        parts = [position_of[str(term.of)] for term in found_sum.rule.right]
        negative = {
            i for i in parts if ((columns[i].column.values < 0) & columns[i].observed).any()
        }
        implied |= {(part, total) for part in parts if negative <= {part}}
    pairs = set(order_candidates(columns, job))
    # Columns that are equal wherever both are observed, as each is to itself, say the same twice.
    pairs -= {(high, low) for low, high in pairs}
    edges = pairs | implied
    above: dict[int, set[int]] = {}
    for low, high in edges:
        above.setdefault(low, set()).add(high)
    orders = []
    for low, high in sorted(pairs - implied):
        if any(high in above.get(middle, ()) for middle in above[low] - {high, low}):
            continue
        job.check()
        rule = _build_rule(columns[low], Operator.AT_MOST, [columns[high]])
        compared = [columns[low].column, columns[high].column]
        outcome = evaluate(rule, compared, not_applicable)
        if not outcome.violations:
            orders.append(FoundRule(rule, FoundKind.ORDER, outcome.holds))
    return orders[:MOST_ORDERS]


def order_candidates(columns: Sequence[SearchedColumn], job: Job) -> list[tuple[int, int]]:
    """Find pairs of columns A and B, by position, with A <= B in every record up to rounding.

    A column may be paired with itself.

    Dates are compared with dates only. The first 400 columns are looked at.
    """
    columns = columns[:MOST_PAIRED]
    if not columns:
        return []
    n = len(columns[0].observed)
    rows = np.arange(0, n, max(1, n // _SAMPLE))
    sample = np.array(
        [
            np.where(x.observed[rows], x.column.values[rows].astype(np.float64), np.nan)
            for x in columns
        ]
    )
    nonzero = [np.sort(values[~np.isnan(values) & (values != 0)]) for values in sample]
    dated = np.array([column.column.kind is ColumnKind.DATE for column in columns])
    candidates = []
    for i in range(len(columns)):
        job.check()
        exceeded = _exceeds(sample[i], sample).any(axis=1)
        for j in np.flatnonzero(~exceeded & (dated == dated[i])).tolist():
            telling = _is_telling(nonzero[i], nonzero[j], sample[i], sample[j], n / len(rows))
            if telling and _is_ordered(columns[i], columns[j], job):
                candidates.append((i, j))
    return candidates


def _is_telling(low: Floats, high: Floats, a: Floats, b: Floats, records_each: float) -> bool:
    """Whether many records would break the order were the two columns independent."""
    if not len(low) or not len(high):
        return False
    share = float(np.searchsorted(high, low, side="left").mean()) / len(high)
    n_both = int(np.count_nonzero(~np.isnan(a) & ~np.isnan(b) & (a != 0) & (b != 0)))
    return share >= BROKEN_BY_CHANCE and share * n_both * records_each >= EXPECTED_BREAKS


def _is_ordered(low: SearchedColumn, high: SearchedColumn, job: Job) -> bool:
    """Whether no record exceeds the order by more than rounding."""
    a, b = low.column, high.column
    are_integers = ColumnKind.NUMBER not in (a.kind, b.kind)
    for begin in range(0, len(a), _ROWS_AT_ONCE):
        rows = slice(begin, begin + _ROWS_AT_ONCE)
        exceeded = a.values[rows] > b.values[rows]
        exceeded &= low.observed[rows] & high.observed[rows]
        if not exceeded.any():
            continue
        if are_integers:
            return False
        x, y = a.values[rows][exceeded], b.values[rows][exceeded]
        if _exceeds(x.astype(np.float64), y.astype(np.float64)).any():
            return False
        job.check()
    return True


def _exceeds(low: Floats, high: Floats) -> Bools:
    """Compare two columns: where is `low` larger by more than rounding; nowhere next to NaN."""
    # Halved, because the difference of two large numbers could be infinite.
    low, high = 0.5 * low, 0.5 * high
    is_larger: Bools = low - high > TOLERANCE * (np.abs(low) + np.abs(high))
    return is_larger
