"""A differentially private release through the real window: declared, spent, written, checked."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from core.io import fingerprint
from core.jobs import Job
from core.model import Role
from core.pipeline.project_ledger import read_ledger
from core.verify import verify
from desktop_app.state import Step, StepState
from tests.desktop.journeys.private import choose_private, declare, spend
from tests.desktop.mouse import press

RECORDS = 3000
ROLES = {
    "NAME": Role.IDENTIFIER,
    "AGE": Role.QUASI_IDENTIFIER,
    "HOURS": Role.QUASI_IDENTIFIER,
    "GAIN": Role.QUASI_IDENTIFIER,
}
DOMAINS = {"AGE": (0, 120), "HOURS": (0, 80), "GAIN": (0, 5000)}


@pytest.fixture
def people(tmp_path) -> Path:
    chance = np.random.default_rng(8)
    columns = (
        [f"Person {i}" for i in range(RECORDS)],
        chance.integers(17, 90, RECORDS).tolist(),
        np.round(chance.normal(40, 6, RECORDS), 1).tolist(),
        chance.integers(0, 4000, RECORDS).tolist(),
    )
    path = tmp_path / "people.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(ROLES)
        writer.writerows(zip(*columns, strict=True))
    return path


def test_from_a_file_to_a_verified_release_and_a_second_one_that_adds_up(
    traveller, people, book, tmp_path
) -> None:
    traveller.import_file(people)
    traveller.forward()
    traveller.set_roles(ROLES)
    traveller.forward()
    while traveller.step is not Step.METHOD:
        traveller.forward()
    choose_private(traveller, "dp-individual-ranking")
    assert not traveller.window.footer.main_button.isEnabled()
    declare(traveller, DOMAINS)
    claim = traveller.page(Step.METHOD).privacy.section.claim
    assert "ε-differentially private with ε = 1" in claim.sentence.text()
    traveller.forward()
    assert "nothing has been spent" in traveller.page(Step.RUN).commit.spent_before.text()
    spend(traveller)

    sha256 = fingerprint(people, Job()).sha256
    assert read_ledger(book).spent(sha256) == 1
    traveller.forward()
    page = traveller.page(Step.RELEASE)
    assert "Nothing says whether several records belong" in page.readiness.doubts.text()
    press(page.readiness.word)
    traveller.release(tmp_path / "release")
    assert page.verdict.headline.text() == "Ready for release"
    assert {traveller.store.step_states()[step] for step in Step} == {StepState.DONE}
    check_folder(tmp_path / "release", people)

    traveller.window.show_step(Step.METHOD)
    choose_private(traveller, "dp-laplace")
    traveller.forward()
    assert "1 run has spent ε = 1 before" in traveller.page(Step.RUN).commit.spent_before.text()
    spend(traveller)
    assert read_ledger(book).spent(sha256) == Fraction(2)
    assert [run.method for run in read_ledger(book).of(sha256)] == [
        "dp-individual-ranking",
        "dp-laplace",
    ]


def check_folder(folder: Path, source: Path) -> None:
    """The release verifies, keeps to the domains, and tells nothing exact of the original."""
    files = sorted(path.name for path in (folder / "public").iterdir())
    assert files == [f"people_protected.{end}" for end in ("audit.json", "csv", "report.html")]
    log = folder / f"public/{files[0]}"
    inside = folder / "internal/people_protected.internal.json"
    for path, last in ((log, ("size",)), (inside, ("halves", "input"))):
        checked = verify(path, source, Job())
        assert checked.faults == ()
        assert checked.checked == ("log", "files", "recount", "claim", *last)
    told = json.loads(log.read_text(encoding="utf-8"))
    assert told["measures"] == []
    assert set(told["input"]) == {"name", "rows", "columns"}
    assert told["result"]["privacy"]["epsilon"] == 1
    with (folder / "public/people_protected.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == RECORDS
    assert list(rows[0]) == list(DOMAINS)
    for name, (low, high) in DOMAINS.items():
        assert all(low <= float(row[name]) <= high for row in rows)
