"""Restores the means and covariances of made-up people."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.conditions import Records
from core.jobs import Job
from core.model import Attribute, Column, ColumnKind, DistanceScale, Role, Scale, Schema
from core.protect.representatives import NUMBER_REPRESENTATIVES, Finishing, represent
from tests.core.pipeline.making import recipe

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOMENTS = NUMBER_REPRESENTATIVES["moments"]
GROUPS, SIZE = 60, 5
LABELS = np.repeat(np.arange(GROUPS), SIZE)
NAMES = ("A", "B", "C")


def numbers_of_people(seed: int, positive: bool) -> Floats:
    """Draw correlated numbers and sort them by the first, so that groups are alike in it."""
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(GROUPS, 3)) @ np.array([[2, 1, 0], [0, 2, 1], [0, 0, 2]])
    values = centres[LABELS] + chance.normal(size=(GROUPS * SIZE, 3)) * 0.5
    if not positive:
        return values
    amounts = np.exp(values / 3)
    amounts[np.repeat(chance.random(GROUPS) < 0.3, SIZE), 2] = 0
    return amounts


def restore(
    values: Floats,
    published: Floats | None = None,
    whole: bool = False,
    more: dict[str, Column] | None = None,
    by_logs: str = "",
    **settings: object,
) -> tuple[Floats, dict[str, object]]:
    """Restore the moments of columns; return values that are not rounded, and the log's counts."""
    none, missing = np.zeros(len(values), dtype=np.bool_), np.isnan(values)
    kind, scale = (
        (ColumnKind.INTEGER, Scale.INTEGER) if whole else (ColumnKind.NUMBER, Scale.CONTINUOUS)
    )
    cells = np.nan_to_num(values).astype(np.int64) if whole else values
    names = NAMES[: values.shape[1]]
    columns = [
        Column(name, kind, cells[:, j].copy(), missing[:, j]) for j, name in enumerate(names)
    ]
    attributes = [
        Attribute(
            name,
            Role.QUASI_IDENTIFIER,
            scale,
            distance=DistanceScale.LOG if name in by_logs else DistanceScale.PLAIN,
        )
        for name in names
    ]
    if published is not None:
        columns.append(Column("Z", ColumnKind.NUMBER, published, none))
        attributes.append(Attribute("Z", Role.CONFIDENTIAL, Scale.CONTINUOUS))
    for name, column in (more or {}).items():
        columns.append(column)
        attributes.append(Attribute(name, Role.OTHER, Scale.CONTINUOUS))
    schema = Schema(tuple(attributes))
    records = Records(tuple(columns), schema, replace(recipe(k=SIZE), **settings))
    released = [
        represent(column, schema.named(column.name), LABELS, weights=records.weights())
        if column.name in names
        else column
        for column in columns
    ]
    labels = dict.fromkeys(names, LABELS)
    finishing = Finishing(tuple, frozenset())
    moved, (step,) = MOMENTS.settle(records, released, labels, finishing, Job())
    found = {c.name: np.where(c.missing, np.nan, c.values.astype(np.float64)) for c in moved}
    return np.column_stack([found[name] for name in names]), dict(step.counts)


def moments_of(values: Floats, weights: Floats) -> tuple[Floats, Floats]:
    return np.average(values, 0, weights), np.cov(values.T, aweights=weights, ddof=0)
