"""A file that does not fit into memory: the window asks for a folder, and all else is as usual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from core import office
from core.command_line import main
from core.io import table_size
from core.jobs import Job
from core.model import Role
from core.table import is_spooling, spool, spooling, use_scratch
from core.verify import verify
from desktop_app.preferences.in_force import SCRATCH, value_of
from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.mouse import answer, press
from tests.people import people, people_recipe
from tests.statuses import WRITTEN

RECORDS = 3_000
# The file needs six times half of it, and a file of fifty records far less.
MEMORY = 200_000
ROLES = {
    "AMOUNT": Role.QUASI_IDENTIFIER,
    "COUNT": Role.QUASI_IDENTIFIER,
    "NAME": Role.IDENTIFIER,
    "INCOME": Role.CONFIDENTIAL,
    "REGION": Role.OTHER,
}
NEEDED = (
    "census.parquet needs about 0.0006 GB of memory, more than half of the 0.0002 GB of this "
    "computer. Name a folder on a fast disk for its tables (Preferences)."
)


@pytest.fixture(autouse=True)
def small_memory(monkeypatch) -> Iterator[None]:
    """Let a file of some kilobytes be too large for memory, and its columns long enough."""
    monkeypatch.setattr(table_size, "physical_bytes", lambda: MEMORY)
    monkeypatch.setattr(table_size, "_SMALL_BYTES", 0)
    monkeypatch.setattr(spool, "LEAST_BYTES", 1)
    with spooling(None):
        yield


@pytest.fixture
def file(tmp_path) -> Path:
    chance = np.random.default_rng(11)
    table = pa.table(
        {
            "NAME": [f"P{i}" for i in range(RECORDS)],
            "AMOUNT": np.round(chance.normal(size=RECORDS) * 1000, 2),
            "COUNT": chance.integers(0, 40, RECORDS),
            "INCOME": np.round(chance.lognormal(8, 1, RECORDS), -3),
            "REGION": chance.choice(["north", "south", "west"], RECORDS),
        }
    )
    path = tmp_path / "census.parquet"
    pq.write_table(table, path)
    return path


@pytest.fixture
def scratch(tmp_path, monkeypatch) -> Path:
    """Return the folder that is chosen wherever one is asked for."""
    path = tmp_path / "scratch"
    path.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(path))
    return path


def import_large(traveller: Traveller, file: Path) -> None:
    """Open the file and go on to the page that reads it; a question may wait for an answer."""
    traveller.open(file)
    for _ in range(2):
        traveller.forward()


def to_results(traveller: Traveller) -> None:
    """Set the roles of the imported file and run."""
    traveller.forward()
    traveller.do(traveller.wait, lambda: traveller.store.dataset is not None)
    traveller.do(traveller.forward)
    traveller.set_roles(ROLES)
    while traveller.step is not Step.RUN:
        traveller.do(traveller.forward)
    traveller.run()


def titles_in_sight(traveller: Traveller) -> list[str]:
    tabs = traveller.page(Step.RESULTS).tabs
    seen = (at for at in range(tabs.count()) if tabs.isTabVisible(at))
    return [tabs.tabText(at).replace("&", "") for at in seen]


def open_tab(traveller: Traveller, title: str) -> None:
    tabs = traveller.page(Step.RESULTS).tabs
    bar, at = tabs.tabBar(), titles_in_sight(traveller).index(title)
    traveller.do(QTest.mouseClick, bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(at).center())
    assert tabs.currentIndex() == at


def problems_in_sight(traveller: Traveller) -> list[str]:
    bar = traveller.window.problem_bar
    return [bar.item(row).text() for row in range(bar.count())]


def test_from_the_file_to_a_verified_release_with_all_that_other_files_have(
    traveller, file, scratch, tmp_path, monkeypatch
):
    asked = answer("Choose a folder…")
    import_large(traveller, file)
    traveller.wait(lambda: traveller.button == "Import 3,000 rows")
    assert asked[0].startswith(NEEDED)
    assert is_spooling()
    assert value_of(SCRATCH) == str(scratch)

    to_results(traveller)
    assert titles_in_sight(traveller) == [
        *("Clusters", "Conditions", "Columns", "Risk", "Utility", "Figures", "Records")
    ]
    for title in titles_in_sight(traveller):
        open_tab(traveller, title)
    # The last of them shows the records themselves.
    assert traveller.page(Step.RESULTS).records.isVisible()
    assert "linkage" in {measure.name for measure in traveller.store.result.measures}
    traveller.forward()
    press(traveller.page(Step.RELEASE).form.keep)
    traveller.confirm()
    folder = tmp_path / "out"
    traveller.release(folder)
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"
    assert traveller.store.step_states()[Step.RELEASE] is StepState.DONE
    (released,) = (folder / "public").glob("*.parquet")
    table = pq.read_table(released).to_pydict()
    assert min(Counter(zip(table["AMOUNT"], table["COUNT"], strict=True)).values()) >= 5
    assert len(asked) == 1
    # No file has a name, however the program ends.
    assert list(scratch.iterdir()) == []

    # The same is released in memory.
    recipe = tmp_path / "census.statveil"
    traveller.save(recipe)
    monkeypatch.setattr(table_size, "physical_bytes", lambda: 1 << 40)
    again = tmp_path / "again"
    assert main(["protect", str(recipe), "--output", str(again)]) in WRITTEN
    (other,) = (again / "public").glob("*.parquet")
    assert other.read_bytes() == released.read_bytes()
    (log,) = (folder / "internal").glob("*.internal.json")
    assert verify(log, file, Job()).faults == ()


@pytest.mark.usefixtures("scratch")
def test_a_file_without_a_folder_stays_closed_and_what_is_open_stays_open(
    traveller, file, tmp_path
):
    small = tmp_path / "small.csv"
    small.write_text("A,B\n" + "".join(f"{i},{i % 7}\n" for i in range(50)))
    traveller.import_file(small)
    answer("Cancel")
    import_large(traveller, file)
    data = traveller.page(Step.DATA)
    traveller.wait(lambda: bool(data.session.read_problems))
    assert not is_spooling()
    assert problems_in_sight(traveller) == [NEEDED]
    assert value_of(SCRATCH) == ""
    press(data.cancel_button)
    assert traveller.store.dataset.rows == 50

    # Asked again, and taken.
    asked = answer("Choose a folder…")
    import_large(traveller, file)
    traveller.wait(lambda: traveller.button == "Import 3,000 rows")
    assert asked[0].startswith(NEEDED)
    assert len(asked) == 1


def saved_project(traveller: Traveller, file: Path, tmp_path: Path) -> Path:
    """Save a project on the large file, and close it."""
    use_scratch(tmp_path)
    traveller.import_file(file)
    path = tmp_path / "census.statveil"
    traveller.save(path)
    traveller.store.close()
    use_scratch(None)
    return path


def test_a_project_is_opened_in_another_folder_if_that_of_preferences_is_gone(
    traveller, file, scratch, tmp_path
):
    project = saved_project(traveller, file, tmp_path)
    QSettings().setValue(SCRATCH.key, str(tmp_path / "gone"))
    asked = answer("Choose a folder…")
    traveller.open_project(project)
    assert asked[0].startswith(
        "gone is not a folder. Name an existing folder on a disk with enough free space "
        "(Preferences). Choose a folder on a fast local disk."
    )
    assert traveller.store.dataset.rows == RECORDS
    assert not traveller.store.modified
    assert value_of(SCRATCH) == str(scratch)
    assert is_spooling()


def test_a_folder_that_the_office_has_set_is_not_asked_for(traveller, file, tmp_path, monkeypatch):
    laid_down = tmp_path / "office.toml"
    laid_down.write_text(f"scratch = '{tmp_path / 'gone'}'\nlocked = ['scratch']\n")
    monkeypatch.setattr(office, "office_file", lambda: laid_down)
    import_large(traveller, file)
    traveller.wait(lambda: bool(traveller.page(Step.DATA).session.read_problems))
    assert problems_in_sight(traveller) == [
        f"The office’s settings in {laid_down} name {tmp_path / 'gone'} as “scratch”, which is no "
        "folder that can be written.",
        NEEDED,
    ]


def test_a_release_is_verified_once_the_folder_is_chosen(traveller, scratch, tmp_path):
    original, folder = people(tmp_path, RECORDS), tmp_path / "out"
    recipe = str(people_recipe(tmp_path, name="safe"))
    assert main(["protect", recipe, "--output", str(folder), "--scratch", str(scratch)]) in WRITTEN
    dialog = traveller.window.checks.verify_log(folder / "internal" / "safe.internal.json")
    dialog.original.set_path(original)
    asked = answer("Choose a folder…")
    press(dialog.main_button)
    traveller.wait(dialog.panel.isVisible)
    assert dialog.headline.text() == "Verified: this is the release that was sealed"
    assert "all measures of a repeated run" in dialog.lines.text()
    assert len(asked) == 1
    assert asked[0].startswith("safe.csv needs about ")
    dialog.close()
