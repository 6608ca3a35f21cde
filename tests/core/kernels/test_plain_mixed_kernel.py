"""The program's MDAV of mixed records and the plain kernel it is compared with agree."""

from __future__ import annotations

import numpy as np
import pytest

from core.encode import nominal
from core.kernels.microaggregation.mixed_mdav import MixedMdav
from core.model import Attribute, Column, ColumnKind, Role, Scale, Taxonomy, taxonomy_of
from tests.benchmarks import plain_mixed_kernel

# Compiling the plain kernel takes long, and what it is for is a comparison of speeds.
pytestmark = pytest.mark.longer


def tree_of(depth: int) -> Taxonomy:
    """Two branches at each node, named by their path; the leaves of the left one end early."""
    paths = [
        format(i, f"0{size}b")
        for size in range(1, depth + 1)
        for i in range(2**size)
        if not format(i, f"0{size}b").startswith("01")
    ]
    return taxonomy_of({"": (), **{path: (path[:-1],) for path in paths}} | {"01": ("0",)})


@pytest.mark.parametrize(("n", "m", "k"), [(1_500, 1, 5), (1_000, 0, 3)])
def test_the_fast_kernel_gives_the_plain_ones_partition_of_mixed_records(
    n: int, m: int, k: int
) -> None:
    """Of skewed categories, so that many records are equal and many distances tied."""
    chance, columns = np.random.default_rng(n), []
    for depth in (1, 3, 5):
        names = tuple(sorted(name for name in tree_of(depth).nodes if name))
        values = np.minimum(chance.geometric(0.3, n) - 1, len(names) - 1).astype(np.int32)
        column = Column("c", ColumnKind.TEXT, values, np.zeros(n, dtype=bool), names)
        attribute = Attribute("c", Role.QUASI_IDENTIFIER, Scale.NOMINAL, categories=tree_of(depth))
        columns.append(nominal(column, attribute).for_kernel())
    records = np.floor(chance.normal(size=(n, m)) * 4)

    work = MixedMdav(records, columns, k, excess_limit=1 << 60)
    while not work.step(1_000_000)[1]:
        pass

    np.testing.assert_array_equal(work.labels, plain_mixed_kernel.mdav(records, columns, k))
