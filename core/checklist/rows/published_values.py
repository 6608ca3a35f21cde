"""Rows A6, B9, B11 and C5: values of one published column that few units have."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.array_types import Bools, Floats
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.encode.record_groups import first_of_groups
from core.inspect.profiling import name_words
from core.inspect.profiling.name_words import matches_words
from core.jobs import CancellableSequence
from core.kernels.numerics.amount_shapes import most_significant_digits
from core.model import Column, ColumnKind
from core.model.checklist import RowCount
from core.model.preparing import BottomCode, TailCoding, TailValue, TopCode

_RARE_VALUE = Row("A6", "rare-value", Publicity.ANSWERED)
_TAIL = Row("B9", "tail-of-few", Publicity.ANSWERED, field="prepare")
_HIGH_AGE = Row("B9", "high-age", Publicity.ANSWERED, field="prepare")
_PLAIN_AMOUNT = Row("B11", "plain-amount", Publicity.ANSWERED)
_EXACT_DATE = Row("C5", "exact-date", Publicity.ANSWERED)
# No person on record grew older than 122 years.
_OLDEST = 122


def _count(evidence: Evidence) -> Iterator[RowCount]:
    yield from count_values(evidence, evidence.published)
    for name in evidence.published:
        if codes := _tail_codes(evidence, name):
            yield _count_tails(evidence, name, codes)
        if _is_age(evidence.released.column(name)):
            yield _count_high_ages(evidence, name)


def count_values(evidence: Evidence, names: Sequence[str]) -> Iterator[RowCount]:
    """Count the values of some published columns that few units have."""
    for name in CancellableSequence(names, evidence.job):
        column = evidence.released.column(name)
        if column.kind is ColumnKind.DATE and _is_finer(column, evidence.profile.date):
            yield _count_days(evidence, column)
        elif name in evidence.record_numbers or evidence.known == [name]:
            # If others know nothing else, few are alike where its values are rare.
            continue
        elif not evidence.is_of_categories(name):
            yield _count_plain_amounts(evidence, column)
        elif name not in evidence.weights:
            yield _count_rare_values(evidence, column)


def _count_rare_values(evidence: Evidence, column: Column) -> RowCount:
    """Count the values that too few units have; a missing one is none."""
    profile, name = evidence.profile, column.name
    labels = evidence.groups([name])
    units = np.where(
        column.missing[first_of_groups(labels)], profile.rare, evidence.units_in_groups(labels)
    )
    is_rare = units < profile.rare
    count = int(np.count_nonzero(is_rare))
    # In a file for anybody, nobody may be the only one with a value.
    is_never = bool(profile.least and np.any(units == 1))
    return _RARE_VALUE.count(
        profile,
        count,
        0,
        {
            "count": count,
            "limit": profile.rare,
            "what": evidence.unit_word,
            "records": int(np.count_nonzero(is_rare[labels])),
        },
        column=name,
        is_never=is_never,
    )


def _count_plain_amounts(evidence: Evidence, column: Column) -> RowCount:
    """Count the units that are alone with a number or date; zero is no rare value."""
    profile, name = evidence.profile, column.name
    count, values = _find_lone_values(evidence, column)
    digits = most_significant_digits(values.astype(np.float64)) if column.kind.is_numeric else 0
    limit = profile.plain * evidence.n_units
    if count and digits > profile.digits:
        # So many digits of a single unit are too many, however few such units there are.
        limit = 0.0
    params = {
        "count": count,
        "rows": evidence.n_units,
        "what": evidence.unit_word,
        "digits": digits,
    }
    return _PLAIN_AMOUNT.count(profile, count, limit, params, column=name)


def _find_lone_values(evidence: Evidence, column: Column) -> tuple[int, NDArray[np.generic]]:
    """Count the units that are alone with a value but zero, and list these values."""
    is_counted = ~column.missing
    if column.kind is not ColumnKind.DATE:
        is_counted &= column.values != 0
    if evidence.unit_of_record is not None:
        is_alone = evidence.are_alone([column.name]) & is_counted
        return evidence.count_units(is_alone), column.values[is_alone]
    # Where each record is a unit, sorting takes the place of groups.
    values = np.sort(column.values[is_counted])
    is_new = np.concatenate(([True], values[1:] != values[:-1], [True]))
    values = values[is_new[:-1] & is_new[1:]] if len(values) else values
    return len(values), values


def _tail_codes(evidence: Evidence, name: str) -> list[TailCoding]:
    """List the codes for large and small values that a column is released with."""
    codes = list[TailCoding]()
    if not evidence.released.column(name).kind.is_numeric:
        return codes
    steps = [step for step in evidence.recipe.active_preparing if step.column == name]
    for step in reversed(steps):
        # What is done to the codes afterwards is counted by the values that come of it.
        if not isinstance(step, TopCode | BottomCode):
            break
        codes.append(step)
    return codes


def _count_tails(evidence: Evidence, name: str, codes: Sequence[TailCoding]) -> RowCount:
    """Count how many units are lacking beyond a code for large or small values.

    A code at the largest value, beyond which nobody lies, is none.
    """
    profile, column = evidence.profile, evidence.released.column(name)
    values, present = column.values.astype(np.float64), ~column.missing
    shares = (
        profile.tail * evidence.n_units,
        profile.tail_amounts * evidence.count_units(present & (values != 0)),
    )
    fewest = max(profile.k, *(math.ceil(share) for share in shares))
    n_beyond = [evidence.count_units(present & _are_beyond(values, code)) for code in codes]
    count = min((n_units for n_units in n_beyond if n_units), default=fewest)
    figure = max(0, fewest - count)
    params = {"count": count, "fewest": fewest, "what": evidence.unit_word}
    return _TAIL.count(profile, figure, 0, params, column=name)


def _is_age(column: Column) -> bool:
    """Decide by its name whether a column of numbers holds ages in years."""
    is_in_years = not matches_words(column.name, name_words.PARTS_OF_YEARS)
    return column.kind.is_numeric and is_in_years and matches_words(column.name, name_words.AGES)


def _count_high_ages(evidence: Evidence, name: str) -> RowCount:
    """Count the units that are so old that few others are, with the age of each."""
    profile, column = evidence.profile, evidence.released.column(name)
    # Beyond lie codes for missing answers.
    are_old = ~column.missing & (column.values > profile.age) & (column.values <= _OLDEST)
    count = evidence.count_units(are_old)
    params = {"count": count, "age": profile.age, "what": evidence.unit_word}
    return _HIGH_AGE.count(profile, count, 0, params, column=name)


def _are_beyond(values: Floats, code: TailCoding) -> Bools:
    """Find the values that a code replaced; one that is the limit itself is no different."""
    signed = values if isinstance(code, TopCode) else -values
    bound = code.bound if isinstance(code, TopCode) else -code.bound
    has_mean = code.to is TailValue.MEAN and bool(np.any(signed > bound))
    return np.asarray(signed > bound if has_mean else signed >= bound)


def _count_days(evidence: Evidence, column: Column) -> RowCount:
    """Count the days that a column of dates names exactly, and the units alone with theirs."""
    name, profile = column.name, evidence.profile
    days = evidence.released.n_distinct(name)
    alone = evidence.count_units(evidence.are_alone([name]) & ~column.missing)
    params = {
        "count": days,
        "alone": alone,
        "what": evidence.unit_word,
        "span": f"word-{profile.date}",
    }
    return _EXACT_DATE.count(profile, days, profile.days, params, column=name)


def _is_finer(column: Column, unit: str) -> bool:
    """Return whether dates name a day of the month, or for a unit of years a month."""
    days = column.values[~column.missing].astype("datetime64[D]")
    starts = days.astype("datetime64[M]" if unit == "month" else "datetime64[Y]")
    return bool(np.any(days != starts.astype("datetime64[D]")))


FAMILY = Family(
    (_RARE_VALUE, _TAIL, _HIGH_AGE, _PLAIN_AMOUNT, _EXACT_DATE), _count, is_of_release=True
)
