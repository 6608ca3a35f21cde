"""The two methods that merge until t: k, t, and what is known of their losses on Census."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.jobs import Job
from core.model import Scale, Schema
from core.protect import protect
from tests.core.kernels.strategies import clusters_of
from tests.core.tables import confidential, dataset, plan, quasi
from tests.lanes import examples
from tests.oracles import partitions
from tests.oracles.closeness import merged_until, ordered_emd, t_k_first, total_variation
from tests.oracles.files import numeric_columns

METHODS = ({"name": "t-merge"}, {"name": "t-merge", "partition": "v-mdav"}, {"name": "t-k-first"})
T_CLOSENESS_FIRST = {"name": "t-closeness-first", "bucket_by": "f"}
numbers = st.integers(-20, 20)


@pytest.mark.parametrize("method", [*METHODS, T_CLOSENESS_FIRST])
@examples(25, 500)
@given(st.lists(st.tuples(numbers, numbers, st.integers(0, 3)), min_size=2, max_size=30), st.data())
def test_no_cluster_is_farther_than_t_in_any_attribute(
    method: dict[str, str], records: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    k = data.draw(st.integers(2, len(records)))
    t = data.draw(st.sampled_from(["0", "0.01", "0.05", "0.25", "0.4", "1"]))
    a, first, second = (list(cells) for cells in zip(*records, strict=True))
    names = [f"v{value}" for value in second]
    schema = Schema((quasi("a"), confidential("f"), confidential("s", Scale.NOMINAL)))
    made = plan(schema, method["name"], {"k": k, "t": float(t), **method}, range(len(records)))
    found = protect(made, dataset({"a": a, "f": first, "s": names}), Job())
    assert found.clusters.sizes.min() >= k
    for cluster in range(len(found.clusters.sizes)):
        own = np.flatnonzero(found.labels == cluster)
        distances = {
            "f": ordered_emd([first[i] for i in own], first),
            "s": total_variation([names[i] for i in own], names),
        }
        for name, distance in distances.items():
            assert distance <= Fraction(t)
            assert found.clusters.emd[name][cluster] == float(distance)


@pytest.mark.parametrize("method", METHODS)
def test_clusters_are_those_of_the_definitions(method: dict[str, str]) -> None:
    rng = np.random.default_rng(11)
    columns = [rng.normal(size=90).round(1).tolist() for _ in range(2)]
    values = (10 * rng.normal(size=90)).round().tolist()
    schema = Schema((quasi("a"), quasi("b"), confidential("c")))
    table = dataset({"a": columns[0], "b": columns[1], "c": values})
    made = plan(schema, method["name"], {"k": 3, "t": 0.15, **method}, range(90))
    found = protect(made, table, Job())
    records, t = partitions.standardised(columns), Fraction("0.15")
    if method["name"] == "t-k-first":
        before = t_k_first(records, [values], 3, t)
    elif "partition" in method:
        before = partitions.v_mdav(records, 3, 0.2)
    else:
        before = partitions.mdav(records, 3)
    expected = merged_until(records, before, [values], t)
    assert len(expected) < len(before)
    assert clusters_of(found.labels) == expected


@pytest.mark.parametrize(
    ("name", "k", "t", "loss", "tolerance"),
    [
        ("t-merge", 2, 0.05, 100.0, 0.01),
        ("t-merge", 2, 0.13, 100.0, 0.01),
        ("t-merge", 2, 0.21, 66.8, 0.1),
        ("t-merge", 10, 0.21, 100.0, 0.01),
        # Where t is strict, which of equally good exchanges is made moves the loss: 80.2 has been
        # seen with other ties. With ties by the smallest position the oracle loses 77.86.
        ("t-k-first", 2, 0.05, 77.86, 0.01),
        ("t-k-first", 2, 0.13, 67.0, 0.67),
        ("t-k-first", 2, 0.21, 56.7, 0.57),
        ("t-k-first", 10, 0.21, 41.6, 0.42),
    ],
)
def test_known_losses(
    reference_data: Path, name: str, k: int, t: float, loss: float, tolerance: float
) -> None:
    census = numeric_columns(reference_data / "census.csv")
    columns = {name: census[name] for name in ("TAXINC", "POTHVAL", "FEDTAX")}
    schema = Schema((quasi("TAXINC"), quasi("POTHVAL"), confidential("FEDTAX")))
    made = plan(schema, name, {"k": k, "t": t}, range(1080))
    labels = protect(made, dataset(columns), Job()).labels
    records = partitions.standardised([census["TAXINC"], census["POTHVAL"]])
    lost = (
        100 * partitions.sse(records, clusters_of(labels)) / partitions.sse(records, [range(1080)])
    )
    assert lost == pytest.approx(loss, abs=tolerance)
