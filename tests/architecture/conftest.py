"""The project's own source files, read once, and a process that is cut off from things."""

from __future__ import annotations

import ast
import gc
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "desktop_app", "installer", "resources", "tests")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One Python file of the project."""

    name: str
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    """All nodes of the tree, as `ast.walk` yields them."""

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


def parse_file(path: Path) -> SourceFile:
    name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    tree = ast.parse(text, name)
    return SourceFile(name, text, tree, tuple(ast.walk(tree)))


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


Watch = Callable[..., Ran]


@pytest.fixture
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
