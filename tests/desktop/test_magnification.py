"""The interface size: used from the next start, passed on to no other program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.usefixtures("styled")

_START = """
import os, sys
from PySide6.QtCore import QSettings
QSettings.setDefaultFormat(QSettings.Format.IniFormat)
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
from PySide6.QtCore import QCoreApplication
QCoreApplication.setOrganizationName("Statveil"); QCoreApplication.setApplicationName("Statveil")
QSettings().setValue("look/magnification", sys.argv[2])
from desktop_app.app import build
app = build([])
print(app.devicePixelRatio(), os.environ.get("QT_SCALE_FACTOR"))
"""


@pytest.mark.parametrize(
    ("stored", "ratio"),
    [
        ("150", "1.5"),
        pytest.param("7000", "1.0", marks=pytest.mark.longer),
        pytest.param("100", "1.0", marks=pytest.mark.longer),
        pytest.param("large", "1.0", marks=pytest.mark.longer),
    ],
)
def test_it_is_in_force_at_the_start(tmp_path, stored: str, ratio: str) -> None:
    surroundings = {k: v for k, v in os.environ.items() if k != "QT_SCALE_FACTOR"}
    done = subprocess.run(
        [sys.executable, "-c", _START, str(tmp_path), stored],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
        env={**surroundings, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.stdout.split() == [ratio, "None"]
