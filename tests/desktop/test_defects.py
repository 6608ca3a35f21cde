"""What breaks: an exception is told without its words; PySide6 6.12 under Python 3.11 is mended."""

from __future__ import annotations

import pytest

from desktop_app.lost_references import loses_references
from tests.desktop.processes import run_python

_PROGRAM = """
import threading
import desktop_app
from PySide6.QtCore import QCoreApplication, QTimer
from desktop_app.defects import install_hooks

def fail():
    {"Ada": 1}["Berta Secret"]

install_hooks()
app = QCoreApplication([])
QTimer.singleShot(0, fail)
QTimer.singleShot(50, app.quit)
app.exec()
thread = threading.Thread(target=lambda: int("Berta Secret"))
thread.start()
thread.join()
raise ValueError("Berta Secret")
"""


def test_slots_threads_and_the_end_of_the_program_tell_kind_and_place_alone() -> None:
    ended = run_python("-c", _PROGRAM)
    lines = [line for line in ended.stderr.splitlines() if "defect" in line]
    assert len(lines) == 3
    assert "(KeyError in <string>:8)" in lines[0]
    assert "(ValueError in <string>:15)" in lines[1]
    assert "(ValueError in <string>:18)" in lines[2]
    assert "Secret" not in ended.stderr + ended.stdout
    assert ended.returncode == 1


def test_the_window_begins_with_it() -> None:
    code = """
from desktop_app import app
app.build = lambda _: int("Berta Secret")
app.run([])
"""
    ended = run_python("-c", code)
    assert "(ValueError in <string>:3)" in ended.stderr
    assert "Secret" not in ended.stderr


MANY_CALLS = """
import desktop_app
from PySide6.QtCore import QObject, Signal

class Caller(QObject):
    told = Signal(object)

caller = Caller()
for _ in range(30_000):
    caller.told.emit(1)
    caller.setObjectName("a")
print("alive")
"""


def test_many_calls_leave_the_process_alive() -> None:
    ended = run_python("-c", MANY_CALLS)
    assert ended.stdout.strip() == "alive", ended.stderr


@pytest.mark.parametrize(
    ("python", "pyside", "expected"),
    [((3, 11), "6.12.0", True), ((3, 11), "6.11.2", False), ((3, 12), "6.12.0", False)],
)
def test_only_the_broken_pair_is_touched(python, pyside: str, expected: bool) -> None:
    assert loses_references(python, pyside) is expected
