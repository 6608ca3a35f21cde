"""The step Release shows every row of the checklist, held and asked about."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core.checklist.row_registry import ROWS, in_order
from core.messages import CATALOGUE
from core.model import Result
from core.model.checklist import RowCount, RowVerdict
from desktop_app.store import ProjectStore
from desktop_app.text import message, problem_text
from desktop_app.wizard.release.confirming import Confirming

CODES = {"what": "word-records", "span": "word-year", "date": "2024-06-30"}
SHOWN = {RowVerdict.HELD: "Within its limit", RowVerdict.ASKED: "Open"}
SHOWN |= {RowVerdict.NEVER: "No reason is accepted"}


def count_of(row: str, verdict: RowVerdict) -> RowCount:
    """Make a count of a row with all that its sentence states."""
    names = re.findall(r"\{([a-z_]+)\}", CATALOGUE[row].other)
    params: dict[str, object] = {name: CODES.get(name, 7) for name in names}
    params |= dict.fromkeys(ROWS[row].facts, ())
    params |= {name: ["AGE", "INCOME"] for name in names if name in ("columns", "drivers")}
    return RowCount(row, None, 2.0, 1.0, verdict, params)


@pytest.mark.parametrize("verdict", RowVerdict)
def test_the_window_shows_each_row(with_result: ProjectStore, qtbot, verdict: RowVerdict) -> None:
    assert with_result.result is not None
    counts = in_order(count_of(row, verdict) for row in ROWS)
    result: Result = replace(with_result.result, checklist=counts)
    shown = Confirming()
    qtbot.addWidget(shown)
    shown.show_result(result, ())
    cells = [
        [shown.model.write_cell(row, at) for at in (0, 1, 3, 4, 5)] for row in range(len(counts))
    ]
    assert cells == [
        [ROWS[c.row].number, message(f"counted-{c.row}"), "2", "1", SHOWN[verdict]] for c in counts
    ]
    said = [box.sentence.text() for box in shown.questions]
    is_asked = verdict is not RowVerdict.HELD
    assert said == [problem_text(count.problem) for count in counts if is_asked]
    assert all(box.box.parent() is box for box in shown.questions) == (
        verdict is not RowVerdict.NEVER or not is_asked
    )


@pytest.mark.parametrize("row", ["rare-value", "plain-amount"])
@pytest.mark.parametrize(("n_columns", "n_boxes"), [(4, 4), (5, 1)])
def test_one_box_asks_the_same_of_many_columns(
    with_result: ProjectStore, qtbot, row: str, n_columns: int, n_boxes: int
) -> None:
    assert with_result.result is not None
    count = count_of(row, RowVerdict.ASKED)
    counts = tuple(replace(count, column=f"AMOUNT{number}") for number in range(n_columns))
    shown = Confirming()
    qtbot.addWidget(shown)
    shown.show_result(replace(with_result.result, checklist=counts), ())
    assert len(shown.questions) == n_boxes
    assert {c.key for box in shown.questions for c in box.counts} == {c.key for c in counts}
