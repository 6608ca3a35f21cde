"""Counts the risk of a file while its columns are being prepared: what changes with each step."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Ints
from core.assess.assess import population_problems, unit_numbers, weights_of
from core.errors import Problem, Refused
from core.jobs import Job
from core.model import Dataset, Project
from core.risk import (
    Frequencies,
    LeftOut,
    Population,
    RareCombinations,
    RiskLevels,
    Violations,
    count_frequencies,
    find_rare,
    leave_each_out,
    levels_of,
    population_risk,
)


@dataclass(frozen=True, slots=True, eq=False)
class RiskDetails:
    """What is counted of the prepared file only.

    Attributes
    ----------
    values : tuple of int
        For each key column the number of its distinct values; a missing one is a value, too.
    alone : tuple of int
        For each key column the number of records with a value that no other record has.
    """

    left_out: LeftOut
    rare: RareCombinations
    values: tuple[int, ...]
    alone: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FileRisk:
    """The risk of a file whose quasi-identifiers are all known to an intruder.

    Attributes
    ----------
    units : int or None
        Number of units; ``None`` if the records are units.
    frequencies : Frequencies
        Without codes, which nothing asks for any more.
    details : RiskDetails or None
        ``None`` where they were not asked for.
    """

    dataset: Dataset
    columns: tuple[str, ...]
    units: int | None
    frequencies: Frequencies
    violations: Violations
    population: Population
    levels: RiskLevels
    details: RiskDetails | None

    @property
    def records(self) -> int:
        """Number of records."""
        return self.dataset.rows

    @property
    def uniques(self) -> int:
        """Number of records that share their values with no other one."""
        return int(np.count_nonzero(self.frequencies.sizes == 1))

    def above(self, threshold: float) -> Ints:
        """Return the positions of the records whose risk exceeds `threshold`, ascending."""
        return np.flatnonzero(self.population.risks > threshold)


def count_file_risk(
    project: Project, dataset: Dataset, k: int, job: Job, *, in_detail: bool
) -> FileRisk:
    """Return the risk of a file; cells are compared as in `assess`.

    Parameters
    ----------
    project : Project
        With at least one of its quasi-identifiers in the file.
    dataset : Dataset
        At least one record.

    Raises
    ------
    Refused
        If there is nothing to count, or weights or units are wrong.
    """
    names = project.quasi_identifiers_in(dataset.names)
    problems = population_problems(project, dataset)
    if not dataset.rows:
        problems = [Problem("no-records")]
    elif not names:
        problems = [Problem("assess-no-keys")]
    if problems:
        raise Refused(*problems)
    weights, units = weights_of(project, dataset), unit_numbers(project, dataset)
    frequencies = count_frequencies([dataset.column(name) for name in names], job)
    job.check()
    population = population_risk(frequencies, weights, units)
    job.check()
    details = None
    if in_detail:
        left_out = leave_each_out(frequencies, k, job)
        rare = find_rare(frequencies, population.risks, k)
        counts = [np.bincount(codes) for codes in frequencies.codes]
        alone = tuple(int(np.count_nonzero(count == 1)) for count in counts)
        details = RiskDetails(left_out, rare, tuple(map(len, counts)), alone)
    return FileRisk(
        dataset=dataset,
        columns=names,
        units=None if units is None else int(units.max()) + 1,
        frequencies=replace(frequencies, codes=()),
        violations=frequencies.violating(k, units),
        population=population,
        levels=levels_of(population.risks),
        details=details,
    )
