"""A user's whole session in the real window: import, choices, save, run, release, save again.

Runs in a child process that kills itself right before one of its operations on files: between two
of them the disk is as before the second. After each step it adds a line to a file, by which the
test knows how far it came.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

KS = (7, 9)
NOT_KILLED = -1
TIMEOUT = 300.0
IMPORTED = (
    "core.io.delimited.csv_writer",
    "core.io.reading",
    "core.kernels.microaggregation.mdav",
    "core.pipeline",
    "desktop_app.app",
    "desktop_app.main_window",
    "desktop_app.wizard.columns_page",
    "desktop_app.wizard.release_page",
    "desktop_app.wizard.results_page",
    "desktop_app.wizard.run_page",
    "jinja2",
)


def prepare() -> None:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Each session would import them again.
    for name in IMPORTED:
        import_module(name)
    import pyarrow

    from core.pipeline import warm_up

    # Kernels are loaded, and the first array has pyarrow look for pandas.
    warm_up(lambda: None, "mdav")
    pyarrow.array([0.5], from_pandas=True)


class Operations:
    """Counts what changes files in a folder, and kills the process before one of the operations."""

    _CHANGES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate")

    def __init__(self, folder: Path, fatal: int) -> None:
        self.count = 0
        self._folder, self._fatal = str(folder), fatal
        sys.addaudithook(self._notice)

    def _notice(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            if not isinstance(arguments[2], int) or not arguments[2] & (os.O_WRONLY | os.O_RDWR):
                return
        elif event not in self._CHANGES:
            return
        path = "" if isinstance(arguments[0], int) else os.fsdecode(arguments[0])
        # While a folder is removed, its files are named without it.
        if path.startswith(self._folder) or not Path(path).is_absolute():
            if self.count == self._fatal:
                os.kill(os.getpid(), signal.SIGKILL)
            self.count += 1


def work(folder: str, data: str, release: str, fatal: str) -> int:
    """Play the session; write at its end how many operations there were."""
    place = Path(folder)
    from PySide6.QtCore import QSettings

    import desktop_app.jobs.precedence as precedence_module
    import desktop_app.projects.storage as storage_module
    import desktop_app.wizard.release_page as release_module
    from desktop_app import app as app_module
    from desktop_app.main_window import MainWindow

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(place))
    storage_module.recovery_folder = lambda: place / "copies"
    release_module.confirm_replacing = lambda *_: True
    # No user has to see anything, or to stop typing.
    precedence_module._HOLD_MILLISECONDS, storage_module._PAUSE_MILLISECONDS = 0, 30
    app = app_module.build([])
    session = Session(app, MainWindow(), place)
    operations = Operations(place, int(fatal))
    session.play(Path(data), Path(release))
    session.note(f"operations {operations.count}")
    return 0


class Session:
    def __init__(self, app, window, folder: Path) -> None:
        self.app, self.window, self.store = app, window, window.store
        self._notes = os.open(folder / "notes", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._project = folder / "project.statveil"
        self.window.show()

    def play(self, data: Path, release: Path) -> None:
        from core.model import Method
        from desktop_app.state import Step

        self.window.open_path(str(data))
        page = self.window.page(Step.DATA)
        for _ in range(3):
            self.wait(lambda: page.main_action().enabled)
            page.trigger()
        self.wait(lambda: self.store.dataset is not None)
        self.store.confirm(Step.COLUMNS)
        self.store.confirm(Step.METHOD)
        self.store.set_method(Method("mdav", {"k": KS[0]}))
        self.wait(lambda: self.window.keeper.storage._copied is not None)
        self.rest()
        self.note("kept 0")
        self.save()
        self.note("saved 0")
        self.window.show_step(Step.RUN)
        self.wait(lambda: self.window.page(Step.RUN).main_action().enabled)
        self.window.page(Step.RUN).trigger()
        self.wait(lambda: self.store.result is not None)
        self.window.show_step(Step.RELEASE)
        release_page = self.window.page(Step.RELEASE)
        release_page.set_folder(str(release))
        self.wait(lambda: release_page.main_action().enabled)
        release_page.trigger()
        self.wait(lambda: self.store.release is not None)
        self.store.set_method(Method("mdav", {"k": KS[1]}))
        self.save()
        self.note("saved 1")

    def save(self) -> None:
        self.window.keeper.storage.save(self._project)
        self.wait(lambda: not self.store.modified)
        self.rest()

    def note(self, text: str) -> None:
        os.write(self._notes, f"{text}\n".encode())

    def wait(self, until: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT
        while not until():
            if time.monotonic() > deadline:
                os._exit(98)
            self.app.processEvents()
            time.sleep(0.002)

    def rest(self) -> None:
        self.wait(lambda: not self.window.runner.operations)
