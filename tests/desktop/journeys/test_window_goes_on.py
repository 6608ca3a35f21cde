"""While a run of any kind works, the window's event loop turns.

Each run is held up at its start until the loop has turned some times, which it does however busy
the machine is, but never if the run works on the window's thread. How long pauses are is measured
by `tests.benchmarks.bench_pauses`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from core.assess.assess import assess
from core.compare.comparison import Comparison
from core.inspect.profiling.column_profiles import profile
from core.io import read
from core.io.taxonomies.taxonomy_reader import probe_taxonomy
from core.model import Role
from core.pipeline import count_run, measure_run, seal
from core.verify import replay, verify
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.test_assessing import assess_by_keys
from tests.desktop.mouse import press

ENOUGH_TURNS = 5
RUNS: tuple[FunctionType, ...] = (
    read, profile, assess, probe_taxonomy, Comparison.run, measure_run, count_run, seal, verify,
    replay,
)  # fmt: skip
ROLES = {
    "NAME": Role.IDENTIFIER,
    "AGE": Role.QUASI_IDENTIFIER,
    "JOB": Role.QUASI_IDENTIFIER,
    "INCOME": Role.CONFIDENTIAL,
}
JOBS = ("cook", "waiter", "nurse", "midwife")


class TurnCounter:
    """Counts how often the window's event loop turns while each run waits at its start.

    Attributes
    ----------
    fewest_turns : dict
        By the run's name; a run on the window's thread has none.
    """

    def __init__(self) -> None:
        self.fewest_turns: dict[str, int] = {}
        self._turned = threading.Condition()
        self._n_turns = 0

    def count_turn(self) -> None:
        """Count a turn of the event loop."""
        with self._turned:
            self._n_turns += 1
            self._turned.notify_all()

    def hold_up(self, name: str) -> None:
        """Hold a run up that begins."""
        with self._turned:
            n_before = self._n_turns
            if threading.current_thread() is not threading.main_thread():
                enough = n_before + ENOUGH_TURNS
                self._turned.wait_for(lambda: self._n_turns >= enough, timeout=120)
            n_turns = self._n_turns - n_before
        self.fewest_turns[name] = min(n_turns, self.fewest_turns.get(name, n_turns))


def _hold_up_first(run: FunctionType, counter: TurnCounter, patch: pytest.MonkeyPatch) -> None:
    """Have `run` held up at its start under whichever name it was imported."""
    held_run = FunctionType(run.__code__, run.__globals__, argdefs=run.__defaults__)
    held_run.__kwdefaults__ = run.__kwdefaults__

    def hold_up_and_run(*arguments: object, **options: object) -> object:
        counter.hold_up(run.__qualname__)
        return held_run(*arguments, **options)

    # Its code finds only what the run's module holds.
    name = f"_held_{run.__name__}"
    patch.setitem(run.__globals__, name, hold_up_and_run)
    scope: dict[str, FunctionType] = {}
    exec(f"def begin(*arguments, **options): return {name}(*arguments, **options)", scope)
    patch.setattr(run, "__code__", scope["begin"].__code__)
    patch.setattr(run, "__defaults__", None)
    patch.setattr(run, "__kwdefaults__", None)


@pytest.fixture
def turns(qapp, monkeypatch) -> Iterator[TurnCounter]:
    counter = TurnCounter()
    timer = QTimer(qapp, interval=1)
    timer.timeout.connect(counter.count_turn)
    timer.start()
    for run in RUNS:
        _hold_up_first(run, counter, monkeypatch)
    yield counter
    timer.stop()
    timer.deleteLater()


def _write_files(folder: Path) -> tuple[Path, Path]:
    rows = (f"P{i},{i * 37 % 41},{JOBS[i * 5 % 4]},{i * 11 % 97}" for i in range(80))
    data, taxonomy = folder / "people.csv", folder / "jobs.csv"
    data.write_text("\n".join((",".join(ROLES), *rows)) + "\n")
    taxonomy.write_text("category,parent\njob,\n" + "".join(f"{job},job\n" for job in JOBS))
    return data, taxonomy


def _compare(traveller: Traveller) -> None:
    """Begin to compare methods, and cancel it."""
    page = traveller.page(Step.METHOD)
    traveller.wait(page.compare_button.isEnabled)
    # By its key: the screen of the tests is narrower than the smallest window.
    QTest.keyClick(page.compare_button, Qt.Key.Key_Space)
    traveller.wait(lambda: bool(page.compare.panel.comparison.found))
    traveller.do(press, page.compare.panel.progress.cancel_button)
    traveller.back()


def _check(traveller: Traveller, release: Path, original: Path) -> None:
    """Verify and repeat the release."""
    (log,) = release.glob("internal/*.internal.json")
    for checking in ("verify", "repeat"):
        checks = traveller.window.checks
        dialog = checks.verify_log(log) if checking == "verify" else checks.repeat()
        dialog.log.set_path(log)
        dialog.original.set_path(original)
        dialog.folder.set_path(release.parent / "again")
        press(dialog.main_button)
        traveller.wait(dialog.panel.isVisible)
        dialog.close()


def test_the_event_loop_turns_while_each_kind_of_run_works(
    turns, traveller, tmp_path, monkeypatch
) -> None:
    data, taxonomy = _write_files(tmp_path)
    traveller.import_file(data)
    traveller.forward()
    traveller.set_roles(ROLES)
    assess_by_keys(traveller, tmp_path, monkeypatch)
    traveller.forward()
    traveller.forward()
    assert traveller.page(Step.TAXONOMIES).accepts_file(str(taxonomy))
    traveller.rest()
    while traveller.step is not Step.METHOD:
        traveller.forward()
    _compare(traveller)
    traveller.forward()
    traveller.run()
    traveller.forward()
    traveller.confirm()
    traveller.release(tmp_path / "release")
    _check(traveller, tmp_path / "release", data)

    assert set(turns.fewest_turns) == {run.__qualname__ for run in RUNS}
    assert min(turns.fewest_turns.values()) >= ENOUGH_TURNS, turns.fewest_turns


def test_a_run_on_the_thread_of_the_window_has_no_turns(turns, tmp_path) -> None:
    _, taxonomy = _write_files(tmp_path)
    probe_taxonomy(taxonomy)

    assert turns.fewest_turns == {"probe_taxonomy": 0}
