"""The interface size: chosen by keys, used from the next start, passed on to no other program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop_app.main_window import MainWindow
from desktop_app.theme.magnification import magnification
from tests.desktop.keys import choose_in_menu

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
    ("stored", "ratio"), [("150", "1.5"), ("100", "1.0"), ("7000", "1.0"), ("large", "1.0")]
)
def test_it_is_in_force_at_the_start(tmp_path: Path, stored: str, ratio: str) -> None:
    surroundings = {k: v for k, v in os.environ.items() if k != "QT_SCALE_FACTOR"}
    done = subprocess.run(
        [sys.executable, "-c", _START, str(tmp_path), stored],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={**surroundings, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.stdout.split() == [ratio, "None"]


def test_it_is_chosen_in_the_menu(empty_window: MainWindow) -> None:
    window = empty_window
    assert magnification() == 100
    keys = (Qt.Key.Key_V, Qt.Key.Key_Z, Qt.Key.Key_Down, Qt.Key.Key_Return)
    choose_in_menu(window, *keys)
    assert magnification() == 125
    assert window.notice.said.text() == "The interface size will be 125 % from the next start."
