"""A small project with a run done by hand: twelve records, four clusters of three."""

from __future__ import annotations

import numpy as np
import pytest

from core.inspect.profiling.column_profiles import profile
from core.model import (
    Attribute,
    Clusters,
    Column,
    ColumnKind,
    Dataset,
    Direction,
    FileKind,
    Fingerprint,
    Measure,
    Method,
    MissingPolicy,
    Plan,
    Project,
    Recipe,
    Result,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from desktop_app.store import ProjectStore

AGES = [20, 22, 24, 40, 44, 42, 61, 60, 62, 80, 85, 81]
HOURS = [10, 12, 11, 40, 40, 40, 35, 30, 25, 0, 2, 1]
WAGES = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]
LABELS = np.repeat(np.arange(4), 3)


def _column(name: str, values: list, missing: tuple[int, ...] = ()) -> Column:
    kind = ColumnKind.NUMBER if isinstance(values[0], float) else ColumnKind.INTEGER
    gone = np.zeros(len(values), dtype=bool)
    gone[list(missing)] = True
    return Column(name, kind, np.array(values), gone)


@pytest.fixture
def dataset() -> Dataset:
    columns = (
        _column("ID", list(range(100, 112))),
        _column("AGE", AGES),
        _column("HOURS", HOURS),
        _column("WAGE", WAGES),
    )
    return Dataset(columns, Fingerprint("small.csv", 99, "0" * 64))


@pytest.fixture
def schema() -> Schema:
    return Schema(
        (
            Attribute("ID", Role.IDENTIFIER),
            Attribute("AGE", Role.QUASI_IDENTIFIER, Scale.INTEGER),
            Attribute("HOURS", Role.QUASI_IDENTIFIER, Scale.INTEGER),
            Attribute("WAGE", Role.CONFIDENTIAL, Scale.CONTINUOUS),
        )
    )


@pytest.fixture
def project(schema, tmp_path) -> Project:
    recipe = Recipe(
        Method("mdav", {"k": 3}), Target(FileKind.CSV, "small_protected"), MissingPolicy.LEAVE_OUT
    )
    return Project(Source(str(tmp_path / "small.csv"), FileKind.CSV), schema, recipe)


@pytest.fixture
def store(sync_runner) -> ProjectStore:
    return ProjectStore(sync_runner)


@pytest.fixture
def opened(store, sync_runner, dataset, project) -> ProjectStore:
    """The project, open and resolved by the real engine."""
    sync_runner.do(store.open_dataset, project.source, dataset, profile(dataset), project)
    return store


def made_result(plan: Plan, dataset: Dataset) -> Result:
    """A result as a run would give it, worked out by hand."""
    masked = {"AGE": np.repeat([22, 42, 61, 82], 3), "HOURS": np.repeat([11, 40, 30, 1], 3)}
    columns = tuple(
        Column(c.name, c.kind, masked.get(c.name, c.values), c.missing)
        for c in dataset.columns
        if c.name != "ID"
    )
    emd = np.array([0.4, 0.2, 0.1, 0.3])
    measures = (
        Measure("information-loss", 5.66, "%", Direction.LOWER),
        Measure("k", 3.0, "records", Direction.HIGHER),
        Measure("t", 0.4, "1", Direction.LOWER),
        Measure("information-loss", 1.25, "%", Direction.LOWER, "AGE"),
        Measure("emd-largest", 0.4, "1", Direction.LOWER, "WAGE"),
    )
    return Result(
        plan=plan,
        columns=columns,
        clusters=Clusters(LABELS, np.full(4, 3), {"WAGE": emd}),
        k_reached=3,
        t_reached={"WAGE": 0.4},
        measures=measures,
        steps=(),
    )


@pytest.fixture
def with_result(opened) -> ProjectStore:
    """The project with a result that belongs to its settings."""
    opened.set_result(made_result(*opened.begin_run()))
    return opened
