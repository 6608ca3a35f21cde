"""Small private runs: a table, what is declared of it, and the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.jobs import Job
from core.model import (
    Attribute,
    Dataset,
    FileKind,
    Method,
    MissingPolicy,
    Plan,
    Recipe,
    Scale,
    Schema,
    Target,
    Taxonomy,
)
from core.pipeline import resolve
from core.protect import Protected, protect
from tests.core.pipeline.making import SOURCE
from tests.core.tables import dataset, quasi


def table(**columns: Sequence[float]) -> Dataset:
    """Return a data set of columns of numbers."""
    return dataset({name: [float(cell) for cell in cells] for name, cells in columns.items()})


def unit(name: str, scale: Scale = Scale.CONTINUOUS, **more: object) -> Attribute:
    """Return a masked number, between 0 and 1 unless said otherwise."""
    return quasi(name, scale, **{"domain": (0.0, 1.0), **more})


def plan_of(
    dataset: Dataset,
    method: str,
    attributes: Sequence[Attribute] | None = None,
    recipe: Mapping[str, object] | None = None,
    **parameters: object,
) -> Plan:
    """Return the resolved plan of a private run; every column between 0 and 1 by default."""
    schema = Schema(tuple(attributes or (unit(name) for name in dataset.names)))
    settings: dict[str, object] = {"missing": MissingPolicy.USE_OBSERVED, **(recipe or {})}
    wishes = Recipe(Method(method, parameters), Target(FileKind.CSV, "out"), **settings)
    return resolve(wishes, schema, dataset, SOURCE)


def released(plan: Plan, dataset: Dataset) -> Protected:
    """Run a plan that has nothing wrong with it."""
    assert plan.errors == ()
    return protect(plan, dataset, Job())


def nominal(name: str, taxonomy: Taxonomy, **more: object) -> Attribute:
    """Return a masked category of a taxonomy."""
    return quasi(name, Scale.NOMINAL, taxonomy="shipped:none", categories=taxonomy, **more)
