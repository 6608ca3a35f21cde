"""A user in front of the real window, with real threads and the real engine."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from desktop_app import closing
from tests.desktop.journeys.driver import Traveller

ADULT_RECORDS = 600
ROWS = 200_000
ROLES = {
    "AGE": ("quasi-identifier", "integer"),
    "HOURS": ("quasi-identifier", "continuous"),
    "GAIN": ("quasi-identifier", "integer"),
    "WAGE": ("confidential", "continuous"),
    "REGION": ("other", None),
}


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where this user's ledger of privacy budgets will be: not the real one."""
    path = tmp_path / "own" / "ledger.json"
    monkeypatch.setattr("desktop_app.store.spending.ledger_path", lambda: path)
    return path


@pytest.fixture
def traveller(traveller: Traveller, monkeypatch: pytest.MonkeyPatch, book: Path) -> Traveller:
    """Return a user whose window closes unasked, whatever is going on in it."""
    assert not book.exists()
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    return traveller


@pytest.fixture
def adult(reference_data: Path, tmp_path: Path) -> Path:
    """Write the first records of Adult."""
    lines = (reference_data / "adult.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "adult.csv"
    path.write_text("".join(lines[: 1 + ADULT_RECORDS]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def big_recipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a file of 200,000 records and a recipe for it."""
    random = np.random.default_rng(1)
    folder = tmp_path_factory.mktemp("big")
    columns = (
        random.integers(17, 90, ROWS).astype(str),
        np.round(random.normal(40, 10, ROWS), 1).astype(str),
        random.integers(0, 5000, ROWS).astype(str),
        np.round(np.exp(random.normal(10, 0.6, ROWS)), 2).astype(str),
        random.choice(["north", "south"], ROWS),
    )
    rows = [",".join(cells) for cells in zip(*columns, strict=True)]
    (folder / "big.csv").write_text("\n".join([",".join(ROLES), *rows, ""]))
    attributes = [
        {"name": name, "role": role, **({"scale": scale} if scale else {})}
        for name, (role, scale) in ROLES.items()
    ]
    recipe = {
        "format": "statveil-recipe/1",
        "input": {"path": "big.csv", "kind": "csv"},
        "attributes": attributes,
        "missing": "leave-out",
        "method": {"name": "mdav", "k": 500},
        "output": {"kind": "csv", "name": "big_protected"},
    }
    path = folder / "big.recipe.json"
    path.write_text(json.dumps(recipe))
    return path
