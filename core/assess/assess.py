"""Counts the risk of a file as its recipe describes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.array_types import Floats, Ints
from core.checklist.scenario_problems import scenario_problems
from core.encode.unit_groups import number_units
from core.errors import Problem, Refused, Where
from core.jobs import Job
from core.kernels.numerics.sums import exact_sum
from core.model import Dataset, Project, Role
from core.pipeline.resolve.columns import unmatched_columns
from core.pipeline.resolve.strata_checks import weight_cell_problems
from core.pipeline.resolve.unit_records import unnumbered_records
from core.risk import MOST_COMBINATIONS, KeyRisk, Settings, assess_keys, combination_count

LENGTH = 3
"""Number of columns of the longest minimal sample unique that counts, unless another is given."""


@dataclass(frozen=True, slots=True)
class RiskRequest:
    """What may be set for an assessment, besides the recipe.

    Attributes
    ----------
    length : int
        Number of columns of the longest minimal sample unique that counts, at least 1.
    fraction : float or None
        Sampling fraction in (0, 1]; ``None``: that of the recipe, or of its weights.
    """

    length: int = LENGTH
    fraction: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """The disclosure risk of a file.

    Attributes
    ----------
    units : int or None
        Number of units; ``None`` if the records are units.
    keys : KeyRisk
        The risk if all quasi-identifiers are known.
    scenarios : tuple of pairs of str and KeyRisk
        The name of each scenario, and its risk.
    """

    project: Project
    dataset: Dataset
    units: int | None
    length: int
    fraction: float | None
    keys: KeyRisk
    scenarios: tuple[tuple[str, KeyRisk], ...]


def assess(project: Project, dataset: Dataset, request: RiskRequest, job: Job) -> Assessment:
    """Return the disclosure risk of a file; its method and conditions do not matter.

    The cells are compared as they were read: missing values are a category of their own, and so are
    the codes of questions that were not asked.

    Raises
    ------
    Refused
        With one problem for each thing that is wrong with recipe, file or request.
    """
    problems = _problems(project, dataset, request)
    if problems:
        raise Refused(*problems)
    weights, units = weights_of(project, dataset), unit_numbers(project, dataset)
    fraction = project.recipe.fraction if request.fraction is None else request.fraction
    if fraction is None and weights is not None:
        fraction = min(len(weights) / float(exact_sum(weights)), 1.0)
    settings = Settings(weights, units, request.length, fraction)
    quasi = tuple(a.name for a in project.schema.with_role(Role.QUASI_IDENTIFIER))
    scenarios = project.recipe.scenarios
    job.plan(("frequencies", "uniques") * (1 + len(scenarios)))
    return Assessment(
        project=project,
        dataset=dataset,
        units=None if units is None else int(units.max()) + 1,
        length=request.length,
        fraction=fraction,
        keys=_risk(quasi, dataset, settings, job),
        scenarios=tuple((s.name, _risk(s.columns, dataset, settings, job)) for s in scenarios),
    )


def _risk(names: tuple[str, ...], dataset: Dataset, settings: Settings, job: Job) -> KeyRisk:
    return assess_keys([dataset.column(name) for name in names], settings, job)


def weights_of(project: Project, dataset: Dataset) -> Floats | None:
    """Return the sampling weight of each record; ``None`` if the recipe names none.

    They are those of the file as it was read: who rounds a weight does not change how many people
    an intruder has to choose from.
    """
    name = project.recipe.weight
    return None if name is None else dataset.numbers_as_read(name).values.astype(np.float64)


def unit_numbers(project: Project, dataset: Dataset) -> Ints | None:
    """Return the unit of each record, numbered from 0; ``None`` if records are units."""
    unit = project.recipe.unit
    return None if unit is None else number_units(dataset, unit)


def _problems(project: Project, dataset: Dataset, request: RiskRequest) -> list[Problem]:
    recipe, schema = project.recipe, project.schema
    problems, fraction = list[Problem](), request.fraction
    if request.length < 1:
        problems.append(Problem("assess-length", params={"value": request.length}))
    if fraction is not None and not 0 < fraction <= 1:
        problems.append(Problem("assess-fraction", params={"value": fraction}))
    problems += unmatched_columns(schema, dataset)
    if problems:
        return problems
    if not dataset.rows:
        return [Problem("no-records")]
    quasi = schema.with_role(Role.QUASI_IDENTIFIER)
    if not quasi:
        problems.append(Problem("assess-no-keys", Where(field="attributes")))
    problems += scenario_problems(recipe, schema)
    problems += population_problems(project, dataset)
    if problems:
        return problems
    sets = [("attributes", len(quasi))]
    sets += [
        (f"scenarios[{i}]", len(scenario.columns)) for i, scenario in enumerate(recipe.scenarios)
    ]
    return [
        Problem(
            "assess-too-many",
            Where(field=field),
            {"columns": keys, "length": request.length, "most": MOST_COMBINATIONS},
        )
        for field, keys in sets
        if combination_count(keys, request.length) > MOST_COMBINATIONS
    ]


def population_problems(project: Project, dataset: Dataset) -> list[Problem]:
    """Check the columns of weights and of units."""
    recipe = project.recipe
    weights = [dataset.numbers_as_read(name) for name in dataset.names if name == recipe.weight]
    read_weights = replace(dataset, columns=tuple(weights))
    problems = weight_cell_problems(recipe, project.schema, read_weights)
    if recipe.unit is None:
        return problems
    unknown = [name for name in recipe.unit.id if name not in dataset.names]
    if unknown:
        return [*problems, Problem("unit-unknown", Where(field="unit.id"), {"column": unknown[0]})]
    return problems + unnumbered_records(recipe.unit, dataset, dataset)
