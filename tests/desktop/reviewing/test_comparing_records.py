"""What counts as changed, and where a text is found, whatever the columns hold."""

from __future__ import annotations

import numpy as np

from core.jobs import Job
from core.model import Column, ColumnKind
from desktop_app.models.record_search import find_matches
from desktop_app.presenters.before_after import find_differences
from tests.desktop.reviewing.large import large_table


def test_categories_are_compared_as_texts_and_missing_cells_as_missing() -> None:
    def text(values: list[str], gone: list[int]) -> Column:
        names = tuple(sorted({v for v in values if v}))
        codes = [names.index(v) if v else -1 for v in values]
        missing = np.array([i in gone for i in range(len(values))])
        return Column("A", ColumnKind.TEXT, np.array(codes, dtype=np.int32), missing, names)

    before = text(["b", "c", "", "", "a"], [2, 3])
    after = text(["b", "b", "", "b", "d"], [2])
    assert find_differences(before, after).tolist() == [False, True, False, True, True]


def test_numbers_are_found_as_they_are_shown() -> None:
    gone = np.zeros(3, dtype=bool)
    values = np.array([10.0, 210.5, 1000.25])
    column = Column("A", ColumnKind.NUMBER, values, gone, decimals=2)
    for needle, found in (
        ("10.0", [0]),
        ("210.50", [1]),
        ("0", [0, 1, 2]),
        ("x", []),
        (".25", [2]),
    ):
        assert np.flatnonzero(find_matches([column], needle, Job())[:, 0]).tolist() == found


def test_half_a_million_records_are_searched() -> None:
    table = large_table(500_000, 8)
    found = find_matches(table.before, "123", Job())
    texts = np.array([str(v) for v in table.before[0].values[:2000].tolist()])
    assert found[:2000, 0].tolist() == ["123" in text for text in texts]
