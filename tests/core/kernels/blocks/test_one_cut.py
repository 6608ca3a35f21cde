"""One cut of some records, as plain Python finds it."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from core.kernels.blocks.one_cut import divide
from tests.core.kernels.strategies import Points, points

# The members of either side, and the axis, value and place of the cut.
Cut = tuple[list[int], list[int], int, float, int]
ALL = 2**63 - 1


def gain_of(values: list[float], rank: int) -> float:
    """Return by how much the sum of squares falls if the first so many values are cut off."""
    total = low = 0.0
    for at, value in enumerate(values):
        total += value
        low = total if at < rank else low
    n, part = len(values), low - rank * (total / len(values))
    return part * part * n / (rank * (n - rank))


def best_cuts(judged: list[tuple[float, ...]], n: int, wanted: int) -> list[tuple[int, int]]:
    """Return the best number of records on the low side of each axis, the best axis first."""
    found = []
    for axis, column in enumerate(zip(*judged, strict=True)):
        values, candidates = sorted(column), []
        for blocks in range(1, wanted):
            rank = max(1, int(blocks / wanted * len(values)))
            from_middle = abs(2 * blocks - wanted)
            candidates.append((-gain_of(values, rank), from_middle, blocks))
        gain, _, blocks = min(candidates)
        found.append((gain, axis, n * blocks // wanted))
    return [(axis, low) for _, axis, low in sorted(found)]


def plain_cut(records: Points, places: list[int], most: int, judged: int) -> Cut:
    n = len(records)
    wanted, step = -(-n // most), max(1, n // judged)
    cuts = best_cuts(records[::step], n, wanted)

    def divided(axis: int, value: float, place: int) -> Cut:
        low = [
            records[i][axis] < value or (records[i][axis] == value and places[i] < place)
            for i in range(n)
        ]
        below, above = ([i for i in range(n) if low[i] is side] for side in (True, False))
        return below, above, axis, value, place

    for axis, middle in cuts:
        column = sorted(record[axis] for record in records)
        value = column[middle]
        below = sum(other < value for other in column)
        upto = sum(other <= value for other in column)
        for low, place in sorted([(below, -1), (upto, ALL)], key=lambda cut: abs(cut[0] - middle)):
            balanced = 2 * low >= middle and 2 * (n - low) >= n - middle
            if 4 * min(low, n - low) >= most and balanced:
                return divided(axis, value, place)
    axis, middle = cuts[0]
    value = sorted(record[axis] for record in records)[middle]
    same = [places[i] for i in range(n) if records[i][axis] == value]
    return divided(axis, value, same[middle - sum(record[axis] < value for record in records)])


@given(points(least=9, most=60), st.integers(4, 8), st.sampled_from((5, 20, 1000)), st.data())
# The first axis would divide equal records, the second one does not.
@example([(float(i > 98), i / 100) for i in range(100)], 50, 1000, None)
@example([(5.0 * (i < 3), float(i % 50)) for i in range(100)], 50, 1000, None)
def test_a_cut_is_that_of_plain_python(
    records: Points, most: int, judged: int, data: st.DataObject | None
) -> None:
    n = len(records)
    gaps = data.draw(st.lists(st.integers(1, 3), min_size=n, max_size=n)) if data else [1] * n
    places = np.cumsum(gaps).tolist()
    expected = plain_cut(records, places, most, judged)

    axis, value, place, low, high = divide(
        np.array(records), np.array(places), np.arange(n), most, judged
    )

    assert (low.tolist(), high.tolist(), axis, value, place) == expected


def test_another_axis_is_cut_where_the_best_one_would_divide_equal_records() -> None:
    # Most records have the same value on the first axis, which three distant ones stretch.
    records = np.column_stack((np.where(np.arange(100) < 3, 1e3, 0.0), np.arange(100) % 50))
    axis, value, *_ = divide(records, np.arange(100), np.arange(100), 50, 1000)
    assert (axis, value) == (1, 25.0)


def test_records_without_numbers_are_divided_by_their_places() -> None:
    _, _, place, low, high = divide(np.empty((9, 0)), np.arange(9) * 2, np.arange(9), 4, 1000)
    assert (low.tolist(), high.tolist(), place) == ([0, 1, 2], [3, 4, 5, 6, 7, 8], 6)
