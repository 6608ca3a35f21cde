"""Finds columns that offices usually recode before masking, with the step and the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, floor, log10

import numpy as np

from core.array_types import Ints
from core.encode.not_applicable import set_apart
from core.model import Attribute, Column, ColumnKind, Dataset, Role, Scale, Schema
from core.model.preparing import (
    FEWEST_AVERAGED,
    Age,
    Average,
    Drop,
    Group,
    Level,
    Preparing,
    Rare,
    TopCode,
)
from core.model.uniqueness import is_nearly_unique
from core.prepare.category_steps import left_on_levels
from core.prepare.date_steps import count_completed_years

_YEARS = 365.25
_LONGEST_SURVEY, _SHORTEST_LIFE = 15 * _YEARS, 25 * _YEARS
_AGREEING = 0.95
_FEWEST_IN_TAIL, _TAIL, _FAR = 200, 0.995, 2.0
_DIGITS = 2
_MOST_CATEGORIES = 50
_JOINED, _MOST_IN_NAME = " / ", 3
OTHER = "other"
"""The name of the category that is suggested for rare ones."""


@dataclass(frozen=True, slots=True)
class LikelyStep:
    """A step that a column suggests, and why, as a text of the catalogue."""

    step: Preparing
    reason: str
    reason_params: Mapping[str, object] = field(default_factory=dict)


def find_likely_steps(dataset: Dataset, schema: Schema, k: int) -> tuple[LikelyStep, ...]:
    """Find steps for quasi-identifiers and confidential amounts: of each column at most one.

    A date of birth next to the age, or to the date of an interview; a few amounts far above all
    others; more than fifty categories of a taxonomy; categories that fewer than `k`
    records have, by themselves or joined to the rarest of the others; confidential amounts
    that nearly all differ.

    Parameters
    ----------
    schema : Schema
        What its columns mean, or seem to mean, with the taxonomies that were read.
    k : int
        Number of records in which a category must occur.
    """
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    steps: list[LikelyStep | None] = []
    for attribute in quasi:
        # Codes of questions that were not asked are neither amounts nor categories.
        column, scale = set_apart(dataset.column(attribute.name), attribute), attribute.scale
        if column.kind is ColumnKind.DATE:
            steps.append(_of_births(column, quasi, dataset))
        elif scale is not None and scale.has_amounts and column.kind.is_numeric:
            steps.append(_of_tail(column))
        elif scale is Scale.NOMINAL and column.kind is ColumnKind.TEXT:
            step = _of_level(column, attribute) or _of_rare(column, k)
            steps.append(step or _of_join(column, attribute, k))
    for attribute in schema.with_role(Role.CONFIDENTIAL):
        column = set_apart(dataset.column(attribute.name), attribute)
        if attribute.scale is not None and attribute.scale.has_amounts and column.kind.is_numeric:
            steps.append(_of_unique(column, k))
    return tuple(step for step in steps if step is not None)


def _of_births(column: Column, quasi: tuple[Attribute, ...], dataset: Dataset) -> LikelyStep | None:
    """Find a step for dates that span a lifetime, as dates of birth do."""
    days = column.values[~column.missing]
    if len(days) == 0 or int(np.ptp(days)) < _SHORTEST_LIFE:
        return None
    for survey_date in _dates_of_survey(column, dataset):
        years = count_completed_years(
            column.values.astype(np.int64), survey_date.values.astype(np.int64)
        )
        for attribute in quasi:
            if _agrees(dataset.column(attribute.name), years, column, survey_date):
                params = {"age": attribute.name, "at": survey_date.name}
                return LikelyStep(Drop(column.name), "suggest-birth-beside-age", params)
        name = "AGE" if "AGE" not in dataset.names else f"{column.name}_AGE"
        if name not in dataset.names:
            step = Age(column.name, survey_date.name, name)
            return LikelyStep(step, "suggest-age", {"at": survey_date.name})
    # Otherwise, perhaps the ages were all taken within about a year.
    for attribute in quasi:
        age = dataset.column(attribute.name)
        has_both = ~age.missing & ~column.missing
        if age.kind is not ColumnKind.INTEGER or not has_both.any():
            continue
        # In the middle of the year that begins with the birthday, and of all records.
        middle = column.values[has_both] + _YEARS * (age.values[has_both] + 0.5)
        day = np.full(len(column), int(np.median(middle)), dtype=np.int64)
        years = count_completed_years(column.values.astype(np.int64), day)
        if _agrees(age, years, column):
            params = {"age": attribute.name}
            return LikelyStep(Drop(column.name), "suggest-birth-beside-age-alone", params)
    return None


def _dates_of_survey(born: Column, dataset: Dataset) -> Iterator[Column]:
    """Yield columns of dates within some years, none before the date of birth."""
    for column in dataset.columns:
        if column.kind is not ColumnKind.DATE or column is born:
            continue
        has_both = ~column.missing & ~born.missing
        days = column.values[~column.missing]
        is_short = len(days) > 0 and int(np.ptp(days)) <= _LONGEST_SURVEY
        if is_short and has_both.any() and bool((column.values >= born.values)[has_both].all()):
            yield column


def _agrees(age: Column, years: Ints, *needed: Column) -> bool:
    """Check whether a column holds the years, give or take one, in nearly all records."""
    if age.kind is not ColumnKind.INTEGER:
        return False
    is_complete = ~age.missing
    for column in needed:
        is_complete &= ~column.missing
    if not is_complete.any():
        return False
    close = np.abs(age.values.astype(np.int64)[is_complete] - years[is_complete]) <= 1
    return bool(close.mean() >= _AGREEING)


def _of_tail(column: Column) -> LikelyStep | None:
    values = np.sort(column.values[~column.missing].astype(np.float64))
    if len(values) < _FEWEST_IN_TAIL:
        return None
    high = float(values[ceil(_TAIL * len(values)) - 1])
    bound = 0.0
    if high > 0:
        # The next number of two digits and zeros shows no amount of the file.
        unit = 10.0 ** (floor(log10(high)) - _DIGITS + 1)
        bound = float(f"{ceil(high / unit) * unit:.12g}")
    if bound <= 0 or values[-1] <= _FAR * bound:
        return None
    beyond = len(values) - int(np.searchsorted(values, bound, side="right"))
    return LikelyStep(TopCode(column.name, bound), "suggest-top-code", {"count": beyond})


def _of_unique(column: Column, k: int) -> LikelyStep | None:
    """Find a step for confidential amounts that nearly all differ, so that each finds its record.

    It masks the column in groups of its own, apart from those of the quasi-identifiers.
    """
    values = column.values[~column.missing]
    n_values, fewest = len(np.unique(values)), max(k, FEWEST_AVERAGED)
    if not is_nearly_unique(n_values, len(values)):
        return None
    params = {"count": n_values, "k": fewest}
    return LikelyStep(Average(column.name, fewest), "suggest-average", params)


def _of_level(column: Column, attribute: Attribute) -> LikelyStep | None:
    """Find the deepest level of the taxonomy that leaves few categories."""
    count = len(column.categories)
    if count <= _MOST_CATEGORIES:
        return None
    categories_left = left_on_levels(column.categories, attribute)
    for level in range(len(categories_left), 0, -1):
        if categories_left[level - 1] <= _MOST_CATEGORIES:
            params = {"count": count, "left": categories_left[level - 1], "level": level}
            return LikelyStep(Level(column.name, level), "suggest-level", params)
    return None


def _of_rare(column: Column, k: int) -> LikelyStep | None:
    counts = column.count_categories()
    is_rare = (counts > 0) & (counts < k)
    rare = int(np.count_nonzero(is_rare))
    # Joined, they must not be rare themselves: then only the name of the category would change.
    if not rare or int(counts[is_rare].sum()) < k:
        return None
    params = {"count": rare, "k": k, "categories": int(np.count_nonzero(counts))}
    return LikelyStep(Rare(column.name, k, OTHER), "suggest-rare", params)


def _of_join(column: Column, attribute: Attribute, k: int) -> LikelyStep | None:
    """Find a step that joins categories, too rare even together, to the rarest of the others.

    Not along a taxonomy, which would not contain the joined category, and not if it would leave
    a single category.
    """
    counts = column.count_categories()
    order = [int(i) for i in np.argsort(counts, kind="stable") if counts[i]]
    rare = [i for i in order if counts[i] < k]
    if attribute.taxonomy is not None or not rare or len(order) < len(rare) + 2:
        return None
    joined = [column.categories[i] for i in order[: len(rare) + 1]]
    other_categories = set(column.categories) - set(joined)
    name = _JOINED.join(sorted(joined)) if len(joined) <= _MOST_IN_NAME else OTHER
    if name in other_categories:
        return None
    params = {"count": len(rare), "k": k, "categories": len(order)}
    return LikelyStep(Group(column.name, ((name, tuple(joined)),)), "suggest-join", params)
