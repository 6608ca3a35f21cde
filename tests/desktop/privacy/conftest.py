"""A small file, open, with a private method chosen; the engine is the real one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.inspect.profiling.column_profiles import profile
from core.model import (
    Attribute,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Method,
    ReadOptions,
    Role,
    Scale,
    Source,
)
from desktop_app.store import ProjectStore
from tests.desktop.conftest import column

ROWS = 60
_ROLES = {
    "AGE": (Role.QUASI_IDENTIFIER, Scale.INTEGER),
    "RENT": (Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
    "BORN": (Role.QUASI_IDENTIFIER, Scale.DATE),
    "JOB": (Role.CONFIDENTIAL, Scale.NOMINAL),
}
DOMAINS = {"AGE": (0.0, 120.0), "RENT": (0.0, 5000.0), "BORN": (-20000.0, 20000.0)}


@pytest.fixture
def records() -> Dataset:
    chance = np.random.default_rng(3)
    return Dataset(
        (
            column("AGE", ColumnKind.INTEGER, chance.integers(18, 90, ROWS).tolist()),
            column("RENT", ColumnKind.NUMBER, chance.uniform(200, 2000, ROWS).round(1).tolist()),
            column("BORN", ColumnKind.DATE, chance.integers(-9000, 9000, ROWS).tolist()),
            column("JOB", ColumnKind.TEXT, chance.choice(["cook", "clerk"], ROWS).tolist()),
        ),
        Fingerprint("small.csv", 99, "ab" * 32),
    )


@pytest.fixture
def private(sync_runner, records, tmp_path, book) -> ProjectStore:
    """Nothing is declared yet."""
    assert not book.exists()
    store = ProjectStore(sync_runner)
    source = Source(str(tmp_path / "small.csv"), FileKind.CSV, ReadOptions())
    store.open_dataset(source, records, profile(records))
    store.set_attributes([Attribute(name, *kind) for name, kind in _ROLES.items()])
    sync_runner.do(store.set_method, Method("dp-individual-ranking", {"k": 5, "epsilon": 3.0}))
    return store


@pytest.fixture
def declared(private, sync_runner) -> ProjectStore:
    """Every domain is declared."""
    assert private.schema is not None
    private.set_attributes(
        replace(a, domain=DOMAINS[a.name]) for a in private.schema.attributes if a.name in DOMAINS
    )
    sync_runner.finish()
    return private
