"""The kernels for mixed records make the clusters of the definitions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.encode import Nominal, semantics
from core.encode.ranks import build_hierarchy
from core.kernels.closeness import exchange
from core.kernels.indexes.remaining import Remaining
from core.kernels.linkage.mixed_linkage import MixedLinkage
from core.kernels.microaggregation.mixed_buckets import MixedBucketClusters
from core.kernels.microaggregation.mixed_mdav import MixedMdav
from core.kernels.microaggregation.mixed_t_k_first import MixedTKFirst
from core.kernels.microaggregation.mixed_v_mdav import MixedVMdav
from core.model import taxonomy_of
from tests.core.taxonomies.trees import SEEDS, Parents, graphs, parents_of, trees
from tests.lanes import examples
from tests.oracles import mixed
from tests.oracles.taxonomies import argument, closed_form_emd


class Drawn:
    """A file as the kernels take it and as the oracle does."""

    def __init__(self, numbers: list[list[int]], drawn: list[Parents], cells: list[list[str]]):
        taxonomies = [taxonomy_of(parents) for parents in drawn]
        # In the taxonomy's own order, by which ties are broken.
        orders = [parents_of(taxonomy) for taxonomy in taxonomies]
        squares = []
        self.nominal = []
        for taxonomy, parents, own in zip(taxonomies, orders, cells, strict=True):
            found = semantics(taxonomy)
            fractions = sorted({argument(parents, a, b) for a in parents for b in parents})
            # Squares of whole numbers are added up without rounding.
            table = np.arange(len(fractions), dtype=np.float64)
            squares.append(dict(zip(fractions, table.tolist(), strict=True)))
            places = np.array([found.places()[cell] for cell in own], dtype=np.int64)
            self.nominal.append(Nominal("", places, found, table).for_kernel())
        n = len(cells[0])
        self.points = np.array(numbers, dtype=np.float64).reshape(n, -1)
        records = [(self.points[i].tolist(), [column[i] for column in cells]) for i in range(n)]
        self.oracle = mixed.File(records, orders, squares)

    def remaining(self) -> Remaining:
        return Remaining(self.points, self.nominal)


@st.composite
def files(draw: st.DrawFn, least: int = 4, most: int = 26) -> Drawn:
    n, width = draw(st.integers(least, most)), draw(st.integers(0, 2))
    drawn = draw(st.lists(trees(8) | graphs(8), min_size=1, max_size=2))
    chance = np.random.default_rng(draw(SEEDS))
    cells = [chance.choice(sorted(parents), n).tolist() for parents in drawn]
    return Drawn(chance.integers(0, 4, (n, width)).tolist(), drawn, cells)


def clusters(work, budget: int) -> set[frozenset[int]]:
    while not work.step(budget)[1]:
        pass
    assert work.labels.min() >= 0
    return {
        frozenset(np.flatnonzero(work.labels == g).tolist()) for g in range(work.labels.max() + 1)
    }


def as_sets(found) -> set[frozenset[int]]:
    return {frozenset(cluster) for cluster in found}


WAYS = {"tree": (0, 1 << 60), "tree given up": (0, -1), "passes": (1 << 60, None)}


@examples(12, 500)
@given(files(most=40), st.integers(2, 4), st.sampled_from([1, 100_000]), st.sampled_from([*WAYS]))
def test_mdav_clusters_mixed_records_as_defined(file: Drawn, k: int, budget: int, way: str) -> None:
    small, excess_limit = WAYS[way]
    found = clusters(MixedMdav(file.points, file.nominal, k, small, excess_limit), budget)
    assert found == as_sets(mixed.mdav(file.oracle, k))


@examples(12, 500)
@given(
    files(most=40),
    st.integers(2, 4),
    st.sampled_from([0.0, 0.5, 1.1, 3.0]),
    st.sampled_from([1, 100_000]),
)
def test_v_mdav_clusters_mixed_records_as_defined(
    file: Drawn, k: int, gamma: float, budget: int
) -> None:
    found = clusters(MixedVMdav(file.points, tuple(file.nominal), k, gamma), budget)
    assert found == as_sets(mixed.v_mdav(file.oracle, k, gamma))


@examples(12, 500)
@given(files(least=9, most=40), st.data())
def test_t_closeness_first_clusters_mixed_records_as_defined(file: Drawn, data) -> None:
    n = len(file.points)
    size = data.draw(st.sampled_from([s for s in range(1, 6) if n % s <= n // s]))
    ranks = data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    found = clusters(MixedBucketClusters(file.points, file.nominal, np.array(ranks), size), 1)
    assert found == as_sets(mixed.t_closeness_first(file.oracle, ranks, size))


@examples(12, 500)
@given(files(least=6), trees(8), st.integers(2, 4), st.sampled_from(["0", "1/5", "1/3"]), st.data())
def test_t_k_first_clusters_mixed_records_as_defined(
    file: Drawn, parents: Parents, k: int, limit: str, data
) -> None:
    """With a nominal confidential attribute, whose EMD is the hierarchical one."""
    n, taxonomy, t = len(file.points), taxonomy_of(parents), Fraction(limit)
    cells = data.draw(st.lists(st.sampled_from(sorted(parents)), min_size=n, max_size=n))
    names = sorted(set(cells))
    ranks = np.array([names.index(cell) for cell in cells], dtype=np.int64)
    tree = build_hierarchy(taxonomy, names)
    assert tree is not None
    attributes = exchange.attributes(
        [(ranks, len(names), False)], k, None, [(tree.up, tree.rise, tree.height)]
    )

    found = clusters(MixedTKFirst(file.remaining(), attributes, k, float(t)), 1)

    def emd(members) -> Fraction:
        return closed_form_emd(parents, [cells[i] for i in members], cells)

    assert found == as_sets(mixed.t_k_first(file.oracle, emd, k, t))


@examples(12, 500)
@given(files(), st.data())
def test_linkage_of_mixed_records_is_that_of_all_pairs(file: Drawn, data) -> None:
    """Released records of a group are equal; each may be anywhere that a record may be."""
    n, oracle = len(file.points), file.oracle
    groups = np.array(data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n)))
    groups = np.unique(groups, return_inverse=True)[1].astype(np.int64)
    models = data.draw(st.lists(st.integers(0, n - 1), min_size=5, max_size=5))
    model = np.array(models)[groups]
    places = np.array([attribute.places[model] for attribute in file.nominal])

    work = MixedLinkage(file.points, file.nominal, file.points[model], places, groups)
    while not work.step(1)[1]:
        pass

    for i in range(n):
        centre = oracle.records[model[i]]
        away = [oracle.squared(record, centre) for record in oracle.records]
        expected = 1 / away.count(min(away)) if away[i] == min(away) else 0
        assert work.share[i] == expected


@pytest.mark.parametrize("k", [1, 5])
def test_a_k_that_cannot_be_is_refused(k: int) -> None:
    file = Drawn([[0]] * 4, [{"a": ()}], [["a"] * 4])
    with pytest.raises(ValueError, match="k"):
        MixedMdav(file.points, file.nominal, k)
