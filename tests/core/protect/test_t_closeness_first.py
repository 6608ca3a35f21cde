"""t-closeness-first: its sizes, and what the t-closeness paper printed for Census."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from core.encode import Ranked
from core.jobs import Job
from core.model import Schema
from core.protect import METHODS, protect
from core.protect.methods.t_closeness_first import cluster_size
from core.protect.task import Task
from tests.core.tables import confidential, dataset, plan, quasi
from tests.oracles import partitions
from tests.oracles.closeness import ordered_emd
from tests.oracles.files import numeric_columns
from tests.oracles.table_iii import CELLS


@pytest.fixture(scope="module")
def census(reference_data: Path) -> dict[str, list[float]]:
    return numeric_columns(reference_data / "census.csv")


def parameters(k: int, t: float, name: str) -> dict[str, object]:
    return {"k": k, "t": t, "bucket_by": name}


@pytest.mark.parametrize("name", ["FEDTAX", "FICA"])
@pytest.mark.parametrize(("k", "t", "size"), CELLS)
def test_table_iii(census: dict[str, list[float]], name: str, k: int, t: float, size: int) -> None:
    points = np.array(partitions.standardised([census["TAXINC"], census["POTHVAL"]]))
    distinct, ranks = np.unique(census[name], return_inverse=True)
    ranked = {name: Ranked(ranks, len(distinct), True)}
    task = Task(points, ranked, ranked, parameters(k, t, name))
    labels = METHODS["t-closeness-first"].partition(task, Job()).labels
    sizes = np.bincount(labels)
    assert (sizes.min(), round(sizes.mean())) == (size, size)


@pytest.mark.parametrize(
    ("name", "k", "t", "size"),
    [
        pytest.param(name, *cell, marks=[pytest.mark.longer] if (at + 4 * other) % 8 else [])
        for other, name in enumerate(("FEDTAX", "FICA"))
        for at, cell in enumerate(CELLS)
    ],
)
def test_released_groups_keep_t(
    census: dict[str, list[float]], name: str, k: int, t: float, size: int
) -> None:
    used = ("TAXINC", "POTHVAL", name)
    schema = Schema((quasi("TAXINC"), quasi("POTHVAL"), confidential(name)))
    table = dataset({column: census[column] for column in used})
    made = plan(schema, "t-closeness-first", parameters(k, t, name), range(1080))
    columns = protect(made, table, Job()).columns
    groups: dict[tuple[float, float], list[float]] = {}
    for first, second, value in zip(*(column.values.tolist() for column in columns), strict=True):
        groups.setdefault((first, second), []).append(value)
    assert min(len(group) for group in groups.values()) >= size
    limit = Fraction(repr(t))
    assert all(ordered_emd(group, census[name]) <= limit for group in groups.values())


@pytest.mark.parametrize(
    ("k", "t", "loss"), [(2, 0.05, 60.50), (2, 0.13, 56.20), (2, 0.21, 53.70), (10, 0.21, 60.50)]
)
def test_known_losses(census: dict[str, list[float]], k: int, t: float, loss: float) -> None:
    schema = Schema((quasi("TAXINC"), quasi("POTHVAL"), confidential("FEDTAX")))
    table = dataset({name: census[name] for name in ("TAXINC", "POTHVAL", "FEDTAX")})
    made = plan(schema, "t-closeness-first", parameters(k, t, "FEDTAX"), range(1080))
    labels = protect(made, table, Job()).labels
    records = partitions.standardised([census["TAXINC"], census["POTHVAL"]])
    clusters = [np.flatnonzero(labels == c).tolist() for c in range(labels.max() + 1)]
    total = partitions.sse(records, [range(1080)])
    assert round(100 * partitions.sse(records, clusters) / total, 2) == loss


@pytest.mark.parametrize(
    ("n", "k", "t", "size"),
    [
        (1080, 2, 0.01, 49),
        (100, 5, 0.0, 100),
        (100, 5, 1.0, 5),
        # 2 (n - 1) t + 1 = 3 exactly when t is taken as the decimal 0.1: 11 / 3.2 needs 4.
        (11, 2, 0.1, 4 + 11 % 4 // (11 // 4)),
        (5, 5, 0.5, 5),
        (7, 4, 1.0, 7),
    ],
)
def test_cluster_size(n: int, k: int, t: float, size: int) -> None:
    assert cluster_size(n, k, t) == size


@pytest.mark.parametrize(("n", "k", "t"), [(100, 5, 0.05), (97, 3, 0.2), (1080, 2, 0.25)])
def test_implications_state_the_bounds_of_the_paper(n: int, k: int, t: float) -> None:
    found = METHODS["t-closeness-first"].implications(parameters(k, t, "c"), n, 0)
    size = found.cluster_size
    assert found.clusters == n // size
    assert found.t_bound == pytest.approx((n - size) / (2 * (n - 1) * size))
    assert found.t_promised_by_k == pytest.approx((n - k) / (2 * (n - 1) * k))
    assert found.t_bound <= t
