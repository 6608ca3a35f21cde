"""An exception that nothing expected is told without its words, which may hold a cell."""

from __future__ import annotations

import subprocess
import sys

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


def run(code: str) -> subprocess.CompletedProcess[str]:
    given = [sys.executable, "-c", code]
    return subprocess.run(given, capture_output=True, text=True, timeout=300)


def test_slots_threads_and_the_end_of_the_program_tell_kind_and_place_alone() -> None:
    ended = run(_PROGRAM)
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
    ended = run(code)
    assert "(ValueError in <string>:3)" in ended.stderr
    assert "Secret" not in ended.stderr
