"""The tab Risk counts frequencies in the released columns, as the step Prepare does in the file."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from core.command_line import main
from core.jobs import Job
from core.pipeline import execute
from desktop_app.state import Step
from tests.desktop.mouse import press, press_tab
from tests.desktop.preparing.conftest import recipe
from tests.desktop.test_projects import session
from tests.statuses import WRITTEN

__all__ = ["recipe", "session"]

KEYS = ("BORN", "AGE", "REGION", "LEVEL")
K = 5


def counted(path: Path) -> tuple[int, int, int]:
    """Return violations of k, uniques, and the number of groups: expected re-identifications."""
    with path.open(encoding="utf-8", newline="") as file:
        sizes = Counter(tuple(row[key] for key in KEYS) for row in csv.DictReader(file)).values()
    return sum(n for n in sizes if n < K), sum(n == 1 for n in sizes), len(sizes)


def test_frequencies_before_and_after(session, recipe, tmp_path) -> None:
    session.open_project(recipe)
    store = session.store
    assert store.begin_run() is not None
    store.set_result(execute(store.plan, store.dataset, Job()))
    page = session.show(Step.RESULTS)
    session.do(press_tab, page.tabs, page.tabs.indexOf(page.risk))
    shown = page.risk.frequencies
    assert shown.isVisible()
    assert not shown.figures.isVisible()
    press(shown.fold.button)
    lines = [[label.text() for label in row] for row in shown.figures.rows if row[0].isVisible()]

    assert main(["protect", str(recipe), "--output", str(tmp_path / "out")]) in WRITTEN
    before = counted(tmp_path / "people.csv")
    after = counted(tmp_path / "out/public/out.csv")
    assert [line[1].split(" ")[0] for line in lines] == [str(n) for n in before]
    assert [line[2].split(" ")[0] for line in lines] == [str(n) for n in after]
    assert after[0] == 0
