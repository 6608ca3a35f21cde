"""The window answers within 100 ms when each step is shown for the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import resources
from core.jobs import Job
from desktop_app import closing
from desktop_app.state import Step
from desktop_app.warming import get_ready
from tests.desktop.journeys.driver import Traveller
from tests.desktop.latency import LatencyProbe, assert_prompt

pytestmark = pytest.mark.alone

_SAMPLE = resources.FOLDER / "samples" / "household_survey.recipe.json"
# Nobody goes on sooner after a step has appeared.
_GLANCE = 300


@pytest.fixture
def new_window(
    qtbot, monkeypatch: pytest.MonkeyPatch, book: Path
) -> Iterator[Callable[[], Traveller]]:
    """Return what opens a window in which no step was shown yet, and closes the one before."""
    assert not book.exists()
    monkeypatch.setattr(closing, "confirm_closing", lambda *_: closing.Answer.CLOSE)
    get_ready(Job())
    opened: list[Traveller] = []

    def make() -> Traveller:
        while opened:
            opened.pop().leave()
        opened.append(Traveller(qtbot))
        return opened[0]

    yield make
    opened.pop().leave()


def _visit(traveller: Traveller) -> dict[str, float]:
    """Show each step, run in between, and return the worst stall at each."""
    found: dict[str, float] = {}
    traveller.open(_SAMPLE)
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
    for step in Step:
        with LatencyProbe() as probe:
            if step is Step.RESULTS:
                traveller.run()
            else:
                traveller.window.enter_step(step)
            traveller.rest()
            traveller.qtbot.wait(_GLANCE)
        found[step.name] = probe.worst
    return found


def test_the_window_answers_when_a_step_is_first_shown(
    new_window: Callable[[], Traveller], record_property
) -> None:
    assert_prompt(lambda _: _visit(new_window()), record_property)
