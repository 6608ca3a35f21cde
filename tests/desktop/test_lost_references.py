"""PySide6 6.12 under Python 3.11 ends the process after some thousand calls; not ours."""

from __future__ import annotations

import subprocess
import sys

import pytest

from desktop_app.lost_references import loses_references

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
    ended = subprocess.run(
        [sys.executable, "-c", MANY_CALLS], capture_output=True, text=True, check=False
    )
    assert ended.stdout.strip() == "alive", ended.stderr


@pytest.mark.parametrize(
    ("python", "pyside", "expected"),
    [((3, 11), "6.12.0", True), ((3, 11), "6.11.2", False), ((3, 12), "6.12.0", False)],
)
def test_only_the_broken_pair_is_touched(python, pyside: str, expected: bool) -> None:
    assert loses_references(python, pyside) is expected
