"""How long the window does not answer while large files go through it.

Run ``python -m tests.benchmarks.bench_pauses [--quick]`` from the project's root. Milliseconds by
the clock, so other programs on the machine are in them: the worst pause, the 99th percentile and
the median of how late a timer of the window was, for each part of each journey. ``--quick`` takes a
twentieth of the records.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings

from core.jobs import Job
from desktop_app import app as application
from desktop_app import closing
from desktop_app.projects import storage
from desktop_app.store import spending
from desktop_app.warming import Collector, get_ready
from tests.benchmarks.harness import print_titles
from tests.benchmarks.pauses import files, part_journeys, window_journeys
from tests.benchmarks.pauses.probe import Journey, Waiter
from tests.desktop.journeys.driver import Traveller


def main(share: int, folder: Path) -> None:
    """Go on all journeys in a folder, with one in `share` of the records."""
    _use_folder(folder)
    app = application.build([])
    collector = Collector(app)
    get_ready(Job())
    collector.settle()
    waiter = Waiter()
    print_titles("journey: part", "worst", "99 %", "median")
    long_file = files.write_columns(files.long_columns(500_000 // share), folder / "long.csv")
    wide_file = files.write_columns(files.wide_columns(300), folder / "wide.csv")
    recipe = files.write_recipe(folder / "large", 200_000 // share, 500)
    smaller_recipe = files.write_recipe(folder / "smaller", 30_000 // share, 50)
    through_all_steps = window_journeys.go_through_all_steps
    journeys: dict[str, Callable[[Traveller, Journey], None]] = {
        "first visits": window_journeys.visit_steps,
        "manual": window_journeys.read_manual,
        "long file": partial(through_all_steps, source=long_file, folder=folder / "long"),
        "wide file": partial(through_all_steps, source=wide_file, folder=folder / "wide"),
        "blocks": partial(window_journeys.protect_in_blocks, recipe=recipe),
        "private": partial(
            window_journeys.release_privately, recipe=recipe, folder=folder / "private"
        ),
        "checks": partial(window_journeys.check_release, recipe=recipe, folder=folder),
        "comparison": partial(window_journeys.compare_methods, recipe=smaller_recipe),
    }
    for name, travel in journeys.items():
        traveller = Traveller(waiter)
        travel(traveller, Journey(name))
        traveller.leave()
    n_rare = 200_000 // share
    rare = [files.rare_dataset(n_rare, seed, ages) for seed, ages in enumerate((90, 60, 40, 12))]
    part_journeys.look_into_risk(waiter, Journey("risk"), rare)
    coded, taxonomy = files.coded_dataset(100_000 // share), files.write_taxonomy(folder / "t.csv")
    part_journeys.look_into_taxonomy(waiter, Journey("taxonomy"), coded, taxonomy)


def _use_folder(folder: Path) -> None:
    """Keep settings, copies and the ledger in `folder`; closing asks nothing."""
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder))
    storage.recovery_folder = lambda: folder / "copies"
    spending.ledger_path = lambda: folder / "ledger.json"
    closing.confirm_closing = lambda *_: closing.Answer.CLOSE


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main(20 if "--quick" in sys.argv else 1, Path(made))
