"""The differential privacy paper's figures, with records kept together as it has them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.encode import MeasuredTable, take
from core.io import read
from core.jobs import Job
from core.measure.loss import distortions
from core.measure.marginals import marginal_distances
from core.measure.nominal_pairs import nominal_pairs, semantic_errors
from core.measure.table import pairs
from core.model import (
    Attribute,
    Dataset,
    FileKind,
    Method,
    Plan,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.pipeline import resolve
from core.protect import protect
from tests.core.tables import quasi
from tests.lanes import in_lane

EPSILONS, SIZES = (0.1, 1, 10), (2, 25, 50, 100)
RUNS, PAPER_RUNS = in_lane(20, 60), 10
# Table 1, individual ranking: for each attribute a row of the three epsilons for each k. The
# third attribute fits no column of the file.
TABLE = {
    "AFNLWGT": "25.89 22.84 9.42 21.74 8.08 0.16 20.75 2.33 0.02 15.27 0.38 0.02",
    "AGI": "9.14 7.40 3.45 8.33 2.30 0.12 7.41 1.13 0.04 5.69 0.11 0.05",
    "FEDTAX": "10.46 8.69 3.72 9.43 2.39 0.08 8.29 1.16 0.00 5.78 0.48 0.03",
    "PTOTVAL": "16.71 14.50 6.59 14.35 5.33 0.16 13.13 2.41 0.01 9.86 0.18 0.05",
    "STATETAX": "22.07 19.30 8.20 19.50 6.36 0.19 15.61 3.63 0.03 10.20 0.45 0.04",
    "TAXINC": "8.61 6.91 3.12 7.63 2.97 0.03 6.57 0.95 0.02 4.95 0.30 0.01",
    "POTHVAL": "70.22 64.01 24.06 63.42 14.90 0.05 49.28 3.66 0.12 41.36 0.78 0.21",
}


def source_of(folder: Path, name: str) -> Source:
    return Source(str(folder / name), FileKind.CSV)


@cache
def dataset_of(source: Source) -> Dataset:
    return read(source, Job())


def published(dataset: Dataset, schema: Schema, source: Source, **parameters: object):
    """Return a plan of individual ranking with noise as in the paper."""
    settings = {"guarantee": "as-published", **parameters}
    wishes = Recipe(Method("dp-individual-ranking", settings), Target(FileKind.CSV, "out"))
    plan = resolve(wishes, schema, dataset, source)
    assert plan.errors == ()
    return plan


def masked(dataset: Dataset, name: str, scale: Scale = Scale.CONTINUOUS) -> Attribute:
    """Return a column with the paper's domain: from 0 to one and a half times its largest."""
    highest = 1.5 * float(dataset.column(name).values.max())
    return quasi(name, scale, domain=(0.0, highest))


def schema_of(dataset: Dataset, attributes: list[Attribute]) -> Schema:
    known = {attribute.name: attribute for attribute in attributes}
    return Schema(tuple(known.get(n, Attribute(n, Role.IDENTIFIER)) for n in dataset.names))


def seeded(plan: Plan, seed: int) -> Plan:
    """Return the plan with noise that is the same each time the test runs."""
    recipe = replace(plan.project.recipe, insecure_test_seed=seed)
    return replace(plan, project=replace(plan.project, recipe=recipe))


@pytest.fixture(scope="module")
def variances(reference_data: Path) -> dict[tuple[str, int, float], np.ndarray]:
    """Return ``variance after / variance before`` of each run for each cell of the table."""
    source = source_of(reference_data, "census.csv")
    dataset = dataset_of(source)
    schema = schema_of(dataset, [masked(dataset, name) for name in dataset.names[:8]])
    found = {}
    for k in SIZES:
        for epsilon in EPSILONS:
            plan = published(dataset, schema, source, k=k, epsilon=epsilon)
            runs = [protect(seeded(plan, run), dataset, Job()).columns for run in range(RUNS)]
            for i, name in enumerate(dataset.names[:8]):
                before = np.var(dataset.column(name).values)
                found[name, k, epsilon] = np.array([np.var(r[i].values) for r in runs]) / before
    return found


@pytest.mark.parametrize("name", TABLE)
def test_variances_change_as_in_table_1(name: str, variances) -> None:
    """Within five standard errors of the paper's mean of 10 runs and ours.

    Its column of epsilon = 0.1 holds the ratio of the variances and not its distance from 1: in
    several rows the ratio that a change of that size means is more than any values between 0 and
    1.5 max can have (below).
    """
    printed = iter(float(figure) for figure in TABLE[name].split())
    for k in SIZES:
        for epsilon in EPSILONS:
            ratios = variances[name, k, epsilon]
            error = ratios.std(ddof=1) * np.sqrt(1 / PAPER_RUNS + 1 / RUNS) + 0.006
            stated, found = next(printed), ratios.mean()
            if epsilon > 0.1:
                found = abs(found - 1)
            if (name, k, epsilon) == ("POTHVAL", 100, 10):
                # 1,080 is no multiple of 100. Where the paper puts the 80 records left over it
                # does not say; here they join the largest values, of which few stand out.
                assert abs(found - stated) < 0.3
            else:
                assert abs(found - stated) < 5 * error, (k, epsilon, stated, found)


def test_the_first_column_of_table_1_cannot_be_a_change(reference_data: Path) -> None:
    dataset = dataset_of(source_of(reference_data, "census.csv"))
    impossible = 0
    for name, row in TABLE.items():
        values = dataset.column(name).values.astype(np.float64)
        # No values between 0 and w have a variance above w^2 / 4 (Popoviciu).
        most = (1.5 * values.max()) ** 2 / 4 / np.var(values)
        impossible += float(row.split()[0]) + 1 > most
    assert impossible >= 5


ADULT = ("age", "occupation", "hours-per-week", "native-country")


@pytest.fixture(scope="module")
def adult(reference_data: Path):
    """Return the mean of RE and JSD over the four columns, for a method and k, in 3 runs."""
    source = source_of(reference_data, "adult.csv")
    dataset = dataset_of(source)
    folder = reference_data / "taxonomies"

    def nominal(name: str) -> Attribute:
        tree, listed = str(folder / f"adult_{name}.csv"), dataset.column(name).categories
        return quasi(name, Scale.NOMINAL, taxonomy=tree, listed=listed)

    numbers = [masked(dataset, name, Scale.INTEGER) for name in ("age", "hours-per-week")]
    attributes = [*numbers, nominal("occupation"), nominal("native-country")]
    schema = schema_of(dataset, attributes)

    @cache
    def figures(method: str, k: int, epsilon: float) -> tuple[float, float]:
        groups = {} if method == "dp-laplace" else {"k": k, "guarantee": "as-published"}
        settings = {"epsilon": epsilon, **groups}
        wishes = Recipe(Method(method, settings), Target(FileKind.CSV, "out"))
        plan = resolve(wishes, schema, dataset, source)
        assert plan.errors == ()
        return mean_errors(plan, dataset)

    return figures


def mean_errors(plan, dataset: Dataset) -> tuple[float, float]:
    schema = plan.project.schema
    original = [take(column, plan.kept) for column in dataset.columns]
    errors, divergences = [], []
    for run in range(3):
        released = protect(seeded(plan, run), dataset, Job()).columns
        numeric = pairs(
            MeasuredTable(original, schema), MeasuredTable(released, schema), Role.QUASI_IDENTIFIER
        )
        nominal = nominal_pairs(schema, original, released)
        found = distortions(numeric, schema, of_file=False) + semantic_errors(nominal)
        errors.append(np.mean([m.value for m in found if m.name == "relative-error"]))
        divergences += [
            m.value
            for m in marginal_distances(numeric, schema, nominal)
            if (m.name, m.attribute) == ("jsd", None)
        ]
    return float(np.mean(errors)), float(np.mean(divergences))


def test_adult_errors_fall_with_k_as_in_figure_2(adult) -> None:
    found = [adult("dp-individual-ranking", k, 1.0) for k in (2, 10, 50, 200)]
    errors, divergences = zip(*found, strict=True)
    assert list(errors) == sorted(errors, reverse=True)
    assert list(divergences) == sorted(divergences, reverse=True)


@pytest.mark.parametrize(
    ("other", "epsilon"), [("dp-laplace", 1.0), ("dp-laplace", 10.0), ("dp-insensitive", 1.0)]
)
def test_individual_ranking_needs_less_noise(adult, other: str, epsilon: float) -> None:
    for k in (2, 50, 200):
        ranked = adult("dp-individual-ranking", k, epsilon)
        others = adult(other, 1 if other == "dp-laplace" else k, epsilon)
        assert ranked[0] < others[0], k
        assert ranked[1] < others[1], k
