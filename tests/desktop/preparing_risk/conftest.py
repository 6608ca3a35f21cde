"""A survey of a few hundred persons, and the panel of its risk, shown on its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from core.model import (
    Attribute,
    Dataset,
    FileKind,
    Method,
    Preparing,
    Project,
    Recipe,
    Role,
    Schema,
    Source,
    Target,
    Unit,
)
from desktop_app.wizard.preparing_risk import RiskPanel
from tests.core.tables import cells, dataset, quasi

KEYS = ("AREA", "JOB", "AGE")


class Survey(NamedTuple):
    """A file with what is to be counted, and the same in plain Python."""

    project: Project
    dataset: Dataset

    @property
    def records(self) -> list[tuple[object, ...]]:
        """The values of the quasi-identifiers of each record."""
        names = [a.name for a in self.project.schema.with_role(Role.QUASI_IDENTIFIER)]
        return list(zip(*(cells(self.dataset.column(name)) for name in names), strict=True))

    @property
    def units(self) -> list[object]:
        """The household of each record."""
        return cells(self.dataset.column("HOME"))


def survey(
    ages: int = 40,
    keys: tuple[str, ...] = KEYS,
    weight: str | None = "W",
    unit: Unit | None = None,
    prepare: tuple[Preparing, ...] = (),
) -> Survey:
    """Return a survey of 400 persons who have so many different ages."""
    chance = np.random.default_rng(11)
    n = 400
    age = chance.integers(0, 40, n)
    table = {
        "NAME": [f"P{i}" for i in range(n)],
        "AREA": chance.choice(["north", "south", "west"], n, p=[0.6, 0.3, 0.1]).tolist(),
        "JOB": chance.integers(1, 4, n).tolist(),
        "AGE": (20 + age * ages // 40).tolist(),
        "HOME": [i // 2 for i in range(n)],
        "W": [float(w) for w in chance.integers(1, 60, n)],
    }
    others = [Attribute(name, Role.OTHER) for name in table if name not in keys]
    schema = Schema((*map(quasi, keys), *others))
    recipe = Recipe(
        Method("mdav", {"k": 5}),
        Target(FileKind.CSV, "p"),
        weight=weight,
        unit=unit,
        prepare=prepare,
    )
    return Survey(Project(Source("/s.csv", FileKind.CSV), schema, recipe), dataset(table))


@pytest.fixture
def panel(qtbot, sync_runner) -> RiskPanel:
    panel = RiskPanel(sync_runner)
    qtbot.addWidget(panel)
    panel.resize(480, 1200)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


Show = Callable[..., None]


@pytest.fixture
def show(panel, sync_runner) -> Show:
    """Return how a survey is shown, and all that follows is done."""

    def shown(now: Survey | None, before: Survey | None = None, k: int = 5) -> None:
        panel.show_risk(k, before, now)
        for _ in range(3):
            sync_runner.finish()
            QApplication.processEvents()

    return shown
