"""What a user does in the main window with large files."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import resources
from core.command_line import main as command_line
from core.model import Role
from desktop_app.manual import ManualWindow
from desktop_app.manual.manual_pages import page_names
from desktop_app.state import Step
from tests.benchmarks.harness import print_row
from tests.benchmarks.pauses.probe import Journey
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.private import choose_private, declare, spend
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, choose_value, press, press_tab

_SAMPLE = resources.FOLDER / "samples" / "household_survey.recipe.json"
_ROLES = {
    "ID": Role.IDENTIFIER,
    "AGE": Role.QUASI_IDENTIFIER,
    "HOURS": Role.QUASI_IDENTIFIER,
    "ROOMS": Role.QUASI_IDENTIFIER,
    "WAGE": Role.CONFIDENTIAL,
}
_DOMAINS = {"AGE": (0, 120), "HOURS": (0, 120), "GAIN": (0, 5000)}
# What takes longest is left to `bench_best`; the window does the same with each method.
_SLOW_METHODS = ("best", "best-t", "t-k-first")


def visit_steps(traveller: Traveller, journey: Journey) -> None:
    """Show each step for the first time, and run in between."""
    _open_recipe(traveller, _SAMPLE)
    for step in Step:
        with journey.part(step.name.lower()):
            if step is Step.RESULTS:
                traveller.run()
            else:
                traveller.window.enter_step(step)
            traveller.rest()


def go_through_all_steps(
    traveller: Traveller, journey: Journey, source: Path, folder: Path
) -> None:
    """Go from a data file to a release."""
    with journey.part("import"):
        traveller.import_file(source)
    with journey.part("columns"):
        traveller.forward()
        table = traveller.page(Step.COLUMNS).table
        table.setFocus()
        for _ in range(12):
            QTest.keyClick(table, Qt.Key.Key_Down)
        QTest.keyClick(table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        traveller.rest()
    names = traveller.store.dataset.names
    traveller.set_roles({name: _ROLES.get(name, Role.OTHER) for name in names})
    with journey.part("method"):
        while traveller.step is not Step.METHOD:
            traveller.forward()
        press(traveller.page(Step.METHOD).cards.cards["mdav"].button)
        traveller.rest()
    with journey.part("run"):
        traveller.forward()
        traveller.run()
    with journey.part("results"):
        _look_at_results(traveller)
    with journey.part("release"):
        traveller.forward()
        traveller.confirm()
        traveller.release(folder)


def _look_at_results(traveller: Traveller) -> None:
    """Look at every tab, at a cluster, at another pair of columns and at one column."""
    page = traveller.page(Step.RESULTS)
    _press_tabs(traveller)
    press_tab(page.tabs, 0)
    page.selection.select_cluster(3)
    choose(page.clusters.across, page.clusters.across.itemText(2))
    page.selection.select_attribute("WAGE")
    traveller.rest()


def _press_tabs(traveller: Traveller) -> None:
    tabs = traveller.page(Step.RESULTS).tabs
    for tab in filter(tabs.isTabVisible, range(tabs.count())):
        press_tab(tabs, tab)
        traveller.rest()


def protect_in_blocks(traveller: Traveller, journey: Journey, recipe: Path) -> None:
    """Split the columns into blocks, run, and look at the clusters of each."""
    _open_recipe(traveller, recipe)
    traveller.window.show_step(Step.METHOD)
    form = traveller.page(Step.METHOD).form
    with journey.part("choosing"):
        if not form.more_settings.is_open:
            press(form.more_settings.button)
            traveller.rest()
        field = form.fields["blocks"]
        choose_value(field.count, 2)
        traveller.rest()
        choose(field.columns["HOURS"], "Block 2")
        traveller.rest()
    traveller.window.show_step(Step.RUN)
    with journey.part("run"):
        traveller.run()
    chooser = traveller.page(Step.RESULTS).clusters.block
    with journey.part("clusters"):
        for block in (1, 2, 0):
            choose(chooser, chooser.itemText(block))
            traveller.rest()


def release_privately(traveller: Traveller, journey: Journey, recipe: Path, folder: Path) -> None:
    """Go from a recipe to a differentially private release."""
    _open_recipe(traveller, recipe)
    traveller.window.show_step(Step.METHOD)
    form = traveller.page(Step.METHOD).form
    with journey.part("declaring"):
        choose_private(traveller, "dp-individual-ranking")
        declare(traveller, _DOMAINS)
        choose_value(form.fields["guarantee"], "dependence")
        type_into(form.fields["epsilon"], "2")
        traveller.rest()
    traveller.forward()
    with journey.part("spending"):
        spend(traveller)
    with journey.part("results"):
        _press_tabs(traveller)
        press(traveller.page(Step.RESULTS).baselines.run_button)
        traveller.rest()
    with journey.part("release"):
        traveller.forward()
        traveller.release(folder)


def check_release(traveller: Traveller, journey: Journey, recipe: Path, folder: Path) -> None:
    """Verify a release with its original, and repeat it, from the menu."""
    command_line(["protect", str(recipe), "--output", str(folder / "sealed")])
    log = folder / "sealed/internal/big_protected.internal.json"
    checks = traveller.window.checks
    for name in ("verify", "repeat"):
        dialog = checks.verify_log(log) if name == "verify" else checks.repeat()
        dialog.log.set_path(log)
        dialog.original.set_path(recipe.parent / "big.csv")
        dialog.folder.set_path(folder / "again")
        with journey.part(name):
            press(dialog.main_button)
            traveller.wait(dialog.panel.isVisible)
        dialog.close()


def compare_methods(traveller: Traveller, journey: Journey, recipe: Path) -> None:
    """Compare seven methods with two k each, look at one, and cancel another comparison."""
    _open_recipe(traveller, recipe)
    traveller.window.show_step(Step.METHOD)
    page = traveller.page(Step.METHOD)
    compare = page.compare
    # By its key: the screen is narrower than the smallest window.
    QTest.keyClick(page.compare_button, Qt.Key.Key_Space)
    compare.panel.cancel()
    traveller.rest()
    compare.set_up()
    compare.setup.vary("k")
    type_into(compare.setup.values, "20, 200")
    for name in _SLOW_METHODS:
        press(compare.setup.methods.boxes[name])
    with journey.part("trials"):
        traveller.forward()
        traveller.rest()
        compare.panel.table.select(3)
        traveller.rest()
    compare.set_up()
    traveller.forward()
    traveller.wait(lambda: len(compare.panel.comparison.found) >= 2)
    began = time.perf_counter()
    with journey.part("cancel"):
        press(compare.panel.progress.cancel_button)
        traveller.wait(lambda: not compare.panel.busy)
        seconds = time.perf_counter() - began
    print_row("from the click on Cancel to the end", f"{seconds * 1000:.0f}", "", "")


def read_manual(traveller: Traveller, journey: Journey) -> None:
    """Show each page of the manual."""
    traveller.window.activateWindow()
    traveller.wait(traveller.window.isActiveWindow)
    QTest.keyClick(traveller.window, Qt.Key.Key_F1)
    manual = traveller.window.findChild(ManualWindow)
    with journey.part("pages"):
        for name in page_names():
            manual.go_to(name)
            QApplication.processEvents()
            manual.go_to("index.md")
    manual.close()


def _open_recipe(traveller: Traveller, recipe: Path) -> None:
    traveller.open(recipe)
    traveller.wait(lambda: traveller.store.dataset is not None)
    traveller.rest()
