"""Everything that is counted for one set of key columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.array_types import Floats, Ints
from core.jobs import Job
from core.model import Column
from core.risk.frequencies import Frequencies, Violations, count_frequencies
from core.risk.individual import Population, population_risk
from core.risk.sample_uniques import SampleUniques, find_sample_uniques


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """What the risk is counted with, besides the key columns.

    Attributes
    ----------
    weights : numpy.ndarray of float64, shape (n,), or None
        Sampling weights, above 0; ``None`` if the file is the whole population.
    units : numpy.ndarray of int64, shape (n,), or None
        Unit of each record, numbered from 0; ``None`` without units.
    length : int
        Number of columns of the longest minimal sample unique that counts.
    sampling_fraction : float or None
        Share of the population in the file, in (0, 1]; ``None`` if unknown.
    """

    weights: Floats | None
    units: Ints | None
    length: int
    sampling_fraction: float | None


@dataclass(frozen=True, slots=True, eq=False)
class KeyRisk:
    """The risk of a file whose intruder knows certain columns.

    Attributes
    ----------
    violations : tuple of Violations
        Of 2-, 3- and 5-anonymity.
    uniques : SampleUniques
        Uniques of combinations of columns, and SUDA2 scores.
    """

    columns: tuple[str, ...]
    frequencies: Frequencies
    violations: tuple[Violations, ...]
    population: Population
    uniques: SampleUniques


def assess_keys(columns: Sequence[Column], settings: Settings, job: Job) -> KeyRisk:
    """Compute the risk of the records of the key `columns`, at least one of at least one record."""
    job.start_phase("frequencies")
    names = tuple(column.name for column in columns)
    frequencies = count_frequencies(columns, job)
    population = population_risk(frequencies, settings.weights, settings.units)
    job.check()
    violations = frequencies.violations(settings.units)
    uniques = find_sample_uniques(
        frequencies, names, settings.length, settings.sampling_fraction, job
    )
    return KeyRisk(names, frequencies, violations, population, uniques)
