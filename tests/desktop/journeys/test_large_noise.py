"""A file that is too large for memory gets noise on disk, and what it spends is written down."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.io import fingerprint
from core.jobs import Job
from core.model import Role
from core.pipeline.project_ledger import read_ledger
from desktop_app.jobs.attempt import AttemptState
from desktop_app.state import Step, StepState
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.private import choose_private, declare
from tests.desktop.journeys.test_large_file import (
    RECORDS,
    file,
    go_to_method,
    scratch,
    small_limit,
    verified,
)
from tests.desktop.keys import paste_into
from tests.desktop.mouse import press

__all__ = ["file", "scratch", "small_limit"]

ROLES = {
    "AMOUNT": Role.QUASI_IDENTIFIER,
    "COUNT": Role.QUASI_IDENTIFIER,
    "NAME": Role.IDENTIFIER,
    "INCOME": Role.IDENTIFIER,
    "REGION": Role.IDENTIFIER,
}
DOMAINS = {"AMOUNT": (-5000, 5000), "COUNT": (0, 40)}


def to_noise(traveller: Traveller, file: Path, method: str) -> None:
    """Import the file, set roles, choose a method that adds noise, and go to the step Run."""
    traveller.import_file(file)
    traveller.forward()
    traveller.rest()
    traveller.set_roles(ROLES)
    go_to_method(traveller)
    choose_private(traveller, method)
    declare(traveller, DOMAINS)
    traveller.rest()
    traveller.forward()
    traveller.rest()
    assert traveller.step is Step.RUN


def choose_folders(traveller: Traveller, scratch: Path, folder: Path) -> None:
    disk = traveller.page(Step.RUN).disk
    paste_into(disk.scratch.line, str(scratch))
    paste_into(disk.form.folder, str(folder))
    traveller.rest()


def spend_on_disk(traveller: Traveller) -> None:
    """Give the word without which nothing runs, and begin."""
    page, button = traveller.page(Step.RUN), traveller.window.footer.main_button
    assert page.commit.isVisible()
    assert not button.isEnabled()
    press(page.commit.word)
    assert traveller.button == "Protect 3,000 records"
    traveller.forward()


@pytest.mark.parametrize(
    "method",
    [
        "dp-individual-ranking",
        *(
            pytest.param(name, marks=pytest.mark.longer)
            for name in ("dp-laplace", "dp-insensitive")
        ),
    ],
)
def test_noise_is_added_on_disk_and_spent_once(traveller, file, scratch, tmp_path, book, method):
    to_noise(traveller, file, method)
    page, folder = traveller.page(Step.RUN), tmp_path / "out"
    assert "nothing has been spent" in page.commit.before.text()
    assert "ε-differentially private" in page.commit.claim.sentence.text()
    assert "with ε = 1" in page.commit.claim.sentence.text()
    assert "cannot be repeated" in page.meaning.text()
    choose_folders(traveller, scratch, folder)
    if page.disk.readiness.asks:
        press(page.disk.readiness.word)
        traveller.rest()
    spend_on_disk(traveller)
    traveller.wait(lambda: page.state is AttemptState.DONE)
    traveller.rest()
    sha256 = fingerprint(file, Job()).sha256
    ledger = read_ledger(book)
    assert ledger.spent(sha256) == 1
    assert len(ledger.of(sha256)) == 1
    assert page.disk.verdict.headline.text() == "Ready for release"
    assert not any("counted again" in fact for fact in page.disk.verdict.facts)
    assert "counted again" not in page.disk.verdict.said.text()
    # What may be claimed is beside the verdict, now that the budget is spent.
    assert page.disk.readiness.claim.isVisible()
    assert "with ε = 1" in page.disk.readiness.claim.sentence.text()
    assert traveller.store.step_state(Step.RELEASE) is StepState.DONE
    before, released = (pq.read_table(p) for p in (file, *(folder / "public").glob("*.parquet")))
    assert released.num_rows == RECORDS
    assert released.column_names == ["AMOUNT", "COUNT"]
    assert sorted(released["AMOUNT"].to_pylist()) != sorted(before["AMOUNT"].to_pylist())
    assert list(scratch.iterdir()) == []
    log = next((folder / "internal").glob("*.internal.json"))
    assert verified(traveller, log, scratch, "the run itself cannot be repeated").startswith(
        "Verified"
    )


@pytest.mark.longer
def test_the_order_of_the_input_is_given_up_on_the_step_run(traveller, file, scratch, tmp_path):
    to_noise(traveller, file, "dp-individual-ranking")
    page, button = traveller.page(Step.RUN), traveller.window.footer.main_button
    choose_folders(traveller, scratch, tmp_path / "out")
    press(page.disk.form.keep)
    traveller.rest()
    assert [problem.code for problem in page.problems()] == ["dp-keep-order"]
    assert traveller.window.step_state(Step.RUN) is StepState.ATTENTION
    assert not button.isEnabled()
    page.focus_on(page.problems()[0])
    assert page.disk.form.shuffle.hasFocus()
    press(page.disk.form.shuffle)
    traveller.rest()
    assert page.problems() == ()
    press(page.commit.word)
    assert button.isEnabled()


def test_a_cancelled_run_says_what_it_has_spent(traveller, file, scratch, tmp_path, book):
    to_noise(traveller, file, "dp-laplace")
    page, folder = traveller.page(Step.RUN), tmp_path / "out"
    choose_folders(traveller, scratch, folder)
    spend_on_disk(traveller)
    traveller.wait(book.exists)
    press(page.cancel_button)
    traveller.wait(lambda: not page.at_work)
    traveller.rest()
    if page.state is AttemptState.CANCELLED:
        assert "its noise had been drawn" in page.said.text()
        assert not folder.exists()
    assert "1 run has spent ε = 1 before" in page.commit.before.text()


@pytest.mark.longer
def test_values_that_only_other_records_lack_are_reported_before_noise_is_drawn(
    traveller, file, book
):
    table = pq.read_table(file)
    amounts = table["AMOUNT"].to_pylist()
    sampled = sampled_positions(traveller, file)
    at = next(i for i in range(RECORDS) if i not in sampled)
    amounts[at] = None
    column = table.column_names.index("AMOUNT")
    pq.write_table(table.set_column(column, "AMOUNT", [amounts]), file)
    traveller.import_file(file)
    traveller.forward()
    traveller.rest()
    traveller.set_roles(ROLES)
    go_to_method(traveller)
    assert not traveller.store.dataset.column("AMOUNT").missing.any()
    choose_private(traveller, "dp-laplace")
    declare(traveller, DOMAINS)
    traveller.rest()
    assert "dp-missing" in [problem.code for problem in traveller.page(Step.METHOD).problems()]
    assert not traveller.window.footer.main_button.isEnabled()
    assert not book.exists()


def sampled_positions(traveller: Traveller, file: Path) -> set[int]:
    """Return which records the window's sample of a file has."""
    traveller.import_file(file)
    return {int(number) - 1 for number in traveller.store.dataset.row_numbers}
