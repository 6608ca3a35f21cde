"""Files that are no tables, and projects that are damaged: what the window says of them."""

from __future__ import annotations

import pytest

from desktop_app.state import Step
from desktop_app.wizard.importing.wizard import FilePage
from tests.desktop.importing.driving import begin, forward
from tests.desktop.mouse import press


def test_what_was_wrong_is_no_longer_said_once_the_file_is_mended(page, tmp_path) -> None:
    path = tmp_path / "a.csv"
    rows = "".join(f"{i},{i * 1.5}\n" for i in range(40))
    path.write_text(f"A,B\n{rows}40,inf\n", encoding="utf-8")
    begin(page, path)
    forward(page)
    forward(page)
    assert [problem.code for problem in page.problems()] == ["number-infinite"]
    path.write_text(f"A,B\n{rows}40,60.0\n", encoding="utf-8")
    page.runner.do(press, page.wizard.values_page.again_button)
    assert page.main_action().enabled
    assert page.problems() == ()


@pytest.mark.parametrize("name", ["doc.pdf", "pic.png", "folder"])
def test_what_is_no_table_is_not_called_one(qtbot, empty_window, tmp_path, name: str) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    else:
        path.write_bytes({"doc.pdf": b"%PDF-1.7\n", "pic.png": b"\x89PNG\r\n\x1a\n"}[name])
    empty_window.open_path(str(path))
    page = empty_window.page(Step.DATA)
    qtbot.waitUntil(lambda: not empty_window.runner.operations)
    qtbot.waitUntil(lambda: bool(page.problems()))
    shown: FilePage = page.wizard.file_page
    assert shown._kind.text() == "–"
    assert not page.main_action().enabled


def test_of_a_table_the_kind_is_shown(qtbot, empty_window, tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("A,B\n1,2\n3,4\n")
    empty_window.open_path(str(path))
    page = empty_window.page(Step.DATA)
    qtbot.waitUntil(lambda: page.main_action().enabled)
    assert page.wizard.file_page._kind.text() == "Text table (CSV)"


@pytest.mark.parametrize(
    "content",
    [
        '{"format": "statveil-recipe/2", "input": 5}',
        '{"format": "statveil-recipe/2", "input": {"path": "a.csv"',
        "A,B\n1,2\n",
        '{"format": "something else"}',
    ],
)
def test_a_damaged_project_is_said_to_be_damaged_before_any_detail(
    qtbot, empty_window, tmp_path, content: str
) -> None:
    path = tmp_path / "work.statveil"
    path.write_text(content)
    empty_window.open_path(str(path))
    page = empty_window.page(Step.DATA)
    qtbot.waitUntil(lambda: bool(page.empty.message.text()))
    first, *details = page.empty.message.text().splitlines()
    assert first == (
        "work.statveil is damaged or not a Statveil project; nothing of it was opened. Open a "
        "copy that was saved earlier."
    )
    assert 1 <= len(details) <= 3


def test_the_layout_of_dates_is_shown_as_people_write_it(qtbot, empty_window, tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("BORN,SEEN\n2020-01-31,31.12.2024\n2021-02-28,30.11.2024\n")
    empty_window.open_path(str(path))
    page = empty_window.page(Step.DATA)
    for _ in range(2):
        qtbot.waitUntil(lambda: page.main_action().enabled)
        page.trigger()
    qtbot.waitUntil(lambda: page.main_action().enabled)
    model = page.wizard.values_page.table.model()
    said = [model.index(row, 4).data() for row in range(2)]
    assert said == [
        "All 2 values are dates of one layout (year-month-day).",
        "All 2 values are dates of one layout (day.month.year).",
    ]
