"""Descent among neighbouring clusters: valid clusters of no greater loss."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.errors import Cancelled
from core.jobs import Job, drive
from core.kernels.blocks.cluster_descent import ClusterDescent
from core.kernels.blocks.cluster_table import join_tables, table_of
from core.kernels.improvement.refine import Spread
from tests.core.kernels.strategies import Points, consecutive, finish, points
from tests.lanes import examples
from tests.oracles.closeness import ordered_emd
from tests.oracles.search import loss, smallest

ROUNDS = range(12)


@examples(12, 500)
@given(points(least=2, most=60), st.data())
@example([(0.0,)] * 12, None)
def test_clusters_stay_valid_and_never_lose_more(
    records: Points, data: st.DataObject | None
) -> None:
    n = len(records)
    k = 3 if data is None else data.draw(st.integers(2, max(2, n // 2)))
    start = consecutive(n, k)
    work = ClusterDescent(np.array(records), start, k, ROUNDS)
    found = finish(work).tolist()
    assert set(found) == set(start.tolist())
    assert smallest(found) >= min(k, n)
    largest = max(2 * k - 1, int(np.bincount(start).max()))
    assert max(found.count(label) for label in set(found)) <= largest
    before, after = loss(records, start.tolist()), loss(records, found)
    assert after <= before + 1e-12 * before
    assert work.before == pytest.approx(before, rel=1e-9, abs=1e-9)
    assert work.after == pytest.approx(after, rel=1e-9, abs=1e-9)


# With records that are far away, distances between others are small beside the coordinates.
@pytest.mark.parametrize(("columns", "away"), [(1, 0), (2, 0), (5, 0), (9, 0), (5, 300), (9, 300)])
def test_no_single_change_that_it_considers_would_lose_less(columns: int, away: int) -> None:
    rng = np.random.default_rng(8)
    records = rng.standard_normal((90, columns))
    records[:45] += away
    k = 3
    found = rng.permutation(consecutive(90, k))
    # Round after round until nothing changes; all clusters are in one leaf.
    while True:
        again = finish(ClusterDescent(records, found, k, range(1)))
        if (again == found).all():
            break
        found = again
    least = loss(records.tolist(), found.tolist())
    table = table_of(records, found)
    mean = least / 90
    considered = 0
    for x in range(90):
        own = found[x]
        size = table.sizes[own]
        here = ((records[x] - table.centres[own]) ** 2).sum() * size / (size - 1)
        # Records far from the mean of their cluster look at clusters they add less to.
        if here <= 1.001 * mean:
            continue
        for c in range(len(table.sizes)):
            others = table.sizes[c]
            there = ((records[x] - table.centres[c]) ** 2).sum() * others / (others + 1)
            if c == own or there > 0.999 * here:
                continue
            considered += 1
            if size > k and others < 2 * k - 1:
                moved = found.copy()
                moved[x] = c
                assert loss(records.tolist(), moved.tolist()) >= least - 2e-4 * here
            for z in np.flatnonzero(found == c):
                swapped = found.copy()
                swapped[x], swapped[z] = c, own
                assert loss(records.tolist(), swapped.tolist()) >= least - 2e-4 * here
    assert considered > 0


def test_many_leaves_lose_less_with_every_round() -> None:
    rng = np.random.default_rng(5)
    for columns in (1, 3):
        records = rng.standard_normal((6000, columns))
        start = consecutive(6000, 4)[np.argsort(np.argsort(records[:, 0] // 0.5, kind="stable"))]
        losses = [
            ClusterDescent(records, start, 4, range(0)).before,
            *(after(ClusterDescent(records, start, 4, range(r))) for r in (1, 2, 4)),
        ]
        assert losses == sorted(losses, reverse=True)
        assert len(set(losses)) == 4


@pytest.mark.parametrize("at", [0, 160])
def test_clusters_far_away_make_others_no_worse(at: int) -> None:
    # In single precision the others have no digits left, seen from there.
    rng = np.random.default_rng(7)
    near = rng.random(800) * 4e-5
    records = np.insert(near, 5 * at, [300.0] * 5)[:, None]
    start = np.repeat(np.arange(161), 5)
    start[start != at] = rng.permutation(start[start != at])

    work = ClusterDescent(records, start, 5, range(6))
    finish(work)

    # Sorted, and cut every five records.
    best = np.sort(near).reshape(-1, 5)
    assert work.after < 3 * ((best - best.mean(axis=1, keepdims=True)) ** 2).sum()


def after(work: ClusterDescent) -> float:
    found = finish(work).tolist()
    assert min(np.bincount(found)) >= 4
    assert max(np.bincount(found)) <= 7
    return work.after


def test_records_that_a_border_has_parted_find_each_other() -> None:
    # Two groups of three far apart, each half in either cluster.
    records = [(0.0,), (0.1,), (9.0,), (0.2,), (9.1,), (9.2,)]
    found = finish(ClusterDescent(np.array(records), np.array([0, 0, 0, 1, 1, 1]), 3, ROUNDS))
    assert found[0] == found[1] == found[3]
    assert found[2] == found[4] == found[5]


@given(points(least=4, most=60), st.integers(1, 400))
@examples(10, 200)
def test_slices_leave_no_trace(records: Points, budget: int) -> None:
    start = consecutive(len(records), 2)
    whole = finish(ClusterDescent(np.array(records), start, 2, ROUNDS))
    sliced = finish(ClusterDescent(np.array(records), start, 2, ROUNDS), budget)
    np.testing.assert_array_equal(sliced, whole)


@pytest.mark.parametrize("ordered", [True, False])
def test_no_cluster_that_keeps_t_exceeds_it_afterwards(ordered: bool) -> None:
    rng = np.random.default_rng(3)
    records, ranks = rng.standard_normal((120, 2)), rng.integers(0, 12, 120)
    # Six records of every rank in turn are spread like the file.
    start = np.empty(120, dtype=np.int64)
    start[np.argsort(ranks, kind="stable")] = np.arange(120) % 20
    t = 0.25 if ordered else 0.75
    spread = Spread(ranks, 12, ordered, np.bincount(ranks, minlength=12))
    emd = _emd(ranks.tolist(), ordered)
    before = [emd(np.flatnonzero(start == c).tolist()) for c in range(20)]
    found = finish(ClusterDescent(records, start, 4, ROUNDS, [spread], t))
    after = [emd(np.flatnonzero(found == c).tolist()) for c in range(20)]
    assert max(before) <= t
    assert max(after) <= t + 1e-12
    assert loss(records.tolist(), found.tolist()) < 0.8 * loss(records.tolist(), start.tolist())


def _emd(ranks: list[int], ordered: bool):  # type: ignore[no-untyped-def]
    def of(members: list[int]) -> float:
        own = [ranks[x] for x in members]
        if ordered:
            return float(ordered_emd(own, ranks))
        values = set(ranks)
        shares = (abs(own.count(v) / len(own) - ranks.count(v) / len(ranks)) for v in values)
        return sum(shares) / 2

    return of


def test_a_cancelled_descent_stops() -> None:
    job = Job()
    job.cancel()
    rng = np.random.default_rng(1)
    work = ClusterDescent(rng.standard_normal((200, 2)), consecutive(200, 4), 4, ROUNDS)
    with pytest.raises(Cancelled):
        drive(work.step, job)


@examples(12, 500)
@given(points(least=2, most=40))
def test_a_table_has_sizes_means_and_losses(records: Points) -> None:
    labels = consecutive(len(records), 3)
    table = table_of(np.array(records), labels)
    for cluster in range(int(labels.max()) + 1):
        own = [record for record, c in zip(records, labels, strict=True) if c == cluster]
        assert table.sizes[cluster] == len(own)
        assert table.losses[cluster] == pytest.approx(loss(own, [0] * len(own)), abs=1e-9)
        means = [sum(column) / len(own) for column in zip(*own, strict=True)]
        assert table.centres[cluster].tolist() == pytest.approx(means, abs=1e-9)
    both = join_tables([table, table])
    assert both.sizes.tolist() == table.sizes.tolist() * 2


def test_the_loss_of_all_records_as_one_cluster_follows_from_the_table() -> None:
    rng = np.random.default_rng(9)
    records = rng.lognormal(size=(200, 3)) + 1e3
    table = table_of(records, rng.permutation(np.arange(200) // 4))
    columns = [[Fraction(value) for value in column] for column in records.T.tolist()]
    expected = sum(sum((x - sum(c) / len(c)) ** 2 for x in c) for c in columns)
    assert table.total() == pytest.approx(float(expected), rel=1e-9)
