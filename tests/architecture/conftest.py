"""The project's own source files, read once, and a process that is cut off from things."""

from __future__ import annotations

import ast
import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from tests.small_samples import write_small_sample

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "desktop_app", "installer", "resources", "tests")


# The fields of a statement in which there are others.
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


@dataclass(frozen=True)
class SourceFile:
    """One Python file of the project."""

    name: str
    text: str
    tree: ast.Module

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the tree, as `ast.walk` yields them."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def statements(self) -> tuple[ast.AST, ...]:
        """The statements of the tree, wherever they are: a tenth of the nodes."""
        found: list[ast.AST] = [self.tree]
        for node in found:
            for block in _BLOCKS:
                found += getattr(node, block, ())
        return tuple(found)

    @property
    def lines(self) -> int:
        return self.text.count("\n")


@pytest.fixture(scope="session")
def sources() -> tuple[SourceFile, ...]:
    """Return every Python file of the project, tests included."""
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    # There are more than a million nodes: the collector would take longer than the parser to look
    # for circles among them, and again in each of its later rounds.
    gc.disable()
    try:
        return tuple(parse_file(path) for path in paths)
    finally:
        gc.freeze()
        gc.enable()


def list_imports(nodes: Iterable[ast.AST]) -> list[str]:
    """List the dotted names that are imported, each whole: ``a.b`` of ``from a import b``."""
    names = []
    for node in nodes:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def parse_file(path: Path) -> SourceFile:
    name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    return SourceFile(name, text, ast.parse(text, name))


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the project's folder."""
    return ROOT


# Python runs a module of this name in every process before anything else, so children that the
# program starts are cut off and watched as well.
_CUT_OFF = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6", "matplotlib"}:
            raise ModuleNotFoundError(f"{name} is cut off", name=name)

def watch(event, arguments):
    if not event.startswith("socket.") or event in {"socket.gethostname"}:
        return
    family = getattr(arguments[0], "family", None) if arguments else None
    family = arguments[1] if event == "socket.__new__" else family
    if getattr(family, "name", None) != "AF_UNIX" and family != 1:
        with open(LOG, "a") as log:
            log.write(f"{event}\\n")

if CUT_OFF_QT:
    sys.meta_path.insert(0, Nothing())
sys.addaudithook(watch)
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a watched process ended, and the network calls it and its children made."""

    code: int
    out: str
    err: str
    calls: tuple[str, ...]

    def words(self, begin: str) -> list[str]:
        """Return what follows `begin` in the first line that it begins."""
        lines = (line.partition(" ") for line in self.out.splitlines())
        return next((words.split() for first, _, words in lines if first == begin), [])


Watch = Callable[..., Ran]


@pytest.fixture(scope="session")
def run_watched(tmp_path_factory: pytest.TempPathFactory) -> Watch:
    """Return a function that runs Python with its network calls noted, without Qt if asked."""

    def run(*arguments: str, without_qt: bool = True) -> Ran:
        folder = tmp_path_factory.mktemp("watched")
        log = folder / "calls.log"
        head = f"LOG = {str(log)!r}\nCUT_OFF_QT = {without_qt}\n"
        (folder / "sitecustomize.py").write_text(head + _CUT_OFF, encoding="utf-8")
        environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
        ended = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment | {"QT_QPA_PLATFORM": "offscreen"},
            check=False,
            timeout=600,
        )
        calls = tuple(log.read_text().splitlines()) if log.exists() else ()
        return Ran(ended.returncode, ended.stdout, ended.stderr, calls)

    return run


# Protects and verifies a file; imports all of the engine after that. What it says of libraries is
# what was loaded by then.
_PROTECT = """
import importlib, pathlib, pkgutil, sys

pathlib.Path("cffi.py").write_text("class FFI: pass")
from desktop_app.entry import main

def say_libraries(moment):
    print(moment, *{name.partition(".")[0] for name in tuple(sys.modules)})

def hear(event, arguments):
    if event == "open" and str(arguments[0]).endswith("business_survey.csv"):
        say_libraries("READING")

def run(*words):
    sys.argv[1:] = words
    return main()

recipe, data, release, log = sys.argv[1:]
sys.addaudithook(hear)
statuses = run("protect", recipe, "--output", release), run("verify", log, "--input", data)
say_libraries("VERIFIED")
import core
names = [m.name for m in pkgutil.walk_packages(core.__path__, "core.")]
for name in names:
    if name != "core.__main__":
        importlib.import_module(name)
say_libraries("IMPORTED")
print("STATUSES", *statuses)
print("MODULES", len(names))
"""


@pytest.fixture(scope="session")
def few_firms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a sample of the first 400 records, and its recipe."""
    return write_small_sample(tmp_path_factory.mktemp("firms"), "business_survey", 400).parent


@pytest.fixture(scope="session")
def ran_without_qt(run_watched: Watch, few_firms: Path) -> Ran:
    """Protect and verify a sample in a process that is cut off from Qt and matplotlib."""
    recipe, data = (few_firms / f"business_survey.{end}" for end in ("recipe.json", "csv"))
    release = few_firms / "release"
    log = release / "internal/business_survey_protected.internal.json"
    return run_watched("-c", _PROTECT, *map(str, (recipe, data, release, log)))


# Opens the window with a file, waits until the settings are checked, and closes it. What it says of
# libraries is what was loaded when it was first painted, before which the file is not opened: the
# thread that opens it imports the engine.
_WINDOW = """
import sys
from PySide6.QtCore import QEvent, QObject, QTimer
from desktop_app import app
from desktop_app.main_window import MainWindow

open_path = MainWindow.open_path
asked = []
MainWindow.open_path = lambda *window_and_path: asked.append(window_and_path)

class Watch(QObject):
    was_painted = False

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and not self.was_painted:
            self.was_painted = True
            print("PAINTED", *{name.partition(".")[0] for name in tuple(sys.modules)}, flush=True)
            QTimer.singleShot(0, lambda: open_path(*asked[0]))
        return False

build = app.build

def build_and_watch(arguments):
    made = build(arguments)
    def look():
        shown = [w for w in made.topLevelWidgets() if isinstance(w, MainWindow)]
        if shown and shown[0].store.plan is not None and not shown[0].runner.busy:
            # Closing may take a moment, in which the timer would come again.
            made.look.stop()
            print("RECORDS", shown[0].store.dataset.rows, flush=True)
            shown[0].close()
    made.watch = Watch()
    made.installEventFilter(made.watch)
    made.look = QTimer(made, interval=100)
    made.look.timeout.connect(look)
    made.look.start()
    return made

app.build = build_and_watch
sys.exit(app.run(sys.argv[1:]))
"""


@pytest.fixture(scope="session")
def opened_window(run_watched: Watch, few_firms: Path) -> Ran:
    """Open a sample in the window."""
    recipe = str(few_firms / "business_survey.recipe.json")
    return run_watched("-c", _WINDOW, recipe, without_qt=False)
