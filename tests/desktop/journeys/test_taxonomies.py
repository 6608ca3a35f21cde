"""Adult with nominal quasi-identifiers, from the file to a verified folder, through the window."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from core.jobs import Job
from core.model import Role
from core.pipeline import verify
from desktop_app.state import Step, StepState
from tests.desktop.journeys.conftest import ADULT_RECORDS
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.test_to_release import columns_to_results, protect_again
from tests.desktop.mouse import press

MASKED = ("occupation", "native-country", "age", "hours-per-week")


def _decide(traveller: Traveller, folder: Path) -> None:
    """Go through the step Taxonomies with the two files of the reference data."""
    assert traveller.step is Step.TAXONOMIES
    page = traveller.page(Step.TAXONOMIES)
    for name in ("occupation", "native-country"):
        traveller.forward()
        assert page.current.name == name
        assert not traveller.window.footer.main_button.isEnabled()
        path = folder / "taxonomies" / f"adult_{name}.csv"
        assert page.accepts_file(str(path))
        traveller.rest()
        assert page.store.schema.named(name).taxonomy == str(path)
    assert page.problems() == ()
    assert traveller.button == "Prepare the columns"


def test_adult_with_taxonomies_to_a_verified_folder_and_the_same_on_the_command_line(
    traveller: Traveller, adult: Path, reference_data: Path, tmp_path: Path
) -> None:
    traveller.import_file(adult)
    traveller.forward()
    names = traveller.store.dataset.names
    quasi = Role.QUASI_IDENTIFIER
    traveller.set_roles({name: quasi if name in MASKED else Role.OTHER for name in names})
    traveller.forward()
    _decide(traveller, reference_data)
    columns_to_results(traveller, "mdav")
    traveller.forward()
    press(traveller.page(Step.RELEASE).form.keep)
    # Weights, published as they are, nearly all differ.
    traveller.confirm()
    traveller.release(tmp_path / "release")
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"
    assert {traveller.store.step_state(step) for step in Step} == {StepState.DONE}
    log = tmp_path / "release" / "internal/adult_protected.internal.json"
    assert verify(log, adult, Job()).faults == ()
    written = tmp_path / "release" / "public/adult_protected.csv"
    with written.open(encoding="utf-8") as file:
        groups = Counter(tuple(row[name] for name in MASKED) for row in csv.DictReader(file))
    assert sum(groups.values()) == ADULT_RECORDS
    assert min(groups.values()) >= 5
    released = protect_again(log, adult, tmp_path, reference_data / "taxonomies")
    assert released.read_bytes() == written.read_bytes()
