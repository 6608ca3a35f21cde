"""Drives the real window as a user does: it presses what can be pressed and waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.model import Role
from desktop_app.main_window import MainWindow
from desktop_app.state import Step
from tests.desktop.keys import type_into
from tests.desktop.mouse import choose, press, select_rows
from tests.desktop.patience import PATIENCE_MILLISECONDS

ROLE_NAMES = {
    Role.QUASI_IDENTIFIER: "Quasi-identifier",
    Role.CONFIDENTIAL: "Confidential",
    Role.IDENTIFIER: "Identifier",
    Role.OTHER: "Other",
}


class Traveller:
    """A user in front of a window, a new one unless it is given."""

    def __init__(self, qtbot, window: MainWindow | None = None) -> None:
        self.qtbot = qtbot
        self.window = window or MainWindow()
        self.window.show()
        self.store = self.window.store

    def page(self, step: Step):
        """Return the page of `step`."""
        return self.window.page(step)

    @property
    def button(self) -> str:
        """What the main button says, without its mnemonic."""
        return self.window.footer.main_button.text().replace("&", "")

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.window.step

    def wait(self, until) -> None:
        """Wait until something is true."""
        self.qtbot.waitUntil(until)

    def rest(self) -> None:
        """Wait until nothing runs."""
        self.wait(lambda: not self.window.runner.operations)

    def do(self, act: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """Call `act`, and wait until nothing runs."""
        answer = act(*arguments, **options)
        self.rest()
        return answer

    def forward(self) -> None:
        """Press the main button as soon as it can be pressed."""
        self.wait(self.window.footer.main_button.isEnabled)
        press(self.window.footer.main_button)

    def back(self) -> None:
        """Press Back."""
        press(self.window.footer.back_button)

    def open(self, path: Path) -> None:
        """Begin with a data file or a recipe."""
        assert self.window.open_path(str(path))

    def save(self, path: Path) -> None:
        """Save the project to `path` without being asked where."""
        self.window.keeper.storage.save(path)
        self.rest()

    def open_project(self, path: Path) -> None:
        """Open a recipe or a project with its data."""
        self.open(path)
        self.wait(lambda: self.store.dataset is not None)
        self.rest()

    def show(self, step: Step):
        """Show a step, wait until nothing runs, and return the step's page."""
        self.window.show_step(step)
        self.rest()
        return self.page(step)

    def open_at(self, step: Step, path: Path):
        """Open a recipe or a project with its data; show a step and return its page."""
        self.open_project(path)
        return self.show(step)

    def import_file(self, path: Path) -> None:
        """Open a data file and go through the import's three pages as they stand."""
        self.open(path)
        for _ in range(3):
            self.forward()
        self.wait(lambda: self.store.dataset is not None)
        self.rest()

    def set_roles(self, roles: dict[str, Role]) -> None:
        """Select columns on the step Columns and give them their roles."""
        page = self.page(Step.COLUMNS)
        names = [attribute.name for attribute in self.store.schema.attributes]
        for role, count in Counter(roles.values()).most_common():
            wanted = [name for name in roles if roles[name] is role]
            if count > len(names) // 2:
                # The exceptions get their roles afterwards.
                QTest.keyClick(page.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            else:
                select_rows(page.table, [page.model.index(names.index(name), 0) for name in wanted])
            choose(page.bar.roles, ROLE_NAMES[role])
        assert {a.name: a.role for a in self.store.schema.attributes} == {
            **dict.fromkeys(names, Role.OTHER),
            **roles,
        }

    def run(self) -> None:
        """Press Protect on the step Run and wait for the results."""
        assert self.step is Step.RUN
        self.forward()
        self.wait(lambda: self.step is Step.RESULTS)
        self.rest()

    def protect(self) -> None:
        """Run from whichever step is shown."""
        self.show(Step.RUN)
        self.run()

    def confirm(self) -> None:
        """Accept every question on the step Release; without it, no release is called ready."""
        for question in self.page(Step.RELEASE).confirming.questions:
            # What was accepted once stays so for the same result.
            if not question.box.isChecked():
                press(question.box)
                type_into(question.why, "Known.")

    def release(self, folder: Path) -> None:
        """Write the release to `folder` and wait for the verdict."""
        assert self.step is Step.RELEASE
        page = self.page(Step.RELEASE)
        page.set_folder(str(folder))
        self.forward()
        self.wait(page.verdict.isVisible)
        self.rest()

    def leave(self) -> None:
        """Close the window and wait until its work has stopped."""
        self.window.close()
        self.wait(lambda: not self.window.isVisible())
        assert self.window.runner.close(PATIENCE_MILLISECONDS // 1000)
        self.window.deleteLater()
        QApplication.processEvents()
