"""A small survey of countries and jobs, and the page of the step Taxonomies."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.inspect.profiling.column_profiles import profile
from core.model import Attribute, ColumnKind, Dataset, FileKind, Fingerprint, Role, Scale, Source
from desktop_app.state import Step
from desktop_app.store import ProjectStore
from desktop_app.wizard.taxonomies_page import TaxonomiesPage
from tests.desktop.conftest import column
from tests.desktop.showing import show_page

# 5 records in the taxonomy as they stand, 2 by label, 1 but for capitals, 1 nearly, 1 not at all.
COUNTRIES = ["France", "France", "Spain", "Italy", "Italy", "FRA", "DEU", "spain", "Itali", "Mars"]
JOBS = ["cook", "cook", "waiter", "nurse", "nurse", "nurse", "midwife", "cook", "nurse", "waiter"]
LEVELS = ["low", "mid", "high", "mid", "low", "low", "mid", "high", "high", "low"]
ILLS = ["flu", "flu", "cold", "cold", "flu", "cold", "flu", "cold", "flu", "flu"]
JOB_TREE = """category,parent
job,
service,job
health,job
cook,service
waiter,service
nurse,health
midwife,health
"""
NOMINAL = {"COUNTRY", "JOB", "ILL"}


@pytest.fixture
def people() -> Dataset:
    text = ColumnKind.TEXT
    return Dataset(
        (
            column("COUNTRY", text, COUNTRIES),
            column("JOB", text, JOBS),
            column("LEVEL", text, LEVELS),
            column("ILL", text, ILLS),
            column("AGE", ColumnKind.INTEGER, [20, 21, 22, 40, 41, 42, 60, 61, 62, 63]),
        ),
        Fingerprint("people.csv", 99, "0" * 64),
    )


@pytest.fixture
def jobs(tmp_path) -> Path:
    path = tmp_path / "jobs.csv"
    path.write_text(JOB_TREE)
    return path


@pytest.fixture
def store(sync_runner, people, tmp_path) -> ProjectStore:
    """The survey, with the real engine; the columns are confirmed."""
    store = ProjectStore(sync_runner)
    store.open_dataset(Source(str(tmp_path / "people.csv"), FileKind.CSV), people, profile(people))
    quasi = Role.QUASI_IDENTIFIER
    store.set_attributes(
        [
            Attribute("COUNTRY", quasi, Scale.NOMINAL),
            Attribute("JOB", quasi, Scale.NOMINAL),
            Attribute("LEVEL", quasi, Scale.ORDINAL, order=("low", "mid", "high")),
            Attribute("ILL", Role.CONFIDENTIAL, Scale.NOMINAL),
            Attribute("AGE", quasi, Scale.INTEGER),
        ]
    )
    sync_runner.do(store.confirm, Step.COLUMNS)
    return store


@pytest.fixture
def page(qtbot, store, sync_runner) -> TaxonomiesPage:
    return show_page(qtbot, TaxonomiesPage(store, sync_runner), (1000, 650))
