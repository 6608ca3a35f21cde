"""What the conditions of a recipe mean for a file, counted before the run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.array_types import Ints
from core.checklist.cast_columns import cast_columns
from core.conditions import CONDITIONS, JoinedPattern, Patterns, Records, patterns_of, take_records
from core.conditions.condition import Released
from core.jobs import Job
from core.kernels.numerics.grouping import refine
from core.model import CATEGORICAL, Dataset, Plan, Role
from core.protect import METHODS

MOST_PATTERNS = 12
"""Patterns that are listed, the largest first; those that are joined come before all others."""


@dataclass(frozen=True, slots=True)
class PatternOutlook:
    """Records that share all zeros and questions that do not apply.

    Attributes
    ----------
    columns : tuple of str
        Columns that are zero, or do not apply, in these records.
    joined_in : tuple of str
        Columns in which cells may change, if the pattern joins another one; empty otherwise.
    """

    columns: tuple[str, ...]
    records: int
    joined_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DominanceOutlook:
    """Groups that would violate a dominance rule in a column if none were merged for it.

    Attributes
    ----------
    groups, failing : int
        Groups of k records formed by sorting, within patterns; and those that violate the rule.
    """

    column: str
    groups: int
    failing: int


@dataclass(frozen=True, slots=True)
class ConditionOutlook:
    """What the conditions mean for a file.

    Attributes
    ----------
    units_by_size : tuple of pairs of int
        Number of records of a unit, and number of such units that are released; ascending. Empty
        without units.
    patterns : int
        Number of patterns of records; 0 without zeros and questions that do not apply, and where
        whole units are protected, whose patterns differ by size.
    listed : tuple of PatternOutlook
        At most `MOST_PATTERNS` of them.
    joined, joined_records : int
        Patterns that join another one, and their records.
    dominance : tuple of DominanceOutlook
        An estimate for each column of the rule.
    """

    k: int
    units_by_size: tuple[tuple[int, int], ...] = ()
    patterns: int = 0
    listed: tuple[PatternOutlook, ...] = ()
    joined: int = 0
    joined_records: int = 0
    dominance: tuple[DominanceOutlook, ...] = ()


def count_condition_outlook(plan: Plan, dataset: Dataset, job: Job) -> ConditionOutlook | None:
    """Count what the conditions mean for a file; ``None`` if none is chosen.

    Parameters
    ----------
    plan : Plan
        Without errors.
    """
    project = plan.project
    recipe, schema = project.recipe, project.schema
    method = METHODS[recipe.method.name]
    parameters = recipe.method.parameters
    has_states = any(a.keeps_zeros or a.not_applicable for a in schema.attributes)
    is_any_chosen = recipe.unit is not None or recipe.dominance is not None or has_states
    if not method.forms_groups or not len(plan.kept) or not is_any_chosen:
        return None
    records = take_records(cast_columns(dataset, project), plan.kept, schema, recipe)
    k = method.count_cluster_records(records, parameters)
    job.check()
    if (unit_of_record := records.units()) is not None:
        # Units are grouped by their whole profile, which only the run can build.
        return ConditionOutlook(k, _count_units_by_size(unit_of_record))
    n_patterns, joined_patterns = 0, list[JoinedPattern]()
    listed, dominance = list[PatternOutlook](), list[DominanceOutlook]()
    for names in method.blocks(parameters, schema, recipe.strata):
        patterns = patterns_of(records, names, k)
        job.check()
        # The block with the most patterns speaks for the file; what is joined is joined in each.
        n_patterns = max(n_patterns, patterns.count if has_states else 0)
        joined_patterns += patterns.joined
        listed += _list_patterns(records, names, patterns)
        dominance += _count_dominance(records, names, patterns, k)
        job.check()
    return ConditionOutlook(
        k,
        patterns=n_patterns,
        listed=tuple(listed[:MOST_PATTERNS]),
        joined=len(joined_patterns),
        joined_records=sum(pattern.records for pattern in joined_patterns),
        dominance=tuple(dominance),
    )


def _count_units_by_size(unit_of_record: Ints) -> tuple[tuple[int, int], ...]:
    """Count the units of each number of records, ascending."""
    sizes, n_units = np.unique(np.bincount(unit_of_record), return_counts=True)
    return tuple(zip(sizes.tolist(), n_units.tolist(), strict=True))


def _list_patterns(
    records: Records, names: Sequence[str], patterns: Patterns
) -> tuple[PatternOutlook, ...]:
    """List the patterns of one block, those that are joined first, then by size."""
    states = [x for condition in CONDITIONS for x in condition.states(records, names)]
    if not states:
        return ()
    labels = records.strata()
    for _, state in states:
        labels = refine(labels, state.astype(np.int64))
    first_records = np.unique(labels, return_index=True)[1]
    counts = np.bincount(labels)
    joined = {pattern.first: pattern.columns for pattern in patterns.joined}
    order = sorted(
        range(len(counts)),
        key=lambda g: (int(first_records[g]) not in joined, -counts[g], first_records[g]),
    )
    return tuple(
        PatternOutlook(
            tuple(dict.fromkeys(name for name, state in states if state[first_records[g]])),
            int(counts[g]),
            joined.get(int(first_records[g]), ()),
        )
        for g in order[:MOST_PATTERNS]
    )


def _count_dominance(
    records: Records, names: Sequence[str], patterns: Patterns, k: int
) -> Iterator[DominanceOutlook]:
    rule = records.recipe.dominance
    limited = [name for name in rule.columns if name in names] if rule is not None else []
    if not limited:
        return
    # Groups of k neighbouring records of each part, by the sum of standardised columns; the last
    # group of a part has up to 2k - 1 records.
    score = np.zeros(len(records), dtype=np.float64)
    for attribute in records.schema.with_role(Role.QUASI_IDENTIFIER):
        if attribute.name in names and attribute.scale not in CATEGORICAL:
            values = records.numbers(attribute.name)
            present = ~np.isnan(values)
            spread = float(values[present].std()) if present.any() else 0.0
            if spread:
                score += np.where(present, (values - values[present].mean()) / spread, 0.0)
    order = np.lexsort((score, patterns.labels))
    sizes = np.bincount(patterns.labels)
    pattern = patterns.labels[order]
    position = np.arange(len(order)) - (np.cumsum(sizes) - sizes)[pattern]
    group_counts = np.maximum(sizes // k, 1)
    first_groups = np.cumsum(group_counts) - group_counts
    labels = np.empty(len(order), dtype=np.int64)
    labels[order] = first_groups[pattern] + np.minimum(position // k, group_counts[pattern] - 1)
    released = Released({}, dict.fromkeys(rule.columns if rule is not None else (), labels), {})
    for condition in CONDITIONS:
        if condition.name != "dominance":
            continue
        for count in condition.count(records, released):
            if count.column in limited:
                figures = count.figures
                yield DominanceOutlook(count.column, figures["groups"], figures["failing"])
