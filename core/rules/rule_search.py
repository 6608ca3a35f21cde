"""Finds rules that hold in every record of a file: sums of columns, and columns in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job
from core.model import Column, ColumnKind
from core.rules.evaluation import evaluate
from core.rules.order_search import order_candidates
from core.rules.rule import Operator, Relation, Term
from core.rules.searched_columns import SearchedColumn, searched_columns
from core.rules.sum_search import FEWEST_RECORDS, sum_candidates

Bools = NDArray[np.bool_]
_NOWHERE: Mapping[str, Bools] = MappingProxyType({})

FEWEST_NONZERO = 5
"""Records in which each part of a found sum is not 0."""

MOST_ORDERS = 100


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
    kind : FoundKind
        Which of the two.
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
    """Return sums of two to five columns, and columns in order, that hold in every record.

    Not suggested are: what follows from other suggestions (sums that are combinations of sums with
    fewer parts; A <= T where T is a sum of A and of columns without negative values; A <= C with
    A <= B and B <= C); anything with a constant column, or with a second column of the same values;
    orders of columns that are equal wherever both have a value; sums with a part that is hardly
    ever not 0; orders that hold because the ranges of two columns hardly overlap
    (`core.rules.order_search`). What is found depends on the values alone.

    Parameters
    ----------
    columns : sequence of Column
        Of `n` records. Leave out columns that number the records.
    not_applicable : Mapping of str to numpy.ndarray of bool, shape (n,)
        Where each column does not apply; rules are not checked there.
    job : Job, optional
        Raises `Cancelled` between two steps if it is cancelled.

    Returns
    -------
    tuple of FoundRule
        Sums, then orders, each by position of their columns.
    """
    job = job or Job()
    prepared = searched_columns(columns, not_applicable)
    numeric = [each for each in prepared if each.column.kind is not ColumnKind.DATE]
    sums = _sums(numeric, not_applicable, job)
    return (*sums, *_orders(prepared, sums, not_applicable, job))


def _sums(
    columns: list[SearchedColumn], not_applicable: Mapping[str, Bools], job: Job
) -> list[FoundRule]:
    found: list[tuple[int, tuple[int, ...], FoundRule]] = []
    known = _Combinations()
    tried = set()
    candidates = sorted(set(sum_candidates(columns, job)), key=lambda each: (len(each[1]), each))
    for total, parts in candidates:
        job.check()
        if (total, parts) in tried or known.imply(total, parts):
            continue
        tried.add((total, parts))
        rule = _rule(columns[total], Operator.EQUAL, [columns[part] for part in parts])
        observed = np.logical_and.reduce([columns[i].observed for i in (total, *parts)])
        nonzero = [(columns[part].column.values != 0) & observed for part in parts]
        if int(np.logical_or.reduce(nonzero).sum()) < FEWEST_RECORDS:
            continue
        if min(int(each.sum()) for each in nonzero) < FEWEST_NONZERO:
            continue
        if evaluate(rule, [c.column for c in columns], not_applicable).violations:
            continue
        known.add(total, parts)
        found.append((total, parts, FoundRule(rule, FoundKind.SUM, int(observed.sum()))))
    return [rule for _, _, rule in sorted(found, key=lambda each: each[:2])]


def _rule(left: SearchedColumn, operator: Operator, right: list[SearchedColumn]) -> Relation:
    terms = tuple(Term(Fraction(1), each.column.name) for each in right)
    return Relation((Term(Fraction(1), left.column.name),), operator, terms)


class _Combinations:
    """Sums found so far, as rows of a matrix in echelon form."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, Fraction]] = {}

    def imply(self, total: int, parts: tuple[int, ...]) -> bool:
        """Whether a sum is a combination of those added."""
        return not self._reduced(total, parts)

    def add(self, total: int, parts: tuple[int, ...]) -> None:
        """Add a sum that the others do not imply."""
        row = self._reduced(total, parts)
        self._rows[min(row)] = row

    def _reduced(self, total: int, parts: tuple[int, ...]) -> dict[int, Fraction]:
        row = dict.fromkeys(parts, Fraction(1)) | {total: Fraction(-1)}
        for pivot in sorted(self._rows):
            if pivot in row:
                other = self._rows[pivot]
                factor = row[pivot] / other[pivot]
                for i, value in other.items():
                    row[i] = row.get(i, Fraction(0)) - factor * value
                row = {i: value for i, value in row.items() if value}
        return row


def _orders(
    columns: list[SearchedColumn],
    sums: list[FoundRule],
    not_applicable: Mapping[str, Bools],
    job: Job,
) -> list[FoundRule]:
    # Orders of a part and its total that follow from the other parts' signs.
    place = {each.column.name: i for i, each in enumerate(columns)}
    implied = set()
    for known in sums:
        (total,) = (place[str(term.of)] for term in known.rule.left)
        parts = [place[str(term.of)] for term in known.rule.right]
        negative = {
            i for i in parts if ((columns[i].column.values < 0) & columns[i].observed).any()
        }
        implied |= {(part, total) for part in parts if negative <= {part}}
    pairs = set(order_candidates(columns, job))
    # Columns that are equal wherever both are observed hold the same twice.
    pairs -= {(high, low) for low, high in pairs}
    edges = pairs | implied
    above: dict[int, set[int]] = {}
    for low, high in edges:
        above.setdefault(low, set()).add(high)
    found = []
    for low, high in sorted(pairs - implied):
        if any(high in above.get(middle, ()) for middle in above[low] - {high, low}):
            continue
        job.check()
        rule = _rule(columns[low], Operator.AT_MOST, [columns[high]])
        both = [columns[low].column, columns[high].column]
        outcome = evaluate(rule, both, not_applicable)
        if not outcome.violations:
            found.append(FoundRule(rule, FoundKind.ORDER, outcome.holds))
    return found[:MOST_ORDERS]
