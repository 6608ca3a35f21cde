"""Cuts: every record in one block, by its coordinates and position alone."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels.blocks import cuts
from core.kernels.blocks.cuts import (
    CutTree,
    cut_further,
    cut_into_blocks,
    dissolve_block,
    find_blocks,
    find_blocks_at,
    fit_cuts,
    plan_cuts,
    plan_cuts_of_points,
    sample_step,
)
from core.kernels.blocks.one_cut import find_at_rank
from tests.core.kernels.strategies import Points, points
from tests.lanes import examples

Floats = NDArray[np.float64]


def plain_block(tree: CutTree, record: tuple[float, ...], place: int) -> int:
    """Walk down the tree as its definition says."""
    at = 0 if len(tree.axis) else -1
    while at >= 0:
        own = record[tree.axis[at]]
        low = own < tree.value[at] or (own == tree.value[at] and place < tree.cut_place[at])
        at = int(tree.low[at] if low else tree.high[at])
    return -1 - at


def planned(records: Floats, most: int) -> tuple[CutTree, list[int]]:
    tree = plan_cuts(records, len(records), most)
    return tree, find_blocks(records, tree).tolist()


@examples(12, 500)
@given(points(least=1, most=120), st.integers(8, 40))
@example([(1.0,)] * 100, 8)
@example([(0.0, float(i % 2)) for i in range(100)], 9)
@example([(float(i >= 99),) for i in range(100)], 16)
def test_blocks_are_as_large_as_they_may_be(records: Points, most: int) -> None:
    tree, found = planned(np.array(records), most)
    sizes = Counter(found)
    assert set(sizes) == set(range(tree.blocks))
    assert max(sizes.values()) <= most
    if len(records) <= most:
        assert tree.blocks == 1
    else:
        assert 4 * min(sizes.values()) >= most


@examples(12, 500)
@given(points(least=9, most=80), st.integers(8, 20))
def test_a_block_follows_from_coordinates_and_position(records: Points, most: int) -> None:
    data = np.array(records)
    tree, found = planned(data, most)
    assert found == [plain_block(tree, own, place) for place, own in enumerate(records)]
    backwards = np.arange(len(records))[::-1].copy()
    assert find_blocks_at(data[backwards], backwards, tree).tolist() == found[::-1]


@examples(12, 500)
@given(points(least=1, most=80), st.integers(4, 20), st.integers(1, 5))
def test_threads_cut_the_same_blocks(records: Points, most: int, threads: int) -> None:
    data, places = np.array(records), np.arange(len(records))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cuts, "_SHARED", 1)
        tree, found = cut_into_blocks(data, places, most, threads)

    assert found.tolist() == [plain_block(tree, own, place) for place, own in enumerate(records)]
    alone = plan_cuts_of_points(data, places, most)
    for part in ("axis", "value", "cut_place", "low", "high"):
        assert getattr(tree, part).tolist() == getattr(alone, part).tolist()


@examples(25, 500)
@given(
    st.lists(st.sampled_from((-1.5, -0.0, 0.0, 0.1, 2.0, 1e300)) | st.floats(-9, 9), min_size=1),
    st.data(),
)
def test_the_value_at_a_rank_is_that_of_the_sorted_values(
    values: list[float], data: st.DataObject
) -> None:
    rank = data.draw(st.integers(0, len(values) - 1))
    # Those that it is sought between may come from anywhere.
    some = data.draw(st.lists(st.sampled_from(values), min_size=1, max_size=80))
    value, below, upto = find_at_rank(np.array(values), np.array(sorted(some)), rank)
    assert value == sorted(values)[rank]
    assert below == sum(other < value for other in values)
    assert upto == sum(other <= value for other in values)


def test_records_that_are_judged_by_the_wrong_ones_are_cut_at_their_rank() -> None:
    rng = np.random.default_rng(4)
    records = rng.standard_normal((2000, 1))
    # Every fiftieth, and no other, is looked at to choose the cut.
    records[::50] += 1e6
    part = cuts.cut_into_blocks(records, np.arange(2000), 1000, judged=40)[1]
    assert np.bincount(part).tolist() == [1000, 1000]
    assert records[part == 0].max() < records[part == 1].min()


def test_records_of_the_same_value_are_kept_together_where_another_cut_is_as_near() -> None:
    # Two thirds are zero in the wide column; the cut goes beside them, not through them.
    rng = np.random.default_rng(4)
    wide = np.concatenate((np.zeros(200), 1.0 + rng.random(100))) * 10.0
    tree, found = planned(np.column_stack((wide, rng.random(300) / 100)), 160)
    assert tree.axis[0] == 0
    assert len({found[i] for i in range(200)} & {found[i] for i in range(200, 300)}) == 0


def test_equal_records_are_divided_by_their_position() -> None:
    _, found = planned(np.ones((100, 2)), 30)
    assert found == sorted(found)
    assert Counter(found) == {0: 25, 1: 25, 2: 25, 3: 25}


def test_records_without_numbers_are_divided_by_their_position() -> None:
    _, found = planned(np.empty((40, 0)), 20)
    assert found == [0] * 20 + [1] * 20


def test_a_sparse_tail_is_cut_off_whole() -> None:
    # One column has a long tail; a cut through the middle of the other one would tear it apart.
    rng = np.random.default_rng(7)
    tail = rng.random(100) * 100.0 + 20.0
    records = np.column_stack((np.concatenate((rng.random(900), tail)), rng.random(1000)))
    _, found = planned(records, 100)
    assert len(set(found[900:])) == 1


def test_balanced_columns_are_cut_in_the_middle() -> None:
    rng = np.random.default_rng(7)
    tree, found = planned(rng.standard_normal((1024, 3)), 64)
    assert Counter(found) == dict.fromkeys(range(16), 64)
    assert tree.blocks == 16


def test_large_files_are_cut_by_every_sth_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuts, "LARGEST_SAMPLE", 500)
    rng = np.random.default_rng(5)
    records = rng.standard_normal((1999, 2))
    assert sample_step(500) == 1
    assert sample_step(501) == 2
    assert sample_step(1999) == 4
    # Slices that leave records out would have kernels compiled for them alone.
    tree = plan_cuts(records[::4].copy(), 1999, 200)
    sizes = np.bincount(find_blocks(records, tree), minlength=tree.blocks)
    assert sizes.min() > 0
    assert 10 <= tree.blocks <= 12
    with pytest.raises(ValueError, match="sample"):
        plan_cuts(records[::3].copy(), 1999, 200)


def test_a_file_larger_than_its_sample_but_not_than_a_block_is_one_block(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cuts, "LARGEST_SAMPLE", 10)
    records = np.arange(100.0)[:, None]
    assert plan_cuts(records[::10], 100, 100).blocks == 1


@examples(12, 500)
@given(points(least=30, most=80), st.integers(8, 12), st.data())
def test_a_large_block_is_cut_further_and_the_others_stay(
    records: Points, most: int, data: st.DataObject
) -> None:
    array = np.array(records)
    tree, found = planned(array, most)
    block = data.draw(st.integers(0, tree.blocks - 1))
    own = np.flatnonzero(np.array(found) == block)
    more = cut_further(tree, block, array[own], own, max(4, len(own) // 2))
    after = find_blocks(array, more).tolist()
    assert set(after) == set(range(more.blocks))
    assert all(a == b for a, b in zip(after, found, strict=True) if b != block)
    parts = Counter(a for a, b in zip(after, found, strict=True) if b == block)
    assert max(parts.values()) <= max(4, len(own) // 2)
    assert block in parts


@examples(12, 500)
@given(points(least=30, most=80), st.integers(8, 12), st.data())
def test_without_a_block_its_neighbours_take_its_records(
    records: Points, most: int, data: st.DataObject
) -> None:
    array = np.array(records)
    tree, found = planned(array, most)
    block = data.draw(st.integers(0, tree.blocks - 1))
    fewer = dissolve_block(tree, block)
    after = find_blocks(array, fewer).tolist()
    assert fewer.blocks == tree.blocks - 1
    expected = [b - (b > block) for b in found]
    pairs = zip(after, expected, found, strict=True)
    assert all(a == e for a, e, b in pairs if b != block)
    while fewer.blocks > 1:
        fewer = dissolve_block(fewer, data.draw(st.integers(0, fewer.blocks - 1)))
        assert set(find_blocks(array, fewer).tolist()) == set(range(fewer.blocks))


def test_blocks_that_a_sample_misjudged_are_cut_until_they_fit() -> None:
    # The first half of the sorted file alone was looked at.
    records = np.arange(400.0)[:, None]
    tree = plan_cuts_of_points(records[:200], np.arange(200), 50)
    sizes = np.bincount(find_blocks(records, tree))
    assert sizes.max() == 250
    fit = fit_cuts(tree, sizes, 50, lambda block: _members(records, tree, block))
    assert np.bincount(find_blocks(records, fit)).max() <= 50


def _members(records: Floats, tree: CutTree, block: int) -> tuple[Floats, NDArray[np.int64]]:
    own = np.flatnonzero(find_blocks(records, tree) == block)
    return records[own], own
