"""What is said of running work while its kernels are compiled for the first time."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

import core.kernels.compilation.watching as kernels
from core.jobs import Progress
from desktop_app.views.frame.activity import outlook_text
from desktop_app.views.phase_list import PhaseList
from desktop_app.wizard.comparing.panel import ProgressRow

NOTHING_YET = Progress("clustering", 1, 2, 0, 0, None)
HALF_WAY = Progress("clustering", 1, 2, 50, 100, 40.0)


@pytest.fixture
def first_use(monkeypatch) -> None:
    monkeypatch.setattr(kernels, "compiling", lambda: True)


def test_the_time_left_is_told_once_everything_is_compiled() -> None:
    assert outlook_text(HALF_WAY) == "about 40 seconds left"
    assert outlook_text(NOTHING_YET) == ""


@pytest.mark.usefixtures("first_use")
def test_a_comparison_says_why_nothing_moves_yet(qtbot) -> None:
    row = ProgressRow("Cancel", "Progress")
    qtbot.addWidget(row)
    row.begin()
    row.show_progress(NOTHING_YET)
    assert row.time_left.text() == "getting the method ready, once on this computer"


@pytest.mark.usefixtures("styled", "first_use")
def test_a_run_says_why_nothing_moves_yet(qtbot) -> None:
    phases = PhaseList()
    qtbot.addWidget(phases)
    phases.show_phases(("clustering", "aggregating"))
    phases.show()
    before = phases.minimumSizeHint().width()
    phases.show_progress(NOTHING_YET)
    assert phases.minimumSizeHint().width() < before + 100
    said = [row.state for row in phases._rows]
    assert said == ["getting the method ready, once on this computer", ""]


@pytest.mark.parametrize("there", [None, ModuleType("half imported")])
def test_asking_is_harmless_while_the_kernels_are_being_imported(
    monkeypatch, there: ModuleType | None
) -> None:
    monkeypatch.setitem(sys.modules, "core.kernels.compilation.watching", there)
    assert outlook_text(HALF_WAY) == "about 40 seconds left"
