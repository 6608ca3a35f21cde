"""Rows A2, A4 and A5: how far what somebody knows leads to a record as it is published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from core.array_types import Bools
from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row, judge
from core.jobs import CancellableSequence
from core.kernels.numerics.grouping import Labels, refine
from core.model import Scenario
from core.model.checklist import RowCount
from core.risk.frequencies import Frequencies
from core.risk.individual import Population, population_risk

_SCENARIO = Row("A2", "scenario-few", Publicity.ANSWERED, field="scenarios")
_NO_SCENARIO = Row("A2", "scenario-none", Publicity.FIGURES, field="scenarios")
_RISK = Row("A4", "population-unique", Publicity.ANSWERED)
_SPECIAL = Row("A5", "special-unique", Publicity.ANSWERED, field="attributes")

_RISK_FOR_ANYBODY = 0.5
"""Risk beyond which no reason is accepted where some number alike is demanded."""


def _count(evidence: Evidence) -> Iterator[RowCount]:
    scenarios = evidence.scenarios
    if scenarios:
        yield _count_scenarios(evidence, scenarios)
    elif evidence.known:
        fewest = evidence.profile.scenarios
        figure = max(0.0, fewest - len(scenarios))
        yield _NO_SCENARIO.count(evidence.profile, figure, 0, {})
    keys = evidence.known_published
    if keys and evidence.weight_of_record is not None:
        yield _count_risks(evidence, keys)
    if keys:
        yield _count_special_uniques(evidence, keys)
    # Of large files these are as large as the columns; few are needed again.
    evidence.released.forget_groups(evidence.masked, evidence.known)


def _count_scenarios(evidence: Evidence, scenarios: Sequence[Scenario]) -> RowCount:
    """Count the records that a scenario leaves with too few others; of all the worst one."""
    counts = []
    for scenario in CancellableSequence(scenarios, evidence.job):
        k = scenario.k or evidence.profile.k
        labels, units = evidence.alike(scenario.columns)
        few_records = np.flatnonzero((units < k)[labels])
        n_combinations = len(np.unique(evidence.released.groups(scenario.columns)[few_records]))
        counts.append((len(few_records), n_combinations, k, scenario))
    n_records, n_combinations, k, worst = max(counts, key=lambda count: count[0])
    params = {
        "count": n_records,
        "combinations": n_combinations,
        "k": k,
        "columns": worst.columns,
        "scenario": worst.name,
        "rest": sum(count[0] > 0 for count in counts) - (n_records > 0),
    }
    return _SCENARIO.count(evidence.profile, n_records, 0, params, columns=worst.columns)


def _count_risks(evidence: Evidence, keys: Sequence[str]) -> RowCount:
    """Count the records of which a match by what is published of them is probably right."""
    profile = evidence.profile
    population = _population(evidence, keys)
    count = int(np.count_nonzero(population.risks > profile.risk))
    largest = float(population.risks.max(initial=0.0))
    is_expected = population.expected > profile.expected * len(evidence.released)
    verdict = judge(
        profile,
        _RISK,
        count,
        0,
        is_asked=is_expected,
        is_never=bool(profile.least) and largest > _RISK_FOR_ANYBODY,
    )
    params = {
        "count": count,
        "columns": keys,
        "risk": profile.risk,
        "expected": round(population.expected, 1),
        "share": round(100 * population.rate, 2),
    }
    return RowCount(_RISK.code, None, count, 0, verdict, params, tuple(keys), field="attributes")


def _population(evidence: Evidence, keys: Sequence[str]) -> Population:
    labels = evidence.groups(keys).astype(np.int64)
    sizes = np.bincount(labels)
    # The groups are those of all keys; no combination of them is looked at.
    frequencies = Frequencies((), labels, sizes)
    return population_risk(frequencies, evidence.weight_of_record, None)


def _count_special_uniques(evidence: Evidence, keys: Sequence[str]) -> RowCount:
    """Count the records that one column, or two together, single out."""
    labels = {name: evidence.groups([name]) for name in keys}
    n_records = len(evidence.released)
    is_special = np.zeros(n_records, dtype=np.bool_)
    singled_out = dict.fromkeys(keys, 0)
    # The probability that independence alone singles out a record by none of the pairs.
    by_none = 1.0
    for name in keys:
        is_alone = _are_single(labels[name])
        is_special |= is_alone
        singled_out[name] += int(np.count_nonzero(is_alone))
    for names in CancellableSequence([*combinations(keys, 2)], evidence.job):
        first, second = (labels[name] for name in names)
        is_alone = _are_single(refine(first, second))
        is_special |= is_alone
        by_none *= 1.0 - _expected_singles(first, second) / n_records
        for name in names:
            singled_out[name] += int(np.count_nonzero(is_alone))
    if len(keys) == 1:
        (only_labels,) = labels.values()
        by_none = 1.0 - _expected_singles(only_labels, np.zeros_like(only_labels)) / n_records
    count, expected = int(np.count_nonzero(is_special)), n_records * (1.0 - by_none)
    drivers = sorted(
        (name for name in keys if singled_out[name]), key=lambda name: -singled_out[name]
    )
    limit = float(np.floor(evidence.profile.special * expected))
    params = {
        "count": count,
        "rows": n_records,
        "columns": drivers,
        "expected": round(expected, 1),
    }
    return _SPECIAL.count(evidence.profile, count, limit, params, columns=keys)


def _are_single(labels: Labels) -> Bools:
    is_single: Bools = (np.bincount(labels) == 1)[labels]
    return is_single


def _expected_singles(first: Labels, second: Labels) -> float:
    """Compute how many records would be alone in a pair of columns if these were independent.

    ``N * sum(p * (1 - p)**(N - 1))`` over the cells of the pair. Categories that are equally
    frequent are taken together.
    """
    n_records = len(first)
    (sizes, times), (other_sizes, other_times) = (
        np.unique(np.bincount(labels), return_counts=True) for labels in (first, second)
    )
    p = np.outer(sizes / n_records, other_sizes / n_records)
    alone = p * (1.0 - p) ** (n_records - 1)
    return float(n_records * (np.outer(times, other_times) * alone).sum())


FAMILY = Family(
    (_SCENARIO, _NO_SCENARIO, _RISK, _SPECIAL), _count, is_of_release=True, is_of_core=True
)
